// Owns how blocks hand values to each other: every value travels with the number of the exchange it belongs to.
//
// A packet is 8 bytes, {value, epoch}; both halves arrive together, so a reader that sees the right epoch has the
// value too, and no barrier of the grid is needed. A buffer is written again only after exchanges that every reader
// took part in, so one copy of each is enough. A reader gives up after SPINS tries, reports and goes on: a fault must
// not hang the card.

constexpr int LARGER_WIDTH = TALKER_WIDTH > PREDICTOR_WIDTH ? TALKER_WIDTH : PREDICTOR_WIDTH;
constexpr int LARGER_FEED = TALKER_FEED > PREDICTOR_FEED ? TALKER_FEED : PREDICTOR_FEED;
constexpr int LARGER_PROJECTED =
    Talker::PROJECTED > Predictor::PROJECTED ? Talker::PROJECTED : Predictor::PROJECTED;
constexpr int LARGER_ATTENDED = Talker::ATTENDED > Predictor::ATTENDED ? Talker::ATTENDED : Predictor::ATTENDED;
constexpr int GROUP = TALKER_HEADS / TALKER_KV_HEADS;
constexpr int PARTIAL = HEAD + 2;  // unscaled output of a head, its largest score, its sum

// Buffers in packets. Streams are fp32 a packet; mixed and gated values are as wide as weights.
constexpr int STREAM_AT = 0;                                            // after the feed-forward
constexpr int MIDDLE_AT = STREAM_AT + COLUMNS * LARGER_WIDTH;           // after attention
constexpr int HEADS_AT = MIDDLE_AT + COLUMNS * LARGER_WIDTH;            // queries, keys, values
constexpr int MIXED_AT = HEADS_AT + COLUMNS * LARGER_PROJECTED;         // attention's result
constexpr int GATED_AT = MIXED_AT + COLUMNS * LARGER_ATTENDED;          // silu(gate) * up
constexpr int SCORES_AT = GATED_AT + COLUMNS * LARGER_FEED;             // scores of a code
constexpr int PARTS_AT = SCORES_AT + SEQUENCES * TALKER_CODES;       // attention over a slice of positions
constexpr int CODES_AT = PARTS_AT + SEQUENCES * TALKER_HEADS * SLICES * PARTIAL;  // drawn by one block for all
constexpr int PACKETS = CODES_AT + (SEQUENCES + 1) / 2 * 2;

struct Worker {
  int thread, warp, lane, row, quarter;  // row and quarter: the lane's place in a unit of weights
  u32 epoch;                             // of the newest exchange
  int parity;                            // which of the two buffers of partial sums is next
  int note;                              // which of the two buffers of notes is next
  bool lost;                             // gave up waiting
  u32* control;
  uint2* packets;
};

DEVICE void send(uint2* packet, float value, u32 epoch) { send(packet, __float_as_uint(value), epoch); }

DEVICE bool give_up(Worker& me, u32& spins) {
#ifdef NO_WAIT
  return true;
#else
  before_next_look();
  if (me.lost) return true;
  if (++spins < SPINS) return false;
  me.lost = true;
  me.control[1] = me.epoch;
  return true;
#endif
}

DEVICE bool is_of(const uint4& two, u32 epoch) { return two.y == epoch && two.w == epoch; }

// COUNT double packets of a lane, the i-th at `at(i)`; they travel together. Waits until all are of this epoch.
template <int COUNT, class At>
DEVICE void receive_pairs(Worker& me, uint4 (&got)[COUNT], At at) {
  u32 spins = 0;
  bool again;
#pragma unroll 1
  do {
    again = false;
#pragma unroll
    for (int i = 0; i < COUNT; ++i) got[i] = load_two(at(i));
#pragma unroll
    for (int i = 0; i < COUNT; ++i) again |= !is_of(got[i], me.epoch);
  } while (again && !give_up(me, spins));
}
// COUNT single packets of a lane; where `at(i)` is null there is none to wait for.
template <int COUNT, class At>
DEVICE void receive_ones(Worker& me, uint2 (&got)[COUNT], At at) {
  u32 spins = 0;
  bool again;
#pragma unroll 1
  do {
    again = false;
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
      if (at(i)) got[i] = load_one(at(i));
#pragma unroll
    for (int i = 0; i < COUNT; ++i) again |= at(i) && got[i].y != me.epoch;
  } while (again && !give_up(me, spins));
}
DEVICE uint4 receive_pair(Worker& me, const uint2* packets) {
  uint4 got;
  u32 spins = 0;
#pragma unroll 1
  do got = load_two(packets);
  while (!is_of(got, me.epoch) && !give_up(me, spins));
  return got;
}
DEVICE float receive(Worker& me, const uint2* packet) {
  uint2 got;
  u32 spins = 0;
#pragma unroll 1
  do got = load_one(packet);
  while (got.y != me.epoch && !give_up(me, spins));
  return as_float(got.x);
}
