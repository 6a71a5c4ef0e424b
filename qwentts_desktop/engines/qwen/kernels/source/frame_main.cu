// Owns the order of a frame: which product comes when, where its inputs come from and where its results go.

DEVICE float silu(float value) { return __fdividef(value, 1.0f + __expf(-value)); }

// One layer after its queries, keys and values have been made and attended to.
template <class Stack, int COLUMNS_NOW>
DEVICE void finish_layer(Shared& shared, Ring& ring, Worker& me, Turn& turn, const Norm<GateUpProduct<Stack>>& post_norm) {
  typedef OutProduct<Stack> Out;
  typedef GateUpProduct<Stack> GateUp;
  typedef DownProduct<Stack> Down;
  gather_packed<Out, COLUMNS_NOW>(shared, me, me.packets + MIXED_AT);
  multiply<Out, COLUMNS_NOW>(shared, ring, me, turn);
  finish<Out, COLUMNS_NOW>(shared, me, [&](int own, int row, int column, float sum, float) {
    if (me.quarter) return;
    float value = sum + shared.stream[column][own];
    send(me.packets + MIDDLE_AT + column * Stack::WIDTH + row, value, me.epoch + 1);
    shared.middle[column][own] = value;
  });
  gather_stream<GateUp, COLUMNS_NOW>(shared, me, me.packets + MIDDLE_AT, post_norm, nullptr, 0);
  multiply<GateUp, COLUMNS_NOW>(shared, ring, me, turn);
  finish<GateUp, COLUMNS_NOW>(shared, me, [&](int, int row, int column, float gate, float up) {
    float factor = norm_factor<Stack::WIDTH>(shared, me, column);
    send_packed(me, me.packets + GATED_AT + column * Stack::FEED / VALUES_A_PACKET, row, silu(gate * factor) * (up * factor));
  });
  gather_packed<Down, COLUMNS_NOW>(shared, me, me.packets + GATED_AT);
  multiply<Down, COLUMNS_NOW>(shared, ring, me, turn);
  finish<Down, COLUMNS_NOW>(shared, me, [&](int own, int row, int column, float sum, float) {
    if (me.quarter == 0) send(me.packets + STREAM_AT + column * Stack::WIDTH + row, sum + shared.middle[column][own], me.epoch + 1);
  });
}

template <class Stack, int COLUMNS_NOW>
DEVICE void finish_heads(Shared& shared, Worker& me) {
  finish<QkvProduct<Stack>, COLUMNS_NOW>(shared, me, [&](int, int row, int column, float sum, float) {
    float factor = norm_factor<Stack::WIDTH>(shared, me, column);
    if (me.quarter == 0) send(me.packets + HEADS_AT + column * Stack::PROJECTED + row, sum * factor, me.epoch + 1);
  });
}

// One pass of the predictor: TOKENS tokens of each sequence from position `first` on; then, from the second position on,
// the scores of the next code.
template <int TOKENS>
DEVICE void run_predictor(Shared& shared, Ring& ring, Worker& me, Turn& turn, const Frame& frame, int first) {
  constexpr int NOW = SEQUENCES * TOKENS;
  typedef QkvProduct<Predictor> Qkv;
  Norm<Qkv> input_norm;
  Norm<GateUpProduct<Predictor>> post_norm;
  BriefAhead ahead;
  int own = own_row<Predictor>();
  input_norm.load(me, frame.predictor[0].input_norm);
#pragma unroll 1
  for (int layer = 0; layer < PREDICTOR_LAYERS; ++layer) {
    const LayerWeights& weights = frame.predictor[layer];
    ahead.load_norms(me, weights);
    ahead.load_memory(me, frame.memory, blockIdx.x, layer, first);
    if (layer > 0) {
      gather_stream<Qkv, NOW>(shared, me, me.packets + STREAM_AT, input_norm, shared.stream, own);
    } else {
      enter_stream<Qkv, NOW, true>(shared, me, &input_norm, shared.stream, own, [&](int column, int value) {
        int sequence = column / TOKENS, position = first + column % TOKENS;
        if (position > 0) {
          s64 row = first_code_row(position - 1) + shared.drawn[sequence][position - 1];
          return weight_pair(global<const weight>(frame.predictor_embedding), row * PREDICTOR_WIDTH + value);
        }
        if (!PROJECTS) return weight_pair(global<const weight>(frame.hidden), sequence * TALKER_WIDTH + value);
        uint4 pair = receive_pair(me, me.packets + STREAM_AT + sequence * PREDICTOR_WIDTH + value);
        return make_float2(as_float(pair.x), as_float(pair.z));
      });
    }
    post_norm.load(me, weights.post_norm);
    multiply<Qkv, NOW>(shared, ring, me, turn);
    finish_heads<Predictor, NOW>(shared, me);
    attend_briefly<TOKENS>(shared, me, frame, ahead, layer, first);
    input_norm.load(me, layer + 1 < PREDICTOR_LAYERS ? frame.predictor[layer + 1].input_norm : frame.predictor_norm);
    finish_layer<Predictor, NOW>(shared, ring, me, turn, post_norm);
  }
  if (first + TOKENS < 2) return;
  typedef HeadProduct<Predictor> Head;
  Norm<Head> last_norm;
#pragma unroll
  for (int i = 0; i < Head::CHUNKS * Head::SPANS; ++i) last_norm.bits[i] = input_norm.bits[i];
  gather_stream<Head, NOW>(shared, me, me.packets + STREAM_AT, last_norm, nullptr, 0);
  multiply<Head, NOW>(shared, ring, me, turn);
  finish<Head, NOW>(shared, me, [&](int, int row, int column, float sum, float) {
    float factor = norm_factor<PREDICTOR_WIDTH>(shared, me, column);
    if (me.quarter == 0 && column % TOKENS == TOKENS - 1)
      send(me.packets + SCORES_AT + column / TOKENS * TALKER_CODES + row, rounded(sum * factor), me.epoch + 1);
  });
}

