/* SPDX-License-Identifier: MIT */
/* Runs transcripts on a fixture: see transcript.h.  Owns the fixture of the current file and
 * the texts of the current step.  For programs linked with -Wl,--wrap=fair_dice_roll. */
#include "tests/support/transcript.h"

#include <inttypes.h>
#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/support/patterns.h"
#include "tests/support/script_dice.h"

#define USERS_MAX 32u
#define LINES_MAX 512u
#define LINE_MAX_BYTES 16384u
#define ERRORS_MAX 12u
#define TOKENS_MAX 32u
#define TOKEN_PREFIX "token:"
#define TOKEN_DIGITS 32u
#define PROMPT_MARK "> \\" /* a prompt as the file shows it */
#define NO_PROMPT_MARK "[no prompt]"
#define BOARD_LINES 15u
#define NO_EMPTY_LINE_MARK "[no empty line]"

struct line_list {
	char *text[LINES_MAX];
	unsigned n;
};

struct script_user {
	char label[STORE_NAME_MAX + 1];
	unsigned conn;
	bool open;
	bool ended_in_prompt;      /* the latest output ended in a prompt */
	bool typed;                /* the user has typed since that output */
	struct line_list expected; /* expected lines of this step, as in the file */
	unsigned expected_line_no; /* line number of the first of these */
	struct line_list got;      /* lines received, as they would appear in the file */
	bool expect_closed, was_closed;
	bool expect_joined,
	    was_joined; /* a notice without an empty line before it: NO_EMPTY_LINE_MARK */
};

struct run {
	const char *path;
	unsigned line_no;
	FILE *out;
	struct fixture_options options;
	struct fixture *fixture; /* made by the first step */
	struct script_user users[USERS_MAX];
	unsigned users_n;
	bool in_step;
	bool rest_ignored;   /* the step ends with "..." */
	bool output_ignored; /* the output of the step is not compared: "LABEL: text" */
	unsigned step_line_no;
	struct line_list trailing; /* comments and empty lines after the step */
	unsigned errors;
	char tokens[TOKENS_MAX][TOKEN_DIGITS + 1]; /* tokens in order of appearance */
	unsigned tokens_n;
};

/* ---- reporting ---- */

static void report_error(struct run *r, unsigned line_no, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void
report_error(struct run *r, unsigned line_no, const char *fmt, ...)
{
	va_list ap;

	r->errors++;
	if (r->errors > ERRORS_MAX)
		return;
	(void)printf("%s:%u: ", r->path, line_no);
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	(void)printf("\n");
}

static void
lines_add(struct line_list *l, const char *text, size_t n)
{
	CHECK(l->n < LINES_MAX);
	l->text[l->n] = malloc(n + 1);
	CHECK(l->text[l->n] != NULL);
	memcpy(l->text[l->n], text, n);
	l->text[l->n++][n] = '\0';
}

static void
lines_replace(struct line_list *l, unsigned at, const char *text)
{
	free(l->text[at]);
	l->text[at] = strdup(text);
	CHECK(l->text[at] != NULL);
}

static void
lines_remove(struct line_list *l, unsigned at)
{
	free(l->text[at]);
	l->n--;
	memmove(&l->text[at], &l->text[at + 1], (l->n - at) * sizeof(l->text[0]));
}

static bool
lines_has(const struct line_list *l, const char *text)
{
	unsigned i = 0;

	while (i < l->n && strcmp(l->text[i], text) != 0)
		i++;
	return i < l->n;
}

static void
lines_clear(struct line_list *l)
{
	for (unsigned i = 0; i < l->n; i++)
		free(l->text[i]);
	l->n = 0;
}

/* ---- escaping bytes ---- */

static void
show_byte(struct sbuf *b, unsigned char c)
{
	switch (c) {
	case '\a':
		sbuf_add(b, "\\a");
		break;
	case '\t':
		sbuf_add(b, "\\t");
		break;
	case '\n':
		sbuf_add(b, "\\n");
		break;
	case '\r':
		sbuf_add(b, "\\r");
		break;
	case '\\':
		sbuf_add(b, "\\\\");
		break;
	default:
		if (c < ' ' || c > '~')
			sbuf_addf(b, "\\x%02x", c);
		else
			sbuf_addc(b, (char)c);
	}
}

static unsigned char
read_escape(const char **at)
{
	static const char letters[] = "atnr\\", bytes[] = "\a\t\n\r\\";
	const char *hit = **at != '\0' ? strchr(letters, **at) : NULL;
	char hex[3] = "";

	if (hit != NULL) {
		(*at)++;
		return (unsigned char)bytes[hit - letters];
	}
	if (**at != 'x' || (*at)[1] == '\0' || (*at)[2] == '\0')
		return '\\';
	memcpy(hex, *at + 1, 2);
	*at += 3;
	return (unsigned char)strtoul(hex, NULL, 16);
}

/* Returns the bytes of a text of the file, NUL-terminated; *n_out is their number. */
static char *
unescape(const char *text, size_t *n_out)
{
	char *to = malloc(strlen(text) + 1);
	size_t n = 0;

	CHECK(to != NULL);
	while (*text != '\0') {
		char c = *text++;

		to[n++] = c == '\\' ? (char)read_escape(&text) : c;
	}
	to[n] = '\0';
	*n_out = n;
	return to;
}

/* Splits output into lines as they would appear in the file. */
static void
cut(struct line_list *l, const char *text, size_t n)
{
	static char space[LINE_MAX_BYTES];
	struct sbuf b;

	SBUF_INIT(&b, space);
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '\r' && i + 1 < n && text[i + 1] == '\n') {
			lines_add(l, b.text, b.len);
			SBUF_INIT(&b, space);
			i++;
		} else {
			show_byte(&b, (unsigned char)text[i]);
		}
	}
	CHECK(sbuf_ok(&b));
	if (b.len == 0)
		return;
	sbuf_addc(&b, '\\');
	lines_add(l, b.text, b.len);
}

