// Owns the products of a frame: gathering a warp's inputs, multiplying by its share of each row, adding up shares.
//
// A block makes whole rows; its warps split the inputs among them. Warp w needs only its share of the input vector,
// so it gathers just that, and the norm's factor, which all inputs share, is applied to the sums at the end.

// A matrix's sizes, and this block's part of it. Gated: gate and up rows, which make one output together.
template <int ROWS, int INPUTS, bool GATED = false>
struct Product {
  static constexpr int WIDTH = INPUTS, ALL = ROWS / 8, BYTES = INPUTS * MATRIX_BYTES < CHUNK_BYTES ? INPUTS * MATRIX_BYTES : CHUNK_BYTES,
                       CHUNKS = INPUTS * MATRIX_BYTES / BYTES, CHUNK_VALUES = BYTES / MATRIX_BYTES, UNITS = BYTES / 64, PITCH = pitch_of(INPUTS);
  static constexpr bool EVEN = ALL % BLOCKS == 0, IS_GATED = GATED;
  static constexpr int MOST = (UNITS + WARPS - 1) / WARPS;  // units of a warp in a chunk
  // A warp's share of a chunk in pieces of which a lane holds two packets: two fp32 values, or as many as packets hold.
  static constexpr int SPANS = (MOST * UNIT + 63) / 64, PACKED_SPANS = (MOST * UNIT + 64 * VALUES_A_PACKET - 1) / (64 * VALUES_A_PACKET);
  static DEVICE_METHOD int first_tile() { return EVEN ? ALL / BLOCKS * (int)blockIdx.x : ALL * (int)blockIdx.x / BLOCKS; }
  static DEVICE_METHOD int tiles() { return EVEN ? ALL / BLOCKS : ALL * ((int)blockIdx.x + 1) / BLOCKS - first_tile(); }
  // Units of each chunk that a warp multiplies, and its inputs of a chunk.
  static DEVICE_METHOD int first_unit(int warp) { return UNITS % WARPS == 0 ? UNITS / WARPS * warp : UNITS * warp / WARPS; }
  static DEVICE_METHOD int units(int warp) { return UNITS % WARPS == 0 ? UNITS / WARPS : first_unit(warp + 1) - first_unit(warp); }
};
template <class Stack> using QkvProduct = Product<Stack::PROJECTED, Stack::WIDTH>;
template <class Stack> using OutProduct = Product<Stack::WIDTH, Stack::ATTENDED>;
template <class Stack> using GateUpProduct = Product<Stack::FEED, Stack::WIDTH, true>;
template <class Stack> using DownProduct = Product<Stack::WIDTH, Stack::FEED>;
template <class Stack> using HeadProduct = Product<Stack::CODES, Stack::WIDTH>;
typedef Product<PREDICTOR_WIDTH, TALKER_WIDTH> ProjectionProduct;

// Where a lane's i-th piece of SPAN values of its warp's share is: whether there is one, its place in the share, and its
// place in the whole column. A lane that holds any holds the first.
template <class P, int SPANS, int SPAN>
struct Piece {
  bool there;
  int in_share, in_column;
  DEVICE_METHOD Piece(const Worker& me, int i) {
    int values = P::units(me.warp) * UNIT, chunk = i / SPANS, at = i % SPANS * SPAN + SPAN / 32 * me.lane;
    there = at < values;
    in_share = chunk * values + at;
    in_column = P::first_unit(me.warp) * UNIT + chunk * P::CHUNK_VALUES + at;
  }
};
template <class P>
using StreamPiece = Piece<P, P::SPANS, 64>;
template <class P>
using PackedPiece = Piece<P, P::PACKED_SPANS, 64 * VALUES_A_PACKET>;

// Weights of a norm for this warp's inputs, loaded long before they are used.
template <class P>
struct Norm {
  PairBits bits[P::CHUNKS * P::SPANS];
  DEVICE_METHOD void load(const Worker& me, u64 weights) {
#pragma unroll
    for (int i = 0; i < P::CHUNKS * P::SPANS; ++i) {
      StreamPiece<P> piece(me, i);
      if (piece.there) bits[i] = pair_bits(weights, piece.in_column);
    }
  }
};

