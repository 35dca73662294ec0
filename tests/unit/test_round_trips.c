/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll,--wrap=cmd_resolve,--wrap=turn_end */
/* LINK: -Wl,--wrap=sqlite_begin_turn */
/* LINK: -Wl,--wrap=sqlite_unreachable,--wrap=sqlite_refusing,--wrap=output_bypass_sync */
/* How many answers (round trips) commands wait for with a PostgreSQL database.  They are
 * counted with SQLite, which is cheap: each read, and each statement whose outcome is needed,
 * would be a round trip.  Some are counted with PostgreSQL too. */
#include <glob.h>

#include "cmd/cmd.h"
#include "store/sqlite/sqlite.h"
#include "tests/support/fixture.h"
#include "tests/support/postgres.h"
#include "tests/support/transcript.h"
#include "tests/unit/test.h"
#include "turn/turn.h"

uint64_t pg_round_trips(const struct store *s); /* store/postgresql/postgresql.h */

/* ---- all commands, as typed in the transcripts ---- */

#define TRANSCRIPTS "tests/transcripts/*.t"
#define COMMANDS_MAX 200u

static struct {
	const struct command *now; /* command of the current line; NULL: none */
	unsigned answers;          /* answers that the line has waited for */
	bool asked; /* whether the line has checked that the database is reachable */
	struct {
		unsigned lines, most;
		bool unasked; /* a line of this command has caused a read without that check */
	} of[COMMANDS_MAX];
} round_trip_counts;

static void
record_line(void)
{
	size_t at = (size_t)(round_trip_counts.now - COMMANDS);

	if (round_trip_counts.now == NULL)
		return;
	CHECK(at < COMMANDS_MAX);
	round_trip_counts.of[at].lines++;
	if (round_trip_counts.answers > round_trip_counts.of[at].most)
		round_trip_counts.of[at].most = round_trip_counts.answers;
	round_trip_counts.now = NULL;
}

const struct command *__real_cmd_resolve(struct ctx *c, const char **word_out, char **rest);
const struct command *__wrap_cmd_resolve(struct ctx *c, const char **word_out, char **rest);
int __real_turn_end(struct turn *t);
int __wrap_turn_end(struct turn *t);
void __real_sqlite_begin_turn(struct store *s, int64_t now_ms);
void __wrap_sqlite_begin_turn(struct store *s, int64_t now_ms);
bool __real_sqlite_unreachable(const struct store *s);
bool __wrap_sqlite_unreachable(const struct store *s);
bool __real_sqlite_refusing(struct store *s);
bool __wrap_sqlite_refusing(struct store *s);
bool __real_output_bypass_sync(struct world *w, bool on);
bool __wrap_output_bypass_sync(struct world *w, bool on);

bool
__wrap_sqlite_unreachable(const struct store *s)
{
	round_trip_counts.asked = true;
	return __real_sqlite_unreachable(s);
}

bool
__wrap_sqlite_refusing(struct store *s)
{
	round_trip_counts.asked = true;
	return __real_sqlite_refusing(s);
}

/* Does not count the check that output_bypass_sync itself makes for every command. */
bool
__wrap_output_bypass_sync(struct world *w, bool on)
{
	bool asked = round_trip_counts.asked, before = __real_output_bypass_sync(w, on);

	round_trip_counts.asked = asked;
	return before;
}

const struct command *
__wrap_cmd_resolve(struct ctx *c, const char **word_out, char **rest)
{
	record_line();
	round_trip_counts.now = __real_cmd_resolve(c, word_out, rest);
	round_trip_counts.answers = 0;
	round_trip_counts.asked = false;
	return round_trip_counts.now;
}

int
__wrap_turn_end(struct turn *t)
{
	record_line();
	return __real_turn_end(t);
}

static void
count_query(void)
{
	round_trip_counts.answers++;
	if (round_trip_counts.now != NULL && !round_trip_counts.asked)
		round_trip_counts.of[round_trip_counts.now - COMMANDS].unasked = true;
}

static struct sql_query *
get(struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	count_query();
	return SQLITE_DRIVER.start_query(s, st, values, n);
}

static int64_t
change(struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	count_query();
	return SQLITE_DRIVER.write_counted(s, st, values, n);
}

static int64_t
insert(struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	count_query();
	return SQLITE_DRIVER.insert(s, st, values, n);
}

void
__wrap_sqlite_begin_turn(struct store *s, int64_t now_ms)
{
	static struct sql_driver counting;

	counting = SQLITE_DRIVER;
	counting.start_query = get;
	counting.write_counted = change;
	counting.insert = insert;
	sql_head_of(s)->driver = &counting;
	__real_sqlite_begin_turn(s, now_ms);
}

static size_t
index_of(const char *name)
{
	const struct command *c = COMMANDS;

	while (c->name != NULL && strcmp(c->name, name) != 0)
		c++;
	if (c->name == NULL)
		fail_msg("%s is no command", name);
	CHECK((size_t)(c - COMMANDS) < COMMANDS_MAX);
	return (size_t)(c - COMMANDS);
}

/* Reads rows like "| 3 | `match`, `replay` |", in which each command occurs once.  Returns the
 * number of commands. */
