/* SPDX-License-Identifier: MIT */
/* A net with one hidden layer, both layers logistic.  Pure.
 *
 * Every operation is written once, on vectors of eight floats, and compiled twice: for any
 * machine and for AVX2.  Sums are taken in the same order and products are not fused, so both
 * give the same bits. */
#ifndef EVAL_NET_H
#define EVAL_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_INPUTS_MAX 352u
#define NET_HIDDEN_MAX 512u
#define NET_HIDDEN_STEP 64u /* the number of hidden units is a multiple of it */
#define NET_OUTPUTS 5u

/* Inputs that are not 0, in any order; an input is given once. */
struct net_inputs {
	unsigned n;
	uint16_t at[NET_INPUTS_MAX];
	float value[NET_INPUTS_MAX];
};

struct net {
	unsigned inputs, hidden;
	float in[NET_INPUTS_MAX * NET_HIDDEN_MAX]; /* row of `hidden` weights for each input */
	float out[NET_OUTPUTS][NET_HIDDEN_MAX];
	float out_bias[NET_OUTPUTS];
};

/* Whether this machine has AVX2. */
bool net_has_avx2(void);

/* Runs the net; hidden_out gets the values of the hidden units.  avx2: only where there is. */
void net_run(const struct net *n, const struct net_inputs *x, bool avx2,
    float hidden_out[NET_HIDDEN_MAX], float out[NET_OUTPUTS]);

/* One net in its stored form: weights as 16-bit floats, little-endian; inputs and hidden
 * units first, 16 bits each. */
size_t net_stored_bytes(const struct net *n);
void net_write(const struct net *n, unsigned char *to);
/* How many bytes were read; 0 when they are no net. */
size_t net_read(struct net *n, const unsigned char *from, size_t bytes);

#endif
