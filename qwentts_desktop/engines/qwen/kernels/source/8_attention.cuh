// Owns attention: norms and rotation of heads, the predictor's short memory, the talker's long one.
//
// A lane holds four values of a head, two of the first half and the two that rotation pairs them with.

constexpr int HALF = HEAD / 2;

struct Rotation {
  float c0, c1, s0, s1;  // of this lane's two pairs at one position
};
DEVICE bool holds_head(const Worker& me) { return 2 * me.lane < HALF; }
DEVICE Rotation rotation_at(const Worker& me, u64 cosines, u64 sines, int position) {
  if (!holds_head(me)) return {0, 0, 0, 0};
  float2 c = reinterpret_cast<const float2*>(cosines)[(s64)position * HALF + me.lane];
  float2 s = reinterpret_cast<const float2*>(sines)[(s64)position * HALF + HALF / 2 + me.lane];
  return {c.x, c.y, s.x, s.y};
}
DEVICE float4 head_norm(const Worker& me, u64 weights) {
  if (!holds_head(me)) return make_float4(0, 0, 0, 0);
  float2 low = weight_pair((const weight*)weights, 2 * me.lane);
  float2 high = weight_pair((const weight*)weights, HALF + 2 * me.lane);
  return make_float4(low.x, low.y, high.x, high.y);
}
// Several heads at once, so that their packets travel together.
template <int COUNT>
DEVICE void receive_heads(Worker& me, const uint2* const (&from)[COUNT], float4 (&heads)[COUNT]) {
#pragma unroll
  for (int i = 0; i < COUNT; ++i) heads[i] = make_float4(0, 0, 0, 0);
  if (!holds_head(me)) return;
  uint4 low[COUNT], high[COUNT];
  u32 spins = 0;
  bool again;
#pragma unroll 1
  do {
    again = false;
#pragma unroll
    for (int i = 0; i < COUNT; ++i) {
      low[i] = load_two(from[i] + 2 * me.lane);
      high[i] = load_two(from[i] + HALF + 2 * me.lane);
    }
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
      again |= low[i].y != me.epoch || low[i].w != me.epoch || high[i].y != me.epoch || high[i].w != me.epoch;
  } while (again && !give_up(me, spins));
#pragma unroll
  for (int i = 0; i < COUNT; ++i)
    heads[i] = make_float4(as_float(low[i].x), as_float(low[i].z), as_float(high[i].x), as_float(high[i].z));
}
DEVICE float4 load_head(const Worker& me, const weight* head) {
  if (!holds_head(me)) return make_float4(0, 0, 0, 0);
  float2 low = weight_pair(head, 2 * me.lane), high = weight_pair(head, HALF + 2 * me.lane);
  return make_float4(low.x, low.y, high.x, high.y);
}
DEVICE void store_head(const Worker& me, weight* head, float4 v) {
  if (!holds_head(me)) return;
  store_pair(head, 2 * me.lane, make_float2(v.x, v.y));
  store_pair(head, HALF + 2 * me.lane, make_float2(v.z, v.w));
}
DEVICE float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
DEVICE float4 norm_and_turn(float4 v, float4 norm, Rotation turn) {
  float factor = rsqrtf(sum_of_warp(dot(v, v)) / HEAD + EPS);
  v = make_float4(v.x * factor * norm.x, v.y * factor * norm.y, v.z * factor * norm.z, v.w * factor * norm.w);
  return make_float4(v.x * turn.c0 - v.z * turn.s0, v.y * turn.c1 - v.w * turn.s1, v.z * turn.c0 + v.x * turn.s0,
                     v.w * turn.c1 + v.y * turn.s1);
}
DEVICE float4 rounded(float4 v) { return make_float4(rounded(v.x), rounded(v.y), rounded(v.z), rounded(v.w)); }

// Lanes 0..15 hold DIMS values of attention's result, `at` the first one's place in the column.
DEVICE void send_mixed(const Worker& me, int column, int width, int at, float value) {
  uint2* to = me.packets + MIXED_AT + (column * width + at) / VALUES_A_PACKET;
#ifdef WEIGHTS_F32
  if (me.lane < DIMS) send(to + me.lane, value, me.epoch + 1);
#else
  float next = __shfl_down_sync(~0u, value, 1);
  if (me.lane < DIMS && (me.lane & 1) == 0) send(to + me.lane / 2, pack_halves(value, next), me.epoch + 1);
#endif
}

