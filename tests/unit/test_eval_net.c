/* SPDX-License-Identifier: MIT */
/* Nets with one and with several hidden layers. */
#include <math.h>

#include <sodium.h>

#include "base/rng.h"
#include "eval/net.h"
#include "tests/unit/test.h"

#define INPUTS 100u

/* The number of hidden layers, 0 for one logistic layer, and their sizes. */
static const unsigned SHAPES[][1 + NET_LAYERS_MAX] = {
	{ 0, 128 },
	{ 1, 128 },
	{ 2, 64, 192 },
	{ 3, 512, 512, 64 },
	{ 4, 512, 512, 256, 128 },
};

static struct net net, other;
static unsigned char bytes[NET_STORED_MAX], again[NET_STORED_MAX];

/* A number in -1..1 that a 16-bit float holds exactly. */
static float
number(struct rng *r)
{
	return ((float)rng_below(r, 2049) - 1024.0f) / 1024.0f;
}

/* Makes a net of random weights, so small that the values of all layers are of similar size. */
static void
make(struct net *n, const unsigned *shape, struct rng *r)
{
	n->rectified = shape[0] > 0;
	n->layers = shape[0] > 0 ? shape[0] : 1;
	n->inputs = INPUTS;
	for (unsigned k = 0; k < n->layers; k++)
		n->size[k] = shape[1 + k];
	for (unsigned k = 0; k < n->layers; k++)
		for (unsigned i = 0; i < net_rows(n, k); i++)
			for (unsigned h = 0; h < n->size[k]; h++)
				n->weight[net_at(n, k, i, h)] = number(r) / 8.0f;
	for (unsigned o = 0; o < NET_OUTPUTS; o++) {
		n->out_bias[o] = number(r);
		for (unsigned h = 0; h < n->size[n->layers - 1]; h++)
			n->out[o][h] = number(r) / 8.0f;
	}
}

static void
make_inputs(struct net_inputs *x, struct rng *r)
{
	x->n = 0;
	for (unsigned i = 0; i < INPUTS; i++) {
		if (i > 0 && rng_below(r, 2) == 0)
			continue;
		x->at[x->n] = (uint16_t)i;
		x->value[x->n++] = i == 0 ? 1.0f : number(r);
	}
}

static double
logistic(double x)
{
	return 1.0 / (1.0 + exp(-x));
}

/* Calculates the outputs from the stored form, which numbers the weights differently. */
static void
run_stored(const struct net *n, const struct net_inputs *x, double out[NET_OUTPUTS])
{
	const unsigned char *at = bytes + 2 * (n->rectified + 1u + n->layers);
	double value[NET_HIDDEN_MAX + 1] = { 0 }, next[NET_HIDDEN_MAX + 1];
	unsigned rows = n->inputs, units = 0;

	net_write(n, bytes);
	for (unsigned i = 0; i < x->n; i++)
		value[x->at[i]] = (double)x->value[i];
	for (unsigned k = 0; k <= n->layers; k++) {
		units = k < n->layers ? n->size[k] : NET_OUTPUTS;
		memset(next, 0, sizeof(next));
		for (unsigned i = 0; i < rows * units; i++, at += 2) {
			const unsigned half = at[0] | (unsigned)at[1] << 8;
			const double w =
			    ldexp(half % 1024 + 1024, (int)(half / 1024 % 32) - 25);
			/* the weights of the outputs are ordered by output, others by input */
			const unsigned from = k < n->layers ? i / units : i % n->size[k - 1];
			const unsigned to = k < n->layers ? i % units : i / n->size[k - 1];
			const bool bias = k == n->layers && i >= (rows - 1) * units;
			const double v = bias ? 1.0 : value[from];

			if (half % 0x8000 != 0)
				next[bias ? i - (rows - 1) * units : to] +=
				    v * (half & 0x8000 ? -w : w);
		}
		for (unsigned h = 0; h < units; h++)
			value[h] = k == n->layers || !n->rectified ? logistic(next[h])
				   : next[h] > 0                   ? next[h]
								   : 0;
		value[units] = 1.0;
		rows = units + 1;
	}
	assert_int_equal(at - bytes, net_stored_bytes(n));
	memcpy(out, value, NET_OUTPUTS * sizeof(*out));
}

TEST(outputs_are_those_of_a_plain_calculation)
{
	struct rng r;

	rng_seed(&r, 1);
	for (unsigned s = 0; s < ARRAY_LEN(SHAPES); s++) {
		make(&net, SHAPES[s], &r);
		for (unsigned i = 0; i < 5; i++) {
			struct net_inputs x;
			float out[1][NET_OUTPUTS];
			double want[NET_OUTPUTS];

			make_inputs(&x, &r);
			net_run(&net, &x, 1, net_has_avx2(), NULL, out);
			run_stored(&net, &x, want);
			for (unsigned o = 0; o < NET_OUTPUTS; o++)
				assert_true(fabs((double)out[0][o] - want[o]) < 1e-5);
		}
	}
}

