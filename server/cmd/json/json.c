/* SPDX-License-Identifier: MIT */
/* Commands of JSON lines (PROTOCOL.md 14).  Most become a line of text, which is then handled
 * like a typed line, with the same costs, checks and refusals.  Linear in the length of the
 * line. */
#include "cmd/json/json_command.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "imports/imports.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "people/people.h"
#include "proto/line.h"
#include "proto/username.h"
#include "proto/words.h"

#define DEPTH_MAX 4u /* nested arrays and objects, which can only be in unknown members */
#define LINE_ROOM (LINE_BYTES_MAX + 64u)
#define BAD_COST 10 /* tenths of a second of the allowance, as for text that is not UTF-8 */
#define PING_COST 1
#define NUMBER_TEXT 24u

/* ---- hello ---- */

static void
hello(struct world *w, struct session *s)
{
	struct json j = json_event(s, "hello");

	json_fields(&j, json_int("version", JSON_VERSION), json_text("program", "gammond"),
	    json_text("release", w->config.version), json_text("server", w->config.server_name),
	    json_int("time", w->wall_ms));
	json_open_key(&j, "games", '[');
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		json_add_text(&j, v->name);
	json_close(&j, ']');
	json_open_key(&j, "languages", '[');
	for (unsigned i = 0; i < LANG_COUNT; i++)
		json_add_text(&j, CATALOGUES[i].code);
	json_close(&j, ']');
	json_key(&j, "limits");
	json_object(&j, json_int("line", LINE_BYTES_MAX), json_int("depth", DEPTH_MAX),
	    json_int("page", JSON_PAGE_ROWS), json_int("burst", w->config.flood_burst),
	    json_int("per_s", w->config.flood_per_s), json_int("idle_s", w->config.idle_s),
	    json_int("saved", w->config.saved_max), json_int("also", JSON_FOLLOWS));
	json_line_end(s, &j);
}

/* Ends a session that asked for an unsupported version. */
static void
refuse_version(struct world *w, struct session *s)
{
	struct json j = json_event(s, "bye");

	json_fields(&j, json_text("why", "version"));
	json_open_key(&j, "versions", '[');
	json_add_int(&j, JSON_VERSION);
	json_close(&j, ']');
	json_line_end(s, &j);
	json_lines_free(s);
	session_close(w, s, END_DROPPED);
}

void
json_select(struct world *w, struct session *s, char *rest)
{
	const char *version = word_next(&rest);
	long n;

	session_form_free(s);
	if (!json_lines_new(s)) {
		msg_login_busy(&s->out);
		session_prompt(w, s);
		return;
	}
	session_write_wire(s, "\r\n", 2); /* ends the line of the prompt */
	if (word_number(version, &n) && n == JSON_VERSION)
		hello(w, s);
	else
		refuse_version(w, s);
}

/* ---- reading a line ---- */

static bool
is_too_deep(const char *text)
{
	unsigned depth = 0;
	bool quoted = false;

	for (; *text != '\0'; text++) {
		if (*text == '"')
			quoted = !quoted;
		else if (quoted && *text == '\\' && text[1] != '\0')
			text++;
		else if (!quoted && (*text == '{' || *text == '['))
			depth++;
		else if (!quoted && depth > 0 && (*text == '}' || *text == ']'))
			depth--;
		if (depth > DEPTH_MAX)
			return true;
	}
	return false;
}

/* Returns the text of a member, NULL if there is none; a number is written to number_text. */
static const char *
member(const json_t *o, const char *key, char number_text[NUMBER_TEXT])
{
	const json_t *v = json_object_get(o, key);
	struct sbuf b;

	if (!json_is_integer(v))
		return json_string_value(v);
	sbuf_init(&b, number_text, NUMBER_TEXT);
	sbuf_addf(&b, "%lld", (long long)json_integer_value(v));
	return number_text;
}