// The predictor looks back at no more than 16 tokens: each warp takes one. An item is DIMS values of one query head;
// it keeps its own copy of keys and values, so that nothing but the newest token comes from other blocks.
DEVICE void attend_briefly(Shared& shared, Worker& me, const Frame* frame, int layer, int first, int tokens) {
  constexpr int ITEMS = SEQUENCES * PREDICTOR_HEADS * (HEAD / DIMS);
  constexpr int GROUPED = PREDICTOR_HEADS / PREDICTOR_KV_HEADS;
  float(*scores)[32] = reinterpret_cast<float(*)[32]>(shared.scratch);
  float(*values)[DIMS] = reinterpret_cast<float(*)[DIMS]>(shared.scratch + 2 * 32 * 4);
  const LayerWeights& weights = frame->predictor[layer];
  for (int item = blockIdx.x; item < ITEMS; item += BLOCKS) {
    int slice = item % (HEAD / DIMS), head = item / (HEAD / DIMS) % PREDICTOR_HEADS;
    int sequence = item / (HEAD / DIMS * PREDICTOR_HEADS), group = head / GROUPED;
    weight* memory = reinterpret_cast<weight*>(frame->memory) +
                     ((s64)(item * PREDICTOR_LAYERS + layer) * PREDICTOR_SLOTS + me.warp) * (HEAD + DIMS);
    const uint2* heads = me.packets + HEADS_AT + sequence * tokens * Predictor::PROJECTED;
    int newest = me.warp - first;
    if (newest < tokens) {
      float4 key, received[2];
      float value = 0.0f;
      float4 query_norm = head_norm(me, weights.q_norm), key_norm = head_norm(me, weights.k_norm);
      Rotation rotation = rotation_at(me, frame->predictor_cosines, frame->predictor_sines, first);
      const uint2* query_from = heads + head * HEAD;
      if (newest < 0) {
        key = load_head(me, memory);
        if (me.lane < DIMS) value = load_weight(memory + HEAD + me.lane);
        const uint2* const from[1] = {query_from};
        float4 only[1];
        receive_heads(me, from, only);
        received[0] = only[0];
      } else {
        const uint2* fresh = heads + newest * Predictor::PROJECTED + Predictor::ATTENDED + group * HEAD;
        Rotation own = rotation_at(me, frame->predictor_cosines, frame->predictor_sines, me.warp);
        const uint2* const from[2] = {query_from, fresh};
        receive_heads(me, from, received);
        if (me.lane < DIMS) value = rounded(receive(me, fresh + PREDICTOR_KV_HEADS * HEAD + slice * DIMS + me.lane));
        key = rounded(norm_and_turn(received[1], key_norm, own));
        store_head(me, memory, key);
        if (me.lane < DIMS) store_weight(memory + HEAD + me.lane, value);
      }
      if (me.lane < DIMS) values[me.warp][me.lane] = value;
      for (int token = 0; token < tokens; ++token) {
        if (token > 0) {  // the first pass alone takes two tokens
          rotation = rotation_at(me, frame->predictor_cosines, frame->predictor_sines, first + token);
          const uint2* const from[1] = {query_from + token * Predictor::PROJECTED};
          float4 only[1];
          receive_heads(me, from, only);
          received[0] = only[0];
        }
        float4 query = norm_and_turn(received[0], query_norm, rotation);
        float score = sum_of_warp(dot(query, key)) * rsqrtf((float)HEAD);
        if (me.lane == 0) scores[token][me.warp] = score;
      }
    }
    sync_workers();
    if (me.warp < tokens) {
      int seen = first + me.warp + 1;
      float score = me.lane < seen ? scores[me.warp][me.lane] : NOTHING;
      float largest = largest_of_warp(score);  // all lanes must take part
      float share = me.lane < seen ? __expf(score - largest) : 0.0f;
      float total = sum_of_warp(share), mixed = 0.0f;
      for (int at = 0; at < PREDICTOR_SLOTS; at += 2) {
        int mine = at + me.lane / DIMS;
        float part = __shfl_sync(~0u, share, mine);
        if (mine < seen) mixed += part * values[mine][me.lane % DIMS];
      }
      mixed += __shfl_xor_sync(~0u, mixed, DIMS);
      send_mixed(me, sequence * tokens + me.warp, Predictor::ATTENDED, head * HEAD + slice * DIMS, mixed / total);
    }
    if (item + BLOCKS < ITEMS) sync_workers();
  }
  ++me.epoch;
}

// One position of the talker's memory, added to what a warp has seen of a query head.
struct Seen {
  float largest, total;
  float4 mixed;
};
DEVICE void see(Seen& seen, float score, float4 value) {
  float largest = fmaxf(seen.largest, score);
  float keep = __expf(seen.largest - largest), part = __expf(score - largest);
  seen.largest = largest;
  seen.total = seen.total * keep + part;
  seen.mixed = make_float4(seen.mixed.x * keep + part * value.x, seen.mixed.y * keep + part * value.y,
                           seen.mixed.z * keep + part * value.z, seen.mixed.w * keep + part * value.w);
}

typedef float Part[GROUP][PARTIAL];

