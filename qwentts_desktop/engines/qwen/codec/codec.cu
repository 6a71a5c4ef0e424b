// What lies between the matrix products of the codec's decoder, one kernel each. All fp32, channels last.
// Four neighbouring channels are one float4; `quads` is the number of channels over four.

__device__ float snake(float x, float bias, float frequency, float inverse_magnitude) {
    x += bias;
    const float wave = sinf(x * frequency);
    return fmaf(wave * wave, inverse_magnitude, x);
}

// constants: [3, quads] bias, frequency, inverse magnitude.
__device__ float4 snake4(float4 x, const float4* constants, int quads, int quad) {
    const float4 b = constants[quad], f = constants[quads + quad], m = constants[2 * quads + quad];
    return make_float4(snake(x.x, b.x, f.x, m.x), snake(x.y, b.y, f.y, m.y), snake(x.z, b.z, f.z, m.z),
                       snake(x.w, b.w, f.w, m.w));
}

// Each sample of history + snake(x) is made once and written to every window that holds it.
// x: [B, T, C]; history: [B, context, C]; windows: [B, T, taps, C].
extern "C" __global__ void codec_windows(const float4* x, const float4* history, const float4* constants,
                                         float4* windows, int batch, int length, int quads, int taps,
                                         int dilation, int history_stride) {
    const int context = (taps - 1) * dilation, samples = context + length;
    const int total = batch * samples * quads;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        const int quad = i % quads, sample = i / quads % samples, row = i / quads / samples;
        float4 value;
        if (sample < context) {
            value = history[row * history_stride + sample * quads + quad];
        } else {
            value = x[(row * length + sample - context) * quads + quad];
            if (constants) value = snake4(value, constants, quads, quad);
        }
        for (int tap = 0; tap < taps; ++tap) {
            const int step = sample - tap * dilation;
            if (step < 0 || step >= length) continue;
            windows[((row * length + step) * taps + tap) * quads + quad] = value;
        }
    }
}

// History moves on: its new content is the older taps of the last `dilation` windows.
extern "C" __global__ void codec_advance(const float4* windows, float4* history, int batch, int length,
                                         int quads, int taps, int dilation, int history_stride) {
    const int context = (taps - 1) * dilation, total = batch * context * quads;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        const int quad = i % quads, sample = i / quads % context, row = i / quads / context;
        const int step = length - dilation + sample % dilation, tap = sample / dilation + 1;
        history[row * history_stride + sample * quads + quad] =
            windows[((row * length + step) * taps + tap) * quads + quad];
    }
}

extern "C" __global__ void codec_snake(float4* product, const float4* constants, int total, int quads) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x)
        product[i] = snake4(product[i], constants, quads, i % quads);
}

extern "C" __global__ void codec_beside(float4* product, const float4* x, const float4* bias, int total,
                                        int quads) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        const float4 a = product[i], b = bias[i % quads], c = x[i];
        product[i] = make_float4(a.x + b.x + c.x, a.y + b.y + c.y, a.z + b.z + c.z, a.w + b.w + c.w);
    }
}

__device__ float gelu(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678118654752f)); }

extern "C" __global__ void codec_gelu(float4* product, const float4* bias, int total, int quads) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        const float4 a = product[i], b = bias[i % quads];
        product[i] = make_float4(gelu(a.x + b.x), gelu(a.y + b.y), gelu(a.z + b.z), gelu(a.w + b.w));
    }
}

__device__ float gated(float gate, float up) { return gate / (1.0f + expf(-gate)) * up; }

// gate_up: [rows, 2, quads]; result: [rows, quads].
extern "C" __global__ void codec_gated(const float4* gate_up, float4* result, int total, int quads) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        const int at = i / quads * 2 * quads + i % quads;
        const float4 g = gate_up[at], u = gate_up[at + quads];
        result[i] = make_float4(gated(g.x, u.x), gated(g.y, u.y), gated(g.z, u.z), gated(g.w, u.w));
    }
}

// Attention of one head of one row: rotate, put keys and values into the ring, attend to the window.
// Grid (heads, batch), ATTEND_THREADS threads, up to MOST_FRAMES queries. Loads are made in batches, for what
// this kernel waits for is memory's latency, not its width.
// qkv: [B, F, 3, H, HEAD], what a rotation mixes side by side; rotation: [B, F, 3, HEAD / 2], queries first;
// ring: [B, R, 2, H, HEAD], row stride given; mask: [B, F, R], added; slots: [B, F]; result: [B, F, H, HEAD].
constexpr int ATTEND_THREADS = 256, MOST_FRAMES = 16, BATCH = 11;

