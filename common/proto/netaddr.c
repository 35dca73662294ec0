/* SPDX-License-Identifier: MIT */
/* Numeric addresses: pure, owns nothing, linear in the text.  The rooms of the domain have no
 * sockets, so inet_pton is not theirs. */
#include "proto/netaddr.h"

#include <string.h>

#include "base/hex.h"

#define GROUPS 8u

/* A decimal number up to most, without leading zeros, of up to 3 digits; moves *at behind it.
 */
static bool
read_decimal(const char **at, unsigned most, unsigned *value_out)
{
	const char *p = *at;
	unsigned value = 0;

	while (*p >= '0' && *p <= '9' && p - *at < 3)
		value = value * 10 + (unsigned)(*p++ - '0');
	if (p == *at || value > most || (**at == '0' && p - *at > 1) ||
	    (*p >= '0' && *p <= '9'))
		return false;
	*at = p;
	*value_out = value;
	return true;
}

static bool
read_v4(const char **at, uint8_t bytes[4])
{
	const char *p = *at;

	for (unsigned i = 0; i < 4; i++) {
		unsigned value;

		if (i > 0 && *p++ != '.')
			return false;
		if (!read_decimal(&p, 255, &value))
			return false;
		bytes[i] = (uint8_t)value;
	}
	*at = p;
	return true;
}

/* What has been read of an IPv6 address. */
struct v6 {
	uint8_t bytes[16];
	unsigned groups; /* read */
	int gap;         /* groups before "::", -1 none */
};

static bool
add_group(struct v6 *v, unsigned value)
{
	if (v->groups == GROUPS)
		return false;
	v->bytes[2 * v->groups] = (uint8_t)(value >> 8);
	v->bytes[2 * v->groups + 1] = (uint8_t)value;
	v->groups++;
	return true;
}

static bool
is_end(char c)
{
	return c == '\0' || c == '/';
}

/* The IPv4 tail of an IPv6 address. */
static bool
add_v4(struct v6 *v, const char **at)
{
	uint8_t bytes[4];

	return read_v4(at, bytes) && is_end(**at) &&
	       add_group(v, (unsigned)bytes[0] << 8 | bytes[1]) &&
	       add_group(v, (unsigned)bytes[2] << 8 | bytes[3]);
}

/* One to four hexadecimal digits, or the IPv4 tail. */
static bool
read_group(struct v6 *v, const char **at)
{
	const char *p = *at;
	unsigned value = 0;

	while (hex_digit(*p) >= 0 && p - *at < 4)
		value = value << 4 | (unsigned)hex_digit(*p++);
	if (*p == '.')
		return add_v4(v, at);
	if (p == *at || hex_digit(*p) >= 0)
		return false;
	*at = p;
	return add_group(v, value);
}

/* "::" stands for at least one group of zeros. */
static bool
close_gap(struct v6 *v)
{
	unsigned behind;

	if (v->gap < 0)
		return v->groups == GROUPS;
	if (v->groups >= GROUPS)
		return false;
	behind = v->groups - (unsigned)v->gap;
	memmove(v->bytes + 16 - 2 * behind, v->bytes + 2 * v->gap, (size_t)2 * behind);
	memset(v->bytes + 2 * v->gap, 0, (size_t)2 * (GROUPS - v->groups));
	return true;
}

static bool
read_v6(const char **at, uint8_t bytes[16])
{
	struct v6 v = { .gap = -1 };
	const char *p = *at;

	while (!is_end(*p)) {
		if (p[0] == ':' && p[1] == ':') {
			if (v.gap >= 0)
				return false;
			v.gap = (int)v.groups;
			p += 2;
		} else if (v.groups > 0 && v.gap != (int)v.groups && *p++ != ':') {
			return false;
		} else if (!read_group(&v, &p)) {
			return false;
		}
	}
	if (!close_gap(&v))
		return false;
	memcpy(bytes, v.bytes, sizeof(v.bytes));
	*at = p;
	return true;
}

static bool
read_bits(const char *p, struct netaddr *a)
{
	unsigned bits;

	if (*p == '\0')
		return true;
	if (*p++ != '/' || !read_decimal(&p, a->bits, &bits) || *p != '\0')
		return false;
	a->bits = (uint8_t)bits;
	return true;
}

/* ::ffff:a.b.c.d is how an IPv6 socket shows an IPv4 peer (RFC 4291, 2.5.5.2). */
static void
undress(struct netaddr *a)
{
	static const uint8_t clothes[12] = { [10] = 0xff, [11] = 0xff };

	if (a->family != 6 || a->bits < 96 || memcmp(a->bytes, clothes, sizeof(clothes)) != 0)
		return;
	a->family = 4;
	a->bits = (uint8_t)(a->bits - 96);
	memmove(a->bytes, a->bytes + 12, 4);
	memset(a->bytes + 4, 0, 12);
}

static void
clear_behind(struct netaddr *a)
{
	for (unsigned bit = a->bits; bit < 128; bit++)
		a->bytes[bit / 8] &= (uint8_t) ~(0x80u >> (bit % 8));
}

bool
netaddr_parse(const char *text, struct netaddr *out)
{
	struct netaddr a = { .family = 4, .bits = 32 };
	const char *p = text;

	if (!read_v4(&p, a.bytes) || !is_end(*p)) {
		p = text;
		a = (struct netaddr){ .family = 6, .bits = 128 };
		if (!read_v6(&p, a.bytes))
			return false;
	}
	if (!read_bits(p, &a))
		return false;
	undress(&a);
	clear_behind(&a);
	*out = a;
	return true;
}

bool
netaddr_has(const struct netaddr *network, const struct netaddr *other)
{
	unsigned whole = network->bits / 8u;
	unsigned rest = network->bits % 8u;

	if (network->family != other->family || other->bits < network->bits ||
	    memcmp(network->bytes, other->bytes, whole) != 0)
		return false;
	return rest == 0 || (network->bytes[whole] ^ other->bytes[whole]) >> (8 - rest) == 0;
}

static unsigned
group_of(const struct netaddr *a, unsigned i)
{
	return (unsigned)a->bytes[2 * i] << 8 | a->bytes[2 * i + 1];
}

/* The first of the longest runs of at least two zero groups; GROUPS when there is none. */
static unsigned
longest_zeros(const struct netaddr *a, unsigned *n_out)
{
	unsigned best = GROUPS, n = 1;

	for (unsigned i = 0; i < GROUPS; i++) {
		unsigned k = i;

		while (k < GROUPS && group_of(a, k) == 0)
			k++;
		if (k - i > n) {
			best = i;
			n = k - i;
		}
	}
	*n_out = n;
	return best;
}

static void
v6_text(const struct netaddr *a, struct sbuf *out)
{
	unsigned n;
	unsigned gap = longest_zeros(a, &n);

	for (unsigned i = 0; i < GROUPS; i++) {
		if (i == gap) {
			sbuf_add(out, "::");
			i += n - 1;
			continue;
		}
		if (i > 0 && (gap == GROUPS || i != gap + n))
			sbuf_addc(out, ':');
		sbuf_addf(out, "%x", group_of(a, i));
	}
}

void
netaddr_text(const struct netaddr *a, struct sbuf *out)
{
	if (a->family == 4)
		sbuf_addf(
		    out, "%u.%u.%u.%u", a->bytes[0], a->bytes[1], a->bytes[2], a->bytes[3]);
	else
		v6_text(a, out);
	if (a->bits != (a->family == 4 ? 32 : 128))
		sbuf_addf(out, "/%u", a->bits);
}