// The talker looks back at thousands of tokens. An item is every SLICES-th position for one key head; its warps take
// these in turn. What an item has seen is sent on unscaled.
DEVICE void attend_in_slices(Shared& shared, Worker& me, const Frame* frame, int layer) {
  constexpr int ITEMS = SEQUENCES * TALKER_KV_HEADS * SLICES;
  constexpr int AHEAD = 2;
  Part* parts = reinterpret_cast<Part*>(shared.scratch);
  const LayerWeights& weights = frame->talker[layer];
  for (int item = blockIdx.x; item < ITEMS; item += BLOCKS) {
    int slice = item % SLICES, group = item / SLICES % TALKER_KV_HEADS, sequence = item / (SLICES * TALKER_KV_HEADS);
    int newest = min(shared.position[sequence], (int)frame->cache_slots - 1);
    constexpr int ROW = 2 * TALKER_KV_HEADS * HEAD;
    weight* cache = reinterpret_cast<weight*>(frame->talker_cache[layer]) + (s64)sequence * frame->cache_slots * ROW +
                    group * HEAD;
    const uint2* heads = me.packets + HEADS_AT + sequence * Talker::PROJECTED;
    int start = slice + SLICES * me.warp;
    float4 keys[AHEAD], values[AHEAD];
#pragma unroll
    for (int i = 0; i < AHEAD; ++i) {
      int position = start + i * SLICES * WARPS;
      if (position < newest) {
        keys[i] = load_head(me, cache + (s64)position * ROW);
        values[i] = load_head(me, cache + (s64)position * ROW + TALKER_KV_HEADS * HEAD);
      }
    }
    Rotation turn = rotation_at(me, frame->talker_cosines, frame->talker_sines, newest);
    Seen seen[GROUP];
#pragma unroll
    for (int i = 0; i < GROUP; ++i) seen[i] = {NOTHING, 0.0f, make_float4(0, 0, 0, 0)};
    if (start <= newest) {
      float4 query_norm = head_norm(me, weights.q_norm), query[GROUP];
      const uint2* from[GROUP];
#pragma unroll
      for (int i = 0; i < GROUP; ++i) from[i] = heads + (group * GROUP + i) * HEAD;
      receive_heads(me, from, query);
#pragma unroll
      for (int i = 0; i < GROUP; ++i) query[i] = norm_and_turn(query[i], query_norm, turn);
#pragma unroll 1
      for (int from = start; from < newest; from += AHEAD * SLICES * WARPS) {
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) {
          int position = from + i * SLICES * WARPS;
          if (position >= newest) break;
#pragma unroll
          for (int j = 0; j < GROUP; ++j) see(seen[j], sum_of_warp(dot(query[j], keys[i])) * rsqrtf((float)HEAD), values[i]);
        }
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) {
          int position = from + (AHEAD + i) * SLICES * WARPS;
          if (position >= newest) break;
          keys[i] = load_head(me, cache + (s64)position * ROW);
          values[i] = load_head(me, cache + (s64)position * ROW + TALKER_KV_HEADS * HEAD);
        }
      }
      if (newest % (SLICES * WARPS) == start) {
        const uint2* fresh = heads + Talker::ATTENDED + group * HEAD;
        float4 key_norm = head_norm(me, weights.k_norm);
        const uint2* const parts_from[2] = {fresh, fresh + TALKER_KV_HEADS * HEAD};
        float4 both[2];
        receive_heads(me, parts_from, both);
        float4 key = rounded(norm_and_turn(both[0], key_norm, turn)), value = rounded(both[1]);
        store_head(me, cache + (s64)newest * ROW, key);
        store_head(me, cache + (s64)newest * ROW + TALKER_KV_HEADS * HEAD, value);
#pragma unroll
        for (int j = 0; j < GROUP; ++j) see(seen[j], sum_of_warp(dot(query[j], key)) * rsqrtf((float)HEAD), value);
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
}

// Put the slices of a head together: an item is DIMS values of it, a warp receives one slice.
DEVICE void merge_slices(Shared& shared, Worker& me) {
  constexpr int ITEMS = SEQUENCES * TALKER_HEADS * (HEAD / DIMS);
  static_assert(WARPS == SLICES, "a warp for each slice");
  float(*parts)[DIMS + 2] = reinterpret_cast<float(*)[DIMS + 2]>(shared.scratch + sizeof(Part) * WARPS);
  for (int item = blockIdx.x; item < ITEMS; item += BLOCKS) {
    int slice = item % (HEAD / DIMS), head = item / (HEAD / DIMS);  // of all sequences
    const uint2* from = me.packets + PARTS_AT + (head * SLICES + me.warp) * PARTIAL;
    if (me.lane < DIMS + 2)
      parts[me.warp][me.lane] = receive(me, from + (me.lane < DIMS ? slice * DIMS + me.lane : HEAD + me.lane - DIMS));
    sync_workers();
    if (me.warp == 0) {
      float largest = NOTHING, mixed = 0.0f, total = 0.0f;
#pragma unroll
      for (int i = 0; i < SLICES; ++i) largest = fmaxf(largest, parts[i][DIMS]);
#pragma unroll
      for (int i = 0; i < SLICES; ++i) {
        float factor = __expf(parts[i][DIMS] - largest);
        if (me.lane < DIMS) mixed += factor * parts[i][me.lane];
        total += factor * parts[i][DIMS + 1];
      }
      send_mixed(me, head / TALKER_HEADS, Talker::ATTENDED, head % TALKER_HEADS * HEAD + slice * DIMS, mixed / total);
    }
    if (item + BLOCKS < ITEMS) sync_workers();
  }
  ++me.epoch;
}
