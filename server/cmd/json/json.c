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
#define LINE_WINDOW_SIZE (LINE_BYTES_MAX + 64u)
#define BAD_LINE_COST 10 /* tenths of a second, as for text that is not UTF-8 */
#define PING_COST 1
#define NUMBER_TEXT_SIZE 24u

/* ---- hello ---- */

static void
send_hello(struct world *w, struct session *s)
{
	struct json j = json_event_begin(s, "hello");

	json_fields(&j, json_int_field("version", JSON_VERSION),
	    json_text_field("program", "gammond"),
	    json_text_field("release", w->config.version),
	    json_text_field("server", w->config.server_name),
	    json_int_field("time", w->wall_ms));
	json_open_key(&j, "games", '[');
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		json_add_text(&j, v->name);
	json_close(&j, ']');
	json_open_key(&j, "languages", '[');
	for (unsigned i = 0; i < LANG_COUNT; i++)
		json_add_text(&j, CATALOGUES[i].code);
	json_close(&j, ']');
	json_key(&j, "limits");
	json_object(&j, json_int_field("line", LINE_BYTES_MAX),
	    json_int_field("depth", DEPTH_MAX), json_int_field("page", JSON_PAGE_ROWS),
	    json_int_field("burst", w->config.flood_burst),
	    json_int_field("per_s", w->config.flood_per_s),
	    json_int_field("idle_s", w->config.idle_s),
	    json_int_field("saved", w->config.saved_max),
	    json_int_field("also", JSON_FOLLOWED_MAX));
	json_line_end(s, &j);
}

/* Ends a session that asked for an unsupported version. */
static void
refuse_version(struct world *w, struct session *s)
{
	struct json j = json_event_begin(s, "bye");

	json_fields(&j, json_text_field("why", "version"));
	json_open_key(&j, "versions", '[');
	json_add_int(&j, JSON_VERSION);
	json_close(&j, ']');
	json_line_end(s, &j);
	json_lines_free(s);
	session_close(w, s, END_DROPPED);
}

void
json_start(struct world *w, struct session *s, char *rest)
{
	const char *version = word_next(&rest);
	long n;

	session_form_free(s);
	if (!json_lines_new(s)) {
		msg_login_busy(&s->out);
		session_write_prompt(w, s);
		return;
	}
	session_write_wire(s, "\r\n", 2); /* ends the line of the prompt */
	if (word_number(version, &n) && n == JSON_VERSION)
		send_hello(w, s);
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
member_text(const json_t *o, const char *key, char number_text[NUMBER_TEXT_SIZE])
{
	const json_t *v = json_object_get(o, key);
	struct sbuf b;

	if (!json_is_integer(v))
		return json_string_value(v);
	sbuf_init(&b, number_text, NUMBER_TEXT_SIZE);
	sbuf_addf(&b, "%lld", (long long)json_integer_value(v));
	return number_text;
}

int64_t
json_number_of(const json_t *o, const char *key, int64_t otherwise)
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
parse_request(struct session *s, const char *text)
{
	json_error_t error;
	json_t *o = NULL;

	if (is_too_deep(text))
		json_refuse(s, JSON_syntax, "Too many nested arrays and objects.");
	else if ((o = json_loads(text, JSON_REJECT_DUPLICATES, &error)) == NULL)
		json_refuse(s, JSON_syntax, error.text);
	else if (!json_is_object(o))
		json_refuse(s, JSON_syntax, "A line is an object.");
	else if (json_number_of(o, "id", -1) < 0)
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
	bool checks_match;
	const char *command_line, *members;
};

static const struct json_command LINE_COMMANDS[] = {
#define JSON_COMMAND(name, of_match, line, members) { name, of_match, line, members },
#include "cmd/json/json_commands.def"
#undef JSON_COMMAND
};

static void
refuse_member(struct session *s, const char *key, const char *why)
{
	char text[128];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "The member '%s' %s.", key, why);
	json_refuse(s, JSON_syntax, text);
}

/* Appends one member of a command.  form: the character after the member's name in
 * json_commands.def.  Returns false after refusing the command. */
