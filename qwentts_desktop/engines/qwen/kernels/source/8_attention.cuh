// Owns attention: norms and rotation of heads, the predictor's short memory, the talker's long one.
//
// A lane holds four values of a head, two of the first half and the two that rotation pairs them with. A norm's factor
// multiplies a whole head, so a score is the product of both factors and the unnormed heads: all sums run at once.

constexpr int HALF = HEAD / 2;
constexpr float SCALE = HEAD == 128 ? 0.08838834764831845f : HEAD == 64 ? 0.125f : 0.17677669529663687f;  // 1 / sqrt(d)

DEVICE bool holds_head(const Worker& me) { return 2 * me.lane < HALF; }

struct HeadBits {  // of a head, as it lies in memory
  PairBits low, high;
  DEVICE_METHOD void load(const Worker& me, u64 head) {
    if (!holds_head(me)) return;
    low = pair_bits(head, 2 * me.lane);
    high = pair_bits(head, HALF + 2 * me.lane);
  }
  DEVICE_METHOD float4 values(const Worker& me) const {
    if (!holds_head(me)) return make_float4(0, 0, 0, 0);
    float2 a = as_pair(low), b = as_pair(high);
    return make_float4(a.x, a.y, b.x, b.y);
  }
};
DEVICE void store_head(const Worker& me, weight* head, float4 v) {
  if (!holds_head(me)) return;
  store_pair(head, 2 * me.lane, make_float2(v.x, v.y));
  store_pair(head, HALF + 2 * me.lane, make_float2(v.z, v.w));
}

