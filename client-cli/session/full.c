/* SPDX-License-Identifier: MIT */
/* The main loop of the screen client: see full.h.  Waits for keyboard, server and timers, and
 * draws once for all events that arrived together. */
#define _GNU_SOURCE /* ppoll, SIGWINCH */
#include "full.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <sodium.h>

#include "base/sbuf.h"

#include "client-cli/files/logfile.h"
#include "client-cli/files/secret.h"
#include "client-cli/model/texts.h"
#include "client-cli/ui/history.h"
#include "client-cli/ui/input.h"
#include "client-cli/ui/screen.h"

#include "connect.h"
#include "keys.h"
#include "lines.h"
#include "plain.h"
#include "send.h"
#include "typed.h"

#define KEY_IDLE_MS 400 /* time without a key before the cursor may be moved automatically */
#define CLOCK_TICK_MS 1000
#define USER_PROGRAM_MIN_MS 1000 /* minimum interval between calls of the user's program */

struct full_client {
	const struct full_options *options;
	struct session s;
	struct canvas canvas;
	struct line_output lines;
	struct logfile logfile;
	struct input *input; /* used in line mode; NULL while the screen is open */
	int64_t last_key_ms;
	int64_t last_program_ms; /* last call of the user's program; 0: never */
	bool stdin_ended;        /* standard input is not a terminal and has ended */
	sigset_t wait_mask; /* signal mask while waiting: signals are delivered only then, so
			     none is missed */
};

static volatile sig_atomic_t stop_requested;

static void
on_termination(int signo)
{
	(void)signo;
	stop_requested = 1;
}