/* ---- boards and the text after log-in ---- */

static bool
is_numbers(const char *text)
{
	return text[0] != '\0' && text[strspn(text, " 0123456789")] == '\0';
}

/* Returns BOARD_LINES if a board is drawn from line `at` on (two lines of numbers, two edges,
 * and the points between them), otherwise 0. */
static unsigned
board_line_count(const struct line_list *l, unsigned at)
{
	if (at + BOARD_LINES > l->n)
		return 0;
	for (unsigned i = 0; i < BOARD_LINES; i++) {
		const char *text = l->text[at + i];
		bool end = i == 0 || i == BOARD_LINES - 1;
		bool edge = i == 1 || i == BOARD_LINES - 2;

		if (end ? !is_numbers(text) : strlen(text) < 4 || text[3] != (edge ? '+' : '|'))
			return 0;
	}
	return BOARD_LINES;
}

/* Returns the number of lines of the message of the day that starts at line `at` (rows between
 * two equal edges), or 0. */
static unsigned
motd_line_count(const struct line_list *l, unsigned at)
{
	unsigned n = 1;

	if (strncmp(l->text[at], "+--", 3) != 0)
		return 0;
	while (at + n < l->n && l->text[at + n][0] == '|')
		n++;
	return n > 1 && at + n < l->n && strcmp(l->text[at + n], l->text[at]) == 0 ? n + 1 : 0;
}

static const struct {
	const char *line; /* the marker that the file contains in place of the picture */
	unsigned (*count_lines)(const struct line_list *l, unsigned at); /* number, or 0 */
} PICTURES[] = {
	{ "[board]", board_line_count },
	{ "[motd]", motd_line_count },
};

/* Replaces pictures in the received lines with their markers.  A kind of picture is replaced
 * only if the expected lines of this step contain its marker. */
static void
replace_pictures(struct script_user *u)
{
	for (unsigned k = 0; k < ARRAY_LEN(PICTURES); k++) {
		if (!lines_has(&u->expected, PICTURES[k].line))
			continue;
		for (unsigned at = 0; at < u->got.n; at++) {
			unsigned n = PICTURES[k].count_lines(&u->got, at);

			for (unsigned i = 1; i < n; i++)
				lines_remove(&u->got, at + 1);
			if (n > 0)
				lines_replace(&u->got, at, PICTURES[k].line);
		}
	}
}

/* ---- comparing ---- */