// This block's rows of a stream of hidden states.
template <class Stack>
DEVICE int own_row() { return OutProduct<Stack>::first_tile() * 8; }

// A column of a stream of hidden states: this warp's share becomes inputs, weighted by the norm where there is one; the
// block's own rows are kept in `kept`. `pair_at(i, value)` gives two neighbours. Returns this lane's sum of squares.
template <class P, bool NORMED, class Pair>
DEVICE float take_column(Shared& shared, const Worker& me, int column, const Norm<P>* norm, float (*kept)[OWN], int own, Pair pair_at) {
  float squares = 0.0f;
#pragma unroll
  for (int i = 0; i < P::CHUNKS * P::SPANS; ++i) {
    StreamPiece<P> piece(me, i);
    if (!piece.there) continue;
    float2 pair = pair_at(i, piece.in_column);
    if (kept && (u32)(piece.in_column - own) < (u32)OWN) *reinterpret_cast<float2*>(&kept[column][piece.in_column - own]) = pair;
    if (NORMED) {
      squares += pair.x * pair.x + pair.y * pair.y;
      float2 weights = as_pair(norm->bits[i]);
      pair = make_float2(pair.x * weights.x, pair.y * weights.y);
    }
    store_pair(shared.inputs[me.warp] + column * P::PITCH, piece.in_share, pair);
  }
  return squares;
}
template <int COUNT>
DEVICE void leave_squares(Shared& shared, const Worker& me, int column, float (&squares)[COUNT]) {
  sums_of_warp(squares);
#pragma unroll
  for (int i = 0; i < COUNT; ++i)
    if (me.lane == 0) shared.squares[me.parity][column + i][me.warp] = squares[i];
}

// How many columns are received together: as many as registers hold.
__device__ constexpr int columns_at_once(int columns, int pieces) {
  int each = 1;
  while (columns % (2 * each) == 0 && 2 * each * pieces <= 8) each *= 2;
  return each;
}

// Columns that other blocks have just sent in fp32.
template <class P, int COLUMNS_NOW>
DEVICE void gather_stream(Shared& shared, Worker& me, const uint2* packets, const Norm<P>& norm, float (*kept)[OWN], int own) {
  constexpr int PIECES = P::CHUNKS * P::SPANS, EACH = columns_at_once(COLUMNS_NOW, PIECES);
#pragma unroll 1
  for (int column = 0; column < COLUMNS_NOW; column += EACH) {
    uint4 got[EACH * PIECES];
    if (StreamPiece<P>(me, 0).there)
      receive_pairs(me, got, [&](int i) {
        StreamPiece<P> piece(me, i % PIECES), first(me, 0);
        return packets + (column + i / PIECES) * P::WIDTH + (piece.there ? piece : first).in_column;
      });
    float squares[EACH];
#pragma unroll
    for (int i = 0; i < EACH; ++i)
      squares[i] = take_column<P, true>(shared, me, column + i, &norm, kept, own, [&](int piece, int) {
        const uint4& two = got[i * PIECES + piece];
        return make_float2(as_float(two.x), as_float(two.z));
      });
    leave_squares(shared, me, column, squares);
  }
  __syncwarp();
  MARK(GATHERING);
}
// The first columns of a stack, or those that go into a product alone; `pair(column, value)` gives two neighbours.
template <class P, int COLUMNS_NOW, bool NORMED, class Pair>
DEVICE void enter_stream(Shared& shared, Worker& me, const Norm<P>* norm, float (*kept)[OWN], int own, Pair pair_at) {
#pragma unroll 1
  for (int column = 0; column < COLUMNS_NOW; ++column) {
    float squares[1] = {take_column<P, NORMED>(shared, me, column, norm, kept, own, [&](int, int value) { return pair_at(column, value); })};
    if (NORMED) leave_squares(shared, me, column, squares);
  }
  __syncwarp();
  MARK(GATHERING);
}
// Columns that other blocks have sent as wide as weights: attention's result, or gated values.
template <class P, int COLUMNS_NOW>
DEVICE void gather_packed(Shared& shared, Worker& me, const uint2* packets) {
  constexpr int PIECES = P::CHUNKS * P::PACKED_SPANS, EACH = columns_at_once(COLUMNS_NOW, PIECES);
  if (PackedPiece<P>(me, 0).there) {
#pragma unroll 1
    for (int column = 0; column < COLUMNS_NOW; column += EACH) {
      uint4 got[EACH * PIECES];
      receive_pairs(me, got, [&](int i) {
        PackedPiece<P> piece(me, i % PIECES), first(me, 0);
        return packets + ((column + i / PIECES) * P::WIDTH + (piece.there ? piece : first).in_column) / VALUES_A_PACKET;
      });
#pragma unroll
      for (int i = 0; i < EACH * PIECES; ++i) {
        PackedPiece<P> piece(me, i % PIECES);
        if (piece.there)
          *reinterpret_cast<uint2*>(shared.inputs[me.warp] + (column + i / PIECES) * P::PITCH + piece.in_share) = make_uint2(got[i].x, got[i].z);
      }
    }
  }
  __syncwarp();
  MARK(GATHERING);
}