static unsigned
read_table(unsigned most[COMMANDS_MAX])
{
	bool named[COMMANDS_MAX] = { false };
	char line[2000];
	unsigned n = 0;
	FILE *f = fopen("server/SCALING.md", "r");

	assert_non_null(f);
	while (fgets(line, sizeof(line), f) != NULL) {
		char *end, *name;
		unsigned answers = (unsigned)strtoul(line + 1, &end, 10);

		if (line[0] != '|' || end == line + 1 || strncmp(end, " | `", 4) != 0)
			continue;
		(void)strtok(end, "`");
		while ((name = strtok(NULL, "`")) != NULL) {
			size_t at = index_of(name);

			if (named[at])
				fail_msg("%s is listed twice", name);
			named[at] = true;
			most[at] = answers;
			n++;
			(void)strtok(NULL, "`");
		}
	}
	(void)fclose(f);
	return n;
}

/* The numbers in SCALING.md; commands not listed there read nothing. */
TEST(commands_wait_for_the_documented_number_of_answers)
{
	unsigned most[COMMANDS_MAX] = { 0 };
	glob_t found;

	assert_true(read_table(most) > 40);
	assert_int_equal(glob(TRANSCRIPTS, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		assert_int_equal(transcript_run(found.gl_pathv[i], NULL, NULL), 0);
	globfree(&found);
	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		size_t at = (size_t)(c - COMMANDS);

		if (round_trip_counts.of[at].lines == 0 ||
		    round_trip_counts.of[at].most != most[at])
			fail_msg("%s: %u in %u lines, and not %u", c->name,
			    round_trip_counts.of[at].most, round_trip_counts.of[at].lines,
			    most[at]);
		/* commands marked READS or WRITES_STORE are checked centrally; the others must
		 * check themselves */
		if (round_trip_counts.of[at].unasked)
			fail_msg("%s reads, and does not ask whether it can", c->name);
	}
}

/* ---- with PostgreSQL ---- */

static void
use_postgresql(void)
{
	static bool used;

	if (used)
		return;
	used = true;
	CHECK(setenv("STORE_ENGINE", "postgresql", 1) == 0);
	postgres_start();
}

#define POSTGRESQL_TEST(name)                                                                  \
	static void name##_with(struct fixture *h);                                            \
	TEST(name)                                                                             \
	{                                                                                      \
		struct fixture *h;                                                             \
                                                                                               \
		use_postgresql();                                                              \
		h = fixture_new(NULL);                                                         \
		name##_with(h);                                                                \
		fixture_free(&h);                                                              \
	}                                                                                      \
	static void name##_with(struct fixture *h)

/* Returns how many answers the line waits for.  Fails if it produces no output. */
static unsigned
round_trips_of(struct fixture *h, unsigned conn, const char *line)
{
	uint64_t before = pg_round_trips(fixture_store(h));

	fixture_discard(h);
	fixture_type(h, conn, line);
	assert_true(strlen(fixture_read(h, conn)) > 0);
	return (unsigned)(pg_round_trips(fixture_store(h)) - before);
}

static void
begin_match(struct fixture *h, unsigned alice, unsigned bob)
{
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, alice, "invite bob 5");
	fixture_type(h, bob, "join alice");
}

POSTGRESQL_TEST(frequent_commands_wait_for_no_answer)
{
	static const char *const LINES[] = { "kibitz hello", "tell bob hello", "shout hello",
		"who", "board", "pip" };
	unsigned alice = fixture_clip(h, "alice"), bob = fixture_clip(h, "bob");
	uint64_t before;

	assert_string_equal(store_engine_of(fixture_store(h))->name, "postgresql");
	begin_match(h, alice, bob);
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		unsigned n = round_trips_of(h, alice, LINES[i]);

		if (n != 0)
			fail_msg("%s: %u", LINES[i], n);
	}
	assert_in_range(round_trips_of(h, alice, "whois carlo"), 1,
	    4); /* at least one, so the counting works */
	before = pg_round_trips(fixture_store(h));
	fixture_both_move(h, alice, bob); /* rolls and moves */
	assert_int_equal(pg_round_trips(fixture_store(h)), before);
}

/* Both players type `double`: neither the double nor the refusal of the player who is not on
 * turn waits for the database. */
POSTGRESQL_TEST(a_double_waits_for_no_answer)
{
	unsigned who[2] = { fixture_clip(h, "alice"), fixture_clip(h, "bob") };
	unsigned doubled = 0;

	begin_match(h, who[0], who[1]);
	fixture_both_move(h, who[0], who[1]);
	for (unsigned i = 0; i < 2; i++) {
		uint64_t before = pg_round_trips(fixture_store(h));

		fixture_discard(h);
		fixture_type(h, who[i], "double");
		if (strstr(fixture_read(h, who[i]), "You double.") != NULL) {
			doubled++;
			fixture_type(h, who[1 - i], "accept");
			assert_non_null(strstr(fixture_read(h, who[i]), "accepts the double"));
		}
		assert_int_equal(pg_round_trips(fixture_store(h)), before);
	}
	assert_true(doubled > 0);
}
