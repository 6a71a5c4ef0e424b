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
            if (step >= 0 && step < length) windows[((row * length + step) * taps + tap) * quads + quad] = value;
        }
    }
}

// History moves on: its new content is the older taps of the last `dilation` windows.
extern "C" __global__ void codec_advance(const float4* windows, float4* history, int batch, int length, int quads,
                                         int taps, int dilation, int history_stride) {
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

extern "C" __global__ void codec_beside(float4* product, const float4* x, const float4* bias, int total, int quads) {
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
// Grid (heads, batch), THREADS threads, of which each head_size ones make a group; up to MOST_FRAMES queries.
// qkv: [B, F, 3, H, hd], what a rotation mixes side by side; rotation: [B, F, 3, hd / 2], queries first;
// ring: [B, R, 2, H, hd], row stride given; mask: [B, F, R], added; slots: [B, F]; result: [B, F, H, hd].
constexpr int THREADS = 128, MOST_FRAMES = 16;

extern "C" __global__ void __launch_bounds__(THREADS)
codec_attend(const float2* qkv, const float2* rotation, float* ring, const float* mask, const long long* slots,
             float* result, int frames, int head_size, int ring_length, int ring_stride) {
    extern __shared__ float shared[];
    float* queries = shared;                               // [MOST_FRAMES, hd]
    float* scores = queries + MOST_FRAMES * head_size;     // [MOST_FRAMES, R]
    float* partial = scores + MOST_FRAMES * ring_length;   // [THREADS / hd, MOST_FRAMES, hd]
    const int head = blockIdx.x, heads = gridDim.x, row = blockIdx.y, half = head_size / 2;
    const int thread = threadIdx.x, slot_stride = 2 * heads * head_size;
    float* keys = ring + (long long)row * ring_stride + head * head_size;
    float* values = keys + heads * head_size;
    const float scale = rsqrtf((float)head_size);

    for (int i = thread; i < frames * half; i += THREADS) {
        const int frame = i / half, pair = i % half, at = row * frames + frame;
        const float2 turn = rotation[at * 3 * half + pair];
        const float2* of_head = qkv + ((long long)at * 3 * heads + head) * half + pair;
        const float2 q = of_head[0], k = of_head[heads * half], v = of_head[2 * heads * half];
        queries[frame * head_size + 2 * pair] = (q.x * turn.x - q.y * turn.y) * scale;
        queries[frame * head_size + 2 * pair + 1] = (q.x * turn.y + q.y * turn.x) * scale;
        const long long place = slots[at] * slot_stride + 2 * pair;
        *(float2*)(keys + place) = make_float2(k.x * turn.x - k.y * turn.y, k.x * turn.y + k.y * turn.x);
        *(float2*)(values + place) = v;
    }
    __syncthreads();

    for (int slot = thread; slot < ring_length; slot += THREADS) {
        const float4* key = (const float4*)(keys + slot * slot_stride);
        float sums[MOST_FRAMES] = {};
        for (int i = 0; i < head_size / 4; ++i) {
            const float4 k = key[i];
#pragma unroll
            for (int f = 0; f < MOST_FRAMES; ++f)
                if (f < frames) {
                    const float4 q = *(const float4*)(queries + f * head_size + 4 * i);
                    sums[f] += q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
                }
        }
#pragma unroll
        for (int f = 0; f < MOST_FRAMES; ++f)
            if (f < frames)
                scores[f * ring_length + slot] = sums[f] + mask[(row * frames + f) * ring_length + slot];
    }
    __syncthreads();

    const int lane = thread % 32;
    for (int f = thread / 32; f < frames; f += THREADS / 32) {
        float* of_frame = scores + f * ring_length;
        float most = -3.4e38f, sum = 0.0f;
        for (int s = lane; s < ring_length; s += 32) most = fmaxf(most, of_frame[s]);
        for (int apart = 16; apart; apart /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, apart));
        for (int s = lane; s < ring_length; s += 32) sum += of_frame[s] = expf(of_frame[s] - most);
        for (int apart = 16; apart; apart /= 2) sum += __shfl_xor_sync(~0u, sum, apart);
        for (int s = lane; s < ring_length; s += 32) of_frame[s] /= sum;
    }
    __syncthreads();

    const int group = thread / head_size, groups = THREADS / head_size, channel = thread % head_size;
    float sums[MOST_FRAMES] = {};
#pragma unroll 4
    for (int slot = group; slot < ring_length; slot += groups) {
        const float v = values[slot * slot_stride + channel];
#pragma unroll
        for (int f = 0; f < MOST_FRAMES; ++f)
            if (f < frames) sums[f] += scores[f * ring_length + slot] * v;
    }
#pragma unroll
    for (int f = 0; f < MOST_FRAMES; ++f)
        if (f < frames) partial[(group * MOST_FRAMES + f) * head_size + channel] = sums[f];
    __syncthreads();
    for (int i = thread; i < frames * head_size; i += THREADS) {
        float sum = 0.0f;
        for (int g = 0; g < groups; ++g) sum += partial[g * MOST_FRAMES * head_size + i];
        const int frame = i / head_size;
        result[((row * frames + frame) * heads + head) * head_size + i % head_size] = sum;
    }
}
