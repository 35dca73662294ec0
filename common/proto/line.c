/* SPDX-License-Identifier: MIT */
/* Splits bytes into lines: see line.h.  Owns no memory; takes a few nanoseconds per byte and
 * reads each byte once.
 *
 * Telnet commands (RFC 854, 1073, 1143) are removed wherever they occur, even between CR and
 * LF.  A subnegotiation is discarded, except the window size if it was requested.  Every
 * LINE_SUB_MAX bytes of a subnegotiation count as one error, which limits a subnegotiation that
 * never ends. */
#include "proto/line.h"

#include "base/check.h"

enum { /* values of line_reader.state */
	AT_DATA,
	AT_IAC,
	AT_OPTION, /* the verb has been read */
	AT_SUB,
	AT_SUB_IAC,
};
_Static_assert(AT_SUB_IAC + 1 == LINE_STATES, "of line.h");

enum {
	TELNET_SE = 240,
	TELNET_SB = 250,
	TELNET_WILL = 251,
	TELNET_WONT = 252,
	TELNET_DO = 253,
	TELNET_DONT = 254,
	TELNET_IAC = 255,
	OPTION_ECHO = 1,
	OPTION_NAWS = 31,
};

static void
line_data(struct line_reader *r, uint8_t byte, char *buf)
{
	r->after_cr = false;
	if (byte == 0 || r->overlong)
		return;
	if (r->len == LINE_BYTES_MAX) {
		r->overlong = true;
		r->len = 0;
		return;
	}
	buf[r->len++] = (char)byte;
}

static enum line_event
line_end(struct line_reader *r, char *buf, struct line_step *step)
{
	if (r->overlong) {
		r->overlong = false;
		return LINE_OVERLONG;
	}
	buf[r->len] = '\0';
	step->len = r->len;
	r->len = 0;
	return LINE_READY;
}

static enum line_event
at_data(struct line_reader *r, uint8_t byte, char *buf, struct line_step *step)
{
	if (byte == TELNET_IAC) {
		r->state = AT_IAC;
		return LINE_MORE;
	}
	if (r->after_cr && (byte == '\n' || byte == 0)) {
		r->after_cr = false;
		return LINE_MORE;
	}
	if (byte != '\r' && byte != '\n') {
		line_data(r, byte, buf);
		return LINE_MORE;
	}
	r->after_cr = byte == '\r';
	return line_end(r, buf, step);
}

static void
at_iac(struct line_reader *r, uint8_t byte, char *buf)
{
	r->state = AT_DATA;
	if (byte == TELNET_IAC) {
		line_data(r, byte, buf);
	} else if (byte == TELNET_SB) {
		r->state = AT_SUB;
		r->sub_len = r->sub_kept = 0;
	} else if (byte >= TELNET_WILL) {
		r->state = AT_OPTION;
		r->verb = byte;
	}
}

static enum line_event
at_option(struct line_reader *r, uint8_t option, struct line_step *step)
{
	r->state = AT_DATA;
	if (option == OPTION_ECHO || r->verb == TELNET_WONT || r->verb == TELNET_DONT ||
	    (option == OPTION_NAWS && r->verb == TELNET_WILL && r->window))
		return LINE_MORE;
	step->reply[0] = TELNET_IAC;
	step->reply[1] = r->verb == TELNET_WILL ? TELNET_DONT : TELNET_WONT;
	step->reply[2] = option;
	return LINE_REPLY;
}

static enum line_event
sub_end(struct line_reader *r, struct line_step *step)
{
	r->state = AT_DATA;
	if (!r->window || r->sub_kept != LINE_WINDOW || r->sub[0] != OPTION_NAWS)
		return LINE_MORE;
	step->columns = r->sub[1] * 256u + r->sub[2];
	step->rows = r->sub[3] * 256u + r->sub[4];
	return LINE_SIZE;
}

/* Stores a byte of a subnegotiation with telnet escaping removed: a doubled IAC is one byte
 * 255, any other byte after IAC is an error. */
static void
sub_keep(struct line_reader *r, uint8_t byte)
{
	bool plain = r->state == AT_SUB ? byte != TELNET_IAC : byte == TELNET_IAC;

	if (r->state == AT_SUB && !plain)
		return;
	if (plain && r->sub_kept < LINE_WINDOW)
		r->sub[r->sub_kept++] = byte;
	else
		r->sub_kept = LINE_WINDOW + 1;
}

static enum line_event
at_sub(struct line_reader *r, uint8_t byte, struct line_step *step)
{
	if (r->state == AT_SUB_IAC && byte == TELNET_SE)
		return sub_end(r, step);
	sub_keep(r, byte);
	r->state = r->state == AT_SUB && byte == TELNET_IAC ? AT_SUB_IAC : AT_SUB;
	if (r->sub_len++ < LINE_SUB_MAX)
		return LINE_MORE;
	r->sub_len = 0;
	return LINE_TELNET_ERROR;
}

static enum line_event
line_byte(struct line_reader *r, uint8_t byte, char *buf, struct line_step *step)
{
	switch (r->state) {
	case AT_DATA:
		return at_data(r, byte, buf, step);
	case AT_IAC:
		at_iac(r, byte, buf);
		return LINE_MORE;
	case AT_OPTION:
		return at_option(r, byte, step);
	case AT_SUB:
	case AT_SUB_IAC:
		return at_sub(r, byte, step);
	}
	check_failed("state of a line_reader", __FILE__, __LINE__);
}

struct line_step
line_push(struct line_reader *r, const uint8_t *in, size_t n, char *buf)
{
	struct line_step step = { .event = LINE_MORE };

	while (step.used < n && step.event == LINE_MORE)
		step.event = line_byte(r, in[step.used++], buf, &step);
	return step;
}
