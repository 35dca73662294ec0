/* SPDX-License-Identifier: MIT */
/* See net.h.  Cost with 128 hidden units and 80 inputs: about half a microsecond. */
#include "eval/net.h"

#include <string.h>

typedef float vec __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t ivec __attribute__((vector_size(32), aligned(4), may_alias));

#define LANES 8u
#define TILE_VECTORS 8u /* vectors whose sums are kept in registers: NET_HIDDEN_STEP units */

#define SPLAT(x)                                                                               \
	{                                                                                      \
		(x), (x), (x), (x), (x), (x), (x), (x)                                         \
	}

#define INLINE static inline __attribute__((always_inline))

/* Computes 1 / (1 + e^-x) of each lane: e^-x = 2^k * 2^f with |f| <= 1/2, by the power series
 * of 2^f. */
INLINE void
logistic(vec *at)
{
	static const float SERIES[] = { 1.5403530e-4f, 1.3333558e-3f, 9.6181291e-3f,
		5.5504109e-2f, 2.4022651e-1f, 6.9314718e-1f, 1.0f };
	const vec top = SPLAT(40.0f), minus = SPLAT(-1.44269504f), half = SPLAT(64.5f);
	const ivec shift = SPLAT(64), bias = SPLAT(127);
	ivec over = *at > top, under = *at < -top, k;
	vec x =
	    (vec)((over & (ivec)top) | (under & (ivec)-top) | (~(over | under) & *(ivec *)at));
	vec t = x * minus, f, e = SPLAT(SERIES[0]);

	k = __builtin_convertvector(t + half, ivec) - shift;
	f = t - __builtin_convertvector(k, vec);
	for (unsigned i = 1; i < 7; i++)
		e = e * f + SERIES[i];
	e *= (vec)((k + bias) << 23);
	*at = 1.0f / (1.0f + e);
}

/* Sums up half a block of hidden units in registers of 16 bytes, of which there are too few for
 * a whole block. */
INLINE void
half_block_sum(const struct net_inputs *x, const float *weights, vec sum[TILE_VECTORS / 2])
{
	vec a, b, c, d;

	a = b = c = d = (vec)SPLAT(0.0f);
	for (unsigned i = 0; i < x->n; i++) {
		const vec *row = (const vec *)(weights + x->at[i] * NET_HIDDEN_STEP);
		const float v = x->value[i];

		a += row[0] * v;
		b += row[1] * v;
		c += row[2] * v;
		d += row[3] * v;
	}
	sum[0] = a, sum[1] = b, sum[2] = c, sum[3] = d;
}

/* Sums up a whole block of hidden units in registers of 32 bytes. */
INLINE void
block_sum(const struct net_inputs *x, const float *weights, vec sum[TILE_VECTORS])
{
	vec a, b, c, d, e, f, g, k;

	a = b = c = d = e = f = g = k = (vec)SPLAT(0.0f);
	for (unsigned i = 0; i < x->n; i++) {
		const vec *row = (const vec *)(weights + x->at[i] * NET_HIDDEN_STEP);
		const float v = x->value[i];

		a += row[0] * v;
		b += row[1] * v;
		c += row[2] * v;
		d += row[3] * v;
		e += row[4] * v;
		f += row[5] * v;
		g += row[6] * v;
		k += row[7] * v;
	}
	sum[0] = a, sum[1] = b, sum[2] = c, sum[3] = d;
	sum[4] = e, sum[5] = f, sum[6] = g, sum[7] = k;
}

INLINE void
run(const struct net *n, const struct net_inputs *x, unsigned count, bool avx2, float *hidden,
    float out[][NET_OUTPUTS])
{
	vec total[NET_BATCH_MAX][NET_OUTPUTS] = { 0 };

	for (unsigned h = 0; h < n->hidden; h += NET_HIDDEN_STEP)
		for (unsigned p = 0; p < count; p++) {
			const float *weights = &n->in[net_weight_index(n, 0, h)];
			vec sum[TILE_VECTORS];

			if (avx2) {
				block_sum(&x[p], weights, sum);
			} else {
				half_block_sum(&x[p], weights, sum);
				half_block_sum(&x[p], weights + NET_HIDDEN_STEP / 2,
				    sum + TILE_VECTORS / 2);
			}
			for (unsigned t = 0; t < TILE_VECTORS; t++)
				logistic(&sum[t]);
			for (unsigned o = 0; o < NET_OUTPUTS; o++)
				for (unsigned t = 0; t < TILE_VECTORS; t++)
					total[p][o] +=
					    *(const vec *)&n->out[o][h + t * LANES] * sum[t];
			if (hidden != NULL)
				memcpy(hidden + h, sum, sizeof(sum));
		}
	for (unsigned p = 0; p < count; p++) {
		vec last = SPLAT(0.0f);

		for (unsigned o = 0; o < NET_OUTPUTS; o++) {
			last[o] = n->out_bias[o];
			for (unsigned i = 0; i < LANES; i++)
				last[o] += total[p][o][i];
		}
		logistic(&last);
		memcpy(out[p], &last, sizeof(out[p]));
	}
}