struct Rotation {
  float c0, c1, s0, s1;  // of this lane's two pairs at one position
  DEVICE_METHOD void load(const Worker& me, u64 cosines, u64 sines, int position) {
    c0 = c1 = s0 = s1 = 0.0f;
    if (!holds_head(me)) return;
    float2 c = global<const float2>(cosines)[(s64)position * HALF + me.lane];
    float2 s = global<const float2>(sines)[(s64)position * HALF + HALF / 2 + me.lane];
    c0 = c.x, c1 = c.y, s0 = s.x, s1 = s.y;
  }
  DEVICE_METHOD float4 turn(float4 v) const {
    return make_float4(v.x * c0 - v.z * s0, v.y * c1 - v.w * s1, v.z * c0 + v.x * s0, v.w * c1 + v.y * s1);
  }
};
DEVICE float dot(float4 a, float4 b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }
DEVICE float4 times(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
DEVICE float4 times(float4 a, float b) { return make_float4(a.x * b, a.y * b, a.z * b, a.w * b); }
DEVICE float4 rounded(float4 v) { return make_float4(rounded(v.x), rounded(v.y), rounded(v.z), rounded(v.w)); }
DEVICE float head_factor(float squares) { return rsqrtf(squares * (1.0f / HEAD) + EPS); }

// DIMS values of a head, or of what attention makes of it: a lane holds those that are 32 apart.
constexpr int LANE_DIMS = (DIMS + 31) / 32;
DEVICE bool holds_dim(const Worker& me, int i) { return DIMS % 32 == 0 || me.lane + 32 * i < DIMS; }

// Several heads at once, and DIMS values that start at `values_from` if VALUES: all their packets travel together.
template <int COUNT, bool VALUES>
DEVICE void receive_heads(Worker& me, const uint2* const (&from)[COUNT], float4 (&heads)[COUNT], const uint2* values_from,
                          float (&values)[LANE_DIMS]) {
  uint4 low[COUNT], high[COUNT];
  uint2 value[LANE_DIMS];
  u32 spins = 0;
  bool again;
#pragma unroll 1
  do {
    again = false;
    if (holds_head(me)) {
#pragma unroll
      for (int i = 0; i < COUNT; ++i) {
        low[i] = load_two(from[i] + 2 * me.lane);
        high[i] = load_two(from[i] + HALF + 2 * me.lane);
      }
    }
#pragma unroll
    for (int i = 0; VALUES && i < LANE_DIMS; ++i)
      if (holds_dim(me, i)) value[i] = load_one(values_from + me.lane + 32 * i);
    if (holds_head(me)) {
#pragma unroll
      for (int i = 0; i < COUNT; ++i) again |= !is_of(low[i], me.epoch) || !is_of(high[i], me.epoch);
    }
#pragma unroll
    for (int i = 0; VALUES && i < LANE_DIMS; ++i)
      if (holds_dim(me, i)) again |= value[i].y != me.epoch;
  } while (again && !give_up(me, spins));
#pragma unroll
  for (int i = 0; i < COUNT; ++i)
    heads[i] = holds_head(me) ? make_float4(as_float(low[i].x), as_float(low[i].z), as_float(high[i].x), as_float(high[i].z))
                              : make_float4(0, 0, 0, 0);
#pragma unroll
  for (int i = 0; VALUES && i < LANE_DIMS; ++i) values[i] = holds_dim(me, i) ? rounded(as_float(value[i].x)) : 0.0f;
}
template <int COUNT>
DEVICE void receive_heads(Worker& me, const uint2* const (&from)[COUNT], float4 (&heads)[COUNT]) {
  float none[LANE_DIMS];
  receive_heads<COUNT, false>(me, from, heads, nullptr, none);
}

// Lanes 0..15 hold MIXED values of attention's result, `at` the first one's place in the column. A whole warp calls.
constexpr int MIXED = 16;
DEVICE void send_mixed(const Worker& me, int column, int width, int at, float value) {
  uint2* to = me.packets + MIXED_AT + (column * width + at) / VALUES_A_PACKET;
#ifdef WEIGHTS_F32
  if (me.lane < MIXED) send(to + me.lane, value, me.epoch + 1);
#else
  float next = __shfl_down_sync(~0u, value, 1);
  if (me.lane < MIXED && (me.lane & 1) == 0) send(to + me.lane / 2, pack_halves(value, next), me.epoch + 1);
#endif
}

constexpr int BRIEF_ITEMS = SEQUENCES * PREDICTOR_HEADS * (HEAD / DIMS);
constexpr int SLOT_VALUES = HEAD + DIMS;  // a key, and the part of a value that the item needs

constexpr int TAKEN = PREDICTOR_SLOTS / WARPS;  // tokens that a warp looks back at: WARPS apart
static_assert(TAKEN * WARPS == PREDICTOR_SLOTS, "all warps look back at as many tokens");

// What attention of the predictor needs besides the newest tokens: loaded while their queries are being made.
struct BriefAhead {
  HeadBits query_norm, key_norm, keys[TAKEN];
  float values[TAKEN][LANE_DIMS];
  DEVICE_METHOD static u64 memory_of(u64 memory, int item, int layer, int token) {
    return memory + (u64)((item * PREDICTOR_LAYERS + layer) * PREDICTOR_SLOTS + token) * SLOT_VALUES * WEIGHT_BYTES;
  }
  DEVICE_METHOD void load_norms(const Worker& me, const LayerWeights& weights) {
    query_norm.load(me, weights.q_norm);
    key_norm.load(me, weights.k_norm);
  }
  DEVICE_METHOD void load_memory(const Worker& me, u64 memory, int item, int layer, int first) {
#pragma unroll
    for (int t = 0; t < TAKEN; ++t) {
      int token = me.warp + t * WARPS;
      if (token >= first) continue;
      u64 from = memory_of(memory, item, layer, token);
      keys[t].load(me, from);
#pragma unroll
      for (int i = 0; i < LANE_DIMS; ++i)
        if (holds_dim(me, i)) values[t][i] = load_weight(global<const weight>(from) + HEAD + me.lane + 32 * i);
    }
  }
};

// The predictor looks back at no more than 16 tokens: each warp takes some. An item is DIMS values of one query head;
// it keeps its own copy of keys and values, so that nothing but the newest TOKENS comes from other blocks.
template <int TOKENS>
DEVICE void attend_briefly(Shared& shared, Worker& me, const Frame& frame, BriefAhead& ahead, int layer, int first) {
  constexpr int GROUPED = PREDICTOR_HEADS / PREDICTOR_KV_HEADS;
  float(*scores)[PREDICTOR_SLOTS] = reinterpret_cast<float(*)[PREDICTOR_SLOTS]>(shared.scratch);
  float(*values)[DIMS] = reinterpret_cast<float(*)[DIMS]>(shared.scratch + 2 * PREDICTOR_SLOTS * 4);
#pragma unroll 1
  for (int item = blockIdx.x; item < BRIEF_ITEMS; item += BLOCKS) {
    int slice = item % (HEAD / DIMS), head = item / (HEAD / DIMS) % PREDICTOR_HEADS;
    int sequence = item / (HEAD / DIMS * PREDICTOR_HEADS), group = head / GROUPED;
    if (item >= BLOCKS) ahead.load_memory(me, frame.memory, item, layer, first);
    const uint2* heads = me.packets + HEADS_AT + sequence * TOKENS * Predictor::PROJECTED;
    if (me.warp < first + TOKENS) {
      int adds = -1;  // which of the newest tokens is one of this warp's
#pragma unroll
      for (int t = 0; t < TAKEN; ++t)
        if ((u32)(me.warp + t * WARPS - first) < (u32)TOKENS) adds = me.warp + t * WARPS - first;
      Rotation rotations[TOKENS];
      float4 query[TOKENS], fresh = make_float4(0, 0, 0, 0);
      float fresh_values[LANE_DIMS];
      const uint2* from[TOKENS + 1];
#pragma unroll
      for (int i = 0; i < TOKENS; ++i) {
        rotations[i].load(me, frame.predictor_cosines, frame.predictor_sines, first + i);
        from[i] = heads + i * Predictor::PROJECTED + head * HEAD;
      }
      if (adds >= 0) {
        from[TOKENS] = heads + adds * Predictor::PROJECTED + Predictor::ATTENDED + group * HEAD;
        float4 got[TOKENS + 1];
        receive_heads<TOKENS + 1, true>(me, from, got, from[TOKENS] + PREDICTOR_KV_HEADS * HEAD + slice * DIMS, fresh_values);
#pragma unroll
        for (int i = 0; i < TOKENS; ++i) query[i] = got[i];
        fresh = got[TOKENS];
      } else {
        const uint2* queries_from[TOKENS];
#pragma unroll
        for (int i = 0; i < TOKENS; ++i) queries_from[i] = from[i];
        receive_heads(me, queries_from, query);
      }
      MARK(HEARING);
      float4 fresh_key = times(fresh, ahead.key_norm.values(me)), turned[TOKENS];
      fresh_key = (TOKENS == 1 || adds == 0 ? rotations[0] : rotations[TOKENS - 1]).turn(fresh_key);
      float sums[1 + TOKENS + TAKEN * TOKENS];
      sums[0] = dot(fresh, fresh);
#pragma unroll
      for (int i = 0; i < TOKENS; ++i) {
        sums[1 + i] = dot(query[i], query[i]);
        turned[i] = rotations[i].turn(times(query[i], ahead.query_norm.values(me)));
      }
#pragma unroll
      for (int t = 0; t < TAKEN; ++t) {
        bool old = me.warp + t * WARPS < first;
        float4 key = old ? ahead.keys[t].values(me) : fresh_key;
#pragma unroll
        for (int i = 0; i < TOKENS; ++i) sums[1 + TOKENS + t * TOKENS + i] = dot(turned[i], key);
      }
      sums_of_warp(sums);
      float fresh_factor = head_factor(sums[0]);
      if (adds >= 0) {
        u64 to = BriefAhead::memory_of(frame.memory, item, layer, first + adds);
        store_head(me, global<weight>(to), times(fresh_key, fresh_factor));
#pragma unroll
        for (int i = 0; i < LANE_DIMS; ++i)
          if (holds_dim(me, i)) store_weight(global<weight>(to) + HEAD + me.lane + 32 * i, fresh_values[i]);
      }
#pragma unroll
      for (int t = 0; t < TAKEN; ++t) {
        int token = me.warp + t * WARPS, newest = token - first;
#pragma unroll
        for (int i = 0; i < TOKENS; ++i)
          if (me.lane == 0)
            scores[i][token] = newest > i ? NOTHING : sums[1 + TOKENS + t * TOKENS + i] * (newest < 0 ? 1.0f : fresh_factor) * head_factor(sums[1 + i]) * SCALE;
#pragma unroll
        for (int i = 0; i < LANE_DIMS; ++i)
          if (holds_dim(me, i)) values[token][me.lane + 32 * i] = newest < 0 ? ahead.values[t][i] : newest < TOKENS ? fresh_values[i] : 0.0f;
      }
    } else {
#pragma unroll
      for (int t = 0; t < TAKEN; ++t) {
        int token = me.warp + t * WARPS;
#pragma unroll
        for (int i = 0; i < TOKENS; ++i)
          if (me.lane == 0) scores[i][token] = NOTHING;
#pragma unroll
        for (int i = 0; i < LANE_DIMS; ++i)
          if (holds_dim(me, i)) values[token][me.lane + 32 * i] = 0.0f;
      }
    }
    sync_workers();
    MARK(SCORING);
    constexpr int PARTS_A_TOKEN = DIMS / MIXED;
    static_assert(TOKENS * PARTS_A_TOKEN <= WARPS, "a warp for each part of a token's result");
    if (me.warp < TOKENS * PARTS_A_TOKEN) {
      int token = me.warp / PARTS_A_TOKEN, part = me.warp % PARTS_A_TOKEN;
      const float4* row = reinterpret_cast<const float4*>(scores[token]);
      float4 a = row[0], b = row[1], c = row[2], d = row[3];
      float largest = fmaxf(fmaxf(fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w)), fmaxf(fmaxf(b.x, b.y), fmaxf(b.z, b.w))),
                            fmaxf(fmaxf(fmaxf(c.x, c.y), fmaxf(c.z, c.w)), fmaxf(fmaxf(d.x, d.y), fmaxf(d.z, d.w))));
      int dim = part * MIXED + me.lane % MIXED, half = me.lane / MIXED;  // each half of the warp sees half of the tokens
      if (half) a = c, b = d;
      float share[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}, totals[2] = {0.0f, 0.0f};
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        float weight_of = __expf(share[i] - largest);
        totals[0] += weight_of;
        totals[1] += weight_of * values[half * 8 + i][dim];
      }
      totals[0] += __shfl_xor_sync(~0u, totals[0], MIXED);
      totals[1] += __shfl_xor_sync(~0u, totals[1], MIXED);
      send_mixed(me, sequence * TOKENS + token, Predictor::ATTENDED, head * HEAD + slice * DIMS + part * MIXED,
                 __fdividef(totals[1], totals[0]));
    }
    if (item + BLOCKS < BRIEF_ITEMS) sync_workers();
  }
  ++me.epoch;
  MARK(MIXING);
}

