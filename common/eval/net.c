/* SPDX-License-Identifier: MIT */
/* See net.h.  Cost with 128 hidden units and 80 inputs: about half a microsecond. */
#include "eval/net.h"

#include <string.h>

typedef float vec __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t ivec __attribute__((vector_size(32), aligned(4), may_alias));

#define LANES 8u
#define TILE 8u /* vectors whose sums are kept in registers: NET_HIDDEN_STEP units */
#define PART 4u /* positions in one run of several layers; more would need much stack */

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

/* The inputs of a layer that are not 0. */
struct signals {
	unsigned n;
	const uint16_t *at;
	const float *value;
};

/* Calculates the sums of one block of units of a layer, beginning with unit h, for one
 * position. */
INLINE void
block_run(
    const struct net *n, unsigned layer, const struct signals *x, unsigned h, vec sum[TILE])
{
	const float *weights = &n->weight[net_at(n, layer, 0, h)];
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
rectify(vec *at)
{
	*at = (vec)((*at > 0.0f) & *(ivec *)at);
}

/* The units of a hidden layer that are not 0, and a constant 1. */
struct active {
	uint16_t at[NET_HIDDEN_MAX + 1];
	float value[NET_HIDDEN_MAX + 1];
};

/* Calculates a layer of rectified units.  x: the inputs of the layer; afterwards its units, in
 * `active`.  The inputs may be in `active` too. */
INLINE void
layer(const struct net *n, unsigned k, struct signals *x, unsigned count, struct active *active)
{
	vec unit[PART][NET_HIDDEN_MAX / LANES];

	for (unsigned h = 0; h < n->size[k]; h += NET_HIDDEN_STEP)
		for (unsigned p = 0; p < count; p++) {
			vec sum[TILE];

			block_run(n, k, &x[p], h, sum);
			for (unsigned t = 0; t < TILE; t++)
				rectify(&sum[t]);
			memcpy(&unit[p][h / LANES], sum, sizeof(sum));
		}
	for (unsigned p = 0; p < count; p++) {
		struct active *to = &active[p];
		unsigned some = 1;

		to->at[0] = (uint16_t)n->size[k];
		to->value[0] = 1.0f;
		for (unsigned h = 0; h < n->size[k]; h++) {
			const float v = unit[p][h / LANES][h % LANES];

			to->at[some] = (uint16_t)h;
			to->value[some] = v;
			some += v != 0.0f;
		}
		x[p] = (struct signals){ some, to->at, to->value };
	}
}

/* Calculates the last hidden layer, whose inputs are x, and the outputs. */
INLINE void
last_layer(const struct net *n, const struct signals *x, unsigned count, float *hidden,
    float out[][NET_OUTPUTS])
{
	const unsigned k = n->layers - 1;
	vec total[NET_BATCH][NET_OUTPUTS] = { 0 };

	for (unsigned h = 0; h < n->size[k]; h += NET_HIDDEN_STEP)
		for (unsigned p = 0; p < count; p++) {
			vec sum[TILE];

			block_run(n, k, &x[p], h, sum);
			for (unsigned t = 0; t < TILE; t++)
				if (n->rectified)
					rectify(&sum[t]);
				else
					logistic(&sum[t]);
			for (unsigned o = 0; o < NET_OUTPUTS; o++)
				for (unsigned t = 0; t < TILE; t++)
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
layer_plain(
    const struct net *n, unsigned k, struct signals *x, unsigned count, struct active *active)
{
	layer(n, k, x, count, active);
}

static void
last_layer_plain(const struct net *n, const struct signals *x, unsigned count, float *hidden,
    float out[][NET_OUTPUTS])
{
	last_layer(n, x, count, hidden, out);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
layer_avx2(
    const struct net *n, unsigned k, struct signals *x, unsigned count, struct active *active)
{
	layer(n, k, x, count, active);
}

__attribute__((target("avx2"))) static void
last_layer_avx2(const struct net *n, const struct signals *x, unsigned count, float *hidden,
    float out[][NET_OUTPUTS])
{
	last_layer(n, x, count, hidden, out);
}

bool
net_has_avx2(void)
{
	return __builtin_cpu_supports("avx2") != 0;
}
#else
#define layer_avx2 layer_plain
#define last_layer_avx2 last_layer_plain

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
	const unsigned most = n->layers > 1 ? PART : NET_BATCH;
	struct active active[PART];
	struct signals s[NET_BATCH];

	for (unsigned from = 0, part; from < count; from += part) {
		part = count - from < most ? count - from : most;
		for (unsigned p = 0; p < part; p++)
			s[p] = (struct signals){ x[from + p].n, x[from + p].at,
				x[from + p].value };
		for (unsigned k = 0; k < NET_LAYERS_MAX - 1 && k + 1 < n->layers; k++)
			(avx2 ? layer_avx2 : layer_plain)(n, k, s, part, active);
		(avx2 ? last_layer_avx2 : last_layer_plain)(n, s, part, hidden_out, out + from);
	}
}

/* ---- the stored form ---- */

/* difference between the exponent biases of 32-bit and 16-bit floats */
#define EXPONENT_BIAS 112

/* Rounds to the nearest 16-bit float.  Values that are too small become 0, values that are too
 * large become the largest. */
static uint16_t
half_of(float f)
{
	uint32_t bits, sign, body;

	memcpy(&bits, &f, sizeof(bits));
	sign = bits >> 16 & 0x8000u;
	body = (bits & 0x7fffffffu) + 0x1000u;
	if (body < (uint32_t)(EXPONENT_BIAS + 1) << 23)
		return (uint16_t)sign;
	body = (body >> 13) - ((uint32_t)EXPONENT_BIAS << 10);
	return (uint16_t)(sign | (body > 0x7bffu ? 0x7bffu : body));
}

static float
float_of(uint16_t half)
{
	uint32_t body = half & 0x7fffu, bits;
	float f;

	bits = (uint32_t)(half & 0x8000u) << 16;
	if (body != 0)
		bits |= (body + ((uint32_t)EXPONENT_BIAS << 10)) << 13;
	memcpy(&f, &bits, sizeof(f));
	return f;
}

static unsigned char *
put(unsigned char *to, unsigned v)
{
	to[0] = (unsigned char)(v & 255u);
	to[1] = (unsigned char)(v >> 8 & 255u);
	return to + 2;
}

static unsigned char *
put_floats(unsigned char *to, const float *f, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		to = put(to, half_of(f[i]));
	return to;
}

static uint16_t
read_u16(const unsigned char *from)
{
	return (uint16_t)(from[0] | from[1] << 8);
}

/* Not inlined: the page would have three copies of it. */
__attribute__((noinline)) static const unsigned char *
read_floats(const unsigned char *from, float *f_out, unsigned n)
{
	for (unsigned i = 0; i < n; i++, from += 2)
		f_out[i] = float_of(read_u16(from));
	return from;
}

#define RECTIFIED 0x8000u /* in the first number of the stored form */

/* Returns the number of weights of the hidden layers. */
static size_t
weights_of(const struct net *n)
{
	size_t sum = 0;

	for (unsigned k = 0; k < n->layers; k++)
		sum += (size_t)net_rows(n, k) * n->size[k];
	return sum;
}

static size_t
header_bytes(const struct net *n)
{
	return 2 * (n->rectified + 1u + n->layers);
}

size_t
net_stored_bytes(const struct net *n)
{
	return header_bytes(n) +
	       2 * (weights_of(n) + NET_OUTPUTS * (n->size[n->layers - 1] + 1u));
}

void
net_write(const struct net *n, unsigned char *to)
{
	if (n->rectified)
		to = put(to, RECTIFIED + n->layers);
	to = put(to, n->inputs);
	for (unsigned k = 0; k < n->layers; k++)
		to = put(to, n->size[k]);
	for (unsigned k = 0; k < n->layers; k++)
		for (unsigned i = 0; i < net_rows(n, k); i++)
			for (unsigned h = 0; h < n->size[k]; h += NET_HIDDEN_STEP)
				to = put_floats(
				    to, &n->weight[net_at(n, k, i, h)], NET_HIDDEN_STEP);
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		to = put_floats(to, n->out[o], n->size[n->layers - 1]);
	(void)put_floats(to, n->out_bias, NET_OUTPUTS);
}

/* Reads the numbers of layers, inputs and units.  Returns false if they are out of range. */
static bool
read_sizes(struct net *n, const unsigned char *from, size_t bytes)
{
	if (bytes < 4)
		return false;
	n->rectified = read_u16(from) >= RECTIFIED;
	n->layers = n->rectified ? read_u16(from) - RECTIFIED : 1;
	if (n->layers == 0 || n->layers > NET_LAYERS_MAX || bytes < header_bytes(n))
		return false;
	from += n->rectified ? 2 : 0;
	n->inputs = read_u16(from);
	for (unsigned k = 0; k < n->layers; k++) {
		n->size[k] = read_u16(from += 2);
		if (n->size[k] == 0 || n->size[k] > NET_HIDDEN_MAX ||
		    n->size[k] % NET_HIDDEN_STEP != 0)
			return false;
	}
	return n->inputs > 0 && n->inputs <= NET_INPUTS_MAX && weights_of(n) <= NET_WEIGHTS_MAX;
}

size_t
net_read(struct net *n, const unsigned char *from, size_t bytes)
{
	if (!read_sizes(n, from, bytes) || bytes < net_stored_bytes(n))
		return 0;
	from += header_bytes(n);
	for (unsigned k = 0; k < n->layers; k++)
		for (unsigned i = 0; i < net_rows(n, k); i++)
			for (unsigned h = 0; h < n->size[k]; h += NET_HIDDEN_STEP)
				from = read_floats(
				    from, &n->weight[net_at(n, k, i, h)], NET_HIDDEN_STEP);
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		from = read_floats(from, n->out[o], n->size[n->layers - 1]);
	(void)read_floats(from, n->out_bias, NET_OUTPUTS);
	return net_stored_bytes(n);
}
