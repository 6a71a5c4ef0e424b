// Puts the frame kernel on an ordinary processor: every CUDA thread is a fiber, one of which runs at a time. Takes the
// place of source/2_machine.cuh. Copies into shared memory happen at the last possible moment, and a collective
// operation that not all lanes of a warp take part in is an error.

#include <ucontext.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Fiber;
struct Dimension { int x; };
struct Warp {
  int arrived = 0, turn = 0, site = 0;
  unsigned slots[2][32][8];
};
struct Block {
  int arrived = 0, turn = 0;  // of the workers' barrier
  int all_arrived = 0, all_turn = 0;
  std::vector<unsigned char> memory;
};

// Going from one stack to another. The portable way asks the kernel each time, which is forty times slower.
#ifdef __x86_64__
asm(R"(
.text
.type switch_stack, @function
switch_stack:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
)");
extern "C" void switch_stack(void** left, void* entered);
struct Context {
  void* top;
  void start(std::vector<char>& stack, void (*body)()) {
    auto end = reinterpret_cast<unsigned long>(stack.data() + stack.size()) & ~15ul;
    void** words = reinterpret_cast<void**>(end);
    words[-1] = nullptr;
    words[-2] = reinterpret_cast<void*>(body);
    for (int i = 3; i <= 8; ++i) words[-i] = nullptr;  // six registers
    top = words - 8;
  }
};
static void go(Context& left, Context& entered) { switch_stack(&left.top, entered.top); }
#else
struct Context {
  ucontext_t context;
  void start(std::vector<char>& stack, void (*body)()) {
    getcontext(&context);
    context.uc_stack.ss_sp = stack.data();
    context.uc_stack.ss_size = stack.size();
    context.uc_link = nullptr;
    makecontext(&context, body, 0);
  }
};
static void go(Context& left, Context& entered) { swapcontext(&left.context, &entered.context); }
#endif

struct Fiber {
  Context context;
  std::vector<char> stack;
  Dimension thread, block;
  Warp* warp;
  Block* home;
  int lane, parity = 0;
  const int* watched = nullptr;  // sleeps as long as this is `unchanged`
  int unchanged = 0;
  int seen_packets = -1;
  bool done = false;
};
static Fiber* current;
static Context scheduler;
#define threadIdx (current->thread)
#define blockIdx (current->block)

static void pause_fiber() { go(current->context, scheduler); }
static void sleep_until_changed(const int& turn, int mine) {
  current->watched = &turn;
  current->unchanged = mine;
  pause_fiber();
  current->watched = nullptr;
}
static void fail(const char* what) {
  std::fprintf(stderr, "block %d thread %d: %s\n", current->block.x, current->thread.x, what);
  std::abort();
}

// All lanes give `count` words and see everybody's.
static const unsigned (*exchange(const unsigned* words, int count, int site))[8] {
  Warp& warp = *current->warp;
  if (warp.arrived == 0) warp.site = site;
  if (warp.site != site) fail("lanes of a warp are in different collective operations");
  int turn = warp.turn, parity = current->parity;
  current->parity ^= 1;
  for (int i = 0; i < count; ++i) warp.slots[parity][current->lane][i] = words[i];
  if (++warp.arrived == 32) {
    warp.arrived = 0;
    ++warp.turn;
  } else {
    sleep_until_changed(warp.turn, turn);
  }
  return warp.slots[parity];
}
template <class T>
static unsigned bits_of(T value) {
  unsigned bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}
template <class T>
static T from_bits(unsigned bits) {
  T value;
  std::memcpy(&value, &bits, 4);
  return value;
}
template <class T>
static T shuffle(T value, int lane, int site) {
  unsigned bits = bits_of(value);
  const unsigned(*all)[8] = exchange(&bits, 1, site);
  return from_bits<T>(lane < 0 || lane > 31 ? bits : all[lane][0]);
}
#define __shfl_xor_sync(mask, value, step) shuffle(value, current->lane ^ (step), __LINE__)
#define __shfl_down_sync(mask, value, step) shuffle(value, current->lane + (step), __LINE__)
#define __shfl_up_sync(mask, value, step) shuffle(value, current->lane - (step), __LINE__)
#define __shfl_sync(mask, value, lane) shuffle(value, lane, __LINE__)
static unsigned reduce(unsigned value, bool largest, int site) {
  const unsigned(*all)[8] = exchange(&value, 1, site);
  unsigned result = all[0][0];
  for (int i = 1; i < 32; ++i) result = (all[i][0] > result) == largest ? all[i][0] : result;
  return result;
}
#define __reduce_max_sync(mask, value) reduce(value, true, __LINE__)
#define __reduce_min_sync(mask, value) reduce(value, false, __LINE__)
static unsigned add_up_lanes(unsigned value, int site) {
  const unsigned(*all)[8] = exchange(&value, 1, site);
  unsigned sum = 0;
  for (int i = 0; i < 32; ++i) sum += all[i][0];
  return sum;
}
#define __reduce_add_sync(mask, value) add_up_lanes(value, __LINE__)
static void sync_warp(int site) { exchange(nullptr, 0, site); }
#define __syncwarp() sync_warp(__LINE__)
static void sync_at(int& arrived, int& turn, int threads) {
  int mine = turn;
  if (++arrived == threads) {
    arrived = 0;
    ++turn;
  } else {
    sleep_until_changed(turn, mine);
  }
}
static void sync_workers() { sync_at(current->home->arrived, current->home->turn, THREADS); }
static void __syncthreads() { sync_at(current->home->all_arrived, current->home->all_turn, THREADS + 32); }

