/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* JSON lines: every example of PROTOCOL.md 14, input that is refused, watchers who fall behind,
 * and an upgrade. */
/* LINK: -Wl,--wrap=sqlite_unreachable -Wl,--wrap=pager_begin */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "fair/token.h"
#include "output/json_lines.h"
#include "output/pager.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define PROTOCOL "common/proto/PROTOCOL.md"
#define USERS 9u

/* ---- the examples of PROTOCOL.md ----
 *
 * An indented line "anna> TEXT" is typed by the connection of that name, which is opened when
 * the name is first used.  "anna< TEXT" is a line that this connection then receives; other
 * lines may precede it.  "... N seconds later" moves the clock. */

struct example_user {
	char name[24];
	unsigned conn;
	bool closed;
	char *unread; /* output that no example has matched yet */
};

static void
collect_output(struct fixture *h, struct example_user *list)
{
	for (struct example_user *a = list; a < list + USERS && a->name[0] != '\0'; a++) {
		const char *more;
		size_t n = strlen(a->unread);

		if (a->closed)
			continue;
		a->closed = !fixture_is_open(h, a->conn);
		more = fixture_read(h, a->conn);
		a->unread = realloc(a->unread, n + strlen(more) + 1);
		assert_non_null(a->unread);
		memcpy(a->unread + n, more, strlen(more) + 1);
	}
}

static struct example_user *
actor_named(struct fixture *h, struct example_user *list, const char *name)
{
	struct example_user *a = list;

	while (a < list + USERS && a->name[0] != '\0' && strcmp(a->name, name) != 0)
		a++;
	assert_true(a < list + USERS);
	if (a->name[0] == '\0') {
		assert_true(sbuf_copy(a->name, sizeof(a->name), name));
		a->conn = fixture_connect(h, "10.0.0.1");
		a->unread = calloc(1, 1);
		assert_non_null(a->unread);
	}
	return a;
}

static void
expect_line(struct example_user *a, const char *line)
{
	char *at, *end;
	size_t n = strlen(line);

	for (at = a->unread; (end = strstr(at, "\r\n")) != NULL; at = end + 2)
		if ((size_t)(end - at) == n && memcmp(at, line, n) == 0) {
			memmove(a->unread, end + 2, strlen(end + 2) + 1);
			return;
		}
	fail_msg("%s does not receive\n%s\nbut\n%s", a->name, line, a->unread);
}

/* Returns section 14; the caller frees it. */
static char *
read_section(void)
{
	const size_t room = 400000;
	char *text = malloc(room), *section;
	FILE *f = fopen(PROTOCOL, "r");
	size_t n;

	assert_non_null(text);
	assert_non_null(f);
	n = fread(text, 1, room - 1, f);
	assert_in_range(n, 1, room - 2);
	(void)fclose(f);
	text[n] = '\0';
	section = strstr(text, "\n## 14. ");
	assert_non_null(section);
	memmove(text, section, strlen(section) + 1);
	return text;
}

/* Replays a line of the section.  Returns false if it is not an example. */
static bool
run_example_line(struct fixture *h, struct example_user *list, char *line)
{
	unsigned seconds;
	char name[24];
	int n = 0;

	if (sscanf(line, "    ... %u seconds later", &seconds) == 1) {
		fixture_advance(h, seconds * 1000);
		collect_output(h, list);
		return true;
	}
	if (sscanf(line, "    %23[a-z]%n", name, &n) != 1 || n == 0 ||
	    (line[n] != '>' && line[n] != '<') || line[n + 1] != ' ')
		return false;
	if (line[n] == '>') {
		fixture_type(h, actor_named(h, list, name)->conn, line + n + 2);
		collect_output(h, list);
	} else {
		expect_line(actor_named(h, list, name), line + n + 2);
	}
	return true;
}

TEST(every_example_of_the_protocol_is_exact)
{
	struct example_user list[USERS] = { 0 };
	struct fixture *h = fixture_new(NULL);
	char *text = read_section(), *end;
	unsigned checked = 0;

	fixture_user(h, "dora", 1500, 0);
	for (char *at = text; (end = strchr(at, '\n')) != NULL; at = end + 1) {
		*end = '\0';
		checked += run_example_line(h, list, at);
	}
	assert_in_range(checked, 150, 1000);
	for (unsigned i = 0; i < USERS; i++)
		free(list[i].unread);
	free(text);
	fixture_free(&h);
}

static void
assert_example(const char *text, const char *key, const char *value)
{
	char member[96];
	struct sbuf b;

	SBUF_INIT(&b, member);
	sbuf_addf(&b, "\"%s\":\"%s\"", key, value);
	if (strstr(text, member) == NULL)
		fail_msg("PROTOCOL.md 14 has no example with %s", member);
}

TEST(there_is_an_example_of_every_command_and_event)
{
	static const char *const commands[] = {
#define JSON_COMMAND(name, of_match, line, members) name,
#include "cmd/json/json_commands.def"
#undef JSON_COMMAND
		"login", "token", "register", "guest", "get", "line", "ping", "set", "watch",
		"unwatch", "public", "file"
	};
	static const char *const events[] = { "hello", "welcome", "token", "bye", "who", "left",
		"chat", "invitation", "match", "act", "waits", "clock", "game", "end", "saved",
		"away", "text", "tournament", "begins", "hidden" };
	static const char *const lists[] = { "who", "games", "plays", "ratings", "history",
		"match", "analysis", "stats", "graph", "tournament", "standings", "bracket",
		"tournaments" };
	char *text = read_section();

	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		assert_example(text, "c", commands[i]);
	for (size_t i = 0; i < ARRAY_LEN(events); i++)
		assert_example(text, "e", events[i]);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		assert_example(text, "what", lists[i]);
	free(text);
}

TEST(refusals_use_the_words_of_the_protocol)
{
	static const char *const words[] = {
#define JSON_REASON(word) #word,
#define JSON_TEXT_REASON(msg, word)
#include "output/json_reasons.def"
#undef JSON_REASON
#undef JSON_TEXT_REASON
	};
	char *text = read_section();
	char row[64];

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		struct sbuf b;

		SBUF_INIT(&b, row);
		sbuf_addf(&b, "\n| `%s` | ", words[i]);
		if (strstr(text, row) == NULL)
			fail_msg("PROTOCOL.md 14.2 does not explain %s", words[i]);
	}
	free(text);
}

/* ---- input ---- */

static unsigned
json_connect(struct fixture *h, const char *address)
{
	unsigned conn = fixture_connect(h, address);

	fixture_type(h, conn, "json 1");
	fixture_discard(h);
	return conn;
}

static unsigned
json_login_with(struct fixture *h, const char *name, uint32_t experience)
{
	unsigned conn = json_connect(h, "10.1.1.1");

	(void)fixture_user(h, name, 1500, experience);
	fixture_typef(h, conn,
	    "{\"id\":0,\"c\":\"login\",\"name\":\"%s\",\"password\":\"" FIXTURE_PASSWORD "\"}",
	    name);
	fixture_discard(h);
	return conn;
}

static unsigned
json_login(struct fixture *h, const char *name)
{
	return json_login_with(h, name, 0);
}

/* Checks that all lines received are objects no longer than the limit.  Returns how many are
 * answers. */
static unsigned
check_lines(const char *output)
{
	unsigned answers = 0;
	const char *end;

	for (; (end = strstr(output, "\r\n")) != NULL; output = end + 2) {
		json_t *o =
		    json_loadb(output, (size_t)(end - output), JSON_REJECT_DUPLICATES, NULL);

		if (!json_is_object(o))
			fail_msg("not an object: %.*s", (int)(end - output), output);
		answers += json_object_get(o, "re") != NULL && json_object_get(o, "e") == NULL;
		json_decref(o);
	}
	assert_string_equal(output, "");
	return answers;
}

