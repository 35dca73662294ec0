/* SPDX-License-Identifier: MIT */
/* The client's telnet: see telnet.h.  Owns nothing; linear.  An option is answered only when it changes
 * something, so no exchange of answers can go on for ever. */
#include "telnet.h"

enum { /* struct telnet.state */
	AT_DATA,
	AT_IAC,
	AT_OPTION,
	AT_SUB,
	AT_SUB_IAC,
};

enum {
	SE = 240,
	SB = 250,
	WILL = 251,
	WONT = 252,
	DO = 253,
	DONT = 254,
	IAC = 255,
	OPTION_ECHO = 1,
	OPTION_SGA = 3,
};

static void
answer(uint8_t verb, uint8_t option, uint8_t *out, size_t *len)
{
	out[(*len)++] = IAC;
	out[(*len)++] = verb;
	out[(*len)++] = option;
}

/* The server's ECHO and SGA are welcome; we do nothing that it could ask us to do. */
static void
option_got(struct telnet *t, uint8_t option, uint8_t *out, size_t *len)
{
	bool *known = option == OPTION_ECHO ? &t->echo : option == OPTION_SGA ? &t->sga : NULL;
	bool on = t->verb == WILL;

	if (t->verb == DO)
		answer(WONT, option, out, len);
	else if (known == NULL && on)
		answer(DONT, option, out, len);
	if (t->verb == DO || t->verb == DONT || known == NULL || *known == on)
		return;
	*known = on;
	answer(on ? DO : DONT, option, out, len);
}

/* One byte; true when it is text. */
static bool
byte_got(struct telnet *t, uint8_t byte, uint8_t *out, size_t *len)
{
	switch (t->state) {
	case AT_DATA:
		if (byte == IAC) {
			t->state = AT_IAC;
			return false;
		}
		if (byte == 0)
			return false;
		return true;
	case AT_IAC:
		t->state = byte == SB ? AT_SUB : byte >= WILL && byte <= DONT ? AT_OPTION : AT_DATA;
		t->verb = byte;
		return byte == IAC;
	case AT_OPTION:
		t->state = AT_DATA;
		option_got(t, byte, out, len);
		return false;
	case AT_SUB:
		if (byte == IAC)
			t->state = AT_SUB_IAC;
		return false;
	case AT_SUB_IAC:
		t->state = byte == SE ? AT_DATA : AT_SUB;
		return false;
	}
	return false;
}

size_t
telnet_filter(struct telnet *t, const uint8_t *in, size_t n, char *text_out, uint8_t *answer_out,
    size_t *answer_len)
{
	size_t len = 0;

	*answer_len = 0;
	for (size_t i = 0; i < n; i++)
		if (byte_got(t, in[i], answer_out, answer_len))
			text_out[len++] = (char)in[i];
	return len;
}

size_t
telnet_line(const char *text, size_t n, uint8_t *out)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		out[len++] = (uint8_t)text[i];
		if (out[len - 1] == IAC)
			out[len++] = IAC;
	}
	out[len++] = '\r';
	out[len++] = '\n';
	return len;
}