int64_t
json_number(const json_t *o, const char *key, int64_t otherwise)
{
	const json_t *v = json_object_get(o, key);
	int64_t n = json_integer_value(v);

	return json_is_integer(v) && n >= 0 && n <= JSON_ID_MAX ? n : otherwise;
}

const char *
json_text_of(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text != NULL ? text : "";
}

/* Returns the object of a line, or NULL after refusing it. */
static json_t *
read_line(struct session *s, const char *text)
{
	json_error_t error;
	json_t *o = NULL;

	if (is_too_deep(text))
		json_refuse(s, JSON_syntax, "Too many nested arrays and objects.");
	else if ((o = json_loads(text, JSON_REJECT_DUPLICATES, &error)) == NULL)
		json_refuse(s, JSON_syntax, error.text);
	else if (!json_is_object(o))
		json_refuse(s, JSON_syntax, "A line is an object.");
	else if (json_number(o, "id", -1) < 0)
		json_refuse(
		    s, JSON_syntax, "The member 'id' must be a number from 0 to 2^53 - 1.");
	else
		return o;
	json_decref(o);
	return NULL;
}

/* ---- commands that become a line ---- */

struct json_command {
	const char *name;
	bool of_match;
	const char *line, *members;
};

static const struct json_command LINES[] = {
#define JSON_COMMAND(name, of_match, line, members) { name, of_match, line, members },
#include "cmd/json/json_commands.def"
#undef JSON_COMMAND
};

static void
refuse_member(struct session *s, const char *key, const char *why)
{
	char text[128];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "The member '%s' %s.", key, why);
	json_refuse(s, JSON_syntax, text);
}

/* Appends one member of a command.  form: the character after the member's name in
 * json_commands.def.  Returns false after refusing the command. */
static bool
add_member(struct session *s, const json_t *o, const char *key, char form, struct sbuf *line)
{
	char number_text[NUMBER_TEXT];
	const char *value = member(o, key, number_text);

	if (form == '!') {
		if (json_is_true(json_object_get(o, key)))
			sbuf_addf(line, " %s", key);
		return true;
	}
	if (value == NULL) {
		if (json_object_get(o, key) == NULL && (form == '?' || form == '='))
			return true;
		refuse_member(s, key, "must be a text or a whole number");
		return false;
	}
	if (form != '+' && (value[0] == '\0' || strpbrk(value, " \t\r\n") != NULL)) {
		refuse_member(s, key, "must be one word");
		return false;
	}
	if (form == '=')
		sbuf_addf(line, " %s", key);
	sbuf_addf(line, " %s", value);
	return true;
}

/* Makes the line of a command.  Returns false after refusing the command. */
static bool
make_line(struct session *s, const struct json_command *c, const json_t *o, struct sbuf *line)
{
	const char *at = c->members;
	char key[16];
	bool good = true;

	sbuf_add(line, c->line);
	while (good && *at != '\0') {
		size_t n = strcspn(at, "?+=! ");
		struct sbuf b;

		SBUF_ON(&b, key);
		sbuf_addn(&b, at, n);
		at += n;
		good = add_member(s, o, key, *at, line);
		at += strcspn(at, " ");
		at += *at == ' ';
	}
	if (good && !sbuf_ok(line))
		refuse_member(s, key, "is too long");
	return good && sbuf_ok(line);
}

/* Returns whether a member is missing, null or a number.  If not, refuses it. */
static bool
is_number(struct session *s, const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	if (v == NULL || json_is_null(v) || json_number(o, key, -1) >= 0)
		return true;
	refuse_member(s, key, "must be a whole number");
	return false;
}

/* Checks the members `m` (the match) and `n` (the number of its last act), if given.  Returns
 * false after refusing the command. */
static bool
is_current(struct world *w, struct session *s, const json_t *o)
{
	const struct match *m = session_match(w, s);
	int64_t row = json_number(o, "m", -1), n = json_number(o, "n", -1);

	if (!is_number(s, o, "m") || !is_number(s, o, "n"))
		return false;
	if (m == NULL)
		return true; /* the command itself reports that there is no match */
	if (row >= 0 && row != m->row)
		json_refuse(s, JSON_gone, "You do not play that match.");
	else if (n >= 0 && n != m->next_seq)
		json_refuse(s, JSON_late, "The match has moved on.");
	else
		return true;
	return false;
}