static void
run_plain(const struct net *n, const struct net_inputs *x, unsigned count, float *hidden,
    float out[][NET_OUTPUTS])
{
	run(n, x, count, false, hidden, out);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
run_avx2(const struct net *n, const struct net_inputs *x, unsigned count, float *hidden,
    float out[][NET_OUTPUTS])
{
	run(n, x, count, true, hidden, out);
}

bool
net_has_avx2(void)
{
	return __builtin_cpu_supports("avx2") != 0;
}
#else
#define run_avx2 run_plain

bool
net_has_avx2(void)
{
	return false;
}
#endif

void
net_run(const struct net *n, const struct net_inputs *x, unsigned count, bool avx2,
    float *hidden_out, float out[][NET_OUTPUTS])
{
	if (avx2)
		run_avx2(n, x, count, hidden_out, out);
	else
		run_plain(n, x, count, hidden_out, out);
}

/* ---- the stored form ---- */

/* difference between the exponent biases of 32-bit and 16-bit floats */
#define EXPONENT_BIAS_DIFFERENCE 112

/* Rounds to the nearest 16-bit float.  Values that are too small become 0, values that are too
 * large become the largest. */
static uint16_t
float_to_half(float f)
{
	uint32_t bits, sign, body;

	memcpy(&bits, &f, sizeof(bits));
	sign = bits >> 16 & 0x8000u;
	body = (bits & 0x7fffffffu) + 0x1000u;
	if (body < (uint32_t)(EXPONENT_BIAS_DIFFERENCE + 1) << 23)
		return (uint16_t)sign;
	body = (body >> 13) - ((uint32_t)EXPONENT_BIAS_DIFFERENCE << 10);
	return (uint16_t)(sign | (body > 0x7bffu ? 0x7bffu : body));
}

static float
half_to_float(uint16_t half)
{
	uint32_t body = half & 0x7fffu, bits;
	float f;

	bits = (uint32_t)(half & 0x8000u) << 16;
	if (body != 0)
		bits |= (body + ((uint32_t)EXPONENT_BIAS_DIFFERENCE << 10)) << 13;
	memcpy(&f, &bits, sizeof(f));
	return f;
}

static size_t
weight_count(unsigned inputs, unsigned hidden)
{
	return (size_t)inputs * hidden + (size_t)NET_OUTPUTS * hidden + NET_OUTPUTS;
}

static unsigned char *
put(unsigned char *to, unsigned v)
{
	to[0] = (unsigned char)(v & 255u);
	to[1] = (unsigned char)(v >> 8 & 255u);
	return to + 2;
}

static uint16_t
read_u16(const unsigned char *from)
{
	return (uint16_t)(from[0] | from[1] << 8);
}

size_t
net_stored_bytes(const struct net *n)
{
	return 4 + 2 * weight_count(n->inputs, n->hidden);
}

void
net_write(const struct net *n, unsigned char *to)
{
	to = put(put(to, n->inputs), n->hidden);
	for (unsigned i = 0; i < n->inputs; i++)
		for (unsigned h = 0; h < n->hidden; h++)
			to = put(to, float_to_half(n->in[net_weight_index(n, i, h)]));
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		for (unsigned h = 0; h < n->hidden; h++)
			to = put(to, float_to_half(n->out[o][h]));
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		to = put(to, float_to_half(n->out_bias[o]));
}

size_t
net_read(struct net *n, const unsigned char *from, size_t bytes)
{
	if (bytes < 4)
		return 0;
	n->inputs = read_u16(from);
	n->hidden = read_u16(from + 2);
	if (n->inputs == 0 || n->inputs > NET_INPUTS_MAX || n->hidden == 0 ||
	    n->hidden > NET_HIDDEN_MAX || n->hidden % NET_HIDDEN_STEP != 0 ||
	    bytes < net_stored_bytes(n))
		return 0;
	from += 4;
	for (unsigned i = 0; i < n->inputs; i++)
		for (unsigned h = 0; h < n->hidden; h++, from += 2)
			n->in[net_weight_index(n, i, h)] = half_to_float(read_u16(from));
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		for (unsigned h = 0; h < n->hidden; h++, from += 2)
			n->out[o][h] = half_to_float(read_u16(from));
	for (unsigned o = 0; o < NET_OUTPUTS; o++, from += 2)
		n->out_bias[o] = half_to_float(read_u16(from));
	return net_stored_bytes(n);
}