static void
signals_set(struct full_client *f)
{
	static const int BLOCKED[] = { SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction action = { .sa_handler = on_termination };
	sigset_t blocked;

	(void)sigemptyset(&blocked);
	for (unsigned i = 0; i < ARRAY_LEN(BLOCKED); i++)
		(void)sigaddset(&blocked, BLOCKED[i]);
	(void)sigprocmask(SIG_BLOCK, &blocked, &f->wait_mask);

	(void)sigemptyset(&action.sa_mask);
	(void)sigaction(SIGINT, &action, NULL);
	(void)sigaction(SIGTERM, &action, NULL);
	(void)sigaction(SIGHUP, &action, NULL);
	(void)sigaction(SIGQUIT, &action, NULL);
	action.sa_handler = SIG_IGN;
	(void)sigaction(SIGPIPE, &action, NULL);
}

/* ---- the screen ---- */

static bool
screen_begin(struct full_client *f)
{
	const struct config *c = f->options->config;

	if (!screen_open((enum colours)c->colours, c->mouse))
		return false;
	f->s.view.glyphs = c->glyphs == CONFIG_GLYPHS_ASCII     ? GLYPHS_ASCII
			   : c->glyphs == CONFIG_GLYPHS_UNICODE ? GLYPHS_UNICODE
			   : screen_has_unicode()               ? GLYPHS_UNICODE
								: GLYPHS_ASCII;
	f->s.view.large_board = (enum large_board)(c->large_board == 0   ? LARGE_BOARD_AUTO
						   : c->large_board == 1 ? LARGE_BOARD_NEVER
									 : LARGE_BOARD_ALWAYS);
	return true;
}

static void
draw_screen(struct full_client *f)
{
	struct session *s = &f->s;
	unsigned w, h;

	screen_size(&w, &h);
	if ((w != f->canvas.w || h != f->canvas.h) && !canvas_resize(&f->canvas, w, h)) {
		s->ended = true;
		return;
	}
	s->view.connection_state =
	    s->login_stage == LOGIN_OFFLINE && s->connection_state[0] != '\0'
		? s->connection_state
		: NULL;
	view_layout(&s->view, &s->model, w, h);
	view_draw(&s->view, &f->canvas, &s->model, &s->draft, &s->edit, session_now_ms());
	if (s->redraw_screen)
		screen_redraw();
	s->redraw_screen = false;
	screen_show(&f->canvas);
}

/* ---- line mode ---- */

static void
line_typed(void *ctx, const char *text, size_t n)
{
	struct full_client *f = ctx;
	char line[EDIT_MAX + 1];

	(void)snprintf(line, sizeof(line), "%.*s", (int)(n < EDIT_MAX ? n : EDIT_MAX), text);
	if (!f->s.switch_to_screen)
		edit_clear(&f->s.edit);
	session_typed(&f->s, line);
	sodium_memzero(line, sizeof(line));
}

static bool
line_mode_begin(struct full_client *f)
{
	f->input = input_open(line_typed, f);
	if (f->input == NULL)
		return false;
	/* F3 as sent by xterm, rxvt and the console */
	input_bind(f->input, "\\eOR", "/screen");
	input_bind(f->input, "\\e[13~", "/screen");
	input_bind(f->input, "\\e[[C", "/screen");
	return true;
}

static void
print_new_lines(struct full_client *f)
{
	static char text[16384];
	struct sbuf out;

	do {
		SBUF_INIT(&out, text);
		lines_write_new(&f->lines, &f->s, &out);
		if (out.len > 0)
			input_set_prompt(f->input, "");
		if (out.len > 0 && !input_show(f->input, text, out.len))
			f->s.ended = true;
	} while (out.len > 0 && !f->s.ended);
	input_set_prompt(
	    f->input, f->s.edit.prompt[0] != '\0'
			  ? texts_translate(f->s.model.queries.language, f->s.edit.prompt)
		      : f->s.model.clip ? "> "
					: "");
	input_set_secret(f->input, f->s.edit.secret);
}

/* Switches between screen and line mode. */
static void
switch_screen_or_lines(struct full_client *f)
{
	struct session *s = &f->s;

	if (s->switch_to_lines && f->input == NULL) {
		screen_close();
		if (f->lines.log_lines_written == 0 && s->model.log.total > 20)
			f->lines.log_lines_written = s->model.log.total - 20;
		memset(&f->lines.pos, 0, sizeof(f->lines.pos));
		if (!line_mode_begin(f))
			s->ended = true;
		else if (!s->edit.secret)
			input_insert(f->input, s->edit.text);
	} else if (s->switch_to_screen && f->input != NULL) {
		char text[EDIT_MAX + 1];

		if (input_typed_so_far(f->input, text, sizeof(text)) > 0)
			edit_set(&s->edit, text);
		input_close(&f->input);
		f->lines.log_lines_written = s->model.log.total;
		if (!screen_begin(f))
			s->ended = true;
	} else if (s->switch_to_lines || s->switch_to_screen) {
		model_log(&s->model, LOG_CLIENT, "You are already in that view.");
	}
	s->switch_to_lines = s->switch_to_screen = false;
}

/* ---- notifications ---- */

/* Shows a desktop notification through the terminal; terminals without support ignore it. */
static void
notify_desktop(int how, const char *text)
{
	char line[300], clean[256];
	size_t n;

	if (how == NOTIFY_NO || text[0] == '\0')
		return;
	(void)text_copy(clean, sizeof(clean), text);
	n = (size_t)snprintf(line, sizeof(line), "\x1b]%s%s\a",
	    how == NOTIFY_OSC9 ? "9;" : "777;notify;gammon;", clean);
	(void)!write(STDOUT_FILENO, line, n);
}

static void
notify_user(struct full_client *f)
{
	const struct config *c = f->options->config;
	struct model *m = &f->s.model;
	unsigned what = m->attention;
	const struct table *own = model_own_table(m);
	char text[256];
	struct sbuf b;

	m->attention = 0;
	if (what == 0)
		return;
	if (c->bell && f->input == NULL)
		screen_bell();
	else if (c->bell)
		(void)!write(STDOUT_FILENO, "\a", 1);
	if ((what & ~(unsigned)ATTENTION_MESSAGE) == 0 ||
	    (f->last_program_ms != 0 &&
		session_now_ms() - f->last_program_ms < USER_PROGRAM_MIN_MS))
		return;
	f->last_program_ms = session_now_ms();
	SBUF_INIT(&b, text);
	if (what & ATTENTION_INVITED)
		texts_addf(&b, m->queries.language, "%s invites you.", m->inviter);
	else if (own != NULL)
		view_status(m, own, NULL, &b);
	notify_desktop(c->notify, text);
	sbuf_addc(&b, '\n');
	if (c->on_turn_command[0] != '\0')
		command_start(c->on_turn_command, text);
}

/* ---- the loop ---- */

static void
read_keyboard(struct full_client *f, short events)
{
	int waiting = 0;
	bool any = false;

	if (f->input != NULL) {
		if (!input_read(f->input)) {
			/* a file has ended: nothing more will be typed */
			f->stdin_ended = isatty(STDIN_FILENO) == 0;
			f->s.quit_warned = f->s.quit_warned || f->stdin_ended;
			session_quit(&f->s);
		}
		f->s.ended = f->s.ended || (events & (POLLHUP | POLLERR)) != 0;
		return;
	}
	if ((events & (POLLHUP | POLLERR)) != 0 ||
	    (ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0 && events != 0)) {
		f->s.ended = true; /* the terminal has been closed */
		return;
	}
	for (struct press p = screen_read_press(); p.kind != PRESS_NONE;
	     p = screen_read_press()) {
		keys_press(&f->s, &p);
		any = true;
		if (f->s.switch_to_lines)
			break;
		/* recompute buttons and places after each change */
		view_layout(&f->s.view, &f->s.model, f->canvas.w, f->canvas.h);
	}
	if (any) {
		f->last_key_ms = session_now_ms();
	}
}

static bool
clock_is_running(const struct full_client *f)
{
	const struct model *m = &f->s.model;

	return m->n_tables > 0 && m->tables[m->shown_index].clock.on;
}

static int
poll_timeout_ms(const struct full_client *f, int64_t now)
{
	int wait = session_wait_ms(&f->s);
	int limit = now - f->last_key_ms < KEY_IDLE_MS ? KEY_IDLE_MS
		    : clock_is_running(f)              ? CLOCK_TICK_MS
						       : -1;

	if (f->input != NULL || limit < 0)
		return wait;
	return wait < 0 || wait > limit ? limit : wait;
}

static void
run_event_loop_once(struct full_client *f)
{
	struct session *s = &f->s;
	bool busy = s->link.out_len >= CONNECTION_OUT_BUSY;
	struct pollfd fds[2] = {
		{ .fd = s->link.fd, .events = POLLIN },
		{ .fd = busy || f->stdin_ended ? -1 : STDIN_FILENO, .events = POLLIN },
	};
	bool holds = connection_has_buffered(&s->link);
	int wait = holds ? 0 : poll_timeout_ms(f, session_now_ms());
	struct timespec until = { wait / 1000, wait % 1000 * 1000000L };
	int n;

	if (s->link.out_len > 0)
		fds[0].events |= POLLOUT;
	n = ppoll(fds, 2, wait < 0 ? NULL : &until, &f->wait_mask);
	if (n < 0 && errno != EINTR)
		s->ended = true;
	if (n < 0 && f->input == NULL) { /* may be a resize, which screen_read_press reports */
		struct press p = screen_read_press();

		if (p.kind != PRESS_NONE)
			keys_press(s, &p);
	}
	if (n < 0 && f->input != NULL)
		input_resized(f->input);
	if (n >= 0 && fds[0].fd >= 0 &&
	    (holds || (fds[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0))
		session_read(s);
	if (n > 0 && fds[1].revents != 0)
		read_keyboard(f, fds[1].revents);
	keys_update(s, session_now_ms() - f->last_key_ms >= KEY_IDLE_MS);
	session_run_due(s);
	notify_user(f);
	logfile_update(&f->logfile, &s->model);
	switch_screen_or_lines(f);
	if (f->input != NULL) {
		print_new_lines(f);
	} else if (!s->ended) {
		/* unchanged cells are not sent to the terminal */
		draw_screen(f);
	}
}

static bool
begin_full_client(struct full_client *f, char *error, size_t size)
{
	const struct full_options *o = f->options;
	struct session *s = &f->s;

	s->config = o->config;
	s->host = o->host;
	s->port = o->port;
	s->tls = o->tls;
	s->trust.server_key_policy = (enum server_key_policy)o->config->server_key_policy;
	s->reconnects = o->reconnects;
	s->replay_file = o->replay_file;
	s->password_command = o->password_command;
	s->password_file = o->password_file;
	f->logfile.folder = o->config->log_folder;
	f->lines.for_screen_reader = o->config->display_mode == 2;
	if (!sbuf_copy(s->login_name, sizeof(s->login_name), o->user))
		s->login_name[0] = '\0';
	if (!session_begin(s, error, size)) /* a signal during this ends the program as usual */
		return false;
	signals_set(f);
	(void)snprintf(error, size, "the terminal cannot be used");
	return f->lines.for_screen_reader ? line_mode_begin(f) : screen_begin(f);
}

int
full_run(const struct full_options *options)
{
	static struct full_client f;
	char error[CONNECTION_ERROR_MAX], path[512];
	bool keeps;
	int status;

	f.options = options;
	if (!begin_full_client(&f, error, sizeof(error))) {
		(void)fprintf(stderr, "gammon: %s\n", error);
		session_end(&f.s);
		return STATUS_CONNECTION;
	}
	if (config_path("XDG_STATE_HOME", ".local/state", "notes", path, sizeof(path)))
		notes_load(&f.s.notes, path);
	if (config_path("XDG_STATE_HOME", ".local/state", "aliases", path, sizeof(path)))
		notes_load(&f.s.aliases, path);
	keeps = options->config->save_history &&
		config_path("XDG_STATE_HOME", ".local/state", "history", path, sizeof(path));
	if (keeps)
		history_load(&f.s.edit, path);
	while (!f.s.ended && stop_requested == 0)
		run_event_loop_once(&f);
	if (keeps)
		history_save(&f.s.edit, path);
	if (f.input != NULL)
		input_close(&f.input);
	else
		screen_close();
	status = f.s.exit_status != 0 ? STATUS_CONNECTION : STATUS_OK;
	if (stop_requested != 0)
		(void)fprintf(stderr, "gammon: stopped\n");
	else if (f.s.connection_state[0] != '\0')
		(void)fprintf(stderr, "gammon: %s\n", f.s.connection_state);
	canvas_free(&f.canvas);
	session_end(&f.s);
	return status;
}