FIXTURE_TEST(a_malformed_line_is_answered_once)
{
	static const struct {
		const char *line, *why;
	} rows[] = {
		{ "", "syntax" },
		{ "hello", "syntax" },
		{ "[]", "syntax" },
		{ "{}", "syntax" },
		{ "{\"id\":1}", "unknown" },
		{ "{\"id\":-1,\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":1.5,\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":\"1\",\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":9007199254740992,\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":99999999999999999999999,\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":1e999,\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":1,\"id\":2,\"c\":\"ping\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"ping\"} {}", "syntax" },
		{ "{\"id\":1,\"c\":\"ping\",\"x\":[[[[1]]]]}", "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"a\\u0000b\",\"text\":\"x\"}",
		    "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"a\\ud800b\",\"text\":\"x\"}",
		    "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"\xff\",\"text\":\"x\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"bob x\",\"text\":\"y\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"bob\\n\",\"text\":\"y\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":[\"bob\"],\"text\":\"y\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"tell\",\"text\":\"y\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"line\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"line\",\"text\":7}", "syntax" },
		{ "{\"id\":1,\"c\":\"set\",\"key\":\"ready\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"get\"}", "unknown" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":-1}", "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"history\",\"player\":\"nobody\"}",
		    "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"ratings\",\"game\":\"go\"}", "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"tournament\",\"tournament\":9}", "gone" },
		{ "{\"id\":1,\"c\":\"watch\",\"m\":5}", "gone" },
		{ "{\"id\":1,\"c\":\"login\",\"name\":\"bob\"}", "unknown" },
		{ "{\"id\":1,\"c\":\"roll\"}", "gone" },
		{ "{\"id\":1,\"c\":\"roll\",\"n\":\"3\"}", "syntax" },
		{ "{\"id\":1,\"c\":\"roll\",\"n\":3.0}", "syntax" },
		{ "{\"id\":1,\"c\":\"roll\",\"m\":-1}", "syntax" },
		{ "{\"id\":1,\"c\":\"roll\",\"m\":null}", "gone" },
	};
	unsigned conn = json_login(h, "anna");
	char member[32];

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *output;
		struct sbuf b;

		SBUF_INIT(&b, member);
		sbuf_addf(&b, "\"err\":\"%s\"", rows[i].why);
		fixture_type(h, conn, rows[i].line);
		output = fixture_read(h, conn);
		if (strstr(output, member) == NULL)
			fail_msg("%s: %s", rows[i].line, output);
		assert_int_equal(check_lines(output), 1);
	}
}

/* While a file is sent, only the command `line` adds text to it.  That text may have line
 * breaks, and a backslash at its end joins it to the next text. */
FIXTURE_TEST(other_commands_are_not_part_of_a_file)
{
	static const char *const TEXT[] = { "import",
		". 1 point match\\n\\n Game 1\\n ann : 0            ev\\\\",
		".e : 0\\n  1) 31: 8/5 6/5            65: 24/18 18/13\\n   Wins 1 point and "
		"the "
		"match\\\\" };
	static const char *const OTHERS[] = { "\"tell\",\"player\":\"anna\",\"text\":\"hi\"",
		"\"roll\"", "\"watch\",\"player\":\"anna\"",
		"\"set\",\"key\":\"ready\",\"value\":true", "\"nonsense\"" };
	unsigned conn = json_login(h, "anna");
	const char *output;

	for (size_t i = 0; i < ARRAY_LEN(TEXT); i++) {
		fixture_typef(h, conn, "{\"id\":1,\"c\":\"line\",\"text\":\"%s\"}", TEXT[i]);
		assert_non_null(strstr(fixture_read(h, conn), "\"ok\":true"));
	}
	for (size_t i = 0; i < ARRAY_LEN(OTHERS); i++) {
		fixture_typef(h, conn, "{\"id\":1,\"c\":%s}", OTHERS[i]);
		output = fixture_read(h, conn);
		if (strstr(output, "\"err\":\"busy\"") == NULL)
			fail_msg("%s: %s", OTHERS[i], output);
	}
	fixture_type(h, conn, "{\"id\":1,\"c\":\"get\",\"what\":\"who\"}");
	assert_non_null(strstr(fixture_read(h, conn), "\"ok\":true"));
	fixture_type(h, conn, "{\"id\":1,\"c\":\"line\",\"text\":\".\"}");
	fixture_advance(h, 200);
	fixture_advance(h, 200);
	assert_non_null(strstr(fixture_read(h, conn), "Stored matches: 1, games: 1."));
	fixture_type(h, conn, "{\"id\":1,\"c\":\"line\",\"text\":\"import\"}");
	fixture_type(h, conn, "{\"id\":1,\"c\":\"bye\"}");
	assert_false(fixture_is_open(h, conn));
}

