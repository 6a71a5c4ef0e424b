// Owns the order of a frame: which matrix comes when, where its inputs come from and where its results go.

struct Place {  // of a matrix in the frame
  bool talker;
  int kind, pass, layer;
  int tokens, first;  // of each sequence in this pass, and the position of the first

  DEVICE_METHOD Place() : talker(true), kind(FIRST_HEAD), pass(-1), layer(0), tokens(1), first(0) {}
  DEVICE_METHOD void next_pass() {
    kind = QKV;
    layer = 0;
    talker = ++pass == PASSES;
    tokens = TWO_IN_FIRST && pass == 0 ? 2 : 1;
    first = pass == 0 ? 0 : pass + (TWO_IN_FIRST ? 1 : 0);
  }
  DEVICE_METHOD void advance() {
    if (kind == FIRST_HEAD && PROJECTS) {
      kind = PROJECTION;
    } else if (kind < DOWN) {
      ++kind;
    } else if (kind == DOWN && ++layer < (talker ? TALKER_LAYERS : PREDICTOR_LAYERS)) {
      kind = QKV;
    } else if (kind == DOWN && (TWO_IN_FIRST || talker || pass > 0)) {
      kind = CODE_HEAD;
    } else {
      next_pass();
    }
  }
  DEVICE_METHOD int shape() const { return kind >= FIRST_HEAD ? kind : kind + (talker ? 0 : PREDICTOR_SHAPES); }
  DEVICE_METHOD int columns() const { return SEQUENCES * tokens; }
  DEVICE_METHOD int width() const { return talker ? TALKER_WIDTH : PREDICTOR_WIDTH; }
  DEVICE_METHOD int book() const { return pass < 0 ? 0 : pass + (TWO_IN_FIRST ? 1 : 0); }  // that a head makes
  DEVICE_METHOD bool takes_hidden() const { return kind >= FIRST_HEAD; }
};

// Two values of what enters the first layer, or a product before it.
DEVICE float2 first_input(Shared& shared, Worker& me, const Frame* frame, const Place& place, int column, int value) {
  int sequence = column / place.tokens, position = place.first + column % place.tokens;
  if (place.takes_hidden() || (!place.talker && position == 0 && !PROJECTS))
    return weight_pair((const weight*)frame->hidden, sequence * TALKER_WIDTH + value);
  if (place.talker) {
    const weight* table = (const weight*)frame->talker_embedding;
    float2 sum = make_float2(0, 0);
#pragma unroll
    for (int book = 0; book < BOOKS; ++book) {
      float2 pair = weight_pair(table, (first_code_row(book) + shared.drawn[column][book]) * TALKER_WIDTH + value);
      sum.x += pair.x, sum.y += pair.y;
    }
    s64 spoken = min((s64)shared.frame[column], ((const s64*)frame->text_length)[column]);
    float2 pair = weight_pair((const weight*)frame->text, (column * frame->text_slots + spoken) * TALKER_WIDTH + value);
    return make_float2(sum.x + pair.x, sum.y + pair.y);
  }
  if (position > 0) {
    s64 row = first_code_row(position - 1) + shared.drawn[sequence][position - 1];
    return weight_pair((const weight*)frame->predictor_embedding, row * PREDICTOR_WIDTH + value);
  }
  uint4 pair = receive_pair(me, me.packets + STREAM_AT + column * PREDICTOR_WIDTH + value);
  return make_float2(as_float(pair.x), as_float(pair.z));
}

// This warp's share of a stream of hidden states, weighted by the norm, into its inputs.
DEVICE void gather_stream(Shared& shared, Worker& me, const Frame* frame, const Place& place, const Shape& shape) {
  const LayerWeights& layer = place.talker ? frame->talker[place.layer] : frame->predictor[place.layer];
  u64 norm = place.kind == QKV ? layer.input_norm : place.kind == GATE_UP ? layer.post_norm
             : place.talker ? frame->talker_norm : frame->predictor_norm;
  bool enters = place.takes_hidden() || (place.kind == QKV && place.layer == 0);
  float(*kept)[OWN] = place.kind == QKV || place.kind == CODE_HEAD ? shared.stream : nullptr;
  int own = shared.shapes[place.talker ? OUT : OUT + PREDICTOR_SHAPES].first_row;
  const uint2* packets = me.packets + (place.kind == GATE_UP ? MIDDLE_AT : STREAM_AT);
  Share share = share_of(shape, me.warp);
  int values = share.count * UNIT, chunk_values = shape.bytes / WEIGHT_BYTES, first = share.first * UNIT + 2 * me.lane;
  float2 norms[STREAM_LOADS];
#pragma unroll
  for (int i = 0; i < STREAM_LOADS; ++i) {
    norms[i] = make_float2(1.0f, 1.0f);
    if (i < shape.chunks && 2 * me.lane < values && !place.takes_hidden())
      norms[i] = weight_pair((const weight*)norm, first + i * chunk_values);
  }
  for (int column = 0; column < place.columns(); ++column) {
    uint4 got[STREAM_LOADS];
    float squares = 0.0f;
    if (!enters) receive_pairs(me, packets + column * place.width() + share.first * UNIT, chunk_values, shape.chunks, values / 2, got);
#pragma unroll
    for (int i = 0; i < STREAM_LOADS; ++i) {
      if (i >= shape.chunks || 2 * me.lane >= values) continue;
      int value = first + i * chunk_values;
      float2 pair = make_float2(as_float(got[i].x), as_float(got[i].z));
      if (enters) pair = first_input(shared, me, frame, place, column, value);
      take_stream(shared, me, column, i * values + 2 * me.lane, own, kept, pair, norms[i], value, squares);
    }
    squares = sum_of_warp(squares);
    if (me.lane == 0) shared.squares[me.parity][column][me.warp] = squares;
  }
}