#ifdef WEIGHTS_F32
constexpr int SUMS_A_LANE = COLUMNS;
typedef int UnitInputs;     // where they are
typedef float LaneScales;   // of the lane's row
#else
constexpr int SUMS_A_LANE = 4;
struct UnitInputs {
  uint4 parts[INT8 ? 2 : 1];  // as many inputs as a lane has weights
};
typedef float2 LaneScales;  // of the two rows that the lane sums up
#endif

// A unit's inputs, which start at `at` in each column.
template <int COLUMNS_NOW, int PITCH>
DEVICE UnitInputs inputs_at(const Shared& shared, const Worker& me, int at) {
#ifdef WEIGHTS_F32
  return at;
#else
  constexpr int PARTS = INT8 ? 2 : 1;
  UnitInputs inputs;
#pragma unroll
  for (int part = 0; part < PARTS; ++part) {
    inputs.parts[part] = make_uint4(0, 0, 0, 0);
    if (me.row < COLUMNS_NOW)
      inputs.parts[part] = *reinterpret_cast<const uint4*>(shared.inputs[me.warp] + me.row * PITCH + at + (me.quarter * PARTS + part) * 8);
  }
  return inputs;
#endif
}
#ifdef WEIGHTS_F32
DEVICE float sum_of_four(u32 weights, const float* x) {  // int8
  return from_int8(weights, 0) * x[0] + from_int8(weights, 1) * x[1] + from_int8(weights, 2) * x[2] + from_int8(weights, 3) * x[3];
}
#endif
// A lane's weights of a unit against its inputs. Sums may go in several chains, so that one need not wait for another.
template <int COLUMNS_NOW, int PITCH, int CHAINS>
DEVICE void multiply_by(const Shared& shared, const Worker& me, const UnitInputs& inputs, uint4 weights, int unit, float (&sums)[CHAINS][SUMS_A_LANE]) {
#ifdef WEIGHTS_F32
#pragma unroll
  for (int column = 0; column < COLUMNS_NOW; ++column) {
    const float* x = shared.inputs[me.warp] + column * PITCH + inputs + me.quarter * (UNIT / 4);
    sums[unit % CHAINS][column] +=
        INT8 ? sum_of_four(weights.x, x) + sum_of_four(weights.y, x + 4) + sum_of_four(weights.z, x + 8) + sum_of_four(weights.w, x + 12)
             : as_float(weights.x) * x[0] + as_float(weights.y) * x[1] + as_float(weights.z) * x[2] + as_float(weights.w) * x[3];
  }
#else
  if (!INT8) {
    multiply_unit(sums[unit % CHAINS], weights, inputs.parts[0]);
    return;
  }
  uint2 x = widen(weights.x), y = widen(weights.y), z = widen(weights.z), w = widen(weights.w);
  multiply_unit(sums[0], make_uint4(x.x, x.y, y.x, y.y), inputs.parts[0]);
  multiply_unit(sums[CHAINS - 1], make_uint4(z.x, z.y, w.x, w.y), inputs.parts[INT8]);
#endif
}