FIXTURE_TEST(a_line_that_is_too_long_is_answered)
{
	unsigned conn = json_login(h, "anna");
	char line[3000];

	memset(line, '[', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	fixture_type(h, conn, line);
	assert_int_equal(check_lines(fixture_read(h, conn)), 1);
	line[2048] = '\0';
	fixture_type(h, conn, line);
	assert_int_equal(check_lines(fixture_read(h, conn)), 1);
}

/* Talk must not be able to pass for a line sent by the server. */
FIXTURE_TEST(talk_is_cleaned_and_quoted)
{
	unsigned anna = json_login(h, "anna"), bob = fixture_telnet(h, "bob");

	fixture_type(h, anna,
	    "{\"id\":1,\"c\":\"tell\",\"player\":\"bob\",\"text\":\"a\\r\\nb\\u001b["
	    "2J\\u202e\"}");
	assert_non_null(strstr(fixture_read(h, bob), "anna says: ab[2J\r\n"));
	fixture_type(h, bob, "tell anna <script>\"\\</script>");
	assert_non_null(
	    strstr(fixture_read(h, anna), "\"text\":\"<script>\\\"\\\\</script>\"}"));
}

FIXTURE_TEST(unknown_members_are_ignored)
{
	unsigned conn = json_login(h, "anna");

	fixture_type(h, conn, "{\"id\":1,\"new\":{\"a\":[1]},\"c\":\"ping\",\"t\":null}");
	assert_non_null(strstr(fixture_read(h, conn), "{\"re\":1,\"ok\":true,"));
}

FIXTURE_TEST(a_long_answer_is_sent_in_parts)
{
	unsigned conn = json_login(h, "anna");
	const char *output;

	(void)fixture_crowd(h, 120, "login test 1008");
	fixture_settle(h);
	fixture_discard(h);
	fixture_type(h, conn, "{\"id\":1,\"c\":\"line\",\"text\":\"who\"}");
	fixture_settle(h);
	output = fixture_read(h, conn);
	assert_non_null(strstr(output, "{\"e\":\"text\",\"s\":"));
	assert_non_null(strstr(output, "\"re\":1,\"text\":["));
	assert_int_equal(check_lines(output), 1);
	fixture_type(h, conn, "{\"id\":2,\"c\":\"get\",\"what\":\"who\"}");
	output = fixture_read(h, conn);
	assert_int_equal(check_lines(output), 1);
	assert_non_null(strstr(output, "\"next\":101}"));
	fixture_type(h, conn, "{\"id\":3,\"c\":\"get\",\"what\":\"who\",\"from\":101}");
	output = fixture_read(h, conn);
	assert_non_null(strstr(output, "\"next\":null}"));
}

/* No command other than `line` answers a question, and a program is asked for a password only
 * during registration. */
FIXTURE_TEST(only_the_line_command_answers_a_question)
{
	static const struct {
		const char *command, *answer;
	} ROWS[] = {
		{ "\"guest\"", "\"ok\":true" },
		{ "\"line\",\"text\":\"name cora\"", "\"text\":[\"Your name will be cora" },
		{ "\"tell\",\"player\":\"anna\",\"text\":\"hello\"", "\"err\":\"denied\"" },
		{ "\"line\",\"text\":\"k7-wagtail\"", "\"ok\":true" },
		{ "\"roll\"", "\"err\":\"denied\"" },
		{ "\"line\",\"text\":\"k7-wagtail\"", "\"e\":\"welcome\"" },
		{ "\"line\",\"text\":\"password\"", "** usage: password" },
		{ "\"roll\"", "\"err\":\"gone\"" },
		{ "\"line\",\"text\":\"recovery\"", "** usage: recovery" },
		{ "\"tell\",\"player\":\"cora\",\"text\":\"hello\"", "\"re\":1," },
		{ "\"line\",\"text\":\"forget me\"", "** usage: forget" },
		{ "\"who\"", "\"err\":\"unknown\"" },
	};
	unsigned conn = json_connect(h, "10.1.1.1");

	for (size_t i = 0; i < ARRAY_LEN(ROWS); i++) {
		const char *said;

		fixture_typef(h, conn, "{\"id\":1,\"c\":%s}", ROWS[i].command);
		fixture_advance(h, 10000);
		said = fixture_read(h, conn);
		if (strstr(said, ROWS[i].answer) == NULL)
			fail_msg("%s: %s", ROWS[i].command, said);
	}
}

TEST(the_flood_allowance_applies_to_json_lines)
{
	static const char *const lines[] = {
		"{\"id\":1,\"c\":\"line\",\"text\":\"version\"}",
		"{\"id\":1,\"c\":\"line\"}",
		"{\"id\":1,\"c\":\"watch\",\"player\":\"anna\",\"also\":true}",
	};
	struct fixture_options o;

	fixture_options_default(&o);
	o.flood_limits = true;
	for (size_t k = 0; k < ARRAY_LEN(lines); k++) {
		struct fixture *h = fixture_new(&o);
		unsigned conn = json_login(h, "anna");

		for (unsigned i = 0; i < 40; i++)
			fixture_queue(h, conn, lines[k]);
		fixture_turn(h);
		fixture_turn(h);
		assert_true(fixture_is_paused(h, conn));
		assert_in_range(check_lines(fixture_read(h, conn)), 15, 25);
		fixture_free(&h);
	}
}

FIXTURE_TEST(lines_before_the_log_in_are_limited)
{
	struct world *w = fixture_world(h);
	unsigned conn = json_connect(h, "10.1.1.1");

	fixture_session(h, conn)->exempt = false;
	for (unsigned i = 0; i < 60 && fixture_is_open(h, conn); i++) {
		fixture_type(h, conn, "{\"id\":1,\"c\":\"ping\"}");
		if (fixture_is_paused(h, conn))
			fixture_advance(h, 1000);
	}
	assert_false(fixture_is_open(h, conn));
	assert_non_null(
	    strstr(fixture_read(h, conn), "{\"re\":null,\"err\":\"rate\",\"say\":"));
	assert_int_equal(w->online_count, 0);
}

/* ---- text ---- */

/* Writes 100 lines of 99 bytes, which consist of two-byte characters, in one call. */
static void
write_lines(struct world *w, void *ctx)
{
	struct session *s = ctx;
	char text[100 * 100 + 1];

	(void)w;
	for (size_t i = 0; i < 100; i++)
		for (size_t k = 0; k < 100; k += 2)
			memcpy(text + i * 100 + k, k < 98 ? "\xc3\xa8" : ".\n", 2);
	text[sizeof(text) - 1] = '\0';
	out_text(&s->out, text);
}

/* Writes a single long line of two-byte characters. */
static void
write_long_line(struct world *w, void *ctx)
{
	struct session *s = ctx;
	char text[1 + 4999 * 2 + 2];

	(void)w;
	text[0] = '.';
	for (size_t k = 1; k < sizeof(text) - 2; k += 2)
		memcpy(text + k, "\xc3\xa8", 2);
	memcpy(text + sizeof(text) - 2, "\n", 2);
	out_text(&s->out, text);
}

FIXTURE_TEST(long_text_is_divided_between_lines)
{
	unsigned conn = json_login(h, "anna");
	const char *output;

	fixture_run_in_turn(h, write_lines, fixture_session(h, conn));
	output = fixture_read(h, conn);
	(void)check_lines(output);
	assert_int_equal(fixture_count_text(output, "\xa8.\""), 100);
	assert_int_equal(fixture_count_text(output, "\"\xc3"), 100);
	fixture_run_in_turn(h, write_long_line, fixture_session(h, conn));
	output = fixture_read(h, conn);
	(void)check_lines(output);
	assert_null(strstr(output, "ufffd"));
	assert_int_equal(fixture_count_text(output, "\xc3\xa8"), 4999);
}

FIXTURE_TEST(a_broadcast_is_sent_in_the_same_turn)
{
	unsigned anna = json_login(h, "anna"), bob = fixture_telnet(h, "bob");

	fixture_set_role(h, "bob", "operator");
	fixture_discard(h);
	fixture_type(h, bob, "broadcast Tea is served");
	assert_non_null(strstr(fixture_read(h, anna), "Tea is served"));
}

/* The user is sent news just before the refusal, because there are more than
 * FEED_AT_ONCE_SESSIONS sessions. */
FIXTURE_TEST(a_refusal_after_news_is_reported)
{
	unsigned bob = fixture_telnet(h, "bob"), anna = json_login(h, "anna");

	fixture_set_role(h, "bob", "operator");
	(void)fixture_crowd(h, 330, "login test 1008");
	fixture_settle(h);
	fixture_discard(h);
	fixture_queue(h, bob, "broadcast Tea is served");
	fixture_queue(h, anna, "{\"id\":1,\"c\":\"roll\"}");
	fixture_turn(h);
	assert_non_null(strstr(fixture_read(h, anna), "{\"re\":1,\"err\":\"gone\""));
}

/* ---- an unreachable database ---- */

struct store;
bool __real_sqlite_unreachable(const struct store *s);
bool __wrap_sqlite_unreachable(const struct store *s);

static struct {
	bool away; /* the store says that it cannot reach its database */
	void (*write)(void *ctx, conn_id id, const void *bytes, size_t n);
	struct world *w;
	bool held; /* output that must wait for a sync has been written */
} db;

bool
__wrap_sqlite_unreachable(const struct store *s)
{
	return db.away || __real_sqlite_unreachable(s);
}

static void
note_write(void *ctx, conn_id id, const void *bytes, size_t n)
{
	db.held = db.held || !db.w->bypass_sync;
	db.write(ctx, id, bytes, n);
}

/* An answer waits for a sync unless it is a refusal or confirms talk. */
FIXTURE_TEST(answers_wait_for_the_database)
{
	static const struct {
		const char *line;
		bool held;
	} rows[] = {
		{ "{\"id\":1,\"c\":\"line\",\"text\":\"time\"}", false },
		{ "{\"id\":1,\"c\":\"line\",\"text\":\"where bob\"}", true },
		{ "{\"id\":1,\"c\":\"line\",\"text\":\"board\"}", true },
		{ "{\"id\":1,\"c\":\"line\",\"text\":\"whois bob\"}", false },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"bob\",\"text\":\"x\"}", false },
		{ "{\"id\":1,\"c\":\"set\",\"key\":\"ready\",\"value\":false}", true },
		{ "{\"id\":1,\"c\":\"roll\"}", false },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"history\"}", false },
		{ "{\"id\":1,\"c\":\"watch\",\"m\":1}", false },
		{ "{\"id\":1,\"c\":\"jump\"}", false },
		{ "{\"id\":1,\"c\":\"tell\"}", false },
		{ "{", false },
	};
	unsigned anna = json_login(h, "anna");

	(void)fixture_telnet(h, "bob");
	fixture_discard(h);
	db.w = fixture_world(h);
	db.write = db.w->net.write;
	db.w->net.write = note_write;
	db.away = true;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		db.held = false;
		fixture_type(h, anna, rows[i].line);
		assert_int_equal(check_lines(fixture_read(h, anna)), 1);
		if (db.held != rows[i].held)
			fail_msg("%s", rows[i].line);
	}
	db.away = false;
}

/* ---- waiting answers ---- */

/* The list of users does not fit into the output, so the command waits. */
TEST(text_of_others_is_not_part_of_a_pending_answer)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned anna, bob;
	const char *output;

	fixture_options_default(&o);
	o.world.output_soft = 2000;
	h = fixture_new(&o);
	anna = json_login(h, "anna");
	bob = fixture_telnet(h, "bob");
	(void)fixture_crowd(h, 120, "login test 1008");
	fixture_settle(h);
	fixture_discard(h);
	fixture_stall(h, anna, true);
	fixture_type(h, anna, "{\"id\":5,\"c\":\"line\",\"text\":\"who\"}");
	fixture_type(h, bob, "watch anna");
	fixture_stall(h, anna, false);
	fixture_settle(h);
	output = fixture_read(h, anna);
	assert_int_equal(check_lines(output), 1);
	assert_non_null(strstr(output, "\"text\":[\"bob is watching you.\"]}"));
	assert_null(strstr(output, "\"re\":5,\"text\":[\"bob is watching you.\"]}"));
	fixture_free(&h);
}

/* ---- logging in ---- */

FIXTURE_TEST(a_log_in_with_notices_succeeds)
{
	unsigned bob = fixture_telnet(h, "bob"), anna = json_connect(h, "10.1.1.1");
	const char *output;

	(void)fixture_user(h, "anna", 1500, 0);
	fixture_type(h, bob, "waitfor anna");
	fixture_type(h, anna,
	    "{\"id\":1,\"c\":\"login\",\"name\":\"anna\",\"password\":\"" FIXTURE_PASSWORD
	    "\"}");
	output = fixture_read(h, anna);
	assert_non_null(strstr(output, "bob is waiting for you"));
	assert_non_null(strstr(output, "{\"re\":1,\"ok\":true"));
	assert_int_equal(check_lines(output), 1);
}

/* Types a line and checks that it is answered once.  Returns the output. */
static const char *
ask(struct fixture *h, unsigned conn, const char *line)
{
	const char *output;

	fixture_type(h, conn, line);
	output = fixture_read(h, conn);
	assert_int_equal(check_lines(output), 1);
	return output;
}