DEVICE void gather(Shared& shared, Worker& me, const Frame* frame, const Place& place, const Shape& shape) {
  if (shape.tiles == 0) return;
  if (place.kind == OUT) gather_packed(shared, me, shape, me.packets + MIXED_AT, place.talker ? Talker::ATTENDED : Predictor::ATTENDED, place.columns());
  else if (place.kind == DOWN) gather_packed(shared, me, shape, me.packets + GATED_AT, place.talker ? TALKER_FEED : PREDICTOR_FEED, place.columns());
  else gather_stream(shared, me, frame, place, shape);
  __syncwarp();
}

DEVICE float silu(float value) { return __fdividef(value, 1.0f + __expf(-value)); }

// Add up the warps' sums of one tile of 8 rows and hand the result on. A whole warp calls.
DEVICE void finish_tile(Shared& shared, Worker& me, const Frame* frame, const Place& place, const Shape& shape, int tile, int column) {
  int columns = place.columns(), local = tile * 8 + me.row, row = shape.first_row + local, width = place.width();
  u32 next = me.epoch + 1;
  bool writes = me.quarter == 0;
  if (place.kind == OUT || place.kind == DOWN) {
    float sum = add_up(shared, me, tile, column, columns);
    if (!writes) return;
    sum += place.kind == OUT ? shared.stream[column][local] : shared.middle[column][local];
    if (place.kind == OUT) shared.middle[column][local] = sum;
    send(me.packets + (place.kind == OUT ? MIDDLE_AT : STREAM_AT) + column * width + row, sum, next);
    return;
  }
  if (place.kind == PROJECTION) {
    float sum = add_up(shared, me, tile, column, columns);
    float2 bias = weight_pair((const weight*)frame->projection_bias, row & ~1);
    int to = column * (TWO_IN_FIRST ? 2 : 1);
    if (writes) send(me.packets + STREAM_AT + to * PREDICTOR_WIDTH + row, sum + (row & 1 ? bias.y : bias.x), next);
    return;
  }
  float factor = place.kind == FIRST_HEAD ? 1.0f : norm_factor(shared, me, column, width);
  if (place.kind == GATE_UP) {
    float gate = add_up(shared, me, 2 * tile, column, columns) * factor;
    float up = add_up(shared, me, 2 * tile + 1, column, columns) * factor;
    int feed = place.talker ? TALKER_FEED : PREDICTOR_FEED;
    send_packed(me, me.packets + GATED_AT + column * feed / VALUES_A_PACKET, row, silu(gate) * up);
    return;
  }
  float value = add_up(shared, me, tile, column, columns) * factor;
  if (!writes) return;
  if (place.kind == QKV) {
    send(me.packets + HEADS_AT + column * (place.talker ? Talker::PROJECTED : Predictor::PROJECTED) + row, value, next);
  } else if (column % place.tokens == place.tokens - 1) {
    send(me.packets + SCORES_AT + column / place.tokens * TALKER_CODES + row, rounded(value), next);
  }
}

DEVICE void finish(Shared& shared, Worker& me, const Frame* frame, const Place& place, const Shape& shape) {
  int tiles = place.kind == GATE_UP ? shape.tiles / 2 : shape.tiles, columns = place.columns();
#pragma unroll 1
  for (int task = me.warp; task < tiles * columns; task += WARPS) {
    int tile = columns == 1 ? task : task / columns;
    finish_tile(shared, me, frame, place, shape, tile, task - tile * columns);
  }
  me.parity ^= 1;
  ++me.epoch;
}