typedef float Part[GROUP][PARTIAL];
constexpr int AHEAD = 2;  // positions that a warp loads before their queries are there

// What a warp has seen of the talker's memory for one query head.
struct Seen {
  float largest, total;
  float4 mixed;
};
// Add COUNT positions at once.
template <int COUNT>
DEVICE void see(Seen& seen, const float (&scores)[COUNT], const float4 (&values)[COUNT]) {
  float largest = seen.largest;
#pragma unroll
  for (int i = 0; i < COUNT; ++i) largest = fmaxf(largest, scores[i]);
  float keep = __expf(seen.largest - largest);
  seen.largest = largest;
  seen.total *= keep;
  seen.mixed = times(seen.mixed, keep);
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    float part = scores[i] > 0.5f * NOTHING ? __expf(scores[i] - largest) : 0.0f;
    seen.total += part;
    seen.mixed = make_float4(seen.mixed.x + part * values[i].x, seen.mixed.y + part * values[i].y,
                             seen.mixed.z + part * values[i].z, seen.mixed.w + part * values[i].w);
  }
}

// The talker looks back at thousands of tokens. An item is every SLICES-th position for one key head; its warps take
// these in turn. What an item has seen is sent on unscaled.
DEVICE void attend_in_slices(Shared& shared, Worker& me, const Frame& frame, int layer) {
  constexpr int ITEMS = SEQUENCES * TALKER_KV_HEADS * SLICES, STEP = SLICES * WARPS;
  constexpr int ROW = 2 * TALKER_KV_HEADS * HEAD;
  Part* parts = reinterpret_cast<Part*>(shared.scratch);
  const LayerWeights& weights = frame.talker[layer];
#pragma unroll 1
  for (int item = blockIdx.x; item < ITEMS; item += BLOCKS) {
    int slice = item % SLICES, group = item / SLICES % TALKER_KV_HEADS, sequence = item / (SLICES * TALKER_KV_HEADS);
    int newest = min(shared.position[sequence], (int)frame.cache_slots - 1);
    u64 cache = frame.talker_cache[layer] + ((u64)sequence * frame.cache_slots * ROW + group * HEAD) * WEIGHT_BYTES;
    const uint2* heads = me.packets + HEADS_AT + sequence * Talker::PROJECTED;
    int start = slice + SLICES * me.warp;
    HeadBits keys[AHEAD], values[AHEAD], query_norm, key_norm;
    query_norm.load(me, weights.q_norm);
    key_norm.load(me, weights.k_norm);
#pragma unroll
    for (int i = 0; i < AHEAD; ++i) {
      int position = start + i * STEP;
      if (position >= newest) continue;
      keys[i].load(me, cache + (u64)position * ROW * WEIGHT_BYTES);
      values[i].load(me, cache + ((u64)position * ROW + TALKER_KV_HEADS * HEAD) * WEIGHT_BYTES);
    }
    Seen seen[GROUP];
#pragma unroll
    for (int i = 0; i < GROUP; ++i) seen[i] = {NOTHING, 0.0f, make_float4(0, 0, 0, 0)};
    if (start <= newest) {
      Rotation rotation;
      rotation.load(me, frame.talker_cosines, frame.talker_sines, newest);
      float4 query[GROUP], fresh[2];
      bool adds = newest % STEP == start;  // this warp takes in the newest token
      const uint2* own = heads + Talker::ATTENDED + group * HEAD;
      if (adds) {
        const uint2* from[GROUP + 2];
#pragma unroll
        for (int i = 0; i < GROUP; ++i) from[i] = heads + (group * GROUP + i) * HEAD;
        from[GROUP] = own;
        from[GROUP + 1] = own + TALKER_KV_HEADS * HEAD;
        float4 got[GROUP + 2];
        receive_heads(me, from, got);
#pragma unroll
        for (int i = 0; i < GROUP; ++i) query[i] = got[i];
        fresh[0] = got[GROUP], fresh[1] = got[GROUP + 1];
      } else {
        const uint2* from[GROUP];
#pragma unroll
        for (int i = 0; i < GROUP; ++i) from[i] = heads + (group * GROUP + i) * HEAD;
        receive_heads(me, from, query);
      }
      float squares[GROUP];
#pragma unroll
      for (int i = 0; i < GROUP; ++i) squares[i] = dot(query[i], query[i]);
      sums_of_warp(squares);
#pragma unroll
      for (int i = 0; i < GROUP; ++i)
        query[i] = rotation.turn(times(times(query[i], query_norm.values(me)), head_factor(squares[i]) * SCALE));
#pragma unroll 1
      for (int at = start; at < newest; at += AHEAD * STEP) {
        float scores[GROUP * AHEAD];
        float4 mixed[AHEAD];
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) {
          bool there = at + i * STEP < newest;
          float4 key = keys[i].values(me);
          mixed[i] = there ? values[i].values(me) : make_float4(0, 0, 0, 0);
#pragma unroll
          for (int j = 0; j < GROUP; ++j) scores[j * AHEAD + i] = there ? dot(query[j], key) : 0.0f;
        }
        sums_of_warp(scores);
#pragma unroll
        for (int j = 0; j < GROUP; ++j) {
          float own[AHEAD];
#pragma unroll
          for (int i = 0; i < AHEAD; ++i) own[i] = at + i * STEP < newest ? scores[j * AHEAD + i] : NOTHING;
          see(seen[j], own, mixed);
        }
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) {
          int position = at + (AHEAD + i) * STEP;
          if (position >= newest) continue;
          keys[i].load(me, cache + (u64)position * ROW * WEIGHT_BYTES);
          values[i].load(me, cache + ((u64)position * ROW + TALKER_KV_HEADS * HEAD) * WEIGHT_BYTES);
        }
      }
      if (adds) {
        float sums[GROUP + 1];
        float4 key = rotation.turn(times(fresh[0], key_norm.values(me))), value[1] = {rounded(fresh[1])};
        sums[GROUP] = dot(fresh[0], fresh[0]);
#pragma unroll
        for (int j = 0; j < GROUP; ++j) sums[j] = dot(query[j], key);
        sums_of_warp(sums);
        float factor = head_factor(sums[GROUP]);
        store_head(me, global<weight>(cache) + (s64)newest * ROW, times(key, factor));
        store_head(me, global<weight>(cache) + (s64)newest * ROW + TALKER_KV_HEADS * HEAD, value[0]);
#pragma unroll
        for (int j = 0; j < GROUP; ++j) {
          float score[1] = {sums[j] * factor};
          see(seen[j], score, value);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < GROUP; ++i) {
      float* part = parts[me.warp][i];
      if (holds_head(me)) {
        *reinterpret_cast<float2*>(part + 2 * me.lane) = make_float2(seen[i].mixed.x, seen[i].mixed.y);
        *reinterpret_cast<float2*>(part + HALF + 2 * me.lane) = make_float2(seen[i].mixed.z, seen[i].mixed.w);
      }
      if (me.lane == 0) part[HEAD] = seen[i].largest, part[HEAD + 1] = seen[i].total;
    }
    sync_workers();
    for (int at = me.thread; at < GROUP * HEAD; at += THREADS) {
      int head = at / HEAD, dim = at % HEAD;
      float largest = NOTHING, mixed = 0.0f, total = 0.0f;
#pragma unroll
      for (int warp = 0; warp < WARPS; ++warp) largest = fmaxf(largest, parts[warp][head][HEAD]);
#pragma unroll
      for (int warp = 0; warp < WARPS; ++warp) {
        float factor = __expf(parts[warp][head][HEAD] - largest);
        mixed += factor * parts[warp][head][dim];
        total += factor * parts[warp][head][HEAD + 1];
      }
      uint2* to = me.packets + PARTS_AT + ((sequence * TALKER_HEADS + group * GROUP + head) * SLICES + slice) * PARTIAL;
      send(to + dim, mixed, me.epoch + 1);
      if (dim == 0) {
        send(to + HEAD, largest, me.epoch + 1);
        send(to + HEAD + 1, total, me.epoch + 1);
      }
    }
    if (item + BLOCKS < ITEMS) sync_workers();
  }
  ++me.epoch;
  MARK(SLICING);
}