FIXTURE_TEST(dialogs_of_a_guest_are_answered_and_can_be_left)
{
	static const char *const dialog[] = {
		"{\"id\":2,\"c\":\"line\",\"text\":\"name eva\"}",
		"{\"id\":3,\"c\":\"line\",\"text\":\"k7-wagtail\"}",
		"{\"id\":4,\"c\":\"line\",\"text\":\"k7-bagtail\"}",
		"{\"id\":5,\"c\":\"line\",\"text\":\"k7-wagtail\"}",
	};
	unsigned conn = json_connect(h, "10.1.1.1");

	(void)ask(h, conn, "{\"id\":1,\"c\":\"guest\"}");
	for (size_t i = 0; i < ARRAY_LEN(dialog); i++)
		(void)ask(h, conn, dialog[i]);
	assert_non_null(strstr(ask(h, conn,
				   "{\"id\":6,\"c\":\"register\",\"name\":\"fay\","
				   "\"password\":\"k7-wagtail\"}"),
	    "\"e\":\"welcome\",\"s\":"));
	assert_non_null(session_by_name(fixture_world(h), "fay"));
	assert_null(session_by_name(fixture_world(h), "eva"));
}

FIXTURE_TEST(a_registration_that_is_refused_leaves_a_guest)
{
	unsigned conn = json_connect(h, "10.1.1.1"), other = fixture_connect(h, "10.2.1.1");

	fixture_hold_work(h, true, 1);
	fixture_type(h, other, "nobody");
	fixture_type(h, other, "secret"); /* the only password that may be queued */
	fixture_discard(h);
	assert_non_null(strstr(ask(h, conn,
				   "{\"id\":1,\"c\":\"register\",\"name\":\"eva\","
				   "\"password\":\"k7-wagtail\"}"),
	    "{\"re\":1,\"err\":\"rate\""));
	assert_int_equal(fixture_session(h, conn)->state, ST_GUEST);
	fixture_hold_work(h, false, 64);
	(void)ask(h, conn,
	    "{\"id\":2,\"c\":\"register\",\"name\":\"fay\",\"password\":\"k7-wagtail\"}");
	assert_non_null(session_by_name(fixture_world(h), "fay"));
}

FIXTURE_TEST(guesses_beyond_the_limit_get_the_error_rate)
{
	bool said = false;
	char from[32];

	(void)fixture_user(h, "anna", 1500, 0);
	for (unsigned i = 0; i < 100 && !said; i++) {
		unsigned conn;

		(void)snprintf(from, sizeof(from), "10.66.%u.1", i);
		conn = json_connect(h, from);
		fixture_session(h, conn)->exempt = false;
		said = strstr(ask(h, conn,
				  "{\"id\":1,\"c\":\"login\",\"name\":\"anna\","
				  "\"password\":\"guess\"}"),
			   "\"err\":\"rate\"") != NULL;
		fixture_drop(h, conn, NET_CLOSE_PEER);
	}
	assert_true(said);
}

/* ---- matches ---- */

TEST(a_watcher_who_is_behind_gets_a_snapshot)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned ann, bob, cora, dora;
	const char *output, *snapshot;

	fixture_options_default(&o);
	o.world.output_soft = 10000;
	h = fixture_new(&o);
	ann = fixture_clip(h, "ann");
	bob = fixture_clip(h, "bob");
	cora = json_login(h, "cora");
	dora = json_login(h, "dora");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob unlimited");
	fixture_type(h, bob, "join ann");
	fixture_type(h, cora, "{\"id\":1,\"c\":\"watch\",\"player\":\"ann\"}");
	fixture_type(h, dora, "{\"id\":1,\"c\":\"watch\",\"player\":\"ann\",\"also\":true}");
	fixture_discard(h);
	fixture_stall(h, cora, true);
	fixture_stall(h, dora, true);
	for (unsigned i = 0; i < 60; i++) { /* more than output_soft bytes */
		fixture_type(h, bob, "resign n");
		fixture_type(h, ann, "reject");
	}
	for (unsigned conn = cora; conn <= dora; conn++) {
		fixture_stall(h, conn, false);
		fixture_settle(h);
		output = fixture_read(h, conn);
		(void)check_lines(output);
		snapshot = strstr(output, "{\"e\":\"match\",");
		assert_non_null(snapshot);
		assert_null(strstr(snapshot, "{\"e\":\"act\","));
	}
	fixture_type(h, bob, "resign n");
	assert_non_null(strstr(fixture_read(h, cora), "\"kind\":\"resign\""));
	assert_non_null(strstr(fixture_read(h, dora), "\"kind\":\"resign\""));
	fixture_free(&h);
}

void __real_pager_begin(struct world *w, struct session *s, const struct pager_kind *kind,
    void *state, size_t size);
void __wrap_pager_begin(struct world *w, struct session *s, const struct pager_kind *kind,
    void *state, size_t size);

static bool out_of_memory; /* makes answers fail */

void
__wrap_pager_begin(
    struct world *w, struct session *s, const struct pager_kind *kind, void *state, size_t size)
{
	if (!out_of_memory)
		__real_pager_begin(w, s, kind, state, size);
	else if (kind->free_state != NULL)
		kind->free_state(state);
}

TEST(a_watcher_misses_nothing_if_memory_for_its_snapshot_runs_out)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned ann, bob, cora;

	fixture_options_default(&o);
	o.world.output_soft = 10000;
	h = fixture_new(&o);
	ann = fixture_clip(h, "ann");
	bob = fixture_clip(h, "bob");
	cora = json_login(h, "cora");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob unlimited");
	fixture_type(h, bob, "join ann");
	fixture_type(h, cora, "{\"id\":1,\"c\":\"watch\",\"player\":\"ann\"}");
	fixture_discard(h);
	fixture_stall(h, cora, true);
	out_of_memory = true;
	for (unsigned i = 0; i < 60; i++) { /* more than output_soft bytes */
		fixture_type(h, bob, "resign n");
		fixture_type(h, ann, "reject");
	}
	out_of_memory = false;
	fixture_stall(h, cora, false);
	fixture_settle(h);
	assert_int_equal(fixture_count_text(fixture_read(h, cora), "\"kind\":\"resign\""), 60);
	fixture_free(&h);
}

TEST(a_watcher_who_is_behind_and_begins_to_play_misses_nothing)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned ann, bob, cora, dave;
	const char *output;

	fixture_options_default(&o);
	o.world.output_soft = 10000;
	h = fixture_new(&o);
	ann = fixture_clip(h, "ann");
	bob = fixture_clip(h, "bob");
	dave = fixture_clip(h, "dave");
	cora = json_login(h, "cora");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, dave, "toggle ready");
	fixture_type(h, ann, "invite bob unlimited");
	fixture_type(h, bob, "join ann");
	fixture_type(h, cora, "{\"id\":1,\"c\":\"set\",\"key\":\"ready\",\"value\":true}");
	fixture_type(h, cora, "{\"id\":2,\"c\":\"invite\",\"player\":\"dave\",\"length\":1}");
	fixture_type(h, cora, "{\"id\":3,\"c\":\"watch\",\"player\":\"ann\"}");
	fixture_discard(h);
	fixture_stall(h, cora, true);
	for (unsigned i = 0; i < 60; i++) { /* more than output_soft bytes */
		fixture_type(h, bob, "resign n");
		fixture_type(h, ann, "reject");
	}
	fixture_type(h, dave, "join cora");
	fixture_stall(h, cora, false);
	fixture_settle(h);
	output = fixture_read(h, cora);
	(void)check_lines(output);
	assert_non_null(strstr(output, "\"m\":2,\"n\":1,\"seat\":null,\"kind\":\"start\""));
	fixture_free(&h);
}

/* Makes a tournament directed by dora, and begins its match between ann and bob. */
static void
begin_tournament_match(struct fixture *h, unsigned ann, unsigned bob)
{
	static const char *const made[] = {
		"tournament create Cup format single clock fast length 1",
		"tournament set 1 checkin 0",
		"tournament open 1",
	};
	unsigned dora = fixture_telnet(h, "dora");

	for (size_t i = 0; i < ARRAY_LEN(made); i++)
		fixture_type(h, dora, made[i]);
	fixture_type(h, ann, "tournament register 1");
	fixture_type(h, bob, "tournament register 1");
	fixture_type(h, dora, "tournament close 1");
	fixture_type(h, dora, "tournament start 1 yes");
	for (unsigned i = 0; i < 100 && fixture_session(h, ann)->match == 0; i++)
		fixture_advance(h, 10000);
	assert_int_not_equal(fixture_session(h, ann)->match, 0);
}