// The scores of code 0.
DEVICE void score_first(Shared& shared, Ring& ring, Worker& me, Turn& turn, const Frame& frame) {
  typedef HeadProduct<Talker> Head;
  enter_stream<Head, SEQUENCES, false>(shared, me, (const Norm<Head>*)nullptr, nullptr, 0, [&](int column, int value) {
    return weight_pair(global<const weight>(frame.hidden), column * TALKER_WIDTH + value);
  });
  multiply<Head, SEQUENCES>(shared, ring, me, turn);
  finish<Head, SEQUENCES>(shared, me, [&](int, int row, int column, float sum, float) {
    if (me.quarter == 0) send(me.packets + SCORES_AT + column * TALKER_CODES + row, rounded(sum), me.epoch + 1);
  });
}

// The talker's hidden states as the predictor reads them, where their widths differ.
DEVICE void project_hidden(Shared& shared, Ring& ring, Worker& me, Turn& turn, const Frame& frame) {
  typedef ProjectionProduct Projection;
  enter_stream<Projection, SEQUENCES, false>(shared, me, (const Norm<Projection>*)nullptr, nullptr, 0, [&](int column, int value) {
    return weight_pair(global<const weight>(frame.hidden), column * TALKER_WIDTH + value);
  });
  multiply<Projection, SEQUENCES>(shared, ring, me, turn);
  finish<Projection, SEQUENCES>(shared, me, [&](int, int row, int column, float sum, float) {
    float bias = load_weight(global<const weight>(frame.projection_bias) + row);
    if (me.quarter == 0) send(me.packets + STREAM_AT + column * PREDICTOR_WIDTH + row, sum + bias, me.epoch + 1);
  });
}

// The talker takes in the frame's codes and the text that belongs to it; its last hidden state is kept for the next frame.
DEVICE void run_talker(Shared& shared, Ring& ring, Worker& me, Turn& turn, const Frame& frame) {
  typedef QkvProduct<Talker> Qkv;
  Norm<Qkv> input_norm;
  Norm<GateUpProduct<Talker>> post_norm;
  int own = own_row<Talker>();
  input_norm.load(me, frame.talker[0].input_norm);
#pragma unroll 1
  for (int layer = 0; layer < TALKER_LAYERS; ++layer) {
    const LayerWeights& weights = frame.talker[layer];
    if (layer > 0) {
      gather_stream<Qkv, SEQUENCES>(shared, me, me.packets + STREAM_AT, input_norm, shared.stream, own);
    } else {
      enter_stream<Qkv, SEQUENCES, true>(shared, me, &input_norm, shared.stream, own, [&](int column, int value) {
        s64 spoken = min((s64)shared.frame[column], global<const s64>(frame.text_length)[column]);
        float2 sum = weight_pair(global<const weight>(frame.text), (column * frame.text_slots + spoken) * TALKER_WIDTH + value);
#pragma unroll
        for (int book = 0; book < BOOKS; ++book) {
          s64 row = first_code_row(book) + shared.drawn[column][book];
          float2 pair = weight_pair(global<const weight>(frame.talker_embedding), row * TALKER_WIDTH + value);
          sum.x += pair.x, sum.y += pair.y;
        }
        return sum;
      });
    }
    post_norm.load(me, weights.post_norm);
    multiply<Qkv, SEQUENCES>(shared, ring, me, turn);
    finish_heads<Talker, SEQUENCES>(shared, me);
    attend_in_slices(shared, me, frame, layer);
    merge_slices(shared, me);
    input_norm.load(me, layer + 1 < TALKER_LAYERS ? frame.talker[layer + 1].input_norm : frame.talker_norm);
    finish_layer<Talker, SEQUENCES>(shared, ring, me, turn, post_norm);
  }
  gather_stream<Qkv, SEQUENCES>(shared, me, me.packets + STREAM_AT, input_norm, shared.stream, own);
  sync_workers();
#pragma unroll 1
  for (int column = 0; column < SEQUENCES; ++column) {
    float factor = norm_factor<TALKER_WIDTH>(shared, me, column);
    for (int i = 2 * me.thread; i < OutProduct<Talker>::tiles() * 8; i += 2 * THREADS) {
      float2 norm = weight_pair(global<const weight>(frame.talker_norm), own + i);
      float2 pair = make_float2(shared.stream[column][i] * factor * norm.x, shared.stream[column][i + 1] * factor * norm.y);
      store_pair(global<weight>(frame.hidden), column * TALKER_WIDTH + own + i, pair);
    }
  }
}

