// Owns the products of a frame: gathering a warp's inputs, multiplying by its share of each row, adding up shares.
//
// A block makes whole rows; its warps split the inputs among them. Warp w needs only its share of the input vector,
// so it gathers just that, and the norm's factor, which all inputs share, is applied to the sums at the end.

DEVICE void keep_input(Shared& shared, const Worker& me, int column, int index, float2 pair) {
  store_pair(shared.inputs[me.warp][column], index, pair);
}

// Two neighbours of a stream: keep them if they are this block's, weigh them, and count their squares.
DEVICE void take_stream(Shared& shared, const Worker& me, int column, int index, int own, float (*kept)[OWN],
                        float2 pair, float2 norm, int value, float& squares) {
  squares += pair.x * pair.x + pair.y * pair.y;
  if (kept) {
    u32 place = (u32)(value - own);
    if (place < (u32)OWN) {
      kept[column][place] = pair.x;
      kept[column][place + 1] = pair.y;
    }
  }
  keep_input(shared, me, column, index, make_float2(pair.x * norm.x, pair.y * norm.y));
}

// Values that other blocks sent as wide as weights: attention's result, or gated values.
DEVICE void gather_packed(Shared& shared, Worker& me, const Shape& shape, const uint2* packets, int width, int columns) {
  Share share = share_of(shape, me.warp);
  int pairs = share.count * UNIT / (2 * VALUES_A_PACKET), chunk_values = shape.bytes / WEIGHT_BYTES;
  for (int column = 0; column < columns; ++column) {
    const uint2* from = packets + (column * width + share.first * UNIT) / VALUES_A_PACKET;
    uint4 got[PACKED_LOADS];
    receive_pairs(me, from, chunk_values / VALUES_A_PACKET, shape.chunks, pairs, got);
#pragma unroll
    for (int chunk = 0; chunk < PACKED_LOADS; ++chunk)
      if (chunk < shape.chunks && me.lane < pairs)
        *reinterpret_cast<uint2*>(shared.inputs[me.warp][column] + chunk * share.count * UNIT + me.lane * 2 * VALUES_A_PACKET) =
            make_uint2(got[chunk].x, got[chunk].z);
  }
}

#ifdef WEIGHTS_F32
constexpr int SUMS_A_LANE = COLUMNS;
#else
constexpr int SUMS_A_LANE = 4;
#endif

// A unit of weights against the inputs, which start at `inputs` in each column.
DEVICE void multiply_at(const Shared& shared, const Worker& me, int inputs, int columns, uint4 weights,
                        float (&sums)[SUMS_A_LANE]) {
#ifdef WEIGHTS_F32
  for (int column = 0; column < COLUMNS; ++column) {
    float4 x = *reinterpret_cast<const float4*>(shared.inputs[me.warp][column] + inputs + me.quarter * 4);
    sums[column] += as_float(weights.x) * x.x + as_float(weights.y) * x.y + as_float(weights.z) * x.z +
                    as_float(weights.w) * x.w;
  }
#else
  uint4 x = make_uint4(0, 0, 0, 0);
  if (me.row < columns)
    x = *reinterpret_cast<const uint4*>(shared.inputs[me.warp][me.row] + inputs + me.quarter * 8);
  multiply_unit(sums, weights, x);
#endif
}

// One tile's sums of this warp, [column][8 rows], where the warps' sums are added up.
DEVICE void leave_sums(float* place, const Worker& me, int columns, float (&sums)[SUMS_A_LANE]) {
#ifdef WEIGHTS_F32
  for (int column = 0; column < COLUMNS; ++column) {
    float sum = sums[column];
    sum += __shfl_xor_sync(~0u, sum, 1);
    sum += __shfl_xor_sync(~0u, sum, 2);
    if (me.quarter == 0 && column < columns) place[column * 8 + me.row] = sum;
  }
#else
  if (me.row < columns)
    *reinterpret_cast<float2*>(place + me.row * 8 + 2 * me.quarter) = make_float2(sums[0], sums[1]);
#endif
}

// All rows of this block against this warp's share of the inputs.
DEVICE void multiply(Shared& shared, Ring& ring, Worker& me, Turn& turn, const Shape& shape, int columns) {
  Share share = share_of(shape, me.warp);
  float* place = shared.sums[me.parity][me.warp];
  int lane_bytes = me.row * ROW_PITCH + share.first * 64 + me.quarter * 16, chunks = shape.chunks;
#pragma unroll 1
  for (int tile = 0; tile < shape.tiles; ++tile) {
    float sums[2][SUMS_A_LANE];
#pragma unroll
    for (int i = 0; i < SUMS_A_LANE; ++i) sums[0][i] = sums[1][i] = 0.0f;
    int inputs = 0;
#pragma unroll 2
    for (int chunk = 0; chunk < chunks; ++chunk) {
      wait_for(&ring.filled[turn.slot], turn.round);
      const char* from = ring.slots[turn.slot] + lane_bytes;
#pragma unroll
      for (int unit = 0; unit < CHUNK_SHARE / UNIT; ++unit)
        if (unit < share.count)
          multiply_at(shared, me, inputs + unit * UNIT, columns, *reinterpret_cast<const uint4*>(from + unit * 64), sums[unit & 1]);
      __syncwarp();
      if (me.lane == 0) arrive_at(&ring.emptied[turn.slot]);
      inputs += share.count * UNIT;
      turn.advance();
    }
#pragma unroll
    for (int i = 0; i < SUMS_A_LANE; ++i) sums[0][i] += sums[1][i];
    leave_sums(place + tile * columns * 8, me, columns, sums[0]);
  }
}

// The sum of all warps' shares of one row, in all four lanes of the row's quarter.
DEVICE float add_up(const Shared& shared, const Worker& me, int tile, int column, int columns) {
  const float(*from)[SUMS] = shared.sums[me.parity] + me.quarter * (WARPS / 4);
  int place = (tile * columns + column) * 8 + me.row;
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < WARPS / 4; ++i) sum += from[i][place];
  sum += __shfl_xor_sync(~0u, sum, 1);
  return sum + __shfl_xor_sync(~0u, sum, 2);
}
DEVICE float norm_factor(const Shared& shared, const Worker& me, int column, int width) {
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < WARPS / 4; ++i) sum += shared.squares[me.parity][column][me.quarter * (WARPS / 4) + i];
  sum += __shfl_xor_sync(~0u, sum, 1);
  sum += __shfl_xor_sync(~0u, sum, 2);
  return rsqrtf(sum / width + EPS);
}
// Send a row's value as wide as weights; of bf16, even rows carry their neighbour along.
DEVICE void send_packed(const Worker& me, uint2* packets, int row, float value) {
#ifdef WEIGHTS_F32
  if (me.quarter == 0) send(packets + row, value, me.epoch + 1);
#else
  float next = __shfl_down_sync(~0u, value, 4);
  if (me.quarter == 0 && (row & 1) == 0) send(packets + row / 2, pack_halves(value, next), me.epoch + 1);
#endif
}