using std::max;
using std::min;
template <class T>
static T atomicAdd(T* place, T value) {
  T old = *place;
  *place += value;
  return old;
}
static float __uint_as_float(unsigned bits) { return from_bits<float>(bits); }
static unsigned __float_as_uint(float value) { return bits_of(value); }
static int __float_as_int(float value) { return (int)bits_of(value); }
static float __int_as_float(int bits) { return from_bits<float>(bits); }
static float rsqrtf(float value) { return 1.0f / std::sqrt(value); }
static float quick_exp(float value) { return std::exp(value); }
#define __expf quick_exp
static float __fdividef(float a, float b) { return a / b; }

DEVICE u32 pack_halves(float low, float high) {
  auto half = [](float value) { u32 bits = bits_of(value); return (bits + 0x7fff + (bits >> 16 & 1)) >> 16; };
  return half(low) | half(high) << 16;
}
static int packets_sent;
DEVICE void before_next_look() {  // no use in looking again before somebody has sent something
  if (current->seen_packets == packets_sent) sleep_until_changed(packets_sent, packets_sent);
  current->seen_packets = packets_sent;
}
static void check_aligned(const void* place, int bytes) {
  if (reinterpret_cast<unsigned long>(place) % bytes) fail("misaligned address");
}
DEVICE uint4 load_two(const uint2* packets) {
  check_aligned(packets, 16);
  return {packets[0].x, packets[0].y, packets[1].x, packets[1].y};
}
DEVICE uint2 load_one(const uint2* packet) {
  check_aligned(packet, 8);
  return *packet;
}
DEVICE void send(uint2* packet, u32 value, u32 epoch) {
  *packet = {value, epoch};
  ++packets_sent;
}
DEVICE u8* shared_memory() {  // aligned as the card's
  auto start = reinterpret_cast<unsigned long>(current->home->memory.data());
  return reinterpret_cast<u8*>((start + 127) & ~127ul);
}

struct Gate {
  unsigned short arrivals, pending;
  int phase;
};
static_assert(sizeof(Gate) == sizeof(u64), "a gate takes the place of one word");
DEVICE void set_up_gate(u64* gate, int arrivals) { *reinterpret_cast<Gate*>(gate) = {(unsigned short)arrivals, (unsigned short)arrivals, 0}; }
DEVICE void show_gates() {}
DEVICE void arrive_at(u64* place) {
  Gate& gate = *reinterpret_cast<Gate*>(place);
  if (--gate.pending == 0) gate.pending = gate.arrivals, gate.phase ^= 1;
}
DEVICE bool gate_opened(u64* gate, u32 turn) {
  const int& phase = reinterpret_cast<Gate*>(gate)->phase;
  if (phase == (int)turn) sleep_until_changed(phase, phase);
  return true;
}
constexpr int FETCH_ARRIVALS = 1;
constexpr int SCALES_AT = CHUNK_BYTES, SCALE_BYTES = INT8 ? 32 : 0;
DEVICE void copy_rows(char* to, int pitch, u64 from, s64 row_bytes, int bytes, int rows) {
  check_aligned(to, 16);
  check_aligned(reinterpret_cast<void*>(from), 16);
  if (pitch % 16 || row_bytes % 16 || bytes % 16) fail("a copy of odd length");
  for (int row = 0; row < rows; ++row) std::memcpy(to + row * pitch, reinterpret_cast<char*>(from + row * row_bytes), bytes);
}
DEVICE void fetch_rows(u64* gate, char* to, int pitch, const MatrixWeights& from, s64 row_bytes, int bytes, int lane) {
  sync_warp(__LINE__);
  if (lane) return;
  copy_rows(to, pitch, from.rows, row_bytes, bytes, 8);
#ifdef WEIGHTS_INT8
  copy_rows(to + SCALES_AT, pitch, from.scales, 0, SCALE_BYTES, 1);
#endif
  arrive_at(gate);
}
static u32 __byte_perm(u32 low, u32 high, u32 choice) {
  u64 bytes = low | (u64)high << 32;
  u32 result = 0;
  for (int i = 0; i < 4; ++i) result |= (u32)(bytes >> (choice >> 4 * i & 7) * 8 & 255) << 8 * i;
  return result;
}
DEVICE u32 add_halves(u32 pair, u32 other) {
  return pack_halves(from_bits<float>(pair << 16) + from_bits<float>(other << 16),
                     from_bits<float>(pair & 0xffff0000u) + from_bits<float>(other & 0xffff0000u));
}

// Lane 4 r + q gives eight weights of row r and eight inputs of column r; it gets rows 2 q and 2 q + 1 of column r.
DEVICE void multiply_unit(float (&sums)[4], uint4 weights, uint4 inputs) {
  unsigned words[8] = {weights.x, weights.y, weights.z, weights.w, inputs.x, inputs.y, inputs.z, inputs.w};
  const unsigned(*all)[8] = exchange(words, 8, __LINE__);
  int column = current->lane / 4, row = current->lane % 4 * 2;
  for (int i = 0; i < 2; ++i)
    for (int part = 0; part < 4; ++part)
      for (int word = 0; word < 4; ++word) {
        unsigned w = all[(row + i) * 4 + part][word], x = all[column * 4 + part][4 + word];
        sums[i] += from_bits<float>(w << 16) * from_bits<float>(x << 16);
        sums[i] += from_bits<float>(w & 0xffff0000u) * from_bits<float>(x & 0xffff0000u);
      }
}
template <class T>
DEVICE T* global(u64 address) { return reinterpret_cast<T*>(address); }