FIXTURE_TEST(a_follower_gets_a_snapshot_of_a_match_in_progress)
{
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob"),
		 cora = json_login(h, "cora");

	begin_tournament_match(h, ann, bob);
	fixture_discard(h);
	fixture_type(h, cora, "{\"id\":1,\"c\":\"follow\",\"tournament\":1}");
	fixture_advance(h, 1000);
	assert_non_null(strstr(fixture_read(h, cora), "{\"e\":\"match\","));
}

/* The warning about a saved match must not be taken for the reason of a refusal. */
TEST(a_bot_is_found_in_spite_of_a_saved_match)
{
	struct fixture_options o;
	struct fixture *h;
	const char *output;
	unsigned ann;

	fixture_options_default(&o);
	o.world.beginner = "EasyBot";
	o.world.most = 40;
	h = fixture_new(&o);
	fixture_turn(h);
	ann = json_login_with(h, "ann", 1000);
	fixture_type(h, ann, "{\"id\":1,\"c\":\"set\",\"key\":\"ready\",\"value\":true}");
	fixture_type(h, ann, "{\"id\":2,\"c\":\"play\",\"grade\":\"EasyBot\",\"length\":5}");
	fixture_advance(h, 2000);
	fixture_settle(h);
	fixture_type(h, ann, "{\"id\":3,\"c\":\"leave\"}");
	fixture_discard(h);
	fixture_type(h, ann, "{\"id\":4,\"c\":\"play\",\"length\":3}");
	output = fixture_read(h, ann);
	assert_non_null(strstr(output, "saved match"));
	assert_non_null(strstr(output, "{\"re\":4,\"ok\":true"));
	fixture_free(&h);
}

FIXTURE_TEST(client_programs_and_json_lines_play_each_other)
{
	unsigned ann = json_login(h, "ann"), bob = fixture_clip(h, "bob");

	fixture_type(h, ann, "{\"id\":1,\"c\":\"set\",\"key\":\"ready\",\"value\":true}");
	fixture_type(h, bob, "toggle ready");
	fixture_discard(h);
	fixture_type(h, bob, "invite ann 1");
	assert_non_null(strstr(fixture_read(h, ann), "\"e\":\"invitation\""));
	fixture_type(h, ann, "{\"id\":2,\"c\":\"join\",\"player\":\"bob\"}");
	assert_non_null(strstr(fixture_read(h, bob), "** Player ann has joined you"));
	(void)check_lines(fixture_read(h, ann));
}

/* ---- spectators ---- */

static unsigned
spectator(struct fixture *h)
{
	unsigned conn = json_connect(h, "10.9.9.9");

	(void)ask(h, conn, "{\"id\":1,\"c\":\"public\"}");
	assert_true(fixture_session(h, conn)->screen.json->spectates);
	return conn;
}

/* Begins match 1 between ann and bob, both CLIP clients. */
static void
begin_match(struct fixture *h, unsigned ann, unsigned bob, const char *length)
{
	fixture_type(h, bob, "toggle ready");
	fixture_typef(h, ann, "invite bob %s", length);
	fixture_type(h, bob, "join ann");
	fixture_discard(h);
}

static void
assert_answer(struct fixture *h, unsigned conn, const char *line, const char *part)
{
	const char *output = ask(h, conn, line);

	if (strstr(output, part) == NULL)
		fail_msg("%s\n%s", line, output);
}

FIXTURE_TEST(spectators_need_an_exempt_address_and_are_limited)
{
	unsigned conn = json_connect(h, "10.9.9.9"), first = 0;

	fixture_session(h, conn)->exempt = false;
	assert_answer(h, conn, "{\"id\":1,\"c\":\"public\"}", "\"err\":\"denied\"");
	fixture_session(h, conn)->exempt = true;
	for (unsigned i = 0; i < SPECTATORS_MAX; i++)
		first = i == 0 ? spectator(h) : (spectator(h), first);
	assert_answer(h, conn, "{\"id\":1,\"c\":\"public\"}", "\"err\":\"full\"");
	fixture_drop(h, first, NET_CLOSE_PEER);
	assert_answer(h, conn, "{\"id\":1,\"c\":\"public\"}", "\"ok\":true");
}

FIXTURE_TEST(a_guest_may_become_a_spectator)
{
	unsigned conn = json_connect(h, "10.9.9.9");

	assert_answer(h, conn, "{\"id\":1,\"c\":\"guest\"}", "\"ok\":true");
	assert_answer(h, conn, "{\"id\":2,\"c\":\"public\"}", "\"ok\":true");
	conn = json_connect(h, "10.9.9.9");
	(void)ask(h, conn, "{\"id\":1,\"c\":\"guest\"}");
	(void)ask(h, conn, "{\"id\":2,\"c\":\"line\",\"text\":\"name eve\"}");
	assert_int_equal(fixture_session(h, conn)->state, ST_NEW_PASSWORD);
	assert_answer(h, conn, "{\"id\":3,\"c\":\"public\"}", "\"ok\":true");
	assert_null(fixture_session(h, conn)->form);
}

static bool
is_front(void *ctx, conn_id c)
{
	(void)ctx;
	(void)c;
	return true;
}

/* Limits per address do not apply to a front's own session, so it must not be able to guess
 * passwords or make accounts. */
FIXTURE_TEST(a_session_of_a_front_can_only_become_a_spectator)
{
	static const char *const refused[] = {
		"{\"id\":1,\"c\":\"login\",\"name\":\"ann\",\"password\":\"" FIXTURE_PASSWORD
		"\"}",
		"{\"id\":1,\"c\":\"token\",\"name\":\"ann\",\"token\":\"0123456789\"}",
		"{\"id\":1,\"c\":\"register\",\"name\":\"eve\",\"password\":\"k7-wagtail\"}",
		"{\"id\":1,\"c\":\"guest\"}",
		"{\"id\":1,\"c\":\"line\",\"text\":\"guest\"}",
	};
	unsigned conn = fixture_connect(h, "127.0.0.1");

	(void)fixture_user(h, "ann", 1500, 0);
	fixture_session(h, conn)->world->net.is_front_session = is_front;
	fixture_type(h, conn, "login x 1008 ann " FIXTURE_PASSWORD);
	fixture_type(h, conn, "ann");
	fixture_type(h, conn, "guest");
	assert_int_equal(fixture_session(h, conn)->state, ST_NAME);
	fixture_type(h, conn, "bye");
	assert_false(fixture_is_open(h, conn));
	conn = fixture_connect(h, "127.0.0.1");
	fixture_type(h, conn, "json 1");
	fixture_discard(h);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++)
		assert_answer(h, conn, refused[i], "\"err\":\"denied\"");
	assert_answer(h, conn, "{\"id\":2,\"c\":\"ping\"}", "\"ok\":true");
	assert_answer(h, conn, "{\"id\":3,\"c\":\"public\"}", "\"ok\":true");
	assert_true(fixture_session(h, conn)->screen.json->spectates);
}

FIXTURE_TEST(what_a_spectator_may_not_do_is_refused)
{
	static const struct {
		const char *line, *why;
	} rows[] = {
		{ "{\"id\":1,\"c\":\"public\"}", "denied" },
		{ "{\"id\":1,\"c\":\"login\",\"name\":\"ann\",\"password\":\"x\"}", "denied" },
		{ "{\"id\":1,\"c\":\"guest\"}", "denied" },
		{ "{\"id\":1,\"c\":\"line\",\"text\":\"who\"}", "denied" },
		{ "{\"id\":1,\"c\":\"roll\"}", "denied" },
		{ "{\"id\":1,\"c\":\"tell\",\"player\":\"ann\",\"text\":\"x\"}", "denied" },
		{ "{\"id\":1,\"c\":\"set\",\"key\":\"ready\",\"value\":true}", "denied" },
		{ "{\"id\":1,\"c\":\"watch\"}", "gone" },
		{ "{\"id\":1,\"c\":\"watch\",\"m\":7}", "gone" },
		{ "{\"id\":1,\"c\":\"watch\",\"m\":\"1\"}", "gone" },
		{ "{\"id\":1,\"c\":\"watch\",\"player\":\"cora\"}", "gone" },
		{ "{\"id\":1,\"c\":\"unwatch\",\"m\":7}", "gone" },
		{ "{\"id\":1,\"c\":\"file\",\"m\":7,\"form\":\"mat\"}", "gone" },
		{ "{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"doc\"}", "gone" },
		{ "{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"mat\"}", "denied" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"plays\"}", "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"history\"}", "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"stats\",\"player\":\"zoe\"}", "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":7}", "gone" },
		{ "{\"id\":1,\"c\":\"get\",\"what\":\"analysis\",\"m\":1}", "gone" },
	};
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 conn = spectator(h);
	char member[32];

	(void)fixture_clip(h, "cora");
	begin_match(h, ann, bob, "5");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct sbuf b;

		SBUF_INIT(&b, member);
		sbuf_addf(&b, "\"err\":\"%s\"", rows[i].why);
		assert_answer(h, conn, rows[i].line, member);
	}
}

