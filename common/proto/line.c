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
	AT_SUBNEGOTIATION,
	AT_SUB_IAC,
};
_Static_assert(AT_SUB_IAC + 1 == LINE_STATE_COUNT, "of line.h");

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
add_line_byte(struct line_reader *r, uint8_t byte, char *buf)
{
	r->after_cr = false;
	if (byte == 0 || r->skipping_overlong)
		return;
	if (r->len == LINE_BYTES_MAX) {
		r->skipping_overlong = true;
		r->len = 0;
		return;
	}
	buf[r->len++] = (char)byte;
}

static enum line_event
end_line(struct line_reader *r, char *buf, struct line_result *step)
{
	if (r->skipping_overlong) {
		r->skipping_overlong = false;
		return LINE_OVERLONG;
	}
	buf[r->len] = '\0';
	step->len = r->len;
	r->len = 0;
	return LINE_READY;
}

static enum line_event
take_data_byte(struct line_reader *r, uint8_t byte, char *buf, struct line_result *step)
{
	if (byte == TELNET_IAC) {
		r->state = AT_IAC;
		return LINE_INCOMPLETE;
	}
	if (r->after_cr && (byte == '\n' || byte == 0)) {
		r->after_cr = false;
		return LINE_INCOMPLETE;
	}
	if (byte != '\r' && byte != '\n') {
		add_line_byte(r, byte, buf);
		return LINE_INCOMPLETE;
	}
	r->after_cr = byte == '\r';
	return end_line(r, buf, step);
}

static void
take_byte_after_iac(struct line_reader *r, uint8_t byte, char *buf)
{
	r->state = AT_DATA;
	if (byte == TELNET_IAC) {
		add_line_byte(r, byte, buf);
	} else if (byte == TELNET_SB) {
		r->state = AT_SUBNEGOTIATION;
		r->sub_len = r->sub_stored = 0;
	} else if (byte >= TELNET_WILL) {
		r->state = AT_OPTION;
		r->verb = byte;
	}
}

static enum line_event
take_option_byte(struct line_reader *r, uint8_t option, struct line_result *step)
{
	r->state = AT_DATA;
	if (option == OPTION_ECHO || r->verb == TELNET_WONT || r->verb == TELNET_DONT ||
	    (option == OPTION_NAWS && r->verb == TELNET_WILL && r->window_asked))
		return LINE_INCOMPLETE;
	step->reply[0] = TELNET_IAC;
	step->reply[1] = r->verb == TELNET_WILL ? TELNET_DONT : TELNET_WONT;
	step->reply[2] = option;
	return LINE_REPLY;
}

static enum line_event
end_subnegotiation(struct line_reader *r, struct line_result *step)
{
	r->state = AT_DATA;
	if (!r->window_asked || r->sub_stored != LINE_WINDOW_BYTES || r->sub[0] != OPTION_NAWS)
		return LINE_INCOMPLETE;
	step->window_columns = r->sub[1] * 256u + r->sub[2];
	step->window_rows = r->sub[3] * 256u + r->sub[4];
	return LINE_WINDOW_SIZE;
}

/* Stores a byte of a subnegotiation with telnet escaping removed: a doubled IAC is one byte
 * 255, any other byte after IAC is an error. */
static void
keep_sub_byte(struct line_reader *r, uint8_t byte)
{
	bool plain = r->state == AT_SUBNEGOTIATION ? byte != TELNET_IAC : byte == TELNET_IAC;

	if (r->state == AT_SUBNEGOTIATION && !plain)
		return;
	if (plain && r->sub_stored < LINE_WINDOW_BYTES)
		r->sub[r->sub_stored++] = byte;
	else
		r->sub_stored = LINE_WINDOW_BYTES + 1;
}

static enum line_event
take_subnegotiation_byte(struct line_reader *r, uint8_t byte, struct line_result *step)
{
	if (r->state == AT_SUB_IAC && byte == TELNET_SE)
		return end_subnegotiation(r, step);
	keep_sub_byte(r, byte);
	r->state = r->state == AT_SUBNEGOTIATION && byte == TELNET_IAC ? AT_SUB_IAC
								       : AT_SUBNEGOTIATION;
	if (r->sub_len++ < LINE_SUB_MAX)
		return LINE_INCOMPLETE;
	r->sub_len = 0;
	return LINE_TELNET_ERROR;
}

static enum line_event
take_byte(struct line_reader *r, uint8_t byte, char *buf, struct line_result *step)
{
	switch (r->state) {
	case AT_DATA:
		return take_data_byte(r, byte, buf, step);
	case AT_IAC:
		take_byte_after_iac(r, byte, buf);
		return LINE_INCOMPLETE;
	case AT_OPTION:
		return take_option_byte(r, byte, step);
	case AT_SUBNEGOTIATION:
	case AT_SUB_IAC:
		return take_subnegotiation_byte(r, byte, step);
	}
	check_failed("state of a line_reader", __FILE__, __LINE__);
}

struct line_result
line_push(struct line_reader *r, const uint8_t *in, size_t n, char *buf)
{
	struct line_result step = { .event = LINE_INCOMPLETE };

	while (step.used < n && step.event == LINE_INCOMPLETE)
		step.event = take_byte(r, in[step.used++], buf, &step);
	return step;
}
