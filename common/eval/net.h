/* SPDX-License-Identifier: MIT */
/* Neural nets: one hidden layer of logistic units, or several of rectified units, max(x, 0).
 * The outputs are logistic.  Pure.
 *
 * The code is written once on vectors of eight floats and compiled twice, for any machine and
 * for AVX2.  Sums are added in the same order and multiplications are not fused, so both
 * versions give bit-identical results. */
#ifndef EVAL_NET_H
#define EVAL_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_INPUTS_MAX 352u
#define NET_HIDDEN_MAX 512u
#define NET_HIDDEN_STEP 64u /* the number of units in a hidden layer is a multiple of this */
#define NET_OUTPUTS 5u
#define NET_BATCH 6u /* the most positions in one run */
/* The most hidden layers and weights of these.  The page sets lower limits. */
#ifndef NET_WEIGHTS_MAX
#define NET_LAYERS_MAX 4u
#define NET_WEIGHTS_MAX 655360u
#endif
#define NET_STORED_MAX                                                                         \
	(4u + 2u * NET_LAYERS_MAX +                                                            \
	    2u * (NET_WEIGHTS_MAX + NET_OUTPUTS * (NET_HIDDEN_MAX + 1u)))

/* The inputs that are not 0, in any order.  Each appears at most once. */
struct net_inputs {
	unsigned n;
	uint16_t at[NET_INPUTS_MAX];
	float value[NET_INPUTS_MAX];
};

struct net {
	float weight[NET_WEIGHTS_MAX]; /* indexed by net_at */
	float out[NET_OUTPUTS][NET_HIDDEN_MAX];
	float out_bias[NET_OUTPUTS];
	unsigned inputs, layers;
	unsigned size[NET_LAYERS_MAX]; /* units in each hidden layer */
	bool rectified;                /* false: logistic, with one hidden layer */
};

/* Returns whether this machine has AVX2. */
bool net_has_avx2(void);

/* Returns the number of inputs of a hidden layer: those of the net, or the units of the
 * previous layer and a constant 1, whose weights are the biases. */
static inline unsigned
net_rows(const struct net *n, unsigned layer)
{
	return layer == 0 ? n->inputs : n->size[layer - 1] + 1;
}

/* Returns where the weight from an input of a hidden layer to one of its units is.  The weights
 * of each NET_HIDDEN_STEP units are together, one row per input.  They fit in the processor's
 * cache while net_run calculates these units for all positions. */
static inline size_t
net_at(const struct net *n, unsigned layer, unsigned input, unsigned unit)
{
	const unsigned block = unit / NET_HIDDEN_STEP;
	size_t at = ((size_t)block * net_rows(n, layer) + input) * NET_HIDDEN_STEP +
		    unit % NET_HIDDEN_STEP;

	for (unsigned k = 0; k < layer; k++)
		at += (size_t)net_rows(n, k) * n->size[k];
	return at;
}

/* Runs the net for `count` positions, at most NET_BATCH.  The outputs of each are the same as
 * if it were run alone.  Stores the values of the last hidden layer for the last one in
 * hidden_out unless that is NULL.  Set avx2 only if net_has_avx2() is true. */
void net_run(const struct net *n, const struct net_inputs *x, unsigned count, bool avx2,
    float *hidden_out, float out[][NET_OUTPUTS]);

/* The stored form of one net, all little-endian: for rectified units, 0x8000 plus the number of
 * hidden layers; the number of inputs and the number of units in each hidden layer (16 bits
 * each); then the weights as 16-bit floats: those of each hidden layer, one row per input, and
 * those of each output, followed by the biases of the outputs. */
size_t net_stored_bytes(const struct net *n);
void net_write(const struct net *n, unsigned char *to);
/* Reads a net.  Returns the number of bytes read, or 0 if they are not a valid net. */
size_t net_read(struct net *n, const unsigned char *from, size_t bytes);

#endif