/* Users who are not public are missing from everything that spectators get. */
FIXTURE_TEST(toggle_public_hides_a_user_from_spectators)
{
	static const char *const refused[] = {
		"{\"id\":1,\"c\":\"watch\",\"m\":1}",
		"{\"id\":1,\"c\":\"watch\",\"player\":\"ann\"}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":1}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"analysis\",\"m\":1}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"history\",\"player\":\"bob\"}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"stats\",\"player\":\"bob\"}",
		"{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"json\"}",
	};
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 cora = fixture_clip(h, "cora"), conn = spectator(h);
	const char *output;

	fixture_set_role(h, "cora", "admin");
	fixture_type(h, bob, "toggle public");
	assert_non_null(strstr(fixture_read(h, conn), "\"e\":\"left\""));
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 1");
	fixture_type(h, bob, "join ann");
	fixture_type(h, cora, "watch bob");
	fixture_type(h, bob, "kibitz psst");
	assert_null(strstr(fixture_read(h, conn), "bob"));
	for (unsigned round = 0; round < 3; round++) {
		for (size_t i = 0; i < ARRAY_LEN(refused); i++)
			assert_answer(h, conn, refused[i], "\"err\":\"gone\"");
		output = ask(h, conn, "{\"id\":1,\"c\":\"get\",\"what\":\"who\"}");
		assert_null(strstr(output, "bob"));
		output = ask(h, conn,
		    "{\"id\":1,\"c\":\"get\",\"what\":\"history\",\"player\":\"ann\"}");
		assert_null(strstr(output, "bob"));
		assert_null(strstr(output, "deleted"));
		if (round == 1)
			fixture_type(h, cora, "erase bob bob");
		if (round > 0)
			continue;
		fixture_type(h, ann, "resign n");
		fixture_type(h, bob, "accept");
		fixture_drop(h, bob, NET_CLOSE_PEER);
		assert_null(strstr(fixture_read(h, conn), "bob"));
	}
}

FIXTURE_TEST(a_watched_match_is_hidden_at_once)
{
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 conn = spectator(h);
	const char *output;

	begin_match(h, ann, bob, "5");
	assert_answer(h, conn, "{\"id\":1,\"c\":\"watch\",\"m\":1}", "\"e\":\"match\"");
	fixture_type(h, bob, "toggle public");
	output = strstr(fixture_read(h, conn), "{\"e\":\"hidden\",");
	assert_non_null(output);
	assert_non_null(strstr(output, ",\"m\":1}"));
	fixture_type(h, ann, "resign n");
	assert_string_equal(fixture_read(h, conn), "");
	fixture_type(h, ann, "toggle public");
	fixture_type(h, bob, "toggle public");
	assert_null(strstr(fixture_read(h, conn), "begins"));
	fixture_type(h, ann, "toggle public");
	assert_non_null(strstr(fixture_read(h, conn), "begins"));
}

/* Tournaments are public. */
FIXTURE_TEST(a_match_of_a_tournament_is_shown_whatever_its_players_want)
{
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob"),
		 conn = spectator(h);

	fixture_type(h, bob, "toggle public");
	begin_tournament_match(h, ann, bob);
	assert_non_null(strstr(fixture_read(h, conn), "\"e\":\"begins\""));
	assert_answer(h, conn, "{\"id\":1,\"c\":\"watch\",\"m\":1}", "\"e\":\"match\"");
	fixture_type(h, bob, "toggle public");
	fixture_type(h, bob, "toggle public");
	assert_null(strstr(fixture_read(h, conn), "hidden"));
	assert_answer(h, conn,
	    "{\"id\":1,\"c\":\"get\",\"what\":\"standings\",\"tournament\":1}",
	    "\"name\":\"bob\"");
}

FIXTURE_TEST(ratings_leave_out_users_who_are_not_public)
{
	unsigned conn, bob;

	(void)fixture_user(h, "ann", 1700, 100);
	(void)fixture_user(h, "bob", 1800, 100);
	fixture_restart(h); /* the restart reads the rating lists */
	bob = fixture_clip(h, "bob");
	conn = spectator(h);
	fixture_type(h, bob, "toggle public");
	assert_answer(h, conn, "{\"id\":1,\"c\":\"get\",\"what\":\"ratings\"}",
	    "\"total\":2,\"rows\":[{\"place\":2,\"name\":\"ann\"");
}

/* The name is in the acts of the tournament for ever. */
FIXTURE_TEST(spectators_do_not_get_the_names_of_erased_accounts)
{
	static const char *const lines[] = {
		"{\"id\":1,\"c\":\"get\",\"what\":\"tournament\",\"tournament\":1}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"standings\",\"tournament\":1}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"bracket\",\"tournament\":1}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"tournaments\",\"over\":true}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":1}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"history\",\"player\":\"ann\"}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"who\"}",
		"{\"id\":1,\"c\":\"get\",\"what\":\"ratings\"}",
		"{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"json\"}",
		"{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"txt\"}",
	};
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob"), carl, conn;

	begin_tournament_match(h, ann, bob);
	fixture_type(h, ann, "resign b");
	fixture_type(h, bob, "accept");
	for (unsigned i = 0; i < 100 && fixture_session(h, ann)->match != 0; i++)
		fixture_type(h, ann, "resign b"), fixture_type(h, bob, "accept");
	fixture_advance(h, 700000); /* the last result is final after ten minutes */
	carl = fixture_telnet(h, "carl");
	fixture_set_role(h, "carl", "admin");
	fixture_type(h, carl, "erase bob bob");
	conn = spectator(h);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		const char *output = ask(h, conn, lines[i]);

		if (strstr(output, "bob") != NULL || strstr(output, "\"err\"") != NULL)
			fail_msg("%s\n%s", lines[i], output);
	}
}

FIXTURE_TEST(a_spectator_reads_the_acts_of_a_match_that_is_not_over)
{
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 conn = spectator(h);
	const char *output;

	begin_match(h, ann, bob, "5");
	output = ask(h, conn, "{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":1}");
	assert_non_null(strstr(output, "\"kind\":\"start\""));
	assert_null(strstr(output, "seed"));
	assert_answer(h, conn,
	    "{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":1,\"from\":4294967296}",
	    "\"rows\":[],\"next\":null}");
	fixture_drop(h, bob, NET_CLOSE_PEER);
	assert_answer(h, conn, "{\"id\":1,\"c\":\"get\",\"what\":\"match\",\"m\":1}",
	    "\"rows\":[{\"n\":1,");
	assert_answer(h, conn, "{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"json\"}",
	    "\"err\":\"denied\"");
	output =
	    ask(h, conn, "{\"id\":1,\"c\":\"file\",\"m\":1,\"form\":\"json\",\"open\":true}");
	assert_non_null(strstr(output, "\\\"seed\\\": null"));
}

FIXTURE_TEST(an_idle_spectator_is_not_disconnected)
{
	unsigned conn = spectator(h);

	for (unsigned i = 0; i < 30; i++)
		fixture_advance(h, 600000);
	assert_true(fixture_is_open(h, conn));
}

FIXTURE_TEST(an_analysis_is_given_as_numbers)
{
	const struct review_record r[2] = {
		{ .play_decisions = 10, .play_error = 0.5, .rolls = 9 },
		{ .play_decisions = 8, .cube_decisions = 2, .cube_error = 0.25, .luck = -0.125 }
	};
	const struct review_mark mark = { 3, false, 1, 0.25, "8/5 6/5" };
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 conn = spectator(h);

	begin_match(h, ann, bob, "1");
	fixture_type(h, ann, "resign n");
	fixture_type(h, bob, "accept");
	store_begin_turn(fixture_store(h), 0);
	store_review_add(fixture_store(h), 1, r, &mark, 1);
	assert_int_equal(store_commit(fixture_store(h), NULL), STORE_OK);
	fixture_discard(h);
	assert_answer(h, conn, "{\"id\":1,\"c\":\"get\",\"what\":\"analysis\",\"m\":1}",
	    "{\"re\":1,\"ok\":true,\"m\":1,\"gnubg\":false,\"seats\":["
	    "{\"decisions\":10,\"rolls\":9,\"error\":0.500,\"rate\":25.00,\"luck\":0.000},"
	    "{\"decisions\":10,\"rolls\":0,\"error\":0.250,\"rate\":12.50,\"luck\":-0.125}],"
	    "\"rows\":[{\"move\":3,\"seat\":1,\"cube\":false,\"mark\":\"??\","
	    "\"best\":\"8/5 6/5\",\"error\":0.250}],\"next\":null}");
}