static bool
append_member(struct session *s, const json_t *o, const char *key, char form, struct sbuf *line)
{
	char number_text[NUMBER_TEXT_SIZE];
	const char *value = member_text(o, key, number_text);

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
build_command_line(
    struct session *s, const struct json_command *c, const json_t *o, struct sbuf *line)
{
	const char *at = c->members;
	char key[16];
	bool good = true;

	sbuf_add(line, c->command_line);
	while (good && *at != '\0') {
		size_t n = strcspn(at, "?+=! ");
		struct sbuf b;

		SBUF_INIT(&b, key);
		sbuf_addn(&b, at, n);
		at += n;
		good = append_member(s, o, key, *at, line);
		at += strcspn(at, " ");
		at += *at == ' ';
	}
	if (good && !sbuf_ok(line))
		refuse_member(s, key, "is too long");
	return good && sbuf_ok(line);
}

/* Returns whether a member is missing, null or a number.  If not, refuses it. */
static bool
is_number_member(struct session *s, const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	if (v == NULL || json_is_null(v) || json_number_of(o, key, -1) >= 0)
		return true;
	refuse_member(s, key, "must be a whole number");
	return false;
}

/* Checks the members `m` (the match) and `n` (the number of its last act), if given.  Returns
 * false after refusing the command. */
static bool
names_current_action(struct world *w, struct session *s, const json_t *o)
{
	const struct match *m = session_match(w, s);
	int64_t row = json_number_of(o, "m", -1), n = json_number_of(o, "n", -1);

	if (!is_number_member(s, o, "m") || !is_number_member(s, o, "n"))
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
run_command_line(
    struct world *w, struct session *s, const struct json_command *c, const json_t *o)
{
	char text[LINE_WINDOW_SIZE];
	struct sbuf line;

	SBUF_INIT(&line, text);
	if ((c->checks_match && !names_current_action(w, s, o)) ||
	    !build_command_line(s, c, o, &line)) {
		cmd_charge(w, s, BAD_LINE_COST);
		session_write_prompt(w, s);
		return;
	}
	cmd_run_typed_line(w, s, text);
}

/* ---- other commands of users ---- */

static void
ping(struct world *w, struct session *s, const json_t *o)
{
	struct json j = json_success_begin(s);
	const json_t *t = json_object_get(o, "t");

	cmd_charge(w, s, PING_COST);
	json_fields(&j, json_int_or_null("t", json_is_integer(t), json_integer_value(t)),
	    json_int_field("time", w->wall_ms),
	    json_int_field("s", (int64_t)s->screen.json->last_event_no));
	json_line_end(s, &j);
}

/* Types any line.  The answer contains all text that the line prints; none of it counts as a
 * refusal. */
static void
run_typed_text(struct world *w, struct session *s, const json_t *o)
{
	const char *value = json_string_value(json_object_get(o, "text"));
	char text[LINE_WINDOW_SIZE];

	s->screen.json->all_text_answers = true;
	if (value == NULL || !sbuf_copy(text, sizeof(text), value)) {
		cmd_charge(w, s, BAD_LINE_COST);
		refuse_member(s, "text", "must be a text");
		session_write_prompt(w, s);
	} else if (s->state == ST_ONLINE) {
		cmd_run_typed_line(w, s, text);
	} else if (s->state == ST_NAME) {
		json_refuse(s, JSON_denied, "Log in first.");
		session_write_prompt(w, s);
	} else {
		if (text_make_safe(text))
			login_uncharged_line(w, s, text);
		if (s->state != ST_CLOSED) /* some dialogs end without a prompt */
			session_write_prompt(w, s);
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
		run_command_line(w, s, &words, o);
	} else if (player_has_toggle(s->player, (enum toggle)t) != json_is_true(value)) {
		run_command_line(w, s, &toggle, o);
	} else {
		cmd_charge(w, s, BAD_LINE_COST);
		session_write_prompt(w, s);
	}
}

/* Watches a player, or a match by its number.  The new match replaces the one watched so far.
 * With `also`, both are watched. */
static void
watch(struct world *w, struct session *s, const json_t *o)
{
	static const struct json_command line = { "watch", false, "watch", "player" };
	const struct match *m;
	char text[LINE_WINDOW_SIZE];
	struct sbuf b;

	if (json_is_true(json_object_get(o, "also"))) {
		json_follow(w, s, o);
		return;
	}
	if (json_number_of(o, "m", -1) < 0) {
		run_command_line(w, s, &line, o);
		return;
	}
	m = json_find_live_match(w, s, o);
	if (m == NULL) {
		cmd_charge(w, s, BAD_LINE_COST);
		session_write_prompt(w, s);
		return;
	}
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "watch %s", match_player_name(w, m, SEAT_0));
	cmd_run_typed_line(w, s, text);
}

static void
unwatch(struct world *w, struct session *s, const json_t *o)
{
	static const struct json_command line = { "unwatch", false, "unwatch", "" };

	if (!json_unfollow(w, s, o))
		run_command_line(w, s, &line, o);
}

/* ---- log-in: the lines that a client program types ---- */

static bool
is_single_word(const char *text)
{
	for (const char *c = text; *c != '\0'; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f)
			return false;
	return text[0] != '\0';
}

/* Abandons a dialog that was begun with `line`.  The dialog would otherwise take this command's
 * line as its next answer. */
static void
abandon_dialog(struct world *w, struct session *s)
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
	char text[LINE_WINDOW_SIZE];
	struct sbuf line;

	client = client[0] != '\0' ? client : "json";
	s->screen.json->wanted_state = ST_ONLINE;
	s->screen.json->wants_token = json_is_true(json_object_get(o, "keep"));
	s->screen.json->since_event = by_token ? json_number_of(o, "since", -1) : -1;
	if (!is_single_word(client) || !is_single_word(name) || !is_single_word(secret)) {
		json_refuse(s, JSON_syntax, "Names, passwords and tokens are one word.");
		session_write_prompt(w, s);
		return;
	}
	abandon_dialog(w, s);
	if (s->state == ST_GUEST)
		session_set_state(w, s, ST_NAME);
	SBUF_INIT(&line, text);
	sbuf_addf(
	    &line, "login %s 1008 %s %s%s", client, name, by_token ? "token:" : "", secret);
	login_uncharged_line(w, s, text);
	sodium_memzero(text, sizeof(text));
}

