/* SPDX-License-Identifier: MIT */
/* A neural net with one hidden layer; both layers are logistic.  Pure.
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
#define NET_HIDDEN_STEP 64u /* the number of hidden units is a multiple of this */
#define NET_OUTPUTS 5u
#define NET_BATCH_MAX 6u /* the most positions in one run */

/* The inputs that are not 0, in any order.  Each appears at most once. */
struct net_inputs {
	unsigned n;
	uint16_t at[NET_INPUTS_MAX];
	float value[NET_INPUTS_MAX];
};

struct net {
	unsigned inputs, hidden;
	float in[NET_INPUTS_MAX * NET_HIDDEN_MAX]; /* indexed by net_weight_index */
	float out[NET_OUTPUTS][NET_HIDDEN_MAX];
	float out_bias[NET_OUTPUTS];
};

/* Returns whether this machine has AVX2. */
bool net_has_avx2(void);

/* Returns the index in `in` of the weight from an input to a hidden unit.  The weights of each
 * NET_HIDDEN_STEP units are together, one row per input.  They fit in the processor's cache
 * while net_run calculates these units for all positions. */
static inline size_t
net_weight_index(const struct net *n, unsigned input, unsigned unit)
{
	const unsigned block = unit / NET_HIDDEN_STEP;

	return ((size_t)block * n->inputs + input) * NET_HIDDEN_STEP + unit % NET_HIDDEN_STEP;
}

/* Runs the net for `count` positions, at most NET_BATCH_MAX.  The outputs for a position do not
 * depend on the others.  Stores the hidden units' values for the last position in hidden_out
 * unless that is NULL.  Set avx2 only if net_has_avx2() is true. */
void net_run(const struct net *n, const struct net_inputs *x, unsigned count, bool avx2,
    float *hidden_out, float out[][NET_OUTPUTS]);

/* The stored form of one net: the numbers of inputs and hidden units in 16 bits each, then the
 * weights as 16-bit floats, all little-endian. */
size_t net_stored_bytes(const struct net *n);
void net_write(const struct net *n, unsigned char *to);
/* Reads a net.  Returns the number of bytes read, or 0 if they are not a valid net. */
size_t net_read(struct net *n, const unsigned char *from, size_t bytes);

#endif