static void
run_line(struct world *w, struct session *s, const struct json_command *c, const json_t *o)
{
	char text[LINE_ROOM];
	struct sbuf line;

	SBUF_ON(&line, text);
	if ((c->of_match && !is_current(w, s, o)) || !make_line(s, c, o, &line)) {
		cmd_pay(w, s, BAD_COST);
		session_prompt(w, s);
		return;
	}
	cmd_typed(w, s, text);
}

/* ---- other commands of users ---- */

static void
ping(struct world *w, struct session *s, const json_t *o)
{
	struct json j = json_answer(s);
	const json_t *t = json_object_get(o, "t");

	cmd_pay(w, s, PING_COST);
	json_fields(&j, json_maybe("t", json_is_integer(t), json_integer_value(t)),
	    json_int("time", w->wall_ms), json_int("s", (int64_t)s->screen.json->sent));
	json_line_end(s, &j);
}

/* Types any line.  The answer contains all text that the line prints; none of it counts as a
 * refusal. */
static void
type(struct world *w, struct session *s, const json_t *o)
{
	const char *value = json_string_value(json_object_get(o, "text"));
	char text[LINE_ROOM];

	s->screen.json->all_text = true;
	if (value == NULL || !sbuf_copy(text, sizeof(text), value)) {
		cmd_pay(w, s, BAD_COST);
		refuse_member(s, "text", "must be a text");
		session_prompt(w, s);
	} else if (s->state == ST_ONLINE) {
		cmd_typed(w, s, text);
	} else if (s->state == ST_NAME) {
		json_refuse(s, JSON_denied, "Log in first.");
		session_prompt(w, s);
	} else {
		if (text_clean(text))
			login_typed(w, s, text);
		if (s->state != ST_CLOSED) /* some dialogs end without a prompt */
			session_prompt(w, s);
	}
	sodium_memzero(text, sizeof(text));
}

static int
toggle_named(const char *key)
{
	for (int t = 0; t < TOGGLE_COUNT; t++)
		if (strcmp(TOGGLES[t].name, key) == 0)
			return t;
	return -1;
}

/* Sets a toggle to true or false, or a variable to a word. */
static void
set(struct world *w, struct session *s, const json_t *o)
{
	static const struct json_command words = { "set", false, "set", "key value" };
	static const struct json_command toggle = { "set", false, "toggle", "key" };
	const json_t *value = json_object_get(o, "value");
	int t = toggle_named(json_text_of(o, "key"));

	if (t < 0 || !json_is_boolean(value)) {
		run_line(w, s, &words, o);
	} else if (player_has(s->player, (enum toggle)t) != json_is_true(value)) {
		run_line(w, s, &toggle, o);
	} else {
		cmd_pay(w, s, BAD_COST);
		session_prompt(w, s);
	}
}

/* Watches a player, or a match by its number.  The new match replaces the one watched so far.
 * With `also`, both are watched. */
static void
watch(struct world *w, struct session *s, const json_t *o)
{
	static const struct json_command line = { "watch", false, "watch", "player" };
	const struct match *m;
	char text[LINE_ROOM];
	struct sbuf b;

	if (json_is_true(json_object_get(o, "also"))) {
		json_follow(w, s, o);
		return;
	}
	if (json_number(o, "m", -1) < 0) {
		run_line(w, s, &line, o);
		return;
	}
	m = json_find_live(w, s, o);
	if (m == NULL) {
		cmd_pay(w, s, BAD_COST);
		session_prompt(w, s);
		return;
	}
	SBUF_ON(&b, text);
	sbuf_addf(&b, "watch %s", match_name(w, m, SEAT_0));
	cmd_typed(w, s, text);
}

