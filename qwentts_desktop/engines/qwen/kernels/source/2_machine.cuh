// Owns every instruction that C++ has no words for. A test puts another file in this one's place and runs the rest on
// an ordinary processor.

DEVICE u32 pack_halves(float low, float high) {  // rounded to bf16, to nearest even
  u32 pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}

// What the card's own cache shall do: keep the packets, which are exchanged again and again, and let go of weights, which
// pass through it once a frame and would push everything else out.
#ifdef NO_HINTS
constexpr u64 KEEP = 0x1000000000000000, LET_GO = 0x1000000000000000;
#else
constexpr u64 KEEP = 0x14f0000000000000, LET_GO = 0x12f0000000000000;  // as createpolicy makes them
#endif

// Loads and stores that no cache of a multiprocessor may answer for; 8 bytes arrive together.
DEVICE uint4 load_two(const uint2* packets) {
  uint4 both;
  asm volatile("ld.relaxed.gpu.global.L2::cache_hint.v4.u32 {%0,%1,%2,%3}, [%4], %5;"
               : "=r"(both.x), "=r"(both.y), "=r"(both.z), "=r"(both.w)
               : "l"(packets), "l"(KEEP));
  return both;
}
DEVICE uint2 load_one(const uint2* packet) {
  uint2 one;
  asm volatile("ld.relaxed.gpu.global.L2::cache_hint.v2.u32 {%0,%1}, [%2], %3;" : "=r"(one.x), "=r"(one.y) : "l"(packet), "l"(KEEP));
  return one;
}
DEVICE void send(uint2* packet, u32 value, u32 epoch) {
  asm volatile("st.relaxed.gpu.global.L2::cache_hint.v2.u32 [%0], {%1,%2}, %3;" ::"l"(packet), "r"(value), "r"(epoch), "l"(KEEP) : "memory");
}

DEVICE void before_next_look() {  // at a packet that was not there
#ifdef LOOK_PAUSE
  __nanosleep(LOOK_PAUSE);
#endif
}

DEVICE u8* shared_memory() {
  extern __shared__ __align__(128) u8 memory[];
  return memory;
}

// All warps that work, but not the one that feeds them.
DEVICE void sync_workers() { asm volatile("bar.sync 1, %0;" ::"n"(THREADS) : "memory"); }

// A gate in shared memory opens once `arrivals` have come, and then counts anew; its turns alternate between 0 and 1.
DEVICE u32 shared_address(const void* place) { return (u32)__cvta_generic_to_shared(place); }
DEVICE void set_up_gate(u64* gate, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(gate)), "r"(arrivals) : "memory");
}
DEVICE void show_gates() {  // to the units that copy
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
DEVICE void arrive_at(u64* gate) {
  asm volatile("{ .reg .b64 turn; mbarrier.arrive.shared.b64 turn, [%0]; }" ::"r"(shared_address(gate)) : "memory");
}
DEVICE bool gate_opened(u64* gate, u32 turn) {
  u32 opened;
#if __CUDA_ARCH__ >= 900
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(opened) : "r"(shared_address(gate)), "r"(turn) : "memory");
#else
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(opened) : "r"(shared_address(gate)), "r"(turn) : "memory");
#endif
  return opened;
}

// Fetch `bytes` of 8 rows each into shared memory, `pitch` apart, and arrive at the gate when they are there; of int8
// the scales as well, into the gap that the first row leaves. A whole warp calls; the gate expects FETCH_ARRIVALS.
constexpr int SCALES_AT = CHUNK_BYTES, SCALE_BYTES = INT8 ? 32 : 0;
#if __CUDA_ARCH__ >= 900 && !defined(NO_BULK)
constexpr int FETCH_ARRIVALS = 1;
DEVICE void fetch_rows(u64* gate, char* to, int pitch, const MatrixWeights& from, s64 row_bytes, int bytes, int lane) {
  u32 at = shared_address(gate), place = shared_address(to + lane * pitch);
  u64 source = from.rows + lane * row_bytes;
#ifdef FETCH_LESS
  bytes = 64;
#endif
  if (lane == 0)
    asm volatile("{ .reg .b64 turn; mbarrier.arrive.expect_tx.shared.b64 turn, [%0], %1; }" ::"r"(at), "r"(8 * bytes + SCALE_BYTES) : "memory");
#ifdef WEIGHTS_INT8
  if (lane == 8) place = shared_address(to + SCALES_AT), source = from.scales, bytes = SCALE_BYTES;
#endif
  __syncwarp();
  if (lane < (INT8 ? 9 : 8))
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(place),
                 "l"(source), "r"(bytes), "r"(at), "l"(LET_GO)
                 : "memory");
}
#else
constexpr int FETCH_ARRIVALS = 32;
DEVICE void copy_16(char* to, u64 from) {
  asm volatile("cp.async.cg.shared.global.L2::cache_hint.L2::128B [%0], [%1], 16, %2;" ::"r"(shared_address(to)), "l"(from), "l"(LET_GO)
               : "memory");
}
DEVICE void fetch_rows(u64* gate, char* to, int pitch, const MatrixWeights& from, s64 row_bytes, int bytes, int lane) {
#pragma unroll 1
  for (int row = 0; row < 8; ++row) {
#pragma unroll 4
    for (int at = lane * 16; at < bytes; at += 512) copy_16(to + row * pitch + at, from.rows + row * row_bytes + at);
  }
#ifdef WEIGHTS_INT8
  if (lane * 16 < SCALE_BYTES) copy_16(to + SCALES_AT + lane * 16, from.scales + lane * 16);
#endif
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(gate)) : "memory");
}
#endif

DEVICE u32 add_halves(u32 pair, u32 other) {  // two sums of bf16
  u32 sums;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(sums) : "r"(pair), "r"(0x3f803f80), "r"(other));
  return sums;
}

// 8 rows x 32 bf16 of weights against 32 inputs of up to 8 columns, fp32 sums. Lane 4 r + q holds eight weights of row r
// and eight inputs of column r; its sums are rows 2 q and 2 q + 1 of column r. The 16 bytes serve two instructions:
// which input meets which weight is the same on both sides, so their order within the unit is free.
DEVICE void multiply_unit(float (&sums)[4], uint4 weights, uint4 inputs) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(inputs.x), "r"(0), "r"(inputs.y), "r"(0), "r"(weights.x), "r"(weights.y));
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(inputs.z), "r"(0), "r"(inputs.w), "r"(0), "r"(weights.z), "r"(weights.w));
}

// An address of device memory as a pointer.
template <class T>
DEVICE T* global(u64 address) {
  T* pointer = reinterpret_cast<T*>(address);
  __builtin_assume(__isGlobal(pointer));
  return pointer;
}
