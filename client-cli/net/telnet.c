/* SPDX-License-Identifier: MIT */
/* The client's telnet: see telnet.h.  Owns no memory; linear in the input.  An option is
 * answered only if it changes something, so negotiation cannot loop. */
#include "telnet.h"

enum { /* struct telnet.state */
	STATE_DATA,
	STATE_IAC,
	STATE_OPTION,
	STATE_SUBNEGOTIATION,
	STATE_SUBNEGOTIATION_IAC,
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
	OPTION_NAWS = 31,
};

static void
write_answer(uint8_t verb, uint8_t option, uint8_t *out, size_t *len)
{
	out[(*len)++] = IAC;
	out[(*len)++] = verb;
	out[(*len)++] = option;
}

/* Handles DO and DONT: the only thing we can do is send the window size. */
static void
handle_do_dont(struct telnet *t, uint8_t option, uint8_t *out, size_t *len)
{
	bool on = t->verb == DO;

	if (option != OPTION_NAWS || !t->has_window) {
		if (on)
			write_answer(WONT, option, out, len);
		return;
	}
	if (on != t->naws)
		write_answer(on ? WILL : WONT, option, out, len);
	t->naws = on;
}

/* Handles WILL and WONT: ECHO and SGA are accepted. */
static void
handle_option(struct telnet *t, uint8_t option, uint8_t *out, size_t *len)
{
	bool *known = option == OPTION_ECHO ? &t->echo : option == OPTION_SGA ? &t->sga : NULL;
	bool on = t->verb == WILL;

	if (t->verb == DO || t->verb == DONT) {
		handle_do_dont(t, option, out, len);
		return;
	}
	if (known == NULL && on)
		write_answer(DONT, option, out, len);
	if (known == NULL || *known == on)
		return;
	*known = on;
	write_answer(on ? DO : DONT, option, out, len);
}

/* Processes a byte.  Returns true if the byte is text. */
static bool
take_byte(struct telnet *t, uint8_t byte, uint8_t *out, size_t *len)
{
	switch (t->state) {
	case STATE_DATA:
		if (byte == IAC) {
			t->state = STATE_IAC;
			return false;
		}
		if (byte == 0)
			return false;
		return true;
	case STATE_IAC:
		t->state = byte == SB                     ? STATE_SUBNEGOTIATION
			   : byte >= WILL && byte <= DONT ? STATE_OPTION
							  : STATE_DATA;
		t->verb = byte;
		return byte == IAC;
	case STATE_OPTION:
		t->state = STATE_DATA;
		handle_option(t, byte, out, len);
		return false;
	case STATE_SUBNEGOTIATION:
		if (byte == IAC)
			t->state = STATE_SUBNEGOTIATION_IAC;
		return false;
	case STATE_SUBNEGOTIATION_IAC:
		t->state = byte == SE ? STATE_DATA : STATE_SUBNEGOTIATION;
		return false;
	}
	return false;
}

size_t
telnet_filter(struct telnet *t, const uint8_t *in, size_t n, char *text_out,
    uint8_t *answer_out, size_t *answer_len)
{
	size_t len = 0;

	*answer_len = 0;
	for (size_t i = 0; i < n; i++)
		if (take_byte(t, in[i], answer_out, answer_len))
			text_out[len++] = (char)in[i];
	return len;
}

/* Appends a data byte; IAC is doubled. */
static void
write_data_byte(uint8_t byte, uint8_t *out, size_t *len)
{
	out[(*len)++] = byte;
	if (byte == IAC)
		out[(*len)++] = IAC;
}

size_t
telnet_window_size(unsigned columns, unsigned rows, uint8_t *out)
{
	const unsigned size[] = { columns, rows };
	size_t len = 0;

	write_answer(SB, OPTION_NAWS, out, &len);
	for (unsigned i = 0; i < 2; i++) {
		write_data_byte((uint8_t)(size[i] >> 8), out, &len);
		write_data_byte((uint8_t)size[i], out, &len);
	}
	out[len++] = IAC;
	out[len++] = SE;
	return len;
}

size_t
telnet_encode_line(const char *text, size_t n, uint8_t *out)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		write_data_byte((uint8_t)text[i], out, &len);
	out[len++] = '\r';
	out[len++] = '\n';
	return len;
}
