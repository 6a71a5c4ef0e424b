// Owns the sizes of everything and the block's shared memory; what is left becomes the ring of weights.

// Shapes of matrices: the talker's qkv, o, gate_up, down; the predictor's and its heads; the talker's head; the
// projection.
constexpr int SHAPES = 11, PREDICTOR_SHAPES = 4;
enum { QKV = 0, OUT = 1, GATE_UP = 2, DOWN = 3, CODE_HEAD = 4, FIRST_HEAD = 9, PROJECTION = 10 };

struct Matrix {
  MatrixWeights weights;  // of this block
  u64 shape;
};
struct Shape {
  int tiles;       // of 8 rows, this block's; gate and up tiles take turns
  int first_row;   // of this block; of gate_up: of the gate
  int row_bytes;
  int up_rows;     // from a gate row to its up row, or 0
  int chunks;      // in a row
  int bytes;       // of a row in a chunk
};

constexpr int MATRICES = 1 + (PROJECTS ? 1 : 0) + PASSES * PREDICTOR_LAYERS * 4 + STEPS + TALKER_LAYERS * 4;

__device__ constexpr int most(int a, int b) { return a > b ? a : b; }
__device__ constexpr int tiles_of(int rows) { return (rows / 8 + BLOCKS - 1) / BLOCKS; }
template <class Stack>
__device__ constexpr int tiles_in() {
  return most(most(tiles_of(Stack::PROJECTED), tiles_of(Stack::CODES)),
              most(2 * tiles_of(Stack::FEED), tiles_of(Stack::WIDTH)));
}
constexpr int SUMS = 8 * most(tiles_in<Talker>() * SEQUENCES, tiles_in<Predictor>() * COLUMNS) + 2;  // 2: banks
// Two buffers of sums save a barrier for each product; many rows or columns leave room for one.
constexpr int SUM_BUFFERS = 2 * WARPS * SUMS * 4 <= SHARED_LIMIT / 8 ? 2 : 1;
__device__ constexpr int chunks_of(int inputs) { return (inputs * MATRIX_BYTES + CHUNK_BYTES - 1) / CHUNK_BYTES; }
constexpr int CHUNK_SHARE = (CHUNK_BYTES / 64 + WARPS - 1) / WARPS * UNIT;  // inputs of a warp in one chunk
// From a column of a warp's inputs to the next, which must not meet in one bank, where a lane reads 16 bytes or, for
// int8, 32; and all columns of any product.
__device__ constexpr int pitch_of(int inputs) {
  return ((chunks_of(inputs) * CHUNK_SHARE * WEIGHT_BYTES + 127) / 128 * 128 + (INT8 ? 16 : 64)) / WEIGHT_BYTES;
}
constexpr int INPUT_ROOM = most(SEQUENCES * pitch_of(most(most(TALKER_WIDTH, TALKER_FEED), Talker::ATTENDED)),
                                 COLUMNS * pitch_of(most(most(PREDICTOR_WIDTH, PREDICTOR_FEED), Predictor::ATTENDED)));
constexpr int OWN = tiles_of(LARGER_WIDTH) * 8;
constexpr int PART_BYTES = WARPS * GROUP * PARTIAL * 4;  // what its warps have seen of the talker's memory
constexpr int SCRATCH = PART_BYTES + most(SLICES * (DIMS + 2), PREDICTOR_SLOTS * (DIMS + 2)) * 4;

// With PROFILE the first thread of all sums up clocks by part of the work; else marks are nothing.
enum { GATHERING, MULTIPLYING, MEETING, FINISHING, HEARING, SCORING, MIXING, DRAWING, SLICING, MERGING, PARTS };
#ifdef PROFILE
#define MARK(part) mark(shared, me, part)
#else
#define MARK(part)
#endif

struct alignas(16) Shared {
  Frame table;
  Matrix matrices[MATRICES];
  alignas(16) weight inputs[WARPS][INPUT_ROOM];
  float sums[SUM_BUFFERS][WARPS][SUMS];
  float squares[2][COLUMNS][WARPS];
  float stream[COLUMNS][OWN];  // this block's rows of the stream before attention, and after it
  float middle[COLUMNS][OWN];
  Shape shapes[SHAPES];
  int drawn[SEQUENCES][BOOKS];
  int position[SEQUENCES], frame[SEQUENCES];
  alignas(16) u32 notes[2][3][WARPS];  // by which a block adds up or compares what its warps found
#ifdef PROFILE
  u32 marks[PARTS], last_mark;
#endif
  alignas(16) u8 scratch[SCRATCH];
};

#ifdef PROFILE
DEVICE void mark(Shared& shared, const Worker& me, int part) {
  if (me.thread) return;
  u32 now = (u32)clock64();
  shared.marks[part] += now - shared.last_mark;
  shared.last_mark = now;
}
#endif

// Chunks of weights in flight: as many as fit. Rows lie so that two of them never meet in one bank.
constexpr int ROW_PITCH = CHUNK_BYTES + 64;
constexpr int SLOT_BYTES = 8 * ROW_PITCH;
constexpr int ROOM = (SHARED_LIMIT - (int)sizeof(Shared) - 1024) / (SLOT_BYTES + 16), DEPTH = ROOM < 16 ? ROOM : 16;
static_assert(DEPTH >= 3, "not enough shared memory for these sizes");
struct alignas(16) Ring {
  char slots[DEPTH][SLOT_BYTES];
  u64 filled[DEPTH], emptied[DEPTH];
};

constexpr int MEMORY_BYTES =
    SEQUENCES * PREDICTOR_HEADS * (HEAD / DIMS) * PREDICTOR_LAYERS * PREDICTOR_SLOTS * (HEAD + DIMS) * WEIGHT_BYTES;
// What the host must know: bytes of shared memory, packets of the exchange, bytes of the predictor's memory, depth.
__device__ int facts[4] = {(int)(sizeof(Shared) + sizeof(Ring)), PACKETS, MEMORY_BYTES, DEPTH};