TEST(outputs_are_the_same_on_every_machine_and_in_every_batch)
{
	char have[65], *at = have;
	unsigned char hash[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_state sum;
	struct rng r;

	rng_seed(&r, 2);
	(void)crypto_hash_sha256_init(&sum);
	for (unsigned s = 0; s < ARRAY_LEN(SHAPES); s++) {
		struct net_inputs x[NET_BATCH];
		float plain[NET_BATCH][NET_OUTPUTS], out[NET_BATCH][NET_OUTPUTS];

		make(&net, SHAPES[s], &r);
		for (unsigned p = 0; p < NET_BATCH; p++)
			make_inputs(&x[p], &r);
		for (unsigned p = 0; p < NET_BATCH; p++)
			net_run(&net, &x[p], 1, false, NULL, &plain[p]);
		for (unsigned n = 1; n <= NET_BATCH; n++)
			for (unsigned avx2 = 0; avx2 <= net_has_avx2(); avx2++) {
				memset(out, 0, sizeof(out));
				net_run(&net, x, n, avx2 != 0, NULL, out);
				assert_memory_equal(out, plain, n * sizeof(*out));
			}
		for (unsigned p = 0; p < NET_BATCH; p++)
			for (unsigned o = 0; o < NET_OUTPUTS; o++) {
				assert_true(plain[p][o] > 0.001f && plain[p][o] < 0.999f);
				(void)crypto_hash_sha256_update(&sum,
				    (const unsigned char *)&plain[p][o], sizeof(plain[p][o]));
			}
	}
	(void)crypto_hash_sha256_final(&sum, hash);
	for (unsigned i = 0; i < sizeof(hash); i++)
		at += snprintf(at, 3, "%02x", (unsigned)hash[i]);
	assert_string_equal(
	    have, "49360464b70ebbdc5bbeb0b11902d576ff2232e7aef2abcfcb72c47b9548edfe");
}

TEST(layers_that_copy_their_inputs_change_nothing)
{
	static const unsigned ONE[] = { 1, 192 };
	float out[2][1][NET_OUTPUTS], hidden[2][NET_HIDDEN_MAX];
	struct net_inputs x;
	struct rng r;

	rng_seed(&r, 3);
	make(&net, ONE, &r);
	make_inputs(&x, &r);
	net_run(&net, &x, 1, false, hidden[0], out[0]);
	for (net.layers = 2; net.layers <= NET_LAYERS_MAX; net.layers++) {
		const unsigned k = net.layers - 1;

		net.size[k] = ONE[1];
		for (unsigned i = 0; i < net_rows(&net, k); i++)
			for (unsigned h = 0; h < ONE[1]; h++)
				net.weight[net_at(&net, k, i, h)] = i == h ? 1.0f : 0.0f;
		net_run(&net, &x, 1, net_has_avx2(), hidden[1], out[1]);
		assert_memory_equal(hidden[0], hidden[1], ONE[1] * sizeof(float));
		assert_memory_equal(out[0], out[1], sizeof(out[0]));
	}
}

TEST(stored_nets_are_read_back)
{
	struct rng r;

	rng_seed(&r, 4);
	for (unsigned s = 0; s < ARRAY_LEN(SHAPES); s++) {
		struct net_inputs x;
		float out[2][1][NET_OUTPUTS];
		size_t n;

		make(&net, SHAPES[s], &r);
		n = net_stored_bytes(&net);
		assert_in_range(n, 1, NET_STORED_MAX);
		net_write(&net, bytes);
		memset(&other, 0xff, sizeof(other));
		assert_int_equal(net_read(&other, bytes, n), n);
		assert_int_equal(net_stored_bytes(&other), n);
		net_write(&other, again);
		assert_memory_equal(bytes, again, n);
		make_inputs(&x, &r);
		net_run(&net, &x, 1, false, NULL, out[0]);
		net_run(&other, &x, 1, false, NULL, out[1]);
		assert_memory_equal(out[0], out[1], sizeof(out[0]));
		for (size_t cut = 0; cut < n; cut = cut * 2 + 1)
			assert_int_equal(net_read(&other, bytes, cut), 0);
		assert_int_equal(net_read(&other, bytes, n - 1), 0);
	}
}

TEST(sizes_out_of_range_are_refused)
{
	static const uint16_t BAD[][2 + NET_LAYERS_MAX + 1] = {
		{ 0, 64 }, { NET_INPUTS_MAX + 1, 64 }, { 100, 0 }, { 100, 32 },
		{ 100, NET_HIDDEN_MAX + NET_HIDDEN_STEP }, { 0x8000, 100 },
		{ 0x8000 + NET_LAYERS_MAX + 1, 100, 64, 64, 64, 64, 64 }, { 0xffff, 100, 64 },
		{ 0x8002, 0, 64, 64 }, { 0x8002, NET_INPUTS_MAX + 1, 64, 64 },
		{ 0x8002, 100, 64, 0 }, { 0x8002, 100, 64, 65 },
		{ 0x8002, 100, NET_HIDDEN_MAX + NET_HIDDEN_STEP, 64 },
		{ 0x8004, NET_INPUTS_MAX, 512, 512, 512, 512 }, /* too many weights */
	};
	static const uint16_t GOOD[] = { 0x8002, 100, 64, 64 };

	memset(bytes, 0, sizeof(bytes));
	memcpy(bytes, GOOD, sizeof(GOOD));
	assert_true(net_read(&net, bytes, sizeof(bytes)) > 0);
	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		memcpy(bytes, BAD[i], sizeof(BAD[i]));
		assert_int_equal(net_read(&net, bytes, sizeof(bytes)), 0);
	}
}