static void
unwatch(struct world *w, struct session *s, const json_t *o)
{
	static const struct json_command line = { "unwatch", false, "unwatch", "" };

	if (!json_unfollow(w, s, o))
		run_line(w, s, &line, o);
}

/* ---- log-in: the lines that a client program types ---- */

static bool
is_word(const char *text)
{
	for (const char *c = text; *c != '\0'; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f)
			return false;
	return text[0] != '\0';
}

/* Abandons a dialog that was begun with `line`.  The dialog would otherwise take this command's
 * line as its next answer. */
static void
end_dialog(struct world *w, struct session *s)
{
	if (s->state == ST_NAME || s->state == ST_GUEST)
		return;
	session_form_free(s);
	session_set_state(w, s, ST_NAME);
}

/* Types the line of a log-in by password or by token. */
static void
log_in(struct world *w, struct session *s, const json_t *o)
{
	const bool by_token = strcmp(json_text_of(o, "c"), "token") == 0;
	const char *client = json_text_of(o, "client"), *name = json_text_of(o, "name");
	const char *secret = json_text_of(o, by_token ? "token" : "password");
	char text[LINE_ROOM];
	struct sbuf line;

	client = client[0] != '\0' ? client : "json";
	s->screen.json->wants = ST_ONLINE;
	s->screen.json->keep = json_is_true(json_object_get(o, "keep"));
	s->screen.json->since = by_token ? json_number(o, "since", -1) : -1;
	if (!is_word(client) || !is_word(name) || !is_word(secret)) {
		json_refuse(s, JSON_syntax, "Names, passwords and tokens are one word.");
		session_prompt(w, s);
		return;
	}
	end_dialog(w, s);
	if (s->state == ST_GUEST)
		session_set_state(w, s, ST_NAME);
	SBUF_ON(&line, text);
	sbuf_addf(
	    &line, "login %s 1008 %s %s%s", client, name, by_token ? "token:" : "", secret);
	login_typed(w, s, text);
	sodium_memzero(text, sizeof(text));
}

static void
type_copy(struct world *w, struct session *s, const char *text)
{
	char copy[LINE_ROOM];

	(void)sbuf_copy(copy, sizeof(copy), text);
	login_typed(w, s, copy);
	sodium_memzero(copy, sizeof(copy));
}

static void
enter_as_guest(struct world *w, struct session *s, const json_t *o)
{
	(void)o;
	s->screen.json->wants = ST_GUEST;
	end_dialog(w, s);
	if (s->state == ST_NAME)
		type_copy(w, s, "guest");
	else
		session_prompt(w, s);
}

/* Answers the registration dialog for a guest without showing its prompts.  If an answer is
 * refused, the session stays a guest. */
static void
sign_up(struct world *w, struct session *s, const json_t *o)
{
	const char *name = json_text_of(o, "name"), *password = json_text_of(o, "password");
	char text[LINE_ROOM];
	struct sbuf line;

	if (!is_word(name) || !is_word(password))
		json_refuse(s, JSON_syntax, "Names and passwords are one word.");
	s->screen.json->held = true;
	enter_as_guest(w, s, o);
	s->screen.json->wants = ST_ONLINE;
	s->screen.json->keep = json_is_true(json_object_get(o, "keep"));
	SBUF_ON(&line, text);
	sbuf_addf(&line, "name %s", name);
	if (is_word(name) && is_word(password))
		login_typed(w, s, text);
	if (s->state == ST_NEW_PASSWORD)
		type_copy(w, s, password);
	if (s->state == ST_RETYPE_PASSWORD)
		type_copy(w, s, password);
	if (s->state == ST_NEW_PASSWORD || s->state == ST_RETYPE_PASSWORD) {
		session_form_free(s);
		session_set_state(w, s, ST_GUEST);
	}
	s->screen.json->held = false;
	session_prompt(w, s);
}

static void
leave(struct world *w, struct session *s, const json_t *o)
{
	(void)o;
	session_close(w, s, END_LOGOUT);
}

/* ---- dispatch ---- */