// Scales of int8 rows, from the chunk that they came with.
DEVICE LaneScales scales_at(const char* slot, const Worker& me) {
#ifdef WEIGHTS_F32
  return reinterpret_cast<const float*>(slot + SCALES_AT)[me.row];
#else
  return reinterpret_cast<const float2*>(slot + SCALES_AT)[me.quarter];
#endif
}
DEVICE void scale_sums(float (&sums)[SUMS_A_LANE], LaneScales scales) {
#ifdef WEIGHTS_F32
#pragma unroll
  for (int column = 0; column < SUMS_A_LANE; ++column) sums[column] *= scales;
#else
  sums[0] *= scales.x;
  sums[1] *= scales.y;
#endif
}

// One tile's sums of this warp, 8 rows of each column, where the warps' sums are added up.
template <int COLUMNS_NOW>
DEVICE void leave_sums(float* place, int column_step, const Worker& me, float (&sums)[SUMS_A_LANE]) {
#ifdef WEIGHTS_F32
#pragma unroll
  for (int column = 0; column < COLUMNS_NOW; ++column) {
    float sum = sums[column];
    sum += __shfl_xor_sync(~0u, sum, 1);
    sum += __shfl_xor_sync(~0u, sum, 2);
    if (me.quarter == 0) place[column * column_step + me.row] = sum;
  }
#else
  if (me.row < COLUMNS_NOW)
    *reinterpret_cast<float2*>(place + me.row * column_step + 2 * me.quarter) = make_float2(sums[0], sums[1]);
#endif
}

#ifndef LOADS
#define LOADS (128 / WARPS)  // of weights that a lane has under way
#endif

// TILES tiles of this block against this warp's share of the inputs. Chunks are read several at a time, so that a tile
// does not wait for the one before it.
template <class P, int COLUMNS_NOW, int TILES>
DEVICE void multiply_tiles(Shared& shared, Ring& ring, const Worker& me, Turn& turn, float* place, int column_step) {
  constexpr int MOST = P::MOST, ALL = TILES * P::CHUNKS, EACH = ALL < LOADS / MOST ? ALL : LOADS / MOST;
  constexpr int CHAINS = TILES > 1 ? 1 : 2;
  int units = P::units(me.warp), lane_bytes = me.row * ROW_PITCH + P::first_unit(me.warp) * 64 + me.quarter * 16;
  float sums[TILES][CHAINS][SUMS_A_LANE];
  LaneScales scales[TILES];
#pragma unroll
  for (int i = 0; i < TILES * CHAINS * SUMS_A_LANE; ++i) (&sums[0][0][0])[i] = 0.0f;
#pragma unroll
  for (int first = 0; first < ALL; first += EACH) {
    uint4 weights[EACH][MOST];
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
      if (first + i >= ALL) continue;
      wait_for(&ring.filled[turn.slot], turn.round);
      const char* from = ring.slots[turn.slot] + lane_bytes;
#pragma unroll
      for (int unit = 0; unit < MOST; ++unit)
        if (unit < units) weights[i][unit] = *reinterpret_cast<const uint4*>(from + unit * 64);
      if (INT8 && (first + i) % P::CHUNKS == 0) scales[(first + i) / P::CHUNKS] = scales_at(ring.slots[turn.slot], me);
      __syncwarp();
      if (me.lane == 0) arrive_at(&ring.emptied[turn.slot]);
      turn.advance();
    }
#pragma unroll
    for (int chunk = 0; chunk < P::CHUNKS; ++chunk)
#pragma unroll
      for (int unit = 0; unit < MOST; ++unit) {
        if (unit >= units) continue;
        UnitInputs inputs = inputs_at<COLUMNS_NOW, P::PITCH>(shared, me, (chunk * units + unit) * UNIT);
#pragma unroll
        for (int i = 0; i < EACH; ++i)
          if (first + i < ALL && (first + i) % P::CHUNKS == chunk)
            multiply_by<COLUMNS_NOW, P::PITCH>(shared, me, inputs, weights[i][unit], unit, sums[(first + i) / P::CHUNKS]);
      }
  }