static void
type_at_login(struct world *w, struct session *s, const char *text)
{
	char copy[LINE_WINDOW_SIZE];

	(void)sbuf_copy(copy, sizeof(copy), text);
	login_uncharged_line(w, s, copy);
	sodium_memzero(copy, sizeof(copy));
}

static void
enter_as_guest(struct world *w, struct session *s, const json_t *o)
{
	(void)o;
	s->screen.json->wanted_state = ST_GUEST;
	abandon_dialog(w, s);
	if (s->state == ST_NAME)
		type_at_login(w, s, "guest");
	else
		session_write_prompt(w, s);
}

/* Answers the registration dialog for a guest without showing its prompts.  If an answer is
 * refused, the session stays a guest. */
static void
sign_up(struct world *w, struct session *s, const json_t *o)
{
	const char *name = json_text_of(o, "name"), *password = json_text_of(o, "password");
	char text[LINE_WINDOW_SIZE];
	struct sbuf line;

	if (!is_single_word(name) || !is_single_word(password))
		json_refuse(s, JSON_syntax, "Names and passwords are one word.");
	s->screen.json->answer_held = true;
	enter_as_guest(w, s, o);
	s->screen.json->wanted_state = ST_ONLINE;
	s->screen.json->wants_token = json_is_true(json_object_get(o, "keep"));
	SBUF_INIT(&line, text);
	sbuf_addf(&line, "name %s", name);
	if (is_single_word(name) && is_single_word(password))
		login_uncharged_line(w, s, text);
	if (s->state == ST_NEW_PASSWORD)
		type_at_login(w, s, password);
	if (s->state == ST_RETYPE_PASSWORD)
		type_at_login(w, s, password);
	if (s->state == ST_NEW_PASSWORD || s->state == ST_RETYPE_PASSWORD) {
		session_form_free(s);
		session_set_state(w, s, ST_GUEST);
	}
	s->screen.json->answer_held = false;
	session_write_prompt(w, s);
}

static void
log_out(struct world *w, struct session *s, const json_t *o)
{
	(void)o;
	session_close(w, s, END_LOGOUT);
}

/* ---- dispatch ---- */