// Put the slices of a head together: an item is DIMS values of it.
DEVICE void merge_slices(Shared& shared, Worker& me) {
  constexpr int ITEMS = SEQUENCES * TALKER_HEADS * (HEAD / DIMS), NEEDED = DIMS + 2, ALL = SLICES * NEEDED;
  constexpr int EACH = (ALL + THREADS - 1) / THREADS;
  float(*parts)[NEEDED] = reinterpret_cast<float(*)[NEEDED]>(shared.scratch + PART_BYTES);
#pragma unroll 1
  for (int item = blockIdx.x; item < ITEMS; item += BLOCKS) {
    int share = item % (HEAD / DIMS), head = item / (HEAD / DIMS);  // of all sequences
    uint2 got[EACH];
    receive_ones(me, got, [&](int i) {
      int all = me.thread + i * THREADS, slice = all / NEEDED, at = all % NEEDED;
      const uint2* from = me.packets + PARTS_AT + (head * SLICES + slice) * PARTIAL;
      return all < ALL ? from + (at < DIMS ? share * DIMS + at : HEAD + at - DIMS) : nullptr;
    });
#pragma unroll
    for (int i = 0; i < EACH; ++i)
      if (me.thread + i * THREADS < ALL) parts[0][me.thread + i * THREADS] = as_float(got[i].x);
    sync_workers();
    if (me.warp < DIMS / MIXED) {
      float largest = NOTHING, mixed = 0.0f, total = 0.0f;
#pragma unroll
      for (int i = 0; i < SLICES; ++i) largest = fmaxf(largest, parts[i][DIMS]);
#pragma unroll
      for (int i = 0; i < SLICES; ++i) {
        float factor = __expf(parts[i][DIMS] - largest);
        mixed += factor * parts[i][me.warp * MIXED + me.lane % MIXED];
        total += factor * parts[i][DIMS + 1];
      }
      send_mixed(me, head / TALKER_HEADS, Talker::ATTENDED, head % TALKER_HEADS * HEAD + share * DIMS + me.warp * MIXED,
                 __fdividef(mixed, total));
    }
    if (item + BLOCKS < ITEMS) sync_workers();
  }
  ++me.epoch;
  MARK(MERGING);
}
