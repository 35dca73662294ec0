/* SPDX-License-Identifier: MIT */
/* Reads and writes lists within acts.  Pure; linear. */
#include "tourney/text.h"

#include <string.h>

/* Parses an entry number.  Returns false, consuming nothing, if there is none. */
static bool
read_entry(const char **at, entry_no *e_out)
{
	const char *p = *at;
	unsigned v = 0;

	while (*p >= '0' && *p <= '9' && v < TOURNEY_ENTRIES_MAX)
		v = v * 10 + (unsigned)(*p++ - '0');
	if (p == *at || v >= TOURNEY_ENTRIES_MAX)
		return false;
	*at = p;
	*e_out = (entry_no)v;
	return true;
}

/* Skips the single blank between list elements.  Also returns true at the end of the list. */
static bool
skip_separator(const char **at)
{
	if (**at == '\0')
		return true;
	if (**at != ' ' || (*at)[1] == '\0')
		return false;
	(*at)++;
	return true;
}

bool
order_next(struct order_reader *r, entry_no *e_out)
{
	if (r->bad || *r->at == '\0')
		return false;
	r->bad = !read_entry(&r->at, e_out) || !skip_separator(&r->at);
	return !r->bad;
}

unsigned
order_read(const char *text, entry_no *out)
{
	struct order_reader r = { text, false };
	unsigned n = 0;
	entry_no e;

	for (; order_next(&r, &e); n++)
		if (out != NULL)
			out[n] = e;
	return n;
}

void
order_write(const entry_no *order, unsigned n, struct sbuf *out)
{
	for (unsigned i = 0; i < n; i++) {
		if (i > 0)
			sbuf_addc(out, ' ');
		sbuf_addi(out, order[i]);
	}
}

bool
pairs_next(struct pairs_reader *r, entry_no *a_out, entry_no *b_out)
{
	static const char bye[] = "bye=";

	if (r->bad || *r->at == '\0')
		return false;
	if (strncmp(r->at, bye, strlen(bye)) == 0) {
		r->at += strlen(bye);
		*b_out = ENTRY_NOBODY;
		r->bad = !read_entry(&r->at, a_out);
	} else {
		r->bad =
		    !read_entry(&r->at, a_out) || *r->at++ != '-' || !read_entry(&r->at, b_out);
	}
	r->bad = r->bad || !skip_separator(&r->at);
	return !r->bad;
}
