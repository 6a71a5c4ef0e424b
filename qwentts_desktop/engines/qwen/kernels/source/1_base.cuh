// Owns the sizes, the number formats and the arguments that every part of the frame kernel shares.
//
// One launch makes one frame of B sequences: code 0, the predictor's fifteen codes, and the talker's next step.
// One block runs on each multiprocessor for the whole frame. Sizes come as macros, so that every loop bound is known
// to the compiler. Columns are the tokens that go through a product together: one for each sequence, two in the
// predictor's first pass.
//
//   BLOCKS, THREADS            the grid; THREADS work, and one warp more feeds them
//   CHUNK_BYTES                of a row that are fetched at once
//   SEQUENCES, COLUMNS         B, and the most columns that a product meets
//   SHARED_LIMIT               bytes of shared memory that a block may have
//   SPINS                      tries after which a reader gives up
//   IN_FLIGHT                  chunks of weights that a block waits for at a time
//   TALKER_*, PREDICTOR_*      WIDTH, FEED, LAYERS, HEADS, KV_HEADS, CODES of both stacks
//   HEAD, STEPS                width of a head; codes that the predictor makes
//   WEIGHTS_F32                weights are fp32 instead of bf16: for tests against exact arithmetic
//   WEIGHTS_INT8               matrices are int8 with a scale a row; vectors and tables stay what they are

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;

#define DEVICE static __device__ __forceinline__
#define DEVICE_METHOD __device__ __forceinline__
constexpr int WARPS = THREADS / 32;
constexpr float EPS = NORM_EPS;
constexpr float NOTHING = -1e30f;  // below every score; finite, so that differences stay numbers
constexpr bool PROJECTS = TALKER_WIDTH != PREDICTOR_WIDTH;
constexpr bool TWO_IN_FIRST = 2 * SEQUENCES <= COLUMNS;  // hidden and code 0 go through the predictor together

#ifdef WEIGHTS_F32
typedef float weight;
constexpr int WEIGHT_BYTES = 4;
constexpr int VALUES_A_PACKET = 1;
#else
typedef u16 weight;  // bf16: the upper half of a float
constexpr int WEIGHT_BYTES = 2;
constexpr int VALUES_A_PACKET = 2;
#endif
#ifdef WEIGHTS_INT8
constexpr bool INT8 = true;
#else
constexpr bool INT8 = false;
#endif
constexpr int MATRIX_BYTES = INT8 ? 1 : WEIGHT_BYTES;  // of a weight in a matrix
constexpr int UNIT = 64 / MATRIX_BYTES;                // weights of one row in one unit

struct Talker {
  static constexpr int WIDTH = TALKER_WIDTH, FEED = TALKER_FEED, LAYERS = TALKER_LAYERS, HEADS = TALKER_HEADS,
                       KV_HEADS = TALKER_KV_HEADS, CODES = TALKER_CODES, ATTENDED = HEADS * HEAD,
                       PROJECTED = (HEADS + 2 * KV_HEADS) * HEAD;
};
struct Predictor {
  static constexpr int WIDTH = PREDICTOR_WIDTH, FEED = PREDICTOR_FEED, LAYERS = PREDICTOR_LAYERS,
                       HEADS = PREDICTOR_HEADS, KV_HEADS = PREDICTOR_KV_HEADS, CODES = PREDICTOR_CODES,
                       ATTENDED = HEADS * HEAD, PROJECTED = (HEADS + 2 * KV_HEADS) * HEAD;
};
constexpr int BOOKS = STEPS + 1;
constexpr int PASSES = TWO_IN_FIRST ? STEPS : STEPS + 1;
constexpr int PREDICTOR_SLOTS = STEPS + 1;
// Attention is dealt in as many items at any batch: parts of heads and of memory grow with the sequences.
constexpr int DIMS = SEQUENCES * 16 < HEAD ? SEQUENCES * 16 : HEAD;  // of a head that one item makes
constexpr int SLICES = 16 / SEQUENCES;                               // into which the talker's positions are dealt

// Addresses and sizes, 8 bytes each, in device memory; the host fills it in this order. Integers are int64, what is
// not a weight is fp32.
struct MatrixWeights {
  u64 rows;
#ifdef WEIGHTS_INT8
  u64 scales;  // fp32, of its rows
#endif
  DEVICE_METHOD MatrixWeights from_row(s64 row, s64 row_bytes) const {
    MatrixWeights rest = *this;
    rest.rows += row * row_bytes;
#ifdef WEIGHTS_INT8
    rest.scales += row * 4;
#endif
    return rest;
  }
};
struct LayerWeights {
  u64 input_norm;
  MatrixWeights qkv;
  u64 q_norm, k_norm;
  MatrixWeights o;
  u64 post_norm;
  MatrixWeights gate_up, down;
};
struct Frame {
  LayerWeights talker[TALKER_LAYERS];
  LayerWeights predictor[PREDICTOR_LAYERS];
  u64 talker_cache[TALKER_LAYERS];           // [B, S, 2 Hkv, d]: keys, then values
  u64 talker_norm;
  MatrixWeights talker_head;
  u64 predictor_norm;
  MatrixWeights predictor_heads;             // [15, CODES, WIDTH]
  u64 talker_embedding, predictor_embedding; // [V + 15 * CODES, WIDTH] each
  MatrixWeights projection;                  // talker's hidden to predictor's width, where they differ
  u64 projection_bias;
  u64 talker_cosines, talker_sines;          // [S, d] fp32, sines negated in the first half
  u64 predictor_cosines, predictor_sines;
  u64 hidden;                                // [B, D]: after the talker's last token, in and out
  u64 text, text_length;                     // [B, S, D], [B]
  u64 position, frame, codes;                // [B], [B], [B, 16]
  u64 keys, last_seen, window, min_frames;   // [B, F, 16], [B, V], [B], [B]
  u64 last_rank, inverse_temperature, top_p; // [B, 2] each: of code 0, of the others
  u64 noise_scale, penalty, allowed;         // [B, 16], [B], [B, V]
  u64 exchange, memory, control;             // packets; predictor's keys and values; epoch and error
  s64 cache_slots, text_slots, key_slots, eos;
};
