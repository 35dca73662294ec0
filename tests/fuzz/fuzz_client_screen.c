/* SPDX-License-Identifier: MIT */
/* Passes bytes from a server through a session in screen mode and one in the mode for screen
 * readers, with keys pressed and lines typed in between, drawn at every size.  Neither the
 * drawn text nor the text for screen readers may contain terminal control sequences. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utf8proc.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "client-cli/session/keys.h"
#include "client-cli/session/lines.h"
#include "client-cli/session/session.h"
#include "client-cli/session/typed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define STEPS_MAX 200u
#define PIECE_BYTES_MAX 1200u
#define SCREEN_SIDE_MAX 200u

static struct {
	struct config config;
	struct session s;
	struct canvas canvas;
	struct line_output lines;
	int server_fd;
} W;

/* ---- actions of the input ---- */

struct fuzz_input {
	const uint8_t *at, *end;
};

static unsigned
next_byte(struct fuzz_input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static void
serve(struct fuzz_input *in)
{
	size_t n = next_byte(in), left;

	n = n * 8 % PIECE_BYTES_MAX + n % 8;
	left = (size_t)(in->end - in->at);
	n = n < left ? n : left;
	if (n > 0 && W.s.link.fd >= 0) {
		CHECK(send(W.server_fd, in->at, n, MSG_NOSIGNAL) == (ssize_t)n);
		session_read(&W.s);
		keys_update(&W.s, true);
	}
	in->at += n;
}

static void
type(struct fuzz_input *in)
{
	static const char *const LINES[] = { "anna", "secret", "guest", "roll", "join", "leave",
		"m 8/5 6/5", "move bar/20", "who", "who away", "replay 7", "replay next",
		"/note bert x \xc3\xa9", "/note bert", "/alias hi kibitz hello", "hi all",
		"/replay next", "/help", "!!", "away", "back", "watch bert", "board" };

	session_typed(&W.s, LINES[next_byte(in) % ARRAY_LEN(LINES)]);
}

static void
press_random_key(struct fuzz_input *in)
{
	struct press p = { .kind = (enum press_kind)(next_byte(in) % (PRESS_RESIZED + 1u)) };

	p.ch = next_byte(in) | next_byte(in) << 8;
	p.x = next_byte(in);
	p.y = next_byte(in) % 64;
	if (p.kind == PRESS_FUNCTION)
		p.ch %= 13;
	keys_press(&W.s, &p);
	W.s.switch_to_lines = W.s.switch_to_screen = false;
}

/* ---- checks of the output ---- */

static void
check_text(const char *text, size_t n)
{
	utf8proc_int32_t ch;

	for (size_t at = 0; at < n;) {
		utf8proc_ssize_t used = utf8proc_iterate(
		    (const utf8proc_uint8_t *)text + at, (utf8proc_ssize_t)(n - at), &ch);

		CHECK(used > 0 && (ch == '\n' || ch >= ' ') && ch != 0x7f &&
		      (ch < 0x80 || ch >= 0xa0));
		at += (size_t)used;
	}
}

static void
read_new_lines(void)
{
	static char text[16384];
	struct sbuf b;

	do {
		SBUF_INIT(&b, text);
		lines_write_new(&W.lines, &W.s, &b);
		check_text(text, b.len);
	} while (b.len > 0);
	check_text(W.s.edit.prompt, strlen(W.s.edit.prompt));
}

static void
draw_at_random_size(struct fuzz_input *in)
{
	unsigned w = next_byte(in) % SCREEN_SIDE_MAX, h = next_byte(in) % SCREEN_SIDE_MAX;

	CHECK(canvas_resize(&W.canvas, w, h));
	view_layout(&W.s.view, &W.s.model, w, h);
	view_draw(&W.s.view, &W.canvas, &W.s.model, &W.s.draft, &W.s.edit, 1000);
	for (size_t i = 0; i < (size_t)w * h; i++) {
		uint32_t ch = W.canvas.cells[i].ch;

		CHECK(ch == 0 || (ch >= ' ' && ch != 0x7f && (ch < 0x80 || ch >= 0xa0)));
	}
}

static void
step(struct fuzz_input *in)
{
	switch (next_byte(in) % 8) {
	case 4:
		type(in);
		break;
	case 5:
		press_random_key(in);
		break;
	case 6:
		draw_at_random_size(in);
		break;
	case 7:
		read_new_lines();
		break;
	default:
		serve(in);
		break;
	}
	session_run_due(&W.s);
	W.s.link.out_len = 0;
}

/* ---- set-up and runs ---- */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct fuzz_input in = { data, data + n };
	unsigned first = next_byte(&in);
	int ends[2];

	memset(&W.s, 0, sizeof(W.s));
	memset(&W.lines, 0, sizeof(W.lines));
	config_defaults(&W.config);
	(void)sbuf_copy(
	    W.config.highlight_words, sizeof(W.config.highlight_words), "anna,hello");
	CHECK(model_open(&W.s.model));
	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
	W.server_fd = ends[1];
	W.s.config = &W.config;
	W.s.host = "localhost";
	W.s.port =
	    "1"; /* port 1 refuses: after a registration the client would connect again */
	W.s.password_command = W.s.password_file = "";
	W.s.model.highlight_words = W.config.highlight_words;
	W.s.move_space = malloc(sizeof(*W.s.move_space));
	CHECK(W.s.move_space != NULL);
	W.s.draft.picked_point = NO_PLACE;
	W.s.link.fd = ends[0];
	W.s.login_stage = (enum login_stage)(first % (LOGIN_DONE + 1u));
	W.lines.for_screen_reader = first >= 128;
	for (unsigned i = 0; i < STEPS_MAX && in.at < in.end && !W.s.ended; i++)
		step(&in);
	if (first % 4 == 3) {
		(void)shutdown(W.server_fd, SHUT_WR);
		if (W.s.link.fd >= 0)
			session_read(&W.s);
	}
	read_new_lines();
	session_end(&W.s);
	canvas_free(&W.canvas);
	(void)close(W.server_fd);
	return 0;
}