// The normed hidden state of the talker's newest token, which the next frame starts from.
DEVICE void keep_hidden(Shared& shared, const Worker& me, const Frame* frame) {
  const Shape& shape = shared.shapes[OUT];
  sync_workers();
  for (int column = 0; column < SEQUENCES; ++column) {
    float factor = norm_factor(shared, me, column, TALKER_WIDTH);
    for (int i = me.thread; i < shape.tiles * 4; i += THREADS) {
      float2 norm = weight_pair((const weight*)frame->talker_norm, shape.first_row + 2 * i);
      float2 pair = make_float2(shared.stream[column][2 * i] * factor * norm.x, shared.stream[column][2 * i + 1] * factor * norm.y);
      store_pair((weight*)frame->hidden, column * TALKER_WIDTH + shape.first_row + 2 * i, pair);
    }
  }
}

DEVICE void enter_frame(Shared& shared, Ring& ring, const Worker& me, const Frame* frame) {
  if (me.thread == 0) {
    for (int slot = 0; slot < DEPTH; ++slot) {
      set_up_gate(&ring.filled[slot], FETCH_ARRIVALS);
      set_up_gate(&ring.emptied[slot], WARPS);
    }
    show_gates();
  }
  for (int i = me.thread; i < SHAPES; i += THREADS) fill_shape(shared.shapes, i);
  for (int i = me.thread; i < SEQUENCES; i += THREADS) {
    shared.position[i] = (int)((const s64*)frame->position)[i];
    shared.frame[i] = (int)min(((const s64*)frame->frame)[i], frame->key_slots - 1);
  }
  __syncthreads();
  for (int i = me.thread; i < MATRICES; i += THREADS + 32) {
    u64 address;
    int index;
    find_matrix(frame, i, address, index);
    const Shape& shape = shared.shapes[index];
    shared.matrices[i] = {reinterpret_cast<const char*>(address) + (s64)shape.first_row * shape.row_bytes, (u64)index};
  }
  __syncthreads();
}

// Once all is made: the codes, and what the next frame counts on.
DEVICE void leave_frame(Shared& shared, Worker& me, const Frame* frame) {
  if (me.lost) me.control[1] = me.epoch;
  if (blockIdx.x) return;
  for (int i = me.thread; i < SEQUENCES * BOOKS; i += THREADS)
    reinterpret_cast<s64*>(frame->codes)[i] = shared.drawn[i / BOOKS][i % BOOKS];
  for (int i = me.thread; i < SEQUENCES; i += THREADS) {
    reinterpret_cast<s64*>(frame->last_seen)[i * TALKER_CODES + shared.drawn[i][0]] = shared.frame[i];
    reinterpret_cast<s64*>(frame->position)[i] = shared.position[i] + 1;
    reinterpret_cast<s64*>(frame->frame)[i] = shared.frame[i] + 1;
  }
  if (me.thread == 0) me.control[0] = me.epoch;
}

extern "C" __global__ void __launch_bounds__(THREADS + 32, 1) make_frame(const Frame* frame) {
  SHARED_MEMORY(memory);
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  Ring& ring = *reinterpret_cast<Ring*>(memory + sizeof(Shared));
  Worker me;
  me.thread = threadIdx.x;
  me.warp = me.thread / 32;
  me.lane = me.thread % 32;
  me.row = me.lane / 4;
  me.quarter = me.lane % 4;
  me.control = reinterpret_cast<u32*>(frame->control);
  me.packets = reinterpret_cast<uint2*>(frame->exchange);
  me.epoch = me.control[0];
  me.parity = 0;
  me.lost = false;
  enter_frame(shared, ring, me, frame);
  if (me.warp == WARPS) {
    feed(shared, ring, me.lane);
    return;
  }
  Turn turn = {0, 0};
  Place place;
#pragma unroll 1
  for (int matrix = 0;; ++matrix) {
    const Shape& shape = shared.shapes[matrix < MATRICES ? place.shape() : QKV];
    gather(shared, me, frame, place, shape);
    if (matrix == MATRICES) break;
    multiply(shared, ring, me, turn, shape, place.columns());
    sync_workers();
    finish(shared, me, frame, place, shape);
    if (place.kind == QKV && !place.talker) attend_briefly(shared, me, frame, place.layer, place.first, place.tokens);
    if (place.kind == QKV && place.talker) {
      attend_in_slices(shared, me, frame, place.layer);
      merge_slices(shared, me);
    }
    if (place.kind == FIRST_HEAD || place.kind == CODE_HEAD) draw_codes(shared, me, frame, place.book());
    place.advance();
  }
  keep_hidden(shared, me, frame);
  leave_frame(shared, me, frame);
}