/* Which sessions may send a command. */
enum {
	FROM_ONLINE = 1,
	FROM_LOGGED_OUT = 2, /* sessions that have not logged in */
	FROM_SPECTATOR = 4,  /* spectators */
	FROM_FRONT_END = 8,  /* a front's own sessions, until they are spectators */
};

/* The commands that are not in json_commands.def. */
static const struct {
	const char *name;
	unsigned who;
	void (*run)(struct world *w, struct session *s, const json_t *o);
} SPECIAL_COMMANDS[] = {
	{ "bye", FROM_LOGGED_OUT | FROM_SPECTATOR | FROM_FRONT_END, log_out },
	{ "file", FROM_SPECTATOR, json_spectator_file },
	{ "get", FROM_ONLINE | FROM_SPECTATOR, json_get },
	{ "guest", FROM_LOGGED_OUT, enter_as_guest },
	{ "line", FROM_ONLINE | FROM_LOGGED_OUT, run_typed_text },
	{ "login", FROM_LOGGED_OUT, log_in },
	{ "ping", FROM_ONLINE | FROM_LOGGED_OUT | FROM_SPECTATOR | FROM_FRONT_END, ping },
	{ "public", FROM_LOGGED_OUT | FROM_FRONT_END, json_become_spectator },
	{ "register", FROM_LOGGED_OUT, sign_up },
	{ "set", FROM_ONLINE, set },
	{ "token", FROM_LOGGED_OUT, log_in },
	{ "unwatch", FROM_ONLINE, unwatch },
	{ "unwatch", FROM_SPECTATOR, json_spectator_unwatch },
	{ "watch", FROM_ONLINE, watch },
	{ "watch", FROM_SPECTATOR, json_follow },
};

/* Returns true after refusing a command that is not possible while the session sends a file,
 * because its line would become part of the file. */
static bool
refuse_while_sending_file(struct world *w, struct session *s, const char *name)
{
	static const char *const PERMITTED[] = { "bye", "get", "line", "ping" };

	if (!imports_receives(s))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(PERMITTED); i++)
		if (strcmp(PERMITTED[i], name) == 0)
			return false;
	cmd_charge(w, s, BAD_LINE_COST);
	json_refuse(
	    s, JSON_busy, "A file is being imported: end it with a line with a single dot.");
	session_write_prompt(w, s);
	return true;
}

static void
run(struct world *w, struct session *s, const json_t *o)
{
	const char *name = json_text_of(o, "c");
	const bool online = s->state == ST_ONLINE;
	const unsigned who = online                      ? FROM_ONLINE
			     : s->screen.json->spectates ? FROM_SPECTATOR
			     : session_is_front(w, s)    ? FROM_FRONT_END
							 : FROM_LOGGED_OUT;

	if (refuse_while_sending_file(w, s, name))
		return;
	if (imports_receives(s) && strcmp(name, "bye") == 0)
		imports_cancel(w, s);
	for (size_t i = 0; i < ARRAY_LEN(SPECIAL_COMMANDS); i++)
		if ((SPECIAL_COMMANDS[i].who & who) != 0 &&
		    strcmp(SPECIAL_COMMANDS[i].name, name) == 0) {
			SPECIAL_COMMANDS[i].run(w, s, o);
			return;
		}
	for (size_t i = 0; online && i < ARRAY_LEN(LINE_COMMANDS); i++)
		if (strcmp(LINE_COMMANDS[i].name, name) == 0) {
			run_command_line(w, s, &LINE_COMMANDS[i], o);
			return;
		}
	cmd_charge(w, s, BAD_LINE_COST);
	if (online)
		json_refuse(s, JSON_unknown, "There is no such command.");
	else
		json_refuse(s, JSON_denied, "Log in first.");
	session_write_prompt(w, s);
}

/* Wipes secrets before the memory of the object is freed. */
static void
wipe_secrets(json_t *o)
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
	if (s->state != ST_ONLINE && !login_charge_line(w, s))
		return;
	o = parse_request(s, text);
	if (o == NULL) {
		cmd_charge(w, s, BAD_LINE_COST);
		session_write_prompt(w, s);
		return;
	}
	s->screen.json->id = json_number_of(o, "id", -1);
	run(w, s, o);
	wipe_secrets(o);
	json_decref(o);
}
