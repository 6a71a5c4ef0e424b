// Owns the stream of weights: which bytes a block needs, in the order of use, fetched long before their turn.
//
// Weights depend on no activation, so fetching never waits for an exchange: one warp stays up to DEPTH chunks ahead,
// across products and layers, from the first to the last matrix of the frame. A chunk is 8 rows x CHUNK_BYTES; every
// warp that works takes its share of each.

template <class Stack>
DEVICE void shape_of(int kind, int& rows, int& inputs, bool& gated) {
  const int all_rows[5] = {Stack::PROJECTED, Stack::WIDTH, Stack::FEED, Stack::WIDTH, Stack::CODES};
  const int all_inputs[5] = {Stack::WIDTH, Stack::ATTENDED, Stack::WIDTH, Stack::FEED, Stack::WIDTH};
  rows = all_rows[kind];
  inputs = all_inputs[kind];
  gated = kind == GATE_UP;
}

DEVICE void fill_shape(Shape* shapes, int index) {
  int rows = PREDICTOR_WIDTH, inputs = TALKER_WIDTH;
  bool gated = false;
  if (index < PREDICTOR_SHAPES) shape_of<Talker>(index, rows, inputs, gated);
  else if (index < FIRST_HEAD) shape_of<Predictor>(index - PREDICTOR_SHAPES, rows, inputs, gated);
  else if (index == FIRST_HEAD) shape_of<Talker>(CODE_HEAD, rows, inputs, gated);
  int all = rows / 8, block = blockIdx.x;
  int from = all * block / BLOCKS, to = all * (block + 1) / BLOCKS;
  Shape& shape = shapes[index];
  shape.tiles = (to - from) * (gated ? 2 : 1);
  shape.first_row = from * 8;
  shape.row_bytes = inputs * MATRIX_BYTES;
  shape.up_rows = gated ? rows : 0;
  shape.bytes = min(shape.row_bytes, CHUNK_BYTES);
  shape.chunks = shape.row_bytes / shape.bytes;
}

// The i-th matrix of the frame.
DEVICE void find_matrix(const Frame* frame, int i, MatrixWeights& weights, int& shape) {
  if (i-- == 0) {
    weights = frame->talker_head;
    shape = FIRST_HEAD;
    return;
  }
  if (PROJECTS && i-- == 0) {
    weights = frame->projection;
    shape = PROJECTION;
    return;
  }
  constexpr int LAYER_PART = PREDICTOR_LAYERS * 4;
  constexpr int HEADLESS = TWO_IN_FIRST ? 0 : LAYER_PART;  // the first pass of two makes no code
  constexpr int OF_PREDICTOR = HEADLESS + STEPS * (LAYER_PART + 1);
  const LayerWeights* layer;
  if (i < OF_PREDICTOR) {
    int pass = i < HEADLESS ? 0 : (i - HEADLESS) / (LAYER_PART + 1);
    int within = i < HEADLESS ? i : (i - HEADLESS) % (LAYER_PART + 1);
    shape = PREDICTOR_SHAPES + CODE_HEAD;
    weights = frame->predictor_heads.from_row(pass * PREDICTOR_CODES, PREDICTOR_WIDTH * MATRIX_BYTES);
    if (within == LAYER_PART) return;
    layer = &frame->predictor[within / 4];
    shape = PREDICTOR_SHAPES + within % 4;
  } else {
    layer = &frame->talker[(i - OF_PREDICTOR) / 4];
    shape = (i - OF_PREDICTOR) % 4;
  }
  int kind = i < OF_PREDICTOR ? shape - PREDICTOR_SHAPES : shape;
  weights = kind == QKV ? layer->qkv : kind == OUT ? layer->o : kind == GATE_UP ? layer->gate_up : layer->down;
}

// Where somebody is in the ring.
struct Turn {
  int slot;
  u32 round;  // 0 or 1
  DEVICE_METHOD void advance() {
    if (++slot == DEPTH) slot = 0, round ^= 1;
  }
};

DEVICE void wait_for(u64* gate, u32 round) {
  while (!gate_opened(gate, round)) {
  }
}

// The feeding warp: all chunks of the frame, each as soon as there is room. Only IN_FLIGHT are under way at a time, as
// many as memory needs to be busy: more would queue in front of the packets that blocks exchange.
DEVICE void feed(const Shared& shared, Ring& ring, int lane) {
  Turn turn = {0, 0}, landing = {0, 0};
  int in_flight = 0;
#pragma unroll 1
  for (int matrix = 0; matrix < MATRICES; ++matrix) {
    MatrixWeights weights = shared.matrices[matrix].weights;
    const Shape& shape = shared.shapes[shared.matrices[matrix].shape];
    int gated = shape.up_rows != 0, up_rows = shape.up_rows, tiles = shape.tiles, chunks = shape.chunks, bytes = shape.bytes;
    s64 row_bytes = shape.row_bytes;
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
      MatrixWeights from = weights.from_row((tile >> gated) * 8 + (tile & gated ? up_rows : 0), row_bytes);
#pragma unroll 1
      for (int chunk = 0; chunk < chunks; ++chunk) {
        if (in_flight == (IN_FLIGHT < DEPTH ? IN_FLIGHT : DEPTH)) {
          wait_for(&ring.filled[landing.slot], landing.round);
          landing.advance();
        } else {
          ++in_flight;
        }
        wait_for(&ring.emptied[turn.slot], turn.round ^ 1);
        fetch_rows(&ring.filled[turn.slot], ring.slots[turn.slot], ROW_PITCH, from, row_bytes, bytes, lane);
        from.rows += bytes;
        turn.advance();
      }
    }
  }
}