/* Which sessions may send a command. */
enum {
	ONLINE = 1,
	BEFORE = 2, /* sessions that have not logged in */
	PUBLIC = 4, /* spectators */
	FRONT = 8,  /* a front's own sessions, until they are spectators */
};

/* The commands that are not in json_commands.def. */
static const struct {
	const char *name;
	unsigned who;
	void (*run)(struct world *w, struct session *s, const json_t *o);
} OTHERS[] = {
	{ "bye", BEFORE | PUBLIC | FRONT, leave },
	{ "file", PUBLIC, json_public_file },
	{ "get", ONLINE | PUBLIC, json_get },
	{ "guest", BEFORE, enter_as_guest },
	{ "line", ONLINE | BEFORE, type },
	{ "login", BEFORE, log_in },
	{ "ping", ONLINE | BEFORE | PUBLIC | FRONT, ping },
	{ "public", BEFORE | FRONT, json_public },
	{ "register", BEFORE, sign_up },
	{ "set", ONLINE, set },
	{ "token", BEFORE, log_in },
	{ "unwatch", ONLINE, unwatch },
	{ "unwatch", PUBLIC, json_public_unwatch },
	{ "watch", ONLINE, watch },
	{ "watch", PUBLIC, json_follow },
};

/* Returns true after refusing a command that is not possible while the session sends a file,
 * because its line would become part of the file. */
static bool
must_wait(struct world *w, struct session *s, const char *name)
{
	static const char *const POSSIBLE[] = { "bye", "get", "line", "ping" };

	if (!imports_receives(s))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(POSSIBLE); i++)
		if (strcmp(POSSIBLE[i], name) == 0)
			return false;
	cmd_pay(w, s, BAD_COST);
	json_refuse(
	    s, JSON_busy, "A file is being imported: end it with a line with a single dot.");
	session_prompt(w, s);
	return true;
}

static void
run(struct world *w, struct session *s, const json_t *o)
{
	const char *name = json_text_of(o, "c");
	const bool online = s->state == ST_ONLINE;
	const unsigned who = online                      ? ONLINE
			     : s->screen.json->spectates ? PUBLIC
			     : session_front(w, s)       ? FRONT
							 : BEFORE;

	if (must_wait(w, s, name))
		return;
	if (imports_receives(s) && strcmp(name, "bye") == 0)
		imports_cancel(w, s);
	for (size_t i = 0; i < ARRAY_LEN(OTHERS); i++)
		if ((OTHERS[i].who & who) != 0 && strcmp(OTHERS[i].name, name) == 0) {
			OTHERS[i].run(w, s, o);
			return;
		}
	for (size_t i = 0; online && i < ARRAY_LEN(LINES); i++)
		if (strcmp(LINES[i].name, name) == 0) {
			run_line(w, s, &LINES[i], o);
			return;
		}
	cmd_pay(w, s, BAD_COST);
	if (online)
		json_refuse(s, JSON_unknown, "There is no such command.");
	else
		json_refuse(s, JSON_denied, "Log in first.");
	session_prompt(w, s);
}

/* Wipes secrets before the memory of the object is freed. */
static void
wipe(json_t *o)
{
	static const char *const secrets[] = { "password", "token", "text" };

	for (size_t i = 0; i < ARRAY_LEN(secrets); i++) {
		json_t *v = json_object_get(o, secrets[i]);

		if (json_is_string(v))
			sodium_memzero(
			    (char *)(uintptr_t)json_string_value(v), json_string_length(v));
	}
}

void
json_line(struct world *w, struct session *s, char *text)
{
	json_t *o;

	json_answer_begin(s, -1);
	if (s->state != ST_ONLINE && !login_pays(w, s))
		return;
	o = read_line(s, text);
	if (o == NULL) {
		cmd_pay(w, s, BAD_COST);
		session_prompt(w, s);
		return;
	}
	s->screen.json->id = json_number(o, "id", -1);
	run(w, s, o);
	wipe(o);
	json_decref(o);
}