#pragma unroll
  for (int tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (int i = 0; i < SUMS_A_LANE; ++i)
      if (CHAINS == 2) sums[tile][0][i] += sums[tile][CHAINS - 1][i];
    if (INT8) scale_sums(sums[tile][0], scales[tile]);
    leave_sums<COLUMNS_NOW>(place + tile * 8, column_step, me, sums[tile][0]);
  }
}

// All rows of this block; then all warps have multiplied their shares.
template <class P, int COLUMNS_NOW>
DEVICE void multiply(Shared& shared, Ring& ring, Worker& me, Turn& turn) {
  constexpr int EACH = P::CHUNKS >= 4 ? 1 : 4 / P::CHUNKS;
  int tiles = P::tiles() * (P::IS_GATED ? 2 : 1), tile = 0;
  float* place = shared.sums[me.parity % SUM_BUFFERS][me.warp];
#pragma unroll 1
  for (; tile + EACH <= tiles; tile += EACH)
    multiply_tiles<P, COLUMNS_NOW, EACH>(shared, ring, me, turn, place + tile * 8, tiles * 8);
  if (EACH > 1)
#pragma unroll 1
    for (; tile < tiles; ++tile) multiply_tiles<P, COLUMNS_NOW, 1>(shared, ring, me, turn, place + tile * 8, tiles * 8);
  MARK(MULTIPLYING);
  sync_workers();
  MARK(MEETING);
}

// The sum of all warps' shares of one row, in all four lanes of the row's quarter.
DEVICE float add_up(const Shared& shared, const Worker& me, int place) {
  const float(*from)[SUMS] = shared.sums[me.parity % SUM_BUFFERS] + me.quarter * (WARPS / 4);
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < WARPS / 4; ++i) sum += from[i][place + me.row];
  sum += __shfl_xor_sync(~0u, sum, 1);
  return sum + __shfl_xor_sync(~0u, sum, 2);
}
template <int WIDTH>
DEVICE float norm_factor(const Shared& shared, const Worker& me, int column) {
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < WARPS / 4; ++i) sum += shared.squares[me.parity][column][me.quarter * (WARPS / 4) + i];
  sum += __shfl_xor_sync(~0u, sum, 1);
  sum += __shfl_xor_sync(~0u, sum, 2);
  return rsqrtf(sum * (1.0f / WIDTH) + EPS);
}

// Hand out this block's sums, a warp taking 8 rows of a column: `use(row of the block, row, column, sum, up)`, in all four
// lanes of a row; `up` where the product is gated. The exchange is over for this block afterwards.
template <class P, int COLUMNS_NOW, class Use>
DEVICE void finish(Shared& shared, Worker& me, Use use) {
  int tiles = P::tiles(), first = P::first_tile() * 8;
#pragma unroll 1
  for (int task = me.warp; task < tiles * COLUMNS_NOW; task += WARPS) {
    int column = COLUMNS_NOW == 1 ? 0 : task / tiles, tile = task - column * tiles, row = tile * 8 + me.row;
    int place = (column * tiles + tile) * 8 * (P::IS_GATED ? 2 : 1);
    float sum = add_up(shared, me, place), up = P::IS_GATED ? add_up(shared, me, place + 8) : 0.0f;
    use(row, first + row, column, sum, up);
  }
  if (SUM_BUFFERS == 1) sync_workers();
  me.parity ^= 1;
  ++me.epoch;
  MARK(FINISHING);
}

// Send a row's value as wide as weights; of bf16, even rows carry their neighbour along. A whole warp calls.
DEVICE void send_packed(const Worker& me, uint2* packets, int row, float value) {
#ifdef WEIGHTS_F32
  if (me.quarter == 0) send(packets + row, value, me.epoch + 1);
#else
  float next = __shfl_down_sync(~0u, value, 4);
  if (me.quarter == 0 && (row & 1) == 0) send(packets + row / 2, pack_halves(value, next), me.epoch + 1);
#endif
}
