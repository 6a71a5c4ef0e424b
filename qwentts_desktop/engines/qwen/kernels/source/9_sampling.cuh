// Owns how a code is drawn from scores: the same steps, in the same order, as decoding/sampling.py.
//
// Of one sequence every block draws every code by itself from the same scores: no block has to tell the others. Sums
// that decide are of integers, so their order does not matter and all blocks agree.

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

// Sums over the block. Notes alternate between two buffers, so one meeting is enough.
template <int COUNT>
DEVICE void sums_of_block(Shared& shared, Worker& me, u32 (&values)[COUNT]) {
  u32(*notes)[WARPS] = shared.notes[me.note];
  me.note ^= 1;
#pragma unroll
  for (int i = 0; i < COUNT; ++i) values[i] = __reduce_add_sync(~0u, values[i]);
#pragma unroll
  for (int i = 0; i < COUNT; ++i)
    if (me.lane == 0) notes[i][me.warp] = values[i];
  sync_workers();
#pragma unroll
  for (int i = 0; i < COUNT; ++i) values[i] = __reduce_add_sync(~0u, me.lane < WARPS ? notes[i][me.lane] : 0);
}
// The same of floats, in an order that is always the same.
DEVICE float sum_of_block(Shared& shared, Worker& me, float value) {
  float* notes = reinterpret_cast<float*>(shared.notes[me.note]);
  me.note ^= 1;
  value = sum_of_warp(value);
  if (me.lane == 0) notes[me.warp] = value;
  sync_workers();
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < WARPS; ++i) sum += notes[i];
  return sum;
}
// The largest key of the block and the lowest candidate that has it.
DEVICE uint2 first_largest(Shared& shared, Worker& me, u32 key, u32 index) {
  u32(*notes)[WARPS] = shared.notes[me.note];
  me.note ^= 1;
  u32 largest = __reduce_max_sync(~0u, key);
  u32 lowest = __reduce_min_sync(~0u, key == largest ? index : ~0u);
  if (me.lane == 0) notes[0][me.warp] = largest, notes[1][me.warp] = lowest;
  sync_workers();
  key = me.lane < WARPS ? notes[0][me.lane] : 0;
  largest = __reduce_max_sync(~0u, key);
  index = me.lane < WARPS && key == largest ? notes[1][me.lane] : ~0u;
  return make_uint2(largest, __reduce_min_sync(~0u, index));
}

// Keep the largest scores: the fewest whose weights reach `target`, and all equal to the smallest of them. That one is
// found by cutting what is left of all keys in four, again and again.
template <int COUNT>
DEVICE void keep_largest(Shared& shared, Worker& me, const u32 (&keys)[COUNT], const u32 (&weights)[COUNT], u32 target,
                         bool (&kept)[COUNT]) {
  u32 smallest = 0;
#pragma unroll 1
  for (int shift = 30; shift >= 0; shift -= 2) {
    u32 reached[3] = {0, 0, 0};  // weights from each cut on
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
#pragma unroll
      for (u32 cut = 1; cut <= 3; ++cut)
        if (kept[i] && keys[i] >= smallest + (cut << shift)) reached[cut - 1] += weights[i];
    sums_of_block(shared, me, reached);
    u32 cut = reached[2] >= target ? 3 : reached[1] >= target ? 2 : reached[0] >= target ? 1 : 0;
    smallest += cut << shift;
    if (cut && reached[cut - 1] == target) break;  // these and no more
  }
#pragma unroll
  for (int i = 0; i < COUNT; ++i) kept[i] = kept[i] && keys[i] >= smallest;
}

// Weights by share of probability among those kept, in units of 2^-30.
template <int COUNT>
DEVICE void weigh_shares(Shared& shared, Worker& me, const float (&scores)[COUNT], const u32 (&keys)[COUNT],
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

// A code of the sequence from the scores that all blocks have just sent; code 0, which the talker's scores decide, has
// rules of its own. What does not depend on the scores is done before they are there.
template <class Stack, bool FIRST>
DEVICE int draw(Shared& shared, Worker& me, const Frame& frame, int sequence, int book) {
  constexpr int COUNT = Stack::CODES / THREADS, COLUMN = FIRST ? 0 : 1;
  float heat = global<const float>(frame.inverse_temperature)[2 * sequence + COLUMN];
  float top_p = global<const float>(frame.top_p)[2 * sequence + COLUMN];
  float scale = global<const float>(frame.noise_scale)[sequence * BOOKS + book];  // 0 where the largest is taken
  u32 top_k = (u32)global<const s64>(frame.last_rank)[2 * sequence + COLUMN] + 1;
  u32 key = (u32)global<const s64>(frame.keys)[(sequence * frame.key_slots + shared.frame[sequence]) * BOOKS + book];
  float penalty = 1.0f, scores[COUNT], offsets[COUNT], noise[COUNT];
  bool seen[COUNT], kept[COUNT];
  u32 keys[COUNT], weights[COUNT], best = 0, index = ~0u;
  if (FIRST) first_rules(shared, me, frame, sequence, penalty, seen, offsets);
#pragma unroll
  for (int i = 0; i < COUNT; ++i) noise[i] = scale == 0.0f ? 0.0f : scale * log_exponential(key, candidate(me, i));
  uint4 got[COUNT / 2];
  const uint2* from = me.packets + SCORES_AT + sequence * TALKER_CODES;
  receive_pairs(me, got, [&](int i) { return from + candidate(me, 2 * i); });
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    scores[i] = as_float(i & 1 ? got[i / 2].z : got[i / 2].x);
    if (FIRST) {
      if (seen[i]) scores[i] = scores[i] < 0 ? scores[i] * penalty : scores[i] / penalty;
      scores[i] += offsets[i];
    }
    scores[i] *= heat;
    keys[i] = ordered(scores[i]);
    weights[i] = 1;
    kept[i] = true;
  }
#ifndef NO_SAMPLING
  if (scale != 0.0f) {
    if (top_k < (u32)Stack::CODES) keep_largest(shared, me, keys, weights, top_k, kept);
    if (top_p < 1.0f) {
      weigh_shares(shared, me, scores, keys, kept, weights);
      keep_largest(shared, me, keys, weights, max((u32)(top_p * 0x1p30f), 1u), kept);
    }
  }
#endif
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    u32 value = ordered(scores[i] + noise[i]);
    if (kept[i] && (value > best || index == ~0u)) best = value, index = candidate(me, i);
  }
  return (int)first_largest(shared, me, best, index).y;
}

// Several sequences are dealt out among the blocks, which tell each other what they drew.
DEVICE void draw_codes(Shared& shared, Worker& me, const Frame& frame, int book) {
#pragma unroll 1
  for (int sequence = SEQUENCES == 1 ? 0 : blockIdx.x; sequence < SEQUENCES; sequence += BLOCKS) {
    int code = book == 0 ? draw<Talker, true>(shared, me, frame, sequence, book) : draw<Predictor, false>(shared, me, frame, sequence, book);
    if (me.thread) continue;
    if (SEQUENCES == 1) shared.drawn[sequence][book] = code;
    else send(me.packets + CODES_AT + sequence, (u32)code, me.epoch + 1);
  }
  if (SEQUENCES > 1) {
    ++me.epoch;
    if (me.thread < SEQUENCES) shared.drawn[me.thread][book] = __float_as_int(receive(me, me.packets + CODES_AT + me.thread));
  }
  sync_workers();
  MARK(DRAWING);
}