static bool
line_matches(const char *want, const char *got)
{
	regex_t re;
	bool ok;

	if (want[0] != '~')
		return strcmp(want, got) == 0;
	if (regcomp(&re, want + 1, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	ok = regexec(&re, got, 0, NULL, 0) == 0;
	regfree(&re);
	return ok;
}

static bool
lacks_prompt(const struct script_user *u)
{
	return u->got.n > 0 && strcmp(u->got.text[u->got.n - 1], NO_PROMPT_MARK) == 0;
}

/* Finds the first mismatch between expected and received lines.  Returns false if all match.
 * Expected lines after "..." are matched against the last lines received. */
static bool
find_misfit(
    const struct run *r, const struct script_user *u, unsigned *want_out, unsigned *got_out)
{
	unsigned want, got = 0;

	for (want = 0; want < u->expected.n; want++, got++) {
		unsigned left = u->expected.n - want - 1;

		if (strcmp(u->expected.text[want], "...") == 0) {
			if (left == 0) {
				*want_out = u->expected.n;
				*got_out = u->got.n - 1;
				return lacks_prompt(u) && !r->rest_ignored;
			}
			got = u->got.n > got + left ? u->got.n - left - 1 : got - 1;
		} else if (got >= u->got.n ||
			   !line_matches(u->expected.text[want], u->got.text[got])) {
			break;
		}
	}
	*want_out = want;
	*got_out = got;
	return want < u->expected.n || (got < u->got.n && !r->rest_ignored);
}

/* Returns whether the empty line before a notice is missing where the file expects it, or
 * present where the file has NO_EMPTY_LINE_MARK.  Returns false if the step does not show the
 * user's first line. */
static bool
joins_wrongly(const struct run *r, const struct script_user *u)
{
	const bool shown =
	    u->expected.n > 0 ? strcmp(u->expected.text[0], "...") != 0 : !r->rest_ignored;

	return shown && u->expect_joined != u->was_joined;
}

static void
compare_user(struct run *r, struct script_user *u)
{
	unsigned want, got;

	replace_pictures(u);
	if (u->expect_closed != u->was_closed && !(r->rest_ignored && u->was_closed))
		report_error(r, r->step_line_no, "%s: connection %s", u->label,
		    u->was_closed ? "closed" : "not closed");
	if (joins_wrongly(r, u))
		report_error(r, r->step_line_no, "%s: %s empty line before the first line",
		    u->label, u->was_joined ? "no" : "an");
	if (find_misfit(r, u, &want, &got))
		report_error(r,
		    want < u->expected.n ? u->expected_line_no + want : r->step_line_no,
		    "%s, line %u of this step\n  expected %s\n  got      %s", u->label, got + 1,
		    want < u->expected.n ? u->expected.text[want] : "(nothing)",
		    got < u->got.n ? u->got.text[got] : "(nothing)");
}

/* ---- tokens ---- */

static void
keep_token(struct run *r, const char *line)
{
	size_t prefix = strlen(TOKEN_PREFIX);

	if (strncmp(line, TOKEN_PREFIX, prefix) != 0 ||
	    strspn(line + prefix, "0123456789abcdef") != TOKEN_DIGITS)
		return;
	CHECK(r->tokens_n < TOKENS_MAX);
	memcpy(r->tokens[r->tokens_n++], line + prefix, TOKEN_DIGITS);
}

/* Replaces "token:@3" in typed text with the third token of the file. */
static char *
insert_tokens(struct run *r, const char *text)
{
	const char *at = strstr(text, TOKEN_PREFIX "@");
	size_t room = strlen(text) + TOKEN_DIGITS + 1;
	char *whole = malloc(room);
	struct sbuf b;
	unsigned long n;
	char *rest;

	CHECK(whole != NULL);
	sbuf_init(&b, whole, room);
	if (at == NULL) {
		sbuf_add(&b, text);
		return whole;
	}
	at += strlen(TOKEN_PREFIX);
	sbuf_addn(&b, text, (size_t)(at - text));
	n = strtoul(at + 1, &rest, 10);
	if (n == 0 || n > r->tokens_n)
		report_error(r, r->line_no, "there is no token %lu", n);
	else
		sbuf_add(&b, r->tokens[n - 1]);
	sbuf_add(&b, rest);
	return whole;
}

/* ---- output of a step ---- */

/* Removes received lines that the file does not show: the empty line before a notice, which
 * ends the line of the previous prompt, and the last prompt, if the previous output ended in a
 * prompt too.  Sets was_joined if that empty line is missing.  Adds NO_PROMPT_MARK if the
 * previous output ended in a prompt and this one does not. */
static void
leave_out_prompt(struct run *r, struct script_user *u)
{
	const struct session *s = u->was_closed ? NULL : fixture_session(r->fixture, u->conn);
	struct line_list *l = &u->got;
	size_t prompt = strlen(PROMPT_MARK);
	const char *last;
	bool notice, before = u->ended_in_prompt;

	if (l->n == 0)
		return;
	notice =
	    !u->typed && (before || (s != NULL && s->player != NULL && !session_is_clip(s)));
	u->typed = false;
	last = l->text[l->n - 1];
	u->ended_in_prompt =
	    strlen(last) >= prompt && strcmp(last + strlen(last) - prompt, PROMPT_MARK) == 0;
	u->was_joined = notice && l->text[0][0] != '\0' && strcmp(l->text[0], PROMPT_MARK) != 0;
	if (notice && l->text[0][0] == '\0' && l->n > 1)
		lines_remove(l, 0);
	if (before && l->n > 1 && strcmp(last, PROMPT_MARK) == 0)
		lines_remove(l, l->n - 1);
	if (before && !u->ended_in_prompt && !u->was_closed)
		lines_add(l, NO_PROMPT_MARK, strlen(NO_PROMPT_MARK));
}

static void
collect_output(struct run *r)
{
	for (unsigned i = 0; i < r->users_n; i++) {
		struct script_user *u = &r->users[i];
		const char *text;
		size_t n;

		if (!u->open)
			continue;
		u->was_closed = !fixture_is_open(r->fixture, u->conn);
		text = fixture_read_n(r->fixture, u->conn, &n);
		cut(&u->got, text, n);
		leave_out_prompt(r, u);
		for (unsigned k = 0; k < u->got.n; k++)
			keep_token(r, u->got.text[k]);
		u->open = !u->was_closed;
	}
}

static void
write_line(struct run *r, const struct script_user *u, const char *text)
{
	(void)fprintf(r->out, "%s<%s%s\n", u->label, text[0] != '\0' ? " " : "", text);
}

static void
write_user(struct run *r, const struct script_user *u)
{
	unsigned want, got;
	const bool wrong = find_misfit(r, u, &want, &got);
	const struct line_list *l = wrong ? &u->got : &u->expected;
	const bool joined = wrong || joins_wrongly(r, u) ? u->was_joined : u->expect_joined;
	const bool prompt = l->n > 0 && strcmp(l->text[l->n - 1], NO_PROMPT_MARK) == 0;

	for (unsigned i = 0; i < l->n - prompt; i++)
		write_line(r, u, l->text[i]);
	if (joined)
		write_line(r, u, NO_EMPTY_LINE_MARK);
	if (prompt)
		write_line(r, u, NO_PROMPT_MARK);
	if (u->was_closed)
		(void)fprintf(r->out, "%s closed\n", u->label);
}

static void
write_step(struct run *r)
{
	if (r->out == NULL)
		return;
	for (unsigned i = 0; i < r->users_n; i++)
		write_user(r, &r->users[i]);
	if (r->rest_ignored && !r->output_ignored)
		(void)fprintf(r->out, "...\n");
	for (unsigned i = 0; i < r->trailing.n; i++)
		(void)fprintf(r->out, "%s\n", r->trailing.text[i]);
}

static void
end_step(struct run *r)
{
	if (r->in_step) {
		collect_output(r);
		for (unsigned i = 0; i < r->users_n; i++)
			compare_user(r, &r->users[i]);
	}
	write_step(r);
	for (unsigned i = 0; i < r->users_n; i++) {
		struct script_user *u = &r->users[i];

		lines_clear(&u->expected);
		lines_clear(&u->got);
		u->expect_closed = u->was_closed = u->expect_joined = u->was_joined = false;
	}
	lines_clear(&r->trailing);
	r->in_step = r->rest_ignored = r->output_ignored = false;
}

/* ---- users ---- */

static struct script_user *
find_user(struct run *r, const char *label, size_t n)
{
	for (unsigned i = 0; i < r->users_n; i++)
		if (strlen(r->users[i].label) == n && memcmp(r->users[i].label, label, n) == 0)
			return &r->users[i];
	return NULL;
}

static struct script_user *
user_with_label(struct run *r, const char *label)
{
	struct script_user *u = find_user(r, label, strlen(label));
	struct sbuf b;

	if (u == NULL) {
		CHECK(r->users_n < USERS_MAX);
		u = &r->users[r->users_n++];
		SBUF_INIT(&b, u->label);
		sbuf_add(&b, label);
	}
	CHECK(!u->open);
	u->open = true;
	u->ended_in_prompt = u->typed = false;
	return u;
}

static struct script_user *
connected_user(struct run *r, const char *label)
{
	struct script_user *u = find_user(r, label, strlen(label));

	if (u == NULL || !u->open) {
		report_error(r, r->line_no, "%s is not connected", label);
		return NULL;
	}
	return u;
}

static void
discard_output(struct run *r)
{
	collect_output(r);
	for (unsigned i = 0; i < r->users_n; i++) {
		lines_clear(&r->users[i].got);
		r->users[i].was_closed = r->users[i].was_joined = false;
	}
}

/* ---- actions: words[0] is the action ---- */

struct action_words {
	char *word[16];
	unsigned n;
};

static void
do_option(struct run *r, const struct action_words *w)
{
	struct world_config *c = &r->options.world;
	unsigned value = (unsigned)strtoul(w->word[2], NULL, 10);

	if (r->fixture != NULL)
		report_error(r, r->line_no, "options come first");
	else if (strcmp(w->word[1], "registration") == 0)
		c->registration = value != 0;
	else if (strcmp(w->word[1], "saved_max") == 0)
		c->saved_max = value;
	else if (strcmp(w->word[1], "saved_days") == 0)
		c->saved_days = value;
	else if (strcmp(w->word[1], "plan_days") == 0)
		c->plan_days = value;
	else if (strcmp(w->word[1], "idle_s") == 0)
		c->idle_s = value;
	else if (strcmp(w->word[1], "password_min") == 0)
		c->password_min = value;
	else if (strcmp(w->word[1], "tls_port") == 0)
		c->tls_port = value;
	else if (strcmp(w->word[1], "require_tls") == 0)
		c->require_tls = value != 0;
	else if (strcmp(w->word[1], "language") == 0)
		c->language = (enum language)value;
	else if (strcmp(w->word[1], "clear") == 0)
		r->options.unencrypted = value != 0;
	else if (strcmp(w->word[1], "flood") == 0)
		r->options.flood_limits = value != 0;
	else if (strcmp(w->word[1], "bots") == 0 && value != 0)
		fixture_options_bots(&r->options);
	else if (strcmp(w->word[1], "analysis") == 0)
		c->analyse = c->rated_matches = value != 0;
	else
		report_error(r, r->line_no, "no option %s", w->word[1]);
}

static void
do_user(struct run *r, const struct action_words *w)
{
	double rating = w->n > 2 ? strtod(w->word[2], NULL) : 1500;
	uint32_t experience = w->n > 3 ? (uint32_t)strtoul(w->word[3], NULL, 10) : 0;

	(void)fixture_user(r->fixture, w->word[1], rating, experience);
}

static void
do_standing(struct run *r, const struct action_words *w)
{
	fixture_set_standing(r->fixture, w->word[1], w->word[2], strtod(w->word[3], NULL),
	    (uint32_t)strtoul(w->word[4], NULL, 10));
}

static void
do_role(struct run *r, const struct action_words *w)
{
	fixture_set_role(r->fixture, w->word[1], w->word[2]);
}

/* A word is a name, or LABEL=NAME. */
static void
do_login(struct run *r, const struct action_words *w)
{
	for (unsigned i = 1; i < w->n; i++) {
		char *label = w->word[i], *name = strchr(label, '=');
		struct script_user *u;

		if (name != NULL)
			*name++ = '\0';
		else
			name = label;
		u = user_with_label(r, label);
		if (w->word[0][0] == 'c')
			u->conn = fixture_clip(r->fixture, name);
		else if (w->word[0][1] == 'e')
			u->conn = fixture_telnet(r->fixture, name);
		else
			u->conn = fixture_tiny(r->fixture, name);
		discard_output(r);
		u->ended_in_prompt = w->word[0][1] == 'e';
	}
}

static void
do_connect(struct run *r, const struct action_words *w)
{
	user_with_label(r, w->word[1])->conn =
	    fixture_connect(r->fixture, w->n > 2 ? w->word[2] : "127.0.0.1");
}

static void
do_drop(struct run *r, const struct action_words *w)
{
	struct script_user *u = connected_user(r, w->word[1]);

	if (u == NULL)
		return;
	u->open = false;
	fixture_drop(r->fixture, u->conn, w->n > 2 ? NET_CLOSE_ERROR : NET_CLOSE_PEER);
}

static void
set_ready(struct run *r, const struct script_user *u)
{
	const struct session *s = fixture_session(r->fixture, u->conn);

	if (s != NULL && s->player != NULL && (s->player->toggles >> TOGGLE_ready & 1u) == 0)
		fixture_type(r->fixture, u->conn, "toggle ready");
}

static void
do_match(struct run *r, const struct action_words *w)
{
	struct script_user *a = connected_user(r, w->word[1]);
	struct script_user *b = connected_user(r, w->word[2]);
	const char *length = strcmp(w->word[3], "resume") == 0 ? "" : w->word[3];

	if (a == NULL || b == NULL)
		return;
	set_ready(r, b);
	/* interactive users are asked before a saved match is discarded */
	fixture_typef(r->fixture, a->conn, "invite %s %s %s%s", b->label, length,
	    w->n > 4 ? w->word[4] : "",
	    length[0] != '\0' && session_is_interactive(fixture_session(r->fixture, a->conn))
		? " yes"
		: "");
	fixture_typef(r->fixture, b->conn, "join %s", a->label);
	if (fixture_session(r->fixture, b->conn)->match == 0)
		report_error(r, r->line_no, "no match has begun");
	discard_output(r);
}

static void
do_moves(struct run *r, const struct action_words *w)
{
	struct script_user *a = connected_user(r, w->word[1]);
	struct script_user *b = connected_user(r, w->word[2]);

	if (a == NULL || b == NULL)
		return;
	fixture_both_move(r->fixture, a->conn, b->conn);
	discard_output(r);
}

static void
do_dice(struct run *r, const struct action_words *w)
{
	for (unsigned i = 1; i < w->n; i++) {
		const char *d = w->word[i];

		if (strlen(d) == 2 && strspn(d, "123456") == 2)
			script_dice_add((uint8_t)(d[0] - '0'), (uint8_t)(d[1] - '0'));
		else
			report_error(r, r->line_no, "no dice: %s", d);
	}
}

static void
do_colour(struct run *r, const struct action_words *w)
{
	fixture_set_colour(r->fixture, strcmp(w->word[1], "joiner") == 0);
}

static void
do_clock(struct run *r, const struct action_words *w)
{
	fixture_advance(r->fixture, (int64_t)(strtod(w->word[1], NULL) * 1000));
}

static void
do_hold(struct run *r, const struct action_words *w)
{
	fixture_hold_work(
	    r->fixture, true, w->n > 1 ? (unsigned)strtoul(w->word[1], NULL, 10) : 64);
}

static void
do_release(struct run *r, const struct action_words *w)
{
	fixture_hold_work(r->fixture, false, 64);
}

static void
do_corrupt(struct run *r, const struct action_words *w)
{
	struct user_record one, two;
	struct match_record m;
	struct store *s = fixture_store(r->fixture);

	if (!store_user_by_name(s, w->word[1], &one) ||
	    !store_user_by_name(s, w->word[2], &two) ||
	    !store_match_find_unfinished(s, one.id, two.id, &m)) {
		report_error(r, r->line_no, "no saved match");
		return;
	}
	fixture_corrupt_match(r->fixture, m.id);
}

/* Sets the number of pieces that the current roll can play. */
static void
count_pieces(struct world *w, struct match_state *st)
{
	if (st->phase != PH_MOVE)
		return;
	(void)move_list(st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1],
	    match_move_space(w));
	st->dice_to_play = (uint8_t)match_move_space(w)->dice_used;
}

/* Places one side's checkers: "2@6 3@bar", in board numbers; the rest are borne off.  The
 * stored actions do not lead to this position. */
static void
do_set_position(struct run *r, const struct action_words *w)
{
	struct script_user *u = connected_user(r, w->word[1]);
	struct session *s = u != NULL ? fixture_session(r->fixture, u->conn) : NULL;
	struct match *m = s != NULL ? match_get(fixture_world(r->fixture), s->match) : NULL;
	unsigned left = 15;
	uint8_t *at;

	if (m == NULL || (m->state.phase != PH_ROLL && m->state.phase != PH_MOVE)) {
		report_error(r, r->line_no, "no turn to change");
		return;
	}
	at = m->state.board.at[s->seat];
	memset(at, 0, PT_COUNT);
	for (unsigned i = 2; i < w->n; i++) {
		char *end;
		unsigned n = (unsigned)strtoul(w->word[i], &end, 10);
		unsigned p = (unsigned)strtoul(end + 1, NULL, 10);

		if (strcmp(end, "@bar") == 0)
			p = PT_BAR;
		CHECK(p >= 1 && p <= PT_BAR && n <= left);
		if (p != PT_BAR)
			p = notation_renumber(p, match_numbering(&m->state, s->seat));
		at[p] = (uint8_t)n;
		left -= n;
	}
	at[PT_OFF] = (uint8_t)left;
	count_pieces(fixture_world(r->fixture), &m->state);
}

static void
do_warned(struct run *r, const struct action_words *w)
{
	if (!fixture_warned(r->fixture, w->word[1]))
		report_error(r, r->line_no, "no warning %s", w->word[1]);
}

static void
do_restart(struct run *r, const struct action_words *w)
{
	fixture_restart(r->fixture);
	for (unsigned i = 0; i < r->users_n; i++)
		r->users[i].open = false;
}

static void
do_shutdown(struct run *r, const struct action_words *w)
{
	fixture_shutdown(r->fixture);
}

static const struct {
	const char *word;
	unsigned words_min;   /* minimum number of words, including the action */
	bool compares_output; /* the output of the step is compared */
	void (*run)(struct run *r, const struct action_words *w);
} ACTIONS[] = {
	{ "option", 3, false, do_option },
	{ "user", 2, false, do_user },
	{ "standing", 5, false, do_standing },
	{ "role", 3, false, do_role },
	{ "clip", 2, false, do_login },
	{ "telnet", 2, false, do_login },
	{ "tiny", 2, false, do_login },
	{ "match", 4, false, do_match },
	{ "moves", 3, false, do_moves },
	{ "dice", 2, false, do_dice },
	{ "colour", 2, false, do_colour },
	{ "hold", 1, false, do_hold },
	{ "corrupt", 3, false, do_corrupt },
	{ "place", 2, false, do_set_position },
	{ "warned", 2, false, do_warned },
	{ "restart", 1, false, do_restart },
	{ "connect", 2, true, do_connect },
	{ "drop", 2, true, do_drop },
	{ "clock", 2, true, do_clock },
	{ "release", 1, true, do_release },
	{ "shutdown", 1, true, do_shutdown },
};

/* ---- lines of the file ---- */

static void
begin_step(struct run *r)
{
	r->in_step = true;
	r->step_line_no = r->line_no;
}

/* Handles "LABEL> text" and similar lines.  Returns false for any other line. */
static bool
user_line(struct run *r, const char *line)
{
	size_t n = strcspn(line, "<>+!: ");
	struct script_user *u = find_user(r, line, n);
	const char *text;
	char kind = line[n];
	char *whole, *bytes;
	size_t len;

	if (u == NULL)
		return false;
	if (strcmp(line + n, " closed") == 0) {
		u->expect_closed = true;
		return true;
	}
	if (kind == ' ' || kind == '\0')
		return false;
	text = line[n + 1] == ' ' ? line + n + 2 : line + n + 1;
	if (kind == '<') {
		if (strcmp(text, "...") == 0 && lines_has(&u->expected, text))
			report_error(r, r->line_no, "a second ... of %s in one step", u->label);
		if (u->expected.n == 0)
			u->expected_line_no = r->line_no;
		if (strcmp(text, NO_EMPTY_LINE_MARK) == 0)
			u->expect_joined = true;
		else
			lines_add(&u->expected, text, strlen(text));
		return true;
	}
	end_step(r);
	if (r->out != NULL)
		(void)fprintf(r->out, "%s\n", line);
	if (!u->open) {
		report_error(r, r->line_no, "%s is not connected", u->label);
		return true;
	}
	whole = insert_tokens(r, text);
	bytes = unescape(whole, &len);
	free(whole);
	if (r->options.on_output != NULL &&
	    (strstr(bytes, "\xff\xfa\x1f") != NULL || strstr(bytes, "set linelength") != NULL))
		patterns_set_narrow(r->options.on_output_ctx, u->conn);
	if (kind == '!')
		fixture_send_bytes(r->fixture, u->conn, bytes, len);
	else
		fixture_queue(r->fixture, u->conn, bytes);
	free(bytes);
	u->typed = true;
	if (kind == '+')
		return true;
	fixture_settle(r->fixture);
	begin_step(r);
	r->rest_ignored = r->output_ignored = kind == ':';
	return true;
}

static void
action_line(struct run *r, const char *line)
{
	char *copy = malloc(strlen(line) + 1);
	struct action_words w = { .n = 0 };
	char *save = NULL;
	unsigned i = 0;
	bool quiet = false;
	char *end;

	CHECK(copy != NULL);
	memcpy(copy, line, strlen(line) + 1);
	for (char *p = strtok_r(copy, " ", &save); p != NULL && w.n < 16;
	     p = strtok_r(NULL, " ", &save))
		w.word[w.n++] = p;
	end = strchr(w.word[0], ':');
	if (end != NULL && end[1] == '\0') {
		quiet = true;
		*end = '\0';
	}
	while (i < ARRAY_LEN(ACTIONS) && strcmp(ACTIONS[i].word, w.word[0]) != 0)
		i++;
	if (i == ARRAY_LEN(ACTIONS) || w.n < ACTIONS[i].words_min ||
	    (quiet && !ACTIONS[i].compares_output)) {
		report_error(r, r->line_no, "not understood: %s", line);
	} else {
		if (r->fixture == NULL && ACTIONS[i].run != do_option)
			r->fixture = fixture_new(&r->options);
		ACTIONS[i].run(r, &w);
		if (ACTIONS[i].compares_output)
			begin_step(r);
		r->rest_ignored = r->output_ignored = quiet;
	}
	free(copy);
}

static void
process_line(struct run *r, const char *line)
{
	if (line[0] == '\0' || line[0] == '#') {
		lines_add(&r->trailing, line, strlen(line));
		return;
	}
	if (strcmp(line, "...") == 0) {
		r->rest_ignored = true;
		return;
	}
	if (user_line(r, line))
		return;
	end_step(r);
	if (r->out != NULL)
		(void)fprintf(r->out, "%s\n", line);
	action_line(r, line);
}

/* Reports a line from the server that the table does not allow. */
static void
bad_line(void *ctx, unsigned conn, const char *fault, const char *line)
{
	static char space[LINE_MAX_BYTES];
	struct run *r = ctx;
	const char *label = "somebody";
	struct sbuf b;

	for (unsigned i = 0; i < r->users_n; i++)
		if (r->users[i].open && r->users[i].conn == conn)
			label = r->users[i].label;
	SBUF_INIT(&b, space);
	for (; *line != '\0'; line++)
		show_byte(&b, (unsigned char)*line);
	report_error(r, r->in_step ? r->step_line_no : r->line_no, "%s: line %s\n  %s", label,
	    fault, b.text);
}

static void
listen_with_patterns(struct run *r, struct patterns *patterns)
{
	if (patterns == NULL)
		return;
	patterns_reset(patterns, bad_line, r);
	r->options.on_output = patterns_listen;
	r->options.on_output_ctx = patterns;
}

unsigned
transcript_run(const char *path, FILE *out, struct patterns *patterns)
{
	static struct run r;
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	memset(&r, 0, sizeof(r));
	r.path = path;
	r.out = out;
	if (in == NULL) {
		report_error(&r, 0, "cannot be read");
		return r.errors;
	}
	fixture_options_default(&r.options);
	listen_with_patterns(&r, patterns);
	script_dice_clear();
	while ((n = getline(&line, &room, in)) > 0) {
		r.line_no++;
		if (line[n - 1] == '\n')
			line[n - 1] = '\0';
		process_line(&r, line);
	}
	end_step(&r);
	if (script_dice_left() > 0)
		report_error(
		    &r, r.line_no, "%u rolls of the script were not used", script_dice_left());
	if (r.fixture == NULL)
		report_error(&r, r.line_no, "nothing was done");
	fixture_free(&r.fixture);
	free(line);
	(void)fclose(in);
	return r.errors;
}