template <int HEAD>
__device__ void attend(const float2* qkv, const float2* rotation, float* ring, const float* mask,
                       const long long* slots, float* result, int frames, int ring_length, int ring_stride) {
    extern __shared__ float shared[];
    float* queries = shared;                              // [MOST_FRAMES, HEAD]
    float* scores = queries + MOST_FRAMES * HEAD;         // [MOST_FRAMES, R]
    float* partial = scores + MOST_FRAMES * ring_length;  // [ATTEND_THREADS / HEAD, MOST_FRAMES, HEAD]
    constexpr int half = HEAD / 2;
    const int head = blockIdx.x, heads = gridDim.x, row = blockIdx.y, thread = threadIdx.x;
    const int slot_stride = 2 * heads * HEAD;
    float* keys = ring + (long long)row * ring_stride + head * HEAD;
    float* values = keys + heads * HEAD;
    const float scale = rsqrtf((float)HEAD);

    for (int i = thread; i < frames * half; i += ATTEND_THREADS) {
        const int frame = i / half, pair = i % half, at = row * frames + frame;
        const float2 turn = rotation[at * 3 * half + pair];
        const float2* of_head = qkv + ((long long)at * 3 * heads + head) * half + pair;
        const float2 q = of_head[0], k = of_head[heads * half], v = of_head[2 * heads * half];
        queries[frame * HEAD + 2 * pair] = (q.x * turn.x - q.y * turn.y) * scale;
        queries[frame * HEAD + 2 * pair + 1] = (q.x * turn.y + q.y * turn.x) * scale;
        const long long place = slots[at] * slot_stride + 2 * pair;
        *(float2*)(keys + place) = make_float2(k.x * turn.x - k.y * turn.y, k.x * turn.y + k.y * turn.x);
        *(float2*)(values + place) = v;
    }
    __syncthreads();

    for (int first = 0; first < 2 * ring_length; first += ATTEND_THREADS) {  // two threads share a key
        const int slot = min((first + thread) / 2, ring_length - 1), part = thread % 2;
        const float4* key = (const float4*)(keys + slot * slot_stride) + part * (HEAD / 8);
        float4 k[HEAD / 8];
#pragma unroll
        for (int i = 0; i < HEAD / 8; ++i) k[i] = key[i];
        for (int f = 0; f < frames; ++f) {
            const float4* query = (const float4*)(queries + f * HEAD) + part * (HEAD / 8);
            float sum = 0.0f;
#pragma unroll
            for (int i = 0; i < HEAD / 8; ++i) {
                const float4 q = query[i];
                sum += q.x * k[i].x + q.y * k[i].y + q.z * k[i].z + q.w * k[i].w;
            }
            sum += __shfl_xor_sync(~0u, sum, 1);
            if (part == 0)
                scores[f * ring_length + slot] = sum + mask[(row * frames + f) * ring_length + slot];
        }
    }
    __syncthreads();

    const int lane = thread % 32;
    for (int f = thread / 32; f < frames; f += ATTEND_THREADS / 32) {
        float* of_frame = scores + f * ring_length;
        float most = -3.4e38f, sum = 0.0f;
        for (int s = lane; s < ring_length; s += 32) most = fmaxf(most, of_frame[s]);
        for (int apart = 16; apart; apart /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, apart));
        for (int s = lane; s < ring_length; s += 32) sum += of_frame[s] = expf(of_frame[s] - most);
        for (int apart = 16; apart; apart /= 2) sum += __shfl_xor_sync(~0u, sum, apart);
        for (int s = lane; s < ring_length; s += 32) of_frame[s] /= sum;
    }
    __syncthreads();

    constexpr int groups = ATTEND_THREADS / HEAD;
    const int group = thread / HEAD, channel = thread % HEAD;
    float sums[MOST_FRAMES] = {};
    for (int first = group; first < ring_length; first += groups * BATCH) {
        float v[BATCH];
#pragma unroll
        for (int i = 0; i < BATCH; ++i) {
            const int slot = min(first + i * groups, ring_length - 1);
            v[i] = values[slot * slot_stride + channel];
        }
#pragma unroll
        for (int f = 0; f < MOST_FRAMES; ++f)
            if (f < frames)
#pragma unroll
                for (int i = 0; i < BATCH; ++i) {
                    const int slot = first + i * groups;
                    if (slot < ring_length) sums[f] += scores[f * ring_length + slot] * v[i];
                }
    }
#pragma unroll
    for (int f = 0; f < MOST_FRAMES; ++f)
        if (f < frames) partial[(group * MOST_FRAMES + f) * HEAD + channel] = sums[f];
    __syncthreads();
    for (int i = thread; i < frames * HEAD; i += ATTEND_THREADS) {
        float sum = 0.0f;
        for (int g = 0; g < groups; ++g) sum += partial[g * MOST_FRAMES * HEAD + i];
        result[((row * frames + i / HEAD) * heads + head) * HEAD + i % HEAD] = sum;
    }
}

#define ATTEND(HEAD)                                                                                      \
    extern "C" __global__ void __launch_bounds__(ATTEND_THREADS) codec_attend_##HEAD(                     \
        const float2* qkv, const float2* rotation, float* ring, const float* mask, const long long* slots, \
        float* result, int frames, int ring_length, int ring_stride) {                                    \
        attend<HEAD>(qkv, rotation, ring, mask, slots, result, frames, ring_length, ring_stride);         \
    }
ATTEND(16)
ATTEND(32)
ATTEND(64)
ATTEND(128)
