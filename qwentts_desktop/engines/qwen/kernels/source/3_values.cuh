// Owns how numbers are read, written and added up within a warp.

DEVICE float as_float(u32 bits) { return __uint_as_float(bits); }
DEVICE float low_half(u32 pair) { return as_float(pair << 16); }
DEVICE float high_half(u32 pair) { return as_float(pair & 0xffff0000u); }

// The first row of a codebook in a stacked embedding.
DEVICE s64 first_code_row(int book) { return book == 0 ? 0 : TALKER_CODES + (book - 1) * PREDICTOR_CODES; }

// Two neighbouring weights as floats; `index` is even.
DEVICE float2 weight_pair(const weight* values, s64 index) {
#ifdef WEIGHTS_F32
  return *reinterpret_cast<const float2*>(values + index);
#else
  u32 pair = *reinterpret_cast<const u32*>(values + index);
  return make_float2(low_half(pair), high_half(pair));
#endif
}
DEVICE void store_pair(weight* values, s64 index, float2 pair) {
#ifdef WEIGHTS_F32
  *reinterpret_cast<float2*>(values + index) = pair;
#else
  *reinterpret_cast<u32*>(values + index) = pack_halves(pair.x, pair.y);
#endif
}
// What a value becomes when it is stored as a weight.
DEVICE float rounded(float value) {
#ifdef WEIGHTS_F32
  return value;
#else
  return low_half(pack_halves(value, 0.0f));
#endif
}

// Four int8 as two pairs of bf16, exactly. Below 0x43, seven bits read as 128 and what they say; a sign alone reads as
// 128 or 256, which has to go again.
DEVICE uint2 widen(u32 four) {
  u32 low = __byte_perm(four, 0x43434343, 0x4140), high = __byte_perm(four, 0x43434343, 0x4342);
  return make_uint2(add_halves(low & 0xff7fff7f, (low & 0x00800080) | 0xc300c300),
                    add_halves(high & 0xff7fff7f, (high & 0x00800080) | 0xc300c300));
}
// The i-th of four.
DEVICE float from_int8(u32 four, int i) { return (float)((int)(four << (24 - 8 * i)) >> 24); }

DEVICE float sum_of_warp(float value) {
#pragma unroll
  for (int step = 16; step; step >>= 1) value += __shfl_xor_sync(~0u, value, step);
  return value;
}
template <int COUNT>
DEVICE void sums_of_warp(float (&values)[COUNT]) {
#pragma unroll
  for (int step = 16; step; step >>= 1)
#pragma unroll
    for (int i = 0; i < COUNT; ++i) values[i] += __shfl_xor_sync(~0u, values[i], step);
}

// Two neighbouring weights as they lie in memory: a load that nobody has waited for yet.
#ifdef WEIGHTS_F32
typedef float2 PairBits;
DEVICE float2 as_pair(PairBits bits) { return bits; }
#else
typedef u32 PairBits;
DEVICE float2 as_pair(PairBits bits) { return make_float2(low_half(bits), high_half(bits)); }
#endif
DEVICE PairBits pair_bits(u64 weights, int index) { return *global<const PairBits>(weights + (u64)index * WEIGHT_BYTES); }

DEVICE float load_weight(const weight* from) {
#ifdef WEIGHTS_F32
  return *from;
#else
  return low_half(*from);
#endif
}
DEVICE void store_weight(weight* to, float value) {
#ifdef WEIGHTS_F32
  *to = value;
#else
  *to = (weight)pack_halves(value, 0.0f);
#endif
}
