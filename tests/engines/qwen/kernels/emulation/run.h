// Runs one launch: all fibers of all blocks in turn, until each has ended.

static const Frame* the_frame;
static void run_fiber() {
  make_frame(the_frame);
  current->done = true;
  pause_fiber();
}

extern "C" void emulate_frame(const void* frame) {
  constexpr int BLOCK_THREADS = THREADS + 32;
  the_frame = static_cast<const Frame*>(frame);
  std::vector<Block> blocks(BLOCKS);
  std::vector<Warp> warps(BLOCKS * BLOCK_THREADS / 32);
  std::vector<Fiber> fibers(BLOCKS * BLOCK_THREADS);
  for (auto& block : blocks) block.memory.resize(facts[0] + 128);
  for (int i = 0; i < (int)fibers.size(); ++i) {
    Fiber& fiber = fibers[i];
    fiber.thread.x = i % BLOCK_THREADS;
    fiber.block.x = i / BLOCK_THREADS;
    fiber.lane = i % 32;
    fiber.warp = &warps[i / 32];
    fiber.home = &blocks[fiber.block.x];
    fiber.stack.resize(32768);
    fiber.context.start(fiber.stack, run_fiber);
  }
  for (bool busy = true, moved = true; busy;) {
    if (!moved) fail("nobody can go on");
    busy = moved = false;
    for (auto& fiber : fibers) {
      if (fiber.done) continue;
      busy = true;
      if (fiber.watched && *fiber.watched == fiber.unchanged) continue;
      moved = true;
      current = &fiber;
      go(scheduler, fiber.context);
    }
  }
}
extern "C" const int* emulated_facts() { return facts; }
