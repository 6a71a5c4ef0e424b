// Owns how a code is drawn from scores: the same steps, in the same order, as decoding/sampling.py.
//
// Every block draws every code by itself from the same scores: no block has to tell the others. Sums that decide
// are of integers, so their order does not matter and all blocks agree.

constexpr int BINS = 2048;

DEVICE u32 ordered(float value) {  // compares as an integer like the float does
  u32 bits = __float_as_uint(value);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
DEVICE u32 mix(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
// log(-log(uniform)), see decoding/noise.py.
DEVICE float log_exponential(u32 key, int candidate) {
  float uniform = (float)(mix(key + (u32)candidate * 0x9e3779b9u) >> 9) * 0x1p-23f + 0x1p-24f;
  return logf(-logf(uniform));
}

// Which candidate a thread's i-th score belongs to: neighbours in pairs, as packets are received.
DEVICE int candidate(const Worker& me, int i) { return 2 * me.thread + (i & 1) + 2 * THREADS * (i >> 1); }

// Keep the largest scores: the fewest whose weights reach `target`, and all equal to the smallest of them.
// Digit by digit, eleven bits at a time: which digit does the score have at which the weights above reach the target?
template <int COUNT>
DEVICE void keep_largest(Shared& shared, const Worker& me, const u32 (&keys)[COUNT], const u32 (&weights)[COUNT],
                         u32 target, bool (&kept)[COUNT]) {
  u32* bins = reinterpret_cast<u32*>(shared.scratch);
  u32 mask = 0, prefix = 0;
#pragma unroll 1
  for (int shift = 21; shift >= -1; shift -= 11) {
    int down = shift < 0 ? 0 : shift;
    for (int i = me.thread; i < BINS; i += THREADS) bins[i] = 0;
    sync_workers();
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
      if (kept[i] && (keys[i] & mask) == prefix) atomicAdd(&bins[keys[i] >> down & (BINS - 1)], weights[i]);
    sync_workers();
    constexpr int MINE = BINS / THREADS;  // from the top
    u32 sum = 0;
#pragma unroll
    for (int i = 0; i < MINE; ++i) sum += bins[BINS - 1 - MINE * me.thread - i];
    u32 above = sum;
#pragma unroll
    for (int step = 1; step < 32; step <<= 1) {
      u32 other = __shfl_up_sync(~0u, above, step);
      if (me.lane >= step) above += other;
    }
    if (me.lane == 31) shared.notes[me.warp] = above;
    sync_workers();
    u32 total = 0, before = above - sum;
#pragma unroll
    for (int i = 0; i < WARPS; ++i) {
      u32 of_warp = shared.notes[i];
      total += of_warp;
      if (i < me.warp) before += of_warp;
    }
    target = min(target, total);
    if (before < target && target <= before + sum) {
      int digit = BINS - 1 - MINE * me.thread;
      for (; target > before + bins[digit]; --digit) before += bins[digit];
      shared.notes[16] = digit;
      shared.notes[17] = target - before;
      shared.notes[18] = bins[digit];
    }
    sync_workers();
    target = shared.notes[17];
    prefix |= shared.notes[16] << down;
    mask |= (u32)(BINS - 1) << down;
    if (target == shared.notes[18]) break;  // all of this digit are needed
  }
#pragma unroll
  for (int i = 0; i < COUNT; ++i) kept[i] = kept[i] && (keys[i] & mask) >= prefix;
}

// Sum over the block, in an order that is always the same.
DEVICE float sum_of_block(Shared& shared, const Worker& me, float value) {
  float* notes = reinterpret_cast<float*>(shared.notes);
  value = sum_of_warp(value);
  sync_workers();
  if (me.lane == 0) notes[me.warp] = value;
  sync_workers();
  float sum = 0.0f;
  for (int i = 0; i < WARPS; ++i) sum += notes[i];
  return sum;
}

// The largest key of the block and the lowest candidate that has it.
DEVICE uint2 first_largest(Shared& shared, const Worker& me, u32 key, u32 index) {
  u32 largest = __reduce_max_sync(~0u, key);
  u32 lowest = __reduce_min_sync(~0u, key == largest ? index : ~0u);
  sync_workers();
  if (me.lane == 0) {
    shared.notes[20 + me.warp] = largest;
    shared.notes[36 + me.warp] = lowest;
  }
  sync_workers();
  key = me.lane < WARPS ? shared.notes[20 + me.lane] : 0;
  largest = __reduce_max_sync(~0u, key);
  index = me.lane < WARPS && key == largest ? shared.notes[36 + me.lane] : ~0u;
  return make_uint2(largest, __reduce_min_sync(~0u, index));
}

// Weights by share of probability among those kept, in units of 2^-30.
template <int COUNT>
DEVICE void weigh_shares(Shared& shared, const Worker& me, const float (&scores)[COUNT], const u32 (&keys)[COUNT],
                         const bool (&kept)[COUNT], u32 (&weights)[COUNT]) {
  u32 largest = 0;
#pragma unroll
  for (int i = 0; i < COUNT; ++i) largest = max(largest, keys[i]);
  largest = first_largest(shared, me, largest, 0).x;
  float peak = as_float(largest & 0x80000000u ? largest & 0x7fffffffu : ~largest), sum = 0.0f;
#pragma unroll
  for (int i = 0; i < COUNT; ++i) sum += kept[i] ? __expf(scores[i] - peak) : 0.0f;
  sum = sum_of_block(shared, me, sum);
#pragma unroll
  for (int i = 0; i < COUNT; ++i) weights[i] = (u32)(__expf(scores[i] - peak) / sum * 0x1p30f);
}

// Of code 0: codes heard lately count less, and special ids are not drawn.
template <int COUNT>
DEVICE void first_rules(const Shared& shared, const Worker& me, const Frame& frame, int sequence, float& penalty,
                        bool (&seen)[COUNT], float (&offsets)[COUNT]) {
  const s64* last_seen = (const s64*)frame.last_seen + sequence * TALKER_CODES;
  const float* allowed = (const float*)frame.allowed + sequence * TALKER_CODES;
  penalty = ((const float*)frame.penalty)[sequence];
  s64 since = shared.frame[sequence] - ((const s64*)frame.window)[sequence];
  bool may_end = shared.frame[sequence] >= ((const s64*)frame.min_frames)[sequence];
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    int code = candidate(me, i);
    seen[i] = last_seen[code] >= since;
    offsets[i] = code == frame.eos && !may_end ? -__int_as_float(0x7f800000) : allowed[code];
  }
}

// A code of the sequence from the scores that all blocks have just sent; code 0 with its own rules.
DEVICE int draw(Shared& shared, Worker& me, const Frame& frame, int sequence, int book) {
  constexpr int COUNT = TALKER_CODES / THREADS;
  int codes = book == 0 ? TALKER_CODES : PREDICTOR_CODES, column = 2 * sequence + (book > 0);
  float heat = ((const float*)frame.inverse_temperature)[column], top_p = ((const float*)frame.top_p)[column];
  float scale = ((const float*)frame.noise_scale)[sequence * BOOKS + book];  // 0 where the largest is taken
  u32 top_k = (u32)((const s64*)frame.last_rank)[column] + 1;
  u32 key = (u32)((const s64*)frame.keys)[(sequence * frame.key_slots + shared.frame[sequence]) * BOOKS + book];
  float penalty = 1.0f, scores[COUNT], offsets[COUNT];
  bool seen[COUNT], kept[COUNT];
  if (book == 0) first_rules(shared, me, frame, sequence, penalty, seen, offsets);
  const uint2* from = me.packets + SCORES_AT + sequence * TALKER_CODES;
  u32 keys[COUNT], weights[COUNT];
#pragma unroll
  for (int i = 0; i < COUNT; i += 2) {
    kept[i] = kept[i + 1] = candidate(me, i) < codes;
  }
  uint4 got[COUNT / 2];
  u32 spins = 0;
  bool again;
#pragma unroll 1
  do {
    again = false;
#pragma unroll
    for (int i = 0; i < COUNT; i += 2)
      if (kept[i]) got[i / 2] = load_two(from + candidate(me, i));
#pragma unroll
    for (int i = 0; i < COUNT; i += 2)
      if (kept[i]) again |= got[i / 2].y != me.epoch || got[i / 2].w != me.epoch;
  } while (again && !give_up(me, spins));
#pragma unroll
  for (int i = 0; i < COUNT; i += 2) scores[i] = as_float(got[i / 2].x), scores[i + 1] = as_float(got[i / 2].z);
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    if (book == 0) {
      if (seen[i]) scores[i] = scores[i] < 0 ? scores[i] * penalty : scores[i] / penalty;
      scores[i] += offsets[i];
    }
    scores[i] = kept[i] ? scores[i] * heat : NOTHING;
    keys[i] = ordered(scores[i]);
    weights[i] = 1;
  }
#ifndef NO_SAMPLING
  if (scale != 0.0f) {
    sync_workers();  // the scratch memory may still be in use
#pragma unroll 1
    for (int by_share = 0; by_share < 2; ++by_share) {
      if (by_share ? top_p >= 1.0f : top_k >= (u32)codes) continue;
      if (by_share) weigh_shares(shared, me, scores, keys, kept, weights);
      keep_largest(shared, me, keys, weights, by_share ? max((u32)(top_p * 0x1p30f), 1u) : top_k, kept);
    }
  }
#endif
  u32 best = 0, index = ~0u;
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    if (!kept[i]) continue;
    u32 value = scale == 0.0f ? keys[i] : ordered(scores[i] + scale * log_exponential(key, candidate(me, i)));
    if (value > best || index == ~0u) best = value, index = candidate(me, i);
  }
  return (int)first_largest(shared, me, best, index).y;
}

DEVICE void draw_codes(Shared& shared, Worker& me, const Frame& frame, int book) {
#pragma unroll 1
  for (int sequence = 0; sequence < SEQUENCES; ++sequence) {
    int code = draw(shared, me, frame, sequence, book);
    if (me.thread == 0) shared.drawn[sequence][book] = code;
  }
  sync_workers();
  MARK(DRAWING);
}