FIXTURE_TEST(a_blinded_watcher_gets_no_snapshot)
{
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 cora = json_login(h, "cora");
	const char *output;

	fixture_type(h, cora, "{\"id\":1,\"c\":\"watch\",\"player\":\"bob\"}");
	fixture_type(h, ann, "blind cora");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 5");
	fixture_type(h, bob, "join ann");
	fixture_type(h, ann, "resign n");
	output = fixture_read(h, cora);
	assert_null(strstr(output, "\"points\":"));
}

/* ---- returning after a broken connection ---- */

static void
copy_token(const char *output, char token[TOKEN_TEXT_MAX])
{
	const char *found = strstr(output, "\"token\":\"");

	assert_non_null(found);
	(void)snprintf(token, TOKEN_TEXT_MAX, "%s", found + strlen("\"token\":\""));
}

/* Logs ann in with `keep`, and copies her token. */
static unsigned
login_with_token(struct fixture *h, char token[TOKEN_TEXT_MAX])
{
	unsigned conn = json_connect(h, "10.1.1.1");

	copy_token(
	    ask(h, conn,
		"{\"id\":0,\"c\":\"login\",\"name\":\"ann\",\"password\":\"" FIXTURE_PASSWORD
		"\",\"keep\":true}"),
	    token);
	return conn;
}

/* Logs ann in again by token.  Returns what she is sent. */
static const char *
log_in_with_token(struct fixture *h, const char *token, uint64_t since, unsigned *conn_out)
{
	unsigned conn = json_connect(h, "10.1.1.1");
	char line[200];

	*conn_out = conn;
	(void)snprintf(line, sizeof(line),
	    "{\"id\":0,\"c\":\"token\",\"name\":\"ann\",\"token\":\"%s\",\"since\":%llu}",
	    token, (unsigned long long)since);
	return ask(h, conn, line);
}

FIXTURE_TEST(missed_events_are_sent_again)
{
	unsigned bob = fixture_clip(h, "bob"), ann;
	char token[TOKEN_TEXT_MAX];
	const char *output;
	uint64_t since;

	(void)fixture_user(h, "ann", 1500, 0);
	ann = login_with_token(h, token);
	fixture_type(h, bob, "tell ann one");
	since = fixture_session(h, ann)->screen.json->last_event_no;
	fixture_type(h, bob, "tell ann two");
	fixture_drop(h, ann, NET_CLOSE_PEER);
	output = log_in_with_token(h, token, since, &ann);
	assert_null(strstr(output, "\"one\""));
	output = strstr(output, "\"two\"");
	assert_non_null(output);
	output = strstr(output, "{\"e\":\"welcome\",\"s\":");
	assert_non_null(output);
	assert_true(strtoull(output + strlen("{\"e\":\"welcome\",\"s\":"), NULL, 10) > since);
}

FIXTURE_TEST(events_that_are_not_kept_are_not_sent_again)
{
	unsigned bob = fixture_clip(h, "bob"), ann;
	char token[TOKEN_TEXT_MAX], line[1024] = "tell ann ";
	const char *output;
	uint64_t since;

	memset(line + strlen(line), 'x', 700);
	(void)fixture_user(h, "ann", 1500, 0);
	/* the events have too many bytes */
	ann = login_with_token(h, token);
	since = fixture_session(h, ann)->screen.json->last_event_no;
	for (unsigned i = 0; i < 100; i++) {
		fixture_type(h, bob, line);
		fixture_discard(h);
	}
	fixture_drop(h, ann, NET_CLOSE_PEER);
	output = log_in_with_token(h, token, since, &ann);
	assert_null(strstr(output, "xxx"));
	assert_non_null(strstr(output, "{\"e\":\"welcome\",\"s\":2,"));
	/* the connection was lost too long ago */
	ann = login_with_token(h, token);
	since = fixture_session(h, ann)->screen.json->last_event_no;
	fixture_type(h, bob, "tell ann one");
	fixture_drop(h, ann, NET_CLOSE_PEER);
	(void)json_login(h, "dora");
	fixture_advance(h, 3601000);
	output = log_in_with_token(h, token, since, &ann);
	assert_null(strstr(output, "\"one\""));
	/* the user logged out */
	ann = login_with_token(h, token);
	since = fixture_session(h, ann)->screen.json->last_event_no;
	fixture_type(h, bob, "tell ann one");
	fixture_type(h, ann, "{\"id\":1,\"c\":\"bye\"}");
	assert_null(strstr(log_in_with_token(h, token, since, &ann), "\"one\""));
}

/* Returns the number of the only `welcome` among the lines. */
static uint64_t
welcome_number(const char *output)
{
	static const char welcome[] = "{\"e\":\"welcome\",\"s\":";
	const char *found = strstr(output, welcome);

	assert_non_null(found);
	found += strlen(welcome);
	assert_null(strstr(found, welcome));
	return strtoull(found, NULL, 10);
}

/* The connection is lost again before the client has read a line. */
FIXTURE_TEST(events_missed_twice_are_sent_once)
{
	unsigned bob = fixture_clip(h, "bob"), ann;
	char token[TOKEN_TEXT_MAX];
	const char *output;
	uint64_t since;

	(void)fixture_user(h, "ann", 1500, 0);
	ann = login_with_token(h, token);
	since = fixture_session(h, ann)->screen.json->last_event_no;
	fixture_type(h, bob, "tell ann one");
	fixture_drop(h, ann, NET_CLOSE_PEER);
	(void)log_in_with_token(h, token, since, &ann);
	fixture_type(h, bob, "tell ann two");
	fixture_drop(h, ann, NET_CLOSE_PEER);
	output = log_in_with_token(h, token, since, &ann);
	assert_non_null(strstr(output, "\"one\""));
	assert_non_null(strstr(output, "\"two\""));
	assert_true(welcome_number(output) > since + 2);
}

/* The events are numbered from 1 again, so equal numbers may mean different events. */
FIXTURE_TEST(a_restart_begins_a_new_numbering)
{
	unsigned ann, bob = fixture_clip(h, "bob");
	char token[TOKEN_TEXT_MAX];
	uint64_t since;

	(void)fixture_user(h, "ann", 1500, 0);
	ann = login_with_token(h, token);
	fixture_type(h, bob, "tell ann one");
	since = fixture_session(h, ann)->screen.json->last_event_no;
	fixture_restart(h);
	/* This connection is lost before the client has read a line. */
	assert_int_equal(welcome_number(log_in_with_token(h, token, since, &ann)), 2);
	bob = fixture_clip(h, "bob");
	while (fixture_session(h, ann)->screen.json->last_event_no <= since)
		fixture_type(h, bob, "tell ann two");
	fixture_drop(h, ann, NET_CLOSE_PEER);
	assert_int_equal(welcome_number(log_in_with_token(h, token, since, &ann)), 2);
}

/* Whatever event the client reads last, the event's number shows to which numbering it
 * belongs. */
FIXTURE_TEST(no_event_has_the_number_that_was_refused)
{
	unsigned ann, bob;
	char token[TOKEN_TEXT_MAX];
	const char *output;
	uint64_t since, last;

	(void)fixture_user(h, "ann", 1500, 0);
	(void)login_with_token(h, token);
	for (since = 4; since < 10; since++) {
		fixture_restart(h);
		output = log_in_with_token(h, token, since, &ann);
		assert_int_equal(welcome_number(output), 2);
		bob = fixture_clip(h, "bob");
		copy_token(output, token);
		while ((last = fixture_session(h, ann)->screen.json->last_event_no) < since)
			fixture_type(h, bob, "tell ann two");
		fixture_type(h, bob, "tell ann three");
		fixture_drop(h, ann, NET_CLOSE_PEER);
		output = log_in_with_token(h, token, last, &ann);
		assert_true(welcome_number(output) > last);
		assert_null(strstr(output, "\"two\""));
		assert_non_null(strstr(output, "\"three\""));
		copy_token(output, token);
	}
}

/* The part of the event that was already written is dropped with the rest. */
FIXTURE_TEST(an_event_that_does_not_fit_is_not_kept)
{
	char token[TOKEN_TEXT_MAX], members[17000] = "\"text\":\"";
	unsigned ann;
	const char *output;
	uint64_t since;

	memset(members + strlen(members), 'x', sizeof(members) - 20);
	members[sizeof(members) - 12] = '"';
	members[sizeof(members) - 11] = '\0';
	(void)fixture_user(h, "ann", 1500, 0);
	ann = login_with_token(h, token);
	json_event_members(fixture_session(h, ann), "text", members);
	fixture_discard(h);
	since = fixture_session(h, ann)->screen.json->last_event_no;
	fixture_drop(h, ann, NET_CLOSE_PEER);
	output = strstr(log_in_with_token(h, token, since, &ann), "{\"e\":\"welcome\",\"s\":");
	assert_non_null(output);
	assert_true(strtoull(output + strlen("{\"e\":\"welcome\",\"s\":"), NULL, 10) > since);
}