DEVICE void enter_frame(Shared& shared, Ring& ring, const Worker& me, const Frame* frame) {
  for (int i = me.thread; i < (int)(sizeof(Frame) / 8); i += THREADS + 32)
    reinterpret_cast<u64*>(&shared.table)[i] = reinterpret_cast<const u64*>(frame)[i];
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
    MatrixWeights weights;
    int index;
    find_matrix(frame, i, weights, index);
    const Shape& shape = shared.shapes[index];
    shared.matrices[i] = {weights.from_row(shape.first_row, shape.row_bytes), (u64)index};
  }
  __syncthreads();
}

// Once all is made: the codes, and what the next frame counts on.
DEVICE void leave_frame(Shared& shared, Worker& me, const Frame& frame) {
  if (me.lost) me.control[1] = me.epoch;
  if (blockIdx.x) return;
  for (int i = me.thread; i < SEQUENCES * BOOKS; i += THREADS)
    reinterpret_cast<s64*>(frame.codes)[i] = shared.drawn[i / BOOKS][i % BOOKS];
  for (int i = me.thread; i < SEQUENCES; i += THREADS) {
    reinterpret_cast<s64*>(frame.last_seen)[i * TALKER_CODES + shared.drawn[i][0]] = shared.frame[i];
    reinterpret_cast<s64*>(frame.position)[i] = shared.position[i] + 1;
    reinterpret_cast<s64*>(frame.frame)[i] = shared.frame[i] + 1;
  }
  if (me.thread == 0) me.control[0] = me.epoch;
#ifdef PROFILE
  for (int part = me.thread; part < PARTS; part += THREADS) me.control[2 + part] = shared.marks[part];
#endif
}

extern "C" __global__ void __launch_bounds__(THREADS + 32, 1) make_frame(const Frame* table) {
  u8* memory = shared_memory();
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  Ring& ring = *reinterpret_cast<Ring*>(memory + sizeof(Shared));
  const Frame& frame = shared.table;
  Worker me;
  me.thread = threadIdx.x;
  me.warp = me.thread / 32;
  me.lane = me.thread % 32;
  me.row = me.lane / 4;
  me.quarter = me.lane % 4;
  me.control = global<u32>(table->control);
  me.packets = global<uint2>(table->exchange);
  me.epoch = me.control[0];
  me.parity = me.note = 0;
  me.lost = false;
  enter_frame(shared, ring, me, table);
  if (me.warp == WARPS) {
    feed(shared, ring, me.lane);
    return;
  }
#ifdef PROFILE
  for (int part = me.thread; part < PARTS; part += THREADS) shared.marks[part] = 0;
  sync_workers();
  shared.last_mark = (u32)clock64();
#endif
  Turn turn = {0, 0};
#pragma unroll 1
  for (int book = 0; book < BOOKS; ++book) {
    if (book == 0) score_first(shared, ring, me, turn, frame);
    if (PROJECTS && book == 1) project_hidden(shared, ring, me, turn, frame);
    int first = book > 1 ? book : 0;
    if constexpr (TWO_IN_FIRST) {
      if (book == 1) run_predictor<2>(shared, ring, me, turn, frame, 0), first = 2;
    }
#pragma unroll 1
    for (; book > 0 && first <= book; ++first) run_predictor<1>(shared, ring, me, turn, frame, first);
    draw_codes(shared, me, frame, book);
  }
  run_talker(shared, ring, me, turn, frame);
  leave_frame(shared, me, frame);
}