/* ---- several matches ---- */

#define WATCH_ALSO(m) "{\"id\":1,\"c\":\"watch\",\"m\":" #m ",\"also\":true}"

/* Begins ten matches of CLIP users; `first` is set to the players of the first two. */
static void
begin_matches(struct fixture *h, unsigned first[4])
{
	char name[8];

	for (unsigned i = 0; i < 10; i++) {
		unsigned a, b;

		(void)snprintf(name, sizeof(name), "one%c", (char)('a' + i));
		a = fixture_clip(h, name);
		(void)snprintf(name, sizeof(name), "two%c", (char)('a' + i));
		b = fixture_clip(h, name);
		fixture_type(h, b, "toggle ready");
		fixture_typef(h, a, "invite %s 5", name);
		(void)snprintf(name, sizeof(name), "one%c", (char)('a' + i));
		fixture_typef(h, b, "join %s", name);
		if (i < 2) {
			first[2 * i] = a;
			first[2 * i + 1] = b;
		}
	}
	fixture_discard(h);
}

FIXTURE_TEST(a_user_watches_several_matches)
{
	unsigned cora = json_login(h, "cora"), player[4];
	const char *output;

	begin_matches(h, player);
	assert_answer(h, cora, WATCH_ALSO(1), "\"e\":\"match\"");
	assert_string_equal(fixture_read(h, player[0]), "cora is watching you.\r\n");
	assert_answer(h, cora, "{\"id\":1,\"c\":\"watch\",\"m\":2}", "\"ok\":true");
	/* the events of a match that is watched in both ways are received only once */
	assert_answer(h, cora, WATCH_ALSO(2), "\"e\":\"match\"");
	fixture_discard(h);
	fixture_type(h, player[0], "resign n");
	fixture_type(h, player[2], "resign n");
	output = fixture_read(h, cora);
	assert_non_null(strstr(output, "\"m\":1,"));
	assert_non_null(strstr(output, "\"m\":2,"));
	for (unsigned i = 0; i < 2; i++) {
		output = strstr(output, "\"kind\":\"resign\"");
		assert_non_null(output++);
	}
	assert_null(strstr(output, "\"kind\":\"resign\""));
	fixture_type(h, player[0], "kibitz one");
	fixture_type(h, player[2], "kibitz two");
	output = fixture_read(h, cora);
	assert_non_null(strstr(output, "\"from\":\"onea\",\"text\":\"one\",\"m\":1}"));
	assert_non_null(strstr(output, "\"from\":\"oneb\",\"text\":\"two\"}"));
	fixture_type(h, cora, "{\"id\":1,\"c\":\"line\",\"text\":\"gag onea\"}");
	fixture_discard(h);
	fixture_type(h, player[0], "kibitz one");
	assert_string_equal(fixture_read(h, cora), "");
	assert_answer(h, cora, "{\"id\":1,\"c\":\"unwatch\",\"m\":1}", "\"ok\":true");
	fixture_type(h, player[1], "reject");
	assert_string_equal(fixture_read(h, cora), "");
	fixture_type(h, player[3], "reject");
	assert_non_null(strstr(fixture_read(h, cora), "\"kind\":\"resign-rejected\""));
}

FIXTURE_TEST(players_do_not_watch_their_own_match)
{
	unsigned cora = json_login(h, "cora"), dora = fixture_clip(h, "dora");

	fixture_type(h, dora, "toggle ready");
	fixture_type(h, cora, "{\"id\":1,\"c\":\"invite\",\"player\":\"dora\",\"length\":1}");
	fixture_type(h, dora, "join cora");
	fixture_discard(h);
	assert_answer(h, cora, WATCH_ALSO(1), "\"err\":\"denied\"");
	assert_string_equal(fixture_read(h, dora), "");
}

FIXTURE_TEST(a_blinded_user_stops_watching_an_additional_match)
{
	unsigned cora = json_login(h, "cora"), player[4];

	begin_matches(h, player);
	assert_answer(h, cora, WATCH_ALSO(1), "\"ok\":true");
	assert_answer(h, cora, WATCH_ALSO(2), "\"ok\":true");
	fixture_type(h, player[1], "blind cora");
	assert_non_null(strstr(fixture_read(h, cora), "twoa"));
	fixture_type(h, player[0], "resign n");
	fixture_type(h, player[0], "kibitz one");
	assert_string_equal(fixture_read(h, cora), "");
	fixture_type(h, player[2], "resign n");
	assert_non_null(strstr(fixture_read(h, cora), "\"m\":2"));
}

FIXTURE_TEST(additional_watched_matches_are_limited)
{
	unsigned cora = json_login(h, "cora"), player[4];
	char line[64];

	begin_matches(h, player);
	fixture_type(h, player[0], "blind cora");
	assert_answer(h, cora, WATCH_ALSO(1), "\"err\":\"denied\"");
	assert_answer(h, cora, WATCH_ALSO(11), "\"err\":\"gone\"");
	for (unsigned m = 2; m < 10; m++) {
		(void)snprintf(
		    line, sizeof(line), "{\"id\":1,\"c\":\"watch\",\"m\":%u,\"also\":true}", m);
		assert_answer(h, cora, line, "\"e\":\"match\"");
	}
	assert_answer(h, cora, WATCH_ALSO(10), "\"err\":\"full\"");
	assert_answer(h, cora, WATCH_ALSO(2), "\"ok\":true"); /* already watched */
	assert_answer(h, cora, "{\"id\":1,\"c\":\"unwatch\",\"m\":2}", "\"ok\":true");
	assert_answer(h, cora, WATCH_ALSO(10), "\"ok\":true");
	/* a session that reuses the slot does not inherit the matches */
	fixture_drop(h, cora, NET_CLOSE_PEER);
	cora = json_login(h, "dora");
	assert_answer(h, cora, WATCH_ALSO(2), "\"ok\":true");
	fixture_discard(h);
	fixture_type(h, player[2], "resign n");
	assert_non_null(strstr(fixture_read(h, cora), "\"m\":2"));
	fixture_type(h, player[0], "resign n");
	assert_string_equal(fixture_read(h, cora), "");
}

/* ---- upgrade ---- */

static void
undamaged(void *ctx, struct pack *p)
{
	(void)ctx;
	(void)p;
}

FIXTURE_TEST(an_upgrade_keeps_the_numbers_of_events)
{
	unsigned conn = json_login(h, "anna");
	const char *output;
	json_t *before, *after;

	fixture_type(h, conn, "{\"id\":1,\"c\":\"ping\"}");
	output = fixture_read(h, conn);
	before = json_loads(output, JSON_DISABLE_EOF_CHECK, NULL);
	assert_true(fixture_upgrade(h, undamaged, NULL));
	fixture_type(h, 0, "{\"id\":2,\"c\":\"ping\"}");
	output = fixture_read(h, 0);
	after = json_loads(output, JSON_DISABLE_EOF_CHECK, NULL);
	assert_true(json_is_object(before) && json_is_object(after));
	assert_true(json_equal(json_object_get(before, "s"), json_object_get(after, "s")));
	json_decref(before);
	json_decref(after);
}

FIXTURE_TEST(an_upgrade_keeps_spectators)
{
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 conn = spectator(h), cora = json_login(h, "cora");

	begin_match(h, ann, bob, "5");
	(void)ask(h, conn, "{\"id\":1,\"c\":\"watch\",\"m\":1}");
	(void)ask(h, cora, WATCH_ALSO(1));
	assert_true(fixture_upgrade(h, undamaged, NULL));
	fixture_discard(h); /* the connections are now ann, bob, the spectator and cora */
	fixture_type(h, 0, "resign n");
	for (unsigned i = 2; i < 4; i++)
		assert_non_null(strstr(fixture_read(h, i), "\"kind\":\"resign\""));
	(void)ask(h, 2, "{\"id\":1,\"c\":\"unwatch\",\"m\":1}");
	(void)ask(h, 3, "{\"id\":1,\"c\":\"unwatch\",\"m\":1}");
	fixture_discard(h);
	fixture_type(h, 1, "reject");
	for (unsigned i = 2; i < 4; i++)
		assert_string_equal(fixture_read(h, i), "");
}
