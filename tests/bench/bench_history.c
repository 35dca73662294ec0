/* SPDX-License-Identifier: MIT */
/* The cost of commands in a large database: 10,000 users with 10,000 finished matches are
 * compared with 1,000,000 users and the same matches, and with 1,000,000 users and 1,000,000
 * matches.
 *
 *         bench_history [USERS]
 *
 * USERS is the number of users in the large databases: by default 1,000,000, or 100,000 in
 * quick runs.
 *
 * The server runs in this process (place.h) on a database file, and commits and syncs each turn
 * as the real server does.  The old users and matches are inserted by SQL after the store has
 * made the file.  300 users, spread over all accounts, are online.  Some play, and the others
 * type one command after another, each in a separate turn.  They are not sent news of others,
 * because the cost of news does not depend on the database.  A figure is the CPU time of this
 * thread for the turn and all turns after it until the output is written; it excludes waiting
 * for the disk.  All answers are checked: a refused command ends the benchmark.
 *
 * The expected result: a hundred times as many rows make each B-tree of SQLite one level deeper
 * (2 to 3, for actions and rating changes 3 to 4), because a page holds 75 rows of users or 150
 * to 200 of an index.  So a look-up reads one page more.  Like nearly all inner pages, this
 * page is in SQLite's cache of 2 MB, so the growth by log n is hardly visible.  The effect of
 * the cache is visible: it holds all used pages of the small database, but hardly any leaf page
 * that a random user of a large database needs.  Reading a page from the operating system takes
 * three to five microseconds.  A short command about a random user reads two or three pages
 * more, and a list of twenty users from the middle of the ratings reads one page more for each
 * row.  Steps of SQLite's virtual machine and of its table scans are counted as well: they
 * depend neither on the machine nor on the cache, and must not grow.  The target of 1.5 allows
 * for a page or two in commands of 20 us; the cost of commands that look nothing up must stay
 * the same. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sqlite3.h>

#include "base/sbuf.h"
#include "bench.h"
#include "stats/ranks.h"
#include "place.h"
#include "tests/support/bigstore.h"
#include "tests/support/folder.h"

#define SMALL_MATCHES 10000u
#define LARGE_MATCHES 1000000u
#define PEOPLE bench_scaled(300, 300, 40) /* users online; the first ones play all the time */
#define PLAYERS bench_scaled(80, 80, 4)
/* The users who are not PLAYERS: PAIRS pairs, which take turns at beginning and ending matches,
 * and 20 users who only type queries. */
#define PAIRS bench_scaled(100, 100, 8)
#define SPARE_CONNS 16u
#define ROUNDS_PER_BLOCK 10u /* rounds with one database before the next one */
#define PLAYS_PER_PLAYER 3u  /* plays that each player of a match makes */
#define DATABASES 3u

enum operation {
	OP_LOG_IN,
	OP_LOG_OUT,
	OP_REGISTER,
	OP_WHOIS_HERE,
	OP_WHOIS_AWAY,
	OP_RATINGS,
	OP_RATINGS_MIDDLE,
	OP_RATINGS_NAME,
	OP_INVITE,
	OP_JOIN,
	OP_ROLL,
	OP_MOVE,
	OP_LEAVE,
	OP_LIST_SAVED,
	OP_RESUME,
	OP_RESIGN,
	OP_ACCEPT,
	OP_LEAVE_MESSAGE,
	OP_OLDMOVES,
	OP_LAST_LOGINS,
	OP_STAT,
	OP_TELL,
	OP_WHO,
	OP_GAMES,
	OP_TOURNEYS,
	OP_TOURNEYS_OVER,
	OP_HISTORY,
	OP_HISTORY_AGAINST,
	OP_HISTORY_GAME,
	OP_HISTORY_SINCE,
	OP_HISTORY_LONG,
	OP_HISTORY_LONG_GAME,
	OP_MATCH,
	OP_REPLAY,
	OP_EXPORT,
	OP_FAIR,
	OP_STATS,
	OP_GRAPH,
	OP_GRAPH_LONG,
	OP_HEADTOHEAD,
	OP_RECORDS,
	OP_DICETEST,
	OPERATIONS,
};

#define SQL_ROWS 3u
#define START_ROWS 4u
#define ROWS (OPERATIONS + 1u + SQL_ROWS + START_ROWS)

static const char *const OPERATION_NAMES[OPERATIONS] = {
	[OP_LOG_IN] = "log in",
	[OP_LOG_OUT] = "log out",
	[OP_REGISTER] = "a guest registers",
	[OP_WHOIS_HERE] = "whois of somebody on line",
	[OP_WHOIS_AWAY] = "whois of somebody absent",
	[OP_RATINGS] = "ratings",
	[OP_RATINGS_MIDDLE] = "ratings from the middle of the list",
	[OP_RATINGS_NAME] = "ratings of a name",
	[OP_INVITE] = "invite",
	[OP_JOIN] = "join",
	[OP_ROLL] = "roll",
	[OP_MOVE] = "move",
	[OP_LEAVE] = "leave, the match is saved",
	[OP_LIST_SAVED] = "show saved",
	[OP_RESUME] = "join, the saved match goes on",
	[OP_RESIGN] = "resign",
	[OP_ACCEPT] = "accept, the match ends",
	[OP_LEAVE_MESSAGE] = "message to somebody absent",
	[OP_OLDMOVES] = "oldmoves",
	[OP_LAST_LOGINS] = "last",
	[OP_STAT] = "stat",
	[OP_TELL] = "tell",
	[OP_WHO] = "who of a name",
	[OP_GAMES] = "show games",
	[OP_TOURNEYS] = "tournament list",
	[OP_TOURNEYS_OVER] = "tournament list over",
	[OP_HISTORY] = "history",
	[OP_HISTORY_AGAINST] = "history against",
	[OP_HISTORY_GAME] = "history game",
	[OP_HISTORY_SINCE] = "history since",
	[OP_HISTORY_LONG] = "history of who has played 1,000",
	[OP_HISTORY_LONG_GAME] = "the same, of a game never played",
	[OP_MATCH] = "match",
	[OP_REPLAY] = "replay",
	[OP_EXPORT] = "export json",
	[OP_FAIR] = "fair",
	[OP_STATS] = "stats",
	[OP_GRAPH] = "graph",
	[OP_GRAPH_LONG] = "graph of who has played 1,000",
	[OP_HEADTOHEAD] = "headtohead",
	[OP_RECORDS] = "records",
	[OP_DICETEST] = "dicetest of 100 million rolls",
};

struct cost {
	int64_t ns;
	struct bigstore_cost sql;
};

struct database {
	unsigned users, matches;
	char dir[64];
	struct place p;
	struct samples run[OPERATIONS]; /* samples of one run */
	struct samples all[OPERATIONS];
	struct cost total_by_operation[OPERATIONS];
	struct cost total_run;
	unsigned newcomers_made;
	/* figures of the server's start */
	double open_s, world_ms, all_ratings_turns_ms, longest_ratings_turn_ms;
	unsigned ratings_turns;
};

static struct database databases[DATABASES];

static int64_t
thread_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- the old matches ---- */

/* The old matches are inserted while the store is closed.  The one row of table `size`
 * holds what the statements for oldmoves need.  One match in `every` is between two online
 * users: these are `pairs` pairs, in order from account `first`, and the accounts of a pair are
 * `apart` numbers apart.  The players of all other matches are spread evenly, except that a
 * thousand matches belong to the last account. */
static const char CREATE_SIZE_SQL[] =
    "CREATE TEMP TABLE size AS SELECT %u AS matches, %u AS users, %u AS every, %u AS first, "
    "%u AS pairs, %u AS apart";

#define SIX(x) x x x x x x
#define ROLL_COUNTS "C2622A0000000000" /* 2,777,794 of each pair: 100 million in all */

static const char *const MATCHES_SQL[] = {
	"CREATE TEMP TABLE pair (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)",
	"WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
	"WHERE i + 1 < (SELECT matches FROM size)) INSERT INTO pair SELECT i + 1, "
	"CASE WHEN i % every = 0 THEN (first + 2 * (i / every % pairs)) * apart "
	"WHEN i % (matches / 1000) = 3 THEN users - 1 "
	"ELSE i * 7919 % (users - 1) END + 1, "
	"CASE WHEN i % every = 0 THEN (first + 2 * ((i / every + 1) % pairs)) * apart "
	"ELSE (i * 7919 + 1 + i * 104729 % (users - 2)) % (users - 1) END + 1 "
	"FROM n CROSS JOIN size",
	"INSERT INTO match (id, user0, user1, length, variant, seed, created_ms, last_ms, "
	"actions, score0, score1, ended_ms, end_reason, winner) "
	"SELECT id, a, b, 1, 'backgammon', CAST(printf('%032d', id) AS BLOB), "
	"1700000000000 + id * 1000, 1700000000500 + id * 1000, 6, 0, 1, "
	"1700000000500 + id * 1000, 'played', 1 FROM pair ORDER BY id",

	/* a match to one point: an opening roll, two plays, then the player who moved first
	 * resigns */
	"CREATE TEMP TABLE act AS SELECT 0 AS seq, 2 AS seat, 'start' AS kind, "
	"'o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31' AS text "
	"UNION ALL SELECT 1, 0, 'move', '8/5 6/5' "
	"UNION ALL SELECT 2, 1, 'roll', 'roll=1 dice=65' "
	"UNION ALL SELECT 3, 1, 'move', '24/18 18/13' "
	"UNION ALL SELECT 4, 0, 'resign', '1' "
	"UNION ALL SELECT 5, 1, 'resign_accept', ''",
	"INSERT INTO match_run SELECT id, 0, id * 8, 8 FROM pair",
	"INSERT INTO action (id, match, seq, at_ms, elapsed_ms, credit_ms, seat, automatic, "
	"kind, text) "
	"SELECT m.id * 8 + a.seq, m.id, a.seq, 1700000000000 + m.id * 1000 + a.seq * 100, 100, "
	"0, a.seat, 0, "
	"a.kind, a.text FROM pair m CROSS JOIN act a",

	"CREATE TEMP TABLE side AS SELECT 0 AS s UNION ALL SELECT 1",
	"INSERT INTO rating_change (match, user, rating_before, rating_after, "
	"experience_before, experience_after, at_ms) "
	"SELECT id, CASE s WHEN 0 THEN min(a, b) ELSE max(a, b) END, "
	"1500.0 + id % 300, 1502.0 + id % 300 - 4 * s, id % 1000, id % 1000 + 1, "
	"1700000000500 + id * 1000 FROM pair CROSS JOIN side",

	/* the statistics counted during play */
	"INSERT INTO tally (user, game, length, won, lost, open, gammons, gammons_lost, taken, "
	"passed, takes, passes, takes_won, timed, ms) "
	"SELECT id, 'backgammon', 1, 9, 8, 1, 2, 2, 3, 2, 3, 2, 1, 99, 99000 FROM user",
	"INSERT INTO roll_tally (user, pairs, bar, entered, expected) "
	"SELECT id, x'" SIX(SIX(ROLL_COUNTS)) "', 999, 750, 749.25 FROM user",
	"INSERT OR IGNORE INTO pair_tally (user, other, won) SELECT b, a, 1 FROM pair",
	"INSERT INTO best (kind, user, match, value) SELECT k.kind, a, id, id FROM pair "
	"CROSS JOIN (SELECT 'long' AS kind UNION ALL SELECT 'cube' UNION ALL SELECT 'streak') "
	"k "
	"WHERE id <= 5",

	"INSERT INTO tourney (id, name, director, seed, created_ms, ended_ms, format, players, "
	"winner) SELECT id, 'Cup ' || id, a, zeroblob(32), 1700000000000, 1700000000500 + id, "
	"'single', 64, printf('u%07d', b) FROM pair CROSS JOIN size "
	"WHERE id <= max(matches / 1000, 100)",

	("UPDATE counter SET value = (SELECT matches FROM size) "
	 "WHERE name IN ('matches', 'matches_finished')"),
	"UPDATE counter SET value = 2 * (SELECT matches FROM size) WHERE name = 'ratings'",
};

static void
run_sql(sqlite3 *db, const char *sql)
{
	char *why = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
		bench_die("%s in: %.60s", why != NULL ? why : "failed", sql);
}

static void
add_matches(const struct database *s)
{
	char text[512];
	sqlite3 *db;

	(void)snprintf(text, sizeof(text), "%s/gammond.db", s->dir);
	if (sqlite3_open(text, &db) != SQLITE_OK)
		bench_die("cannot open %s", text);
	run_sql(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
		    "PRAGMA cache_size = -200000; PRAGMA temp_store = MEMORY");
	(void)snprintf(text, sizeof(text), CREATE_SIZE_SQL, s->matches, s->users,
	    s->matches / PAIRS, PLAYERS, PAIRS, s->users / PEOPLE);
	run_sql(db, text);
	for (size_t i = 0; i < ARRAY_LEN(MATCHES_SQL); i++)
		run_sql(db, MATCHES_SQL[i]);
	if (sqlite3_close(db) != SQLITE_OK)
		bench_die("cannot close the database");
}

/* ---- users ---- */

static const char *
account_name(unsigned number)
{
	static char names[4][STORE_NAME_MAX + 1];
	static unsigned next;
	char *name = names[next++ % ARRAY_LEN(names)];

	(void)snprintf(name, sizeof(names[0]), "u%07u", number);
	return name;
}

/* Returns the account of the user with connection k. */
static const char *
online_name(const struct database *s, unsigned k)
{
	return account_name(k * (s->users / PEOPLE) + 1);
}

/* Returns a user who is not online. */
static const char *
offline_name(struct database *s)
{
	unsigned step = s->users / PEOPLE, at;

	do {
		at = rng_below(&s->p.r, s->users);
	} while (at % step == 0 && at / step < PEOPLE);
	return account_name(at + 1);
}

/* Types a line as a user; the output must contain `answer`.  Returns the cost of the turns. */
PRINTF_LIKE(4, 5)
static struct cost
measure_line(struct database *s, unsigned who, const char *answer, const char *fmt, ...)
{
	char line[128];
	struct cost took;
	int64_t from;
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	place_record_output(&s->p, who);
	(void)bigstore_cost(s->p.store);
	from = thread_ns();
	place_type_line(&s->p, who, line);
	place_settle(&s->p);
	took.ns = thread_ns() - from;
	took.sql = bigstore_cost(s->p.store);
	if (strstr(place_recorded_output(&s->p), answer) == NULL)
		bench_die("\"%s\" is answered: %s", line, place_recorded_output(&s->p));
	return took;
}

static void
add(struct cost *sum, struct cost t)
{
	sum->ns += t.ns;
	sum->sql.steps += t.sql.steps;
	sum->sql.scans += t.sql.scans;
	sum->sql.pages += t.sql.pages;
}

static void
record_cost(struct database *s, enum operation what, struct cost t)
{
	samples_add(&s->run[what], t.ns);
	samples_add(&s->all[what], t.ns);
	add(&s->total_by_operation[what], t);
	add(&s->total_run, t);
}

static void
log_in_all(struct database *s)
{
	for (unsigned k = 0; k < PEOPLE; k++) {
		if (place_connect(&s->p) != k)
			bench_die("somebody has gone");
		place_settle(&s->p);
		(void)measure_line(
		    s, k, "authenticated", "connect %s " BENCH_PASSWORD, online_name(s, k));
		(void)measure_line(s, k, "won't be notified", "toggle notify");
		(void)measure_line(s, k, "won't be informed", "toggle report");
		(void)measure_line(s, k, "You're now ready", "toggle ready");
	}
	for (unsigned k = 0; k < PLAYERS; k += 2) {
		(void)measure_line(
		    s, k, "You invited", "invite %s unlimited", online_name(s, k + 1));
		(void)measure_line(
		    s, k + 1, "Starting a new game", "join %s", online_name(s, k));
	}
}

/* ---- the commands ---- */

static void
log_in_and_out(struct database *s)
{
	unsigned who = place_connect(&s->p);

	place_settle(&s->p);
	record_cost(s, OP_LOG_IN,
	    measure_line(
		s, who, "authenticated", "connect %s " BENCH_PASSWORD, offline_name(s)));
	record_cost(s, OP_LOG_OUT, measure_line(s, who, "Goodbye", "bye"));
}

/* Writes a new user name, which may contain only letters. */
static void
newcomer_name(struct database *s, char name[16])
{
	unsigned n = s->newcomers_made++;

	(void)snprintf(name, 16, "new%c%c%c%c", (char)('a' + n / 17576 % 26),
	    (char)('a' + n / 676 % 26), (char)('a' + n / 26 % 26), (char)('a' + n % 26));
}

/* Registers a new account, from "guest" to the first prompt, in four lines. */
static void
make_account(struct database *s)
{
	unsigned who = place_connect(&s->p);
	char name[16];
	struct cost all;

	newcomer_name(s, name);
	place_settle(&s->p);
	all = measure_line(s, who, "Welcome", "guest");
	add(&all, measure_line(s, who, "Your name will be", "name %s", name));
	add(&all, measure_line(s, who, "retype", BENCH_PASSWORD));
	add(&all, measure_line(s, who, "You are registered", BENCH_PASSWORD));
	record_cost(s, OP_REGISTER, all);
	(void)measure_line(s, who, "Goodbye", "bye");
}

static void
query_people(struct database *s)
{
	unsigned who = rng_below(&s->p.r, PEOPLE);
	unsigned middle = ranks_count(ranks_of_game(s->p.world->ranks, VARIANT_FIBS)) / 2 -
			  rng_below(&s->p.r, 1000);

	record_cost(s, OP_WHOIS_HERE,
	    measure_line(s, who, "Still logged in", "whois %s",
		online_name(s, rng_below(&s->p.r, PEOPLE))));
	record_cost(s, OP_WHOIS_AWAY,
	    measure_line(s, who, "Not logged in", "whois %s", offline_name(s)));
	record_cost(s, OP_RATINGS, measure_line(s, who, "   20 u", "ratings"));
	record_cost(s, OP_RATINGS_MIDDLE,
	    measure_line(s, who, " u", "ratings from %u to %u", middle, middle + 19));
	record_cost(
	    s, OP_RATINGS_NAME, measure_line(s, who, " u", "ratings %s", offline_name(s)));
	record_cost(s, OP_WHO,
	    measure_line(s, who, " u", "who %s", online_name(s, rng_below(&s->p.r, PEOPLE))));
}

/* Types chat commands.  Messages are sent to absent users, so no message waits for an online
 * user. */
static void
send_talk(struct database *s)
{
	unsigned who = rng_below(&s->p.r, PEOPLE);
	unsigned whom = (who + 1 + rng_below(&s->p.r, PEOPLE - 1)) % PEOPLE;

	record_cost(s, OP_LEAVE_MESSAGE,
	    measure_line(
		s, who, "Message saved", "message %s are you here tomorrow?", offline_name(s)));
	record_cost(s, OP_TELL,
	    measure_line(s, who, "You tell", "tell %s shall we play?", online_name(s, whom)));
}

static void
query_matches_live(struct database *s, unsigned round)
{
	unsigned who = rng_below(&s->p.r, PEOPLE);
	unsigned old = round % PAIRS;

	record_cost(s, OP_LAST_LOGINS, measure_line(s, who, "logs", "last"));
	record_cost(s, OP_STAT, measure_line(s, who, "registered users", "stat"));
	record_cost(s, OP_GAMES, measure_line(s, who, "unlimited", "show games"));
	record_cost(s, OP_TOURNEYS, measure_line(s, who, "tournament", "tournament list"));
	record_cost(s, OP_TOURNEYS_OVER, measure_line(s, who, "Cup", "tournament list over"));
	record_cost(s, OP_OLDMOVES,
	    measure_line(s, PLAYERS + 2 * old, "wins", "oldmoves %s",
		online_name(s, PLAYERS + 2 * ((old + 1) % PAIRS))));
}

/* Types queries about old matches and their players. */
static void
query_history(struct database *s, unsigned round)
{
	unsigned who = PLAYERS + 2 * (round % PAIRS),
		 other = PLAYERS + 2 * ((round + 1) % PAIRS);
	unsigned number = 1 + rng_below(&s->p.r, s->matches);
	const char *veteran = account_name(s->users);

	record_cost(s, OP_HISTORY, measure_line(s, who, "#", "history"));
	record_cost(s, OP_HISTORY_AGAINST,
	    measure_line(s, who, "#", "history against %s", online_name(s, other)));
	record_cost(s, OP_HISTORY_GAME, measure_line(s, who, "#", "history game backgammon"));
	record_cost(s, OP_HISTORY_SINCE, measure_line(s, who, "#", "history since 2023-11-01"));
	record_cost(s, OP_HISTORY_LONG, measure_line(s, who, "#", "history %s", veteran));
	record_cost(s, OP_HISTORY_LONG_GAME,
	    measure_line(s, who, "There are none", "history %s game plakoto", veteran));
	record_cost(s, OP_MATCH, measure_line(s, who, "Game 1", "match %u", number));
	record_cost(s, OP_REPLAY, measure_line(s, who, "move 2", "replay %u 2", number));
	record_cost(s, OP_EXPORT, measure_line(s, who, "sha256", "export %u json", number));
	record_cost(s, OP_FAIR, measure_line(s, who, "seed", "fair %u", number));
	record_cost(
	    s, OP_STATS, measure_line(s, who, "Backgammon", "stats %s", offline_name(s)));
	record_cost(
	    s, OP_GRAPH, measure_line(s, who, "2023-11", "graph %s", online_name(s, who)));
	record_cost(s, OP_GRAPH_LONG, measure_line(s, who, "2023-11", "graph %s", veteran));
	record_cost(s, OP_HEADTOHEAD,
	    measure_line(
		s, who, "", "headtohead %s %s", online_name(s, who), online_name(s, other)));
	record_cost(s, OP_RECORDS, measure_line(s, who, "u0", "records"));
	record_cost(
	    s, OP_DICETEST, measure_line(s, who, "100000", "dicetest %s", offline_name(s)));
}

/* Makes some plays of a match, each with its roll.  The server makes forced plays. */
static void
play_moves(struct database *s, unsigned a, unsigned b)
{
	for (unsigned moves = 0; moves < 2 * PLAYS_PER_PLAYER;) {
		bool did = false;

		for (unsigned i = 0; i < 2; i++) {
			unsigned who = i == 0 ? a : b;
			bool roll;
			char line[64];

			place_next_play(&s->p, who, line);
			if (line[0] == '\0')
				continue;
			did = true;
			roll = strcmp(line, "roll") == 0;
			record_cost(
			    s, roll ? OP_ROLL : OP_MOVE, measure_line(s, who, "", "%s", line));
			moves += roll ? 0 : 1;
		}
		if (!did)
			bench_die("nobody can go on");
	}
}

/* Plays a match with one interruption, from the invitation to the new ratings. */
static void
play_match(struct database *s, unsigned round)
{
	unsigned a = PLAYERS + 2 * (round % PAIRS), b = a + 1;

	record_cost(
	    s, OP_INVITE, measure_line(s, a, "You invited", "invite %s 3", online_name(s, b)));
	record_cost(s, OP_JOIN,
	    measure_line(s, b, "Starting a new game", "join %s", online_name(s, a)));
	play_moves(s, a, b);
	record_cost(s, OP_LEAVE, measure_line(s, a, "The game was saved", "leave"));
	record_cost(s, OP_LIST_SAVED, measure_line(s, a, online_name(s, b), "show saved"));
	(void)measure_line(s, a, "to resume", "invite %s", online_name(s, b));
	record_cost(
	    s, OP_RESUME, measure_line(s, b, "match was loaded", "join %s", online_name(s, a)));
	record_cost(
	    s, OP_RESIGN, measure_line(s, a, "You want to resign", "resign backgammon"));
	record_cost(s, OP_ACCEPT, measure_line(s, b, "You win the 3 point match", "accept"));
}

static void
do_rounds(struct database *s, unsigned first, unsigned rounds)
{
	for (unsigned i = first; i < first + rounds; i++) {
		log_in_and_out(s);
		make_account(s);
		query_people(s);
		send_talk(s);
		query_matches_live(s, i);
		query_history(s, i);
		play_match(s, i);
	}
}

/* ---- databases ---- */

/* Runs the first turns, each of which reads a slice of the rating list. */
static void
read_ratings(struct database *s)
{
	const struct ranks *list = ranks_of_game(s->p.world->ranks, VARIANT_FIBS);

	while (!ranks_ready(list)) {
		int64_t from = thread_ns();
		double ms;

		place_turn(&s->p);
		ms = (double)(thread_ns() - from) / 1e6;
		s->ratings_turns++;
		s->all_ratings_turns_ms += ms;
		if (ms > s->longest_ratings_turn_ms)
			s->longest_ratings_turn_ms = ms;
	}
}

static void
build_database(struct database *s, unsigned users, unsigned matches)
{
	int64_t from = bench_now_ns(), cpu;
	struct store *store;
	char why[512];
	struct sbuf error;
	double made_s;

	s->users = users;
	s->matches = matches;
	(void)snprintf(s->dir, sizeof(s->dir), "%s/data-XXXXXX", bench_dir());
	if (mkdtemp(s->dir) == NULL)
		bench_die("cannot make %s", s->dir);
	bigstore_make(s->dir, users);
	add_matches(s);
	made_s = (double)(bench_now_ns() - from) / 1e9;
	SBUF_INIT(&error, why);
	cpu = thread_ns();
	if (store_open(s->dir, STORE_DURABLE_FULL, NULL, &store, &error) != STORE_OK)
		bench_die("%s", why);
	s->open_s = (double)(thread_ns() - cpu) / 1e9;
	cpu = thread_ns();
	place_open(&s->p, store, PEOPLE + SPARE_CONNS);
	s->world_ms = (double)(thread_ns() - cpu) / 1e6;
	read_ratings(s);
	log_in_all(s);
	bench_print_note(
	    "%u users, %u matches: made in %.0f s, %.0f MB; opened in %.2f s, world in "
	    "%.2f ms, ratings in %u turns of at most %.2f ms, together %.0f ms",
	    users, matches, made_s, (double)store_database_bytes(store) / 1e6, s->open_s,
	    s->world_ms, s->ratings_turns, s->longest_ratings_turn_ms, s->all_ratings_turns_ms);
}

static void
destroy_all(void)
{
	for (unsigned k = 0; k < DATABASES; k++) {
		struct database *s = &databases[k];
		struct store *store = s->p.store;

		if (s->p.world != NULL)
			place_close(&s->p);
		if (store != NULL)
			store_close(&store);
		if (s->dir[0] != '\0')
			folder_remove(s->dir);
		s->dir[0] = '\0';
		s->p.store = NULL;
	}
}

/* ---- results ---- */

/* Prints the figures of all runs: median, p99 (which shows the checkpoints of the journal) and
 * totals.  Also prints SQLite's work, which does not depend on the machine: steps of its
 * virtual machine, steps of table scans, and cache misses. */
static void
print_database(struct database *s)
{
	bench_print_note(
	    "%u users, %u finished matches: us of CPU, median and p99; ms in all; each: "
	    "steps, scans, pages",
	    s->users, s->matches);
	for (unsigned d = 0; d < OPERATIONS; d++) {
		const struct cost *t = &s->total_by_operation[d];
		double n = (double)s->all[d].len;

		bench_print_note("%-36s %8.1f %8.1f %6.0f %8.1f %6.2f %6.2f",
		    OPERATION_NAMES[d], samples_quantile_us(&s->all[d], 0.5),
		    samples_quantile_us(&s->all[d], 0.99), (double)t->ns / 1e6,
		    (double)t->sql.steps / n, (double)t->sql.scans / n,
		    (double)t->sql.pages / n);
	}
}

static const char *const SQL_ROW_NAMES[SQL_ROWS] = { "the same: steps of SQLite's machine",
	"the same: steps of scans through a table", "the same: pages not in SQLite's cache" };

/* Fills in the rows for the start, which happens once. */
#define OPERATIONS_WITHOUT_SQL                                                                 \
	(1u << OP_TELL | 1u << OP_WHO | 1u << OP_GAMES | 1u << OP_TOURNEYS)
static void
start_rows(struct row *rows)
{
	const struct database *small = &databases[0], *large = &databases[DATABASES - 1];

	rows[0] = (struct row){ .operation = "opening the store",
		.unit = "s",
		.own = { large->open_s },
		.ref = { small->open_s } };
	rows[1] = (struct row){ .operation = "making the world",
		.unit = "ms",
		.own = { large->world_ms },
		.ref = { small->world_ms },
		.target = RATIO_AT_MOST,
		.target_value = 1.5 };
	rows[2] = (struct row){ .operation = "longest of the turns that read ratings",
		.unit = "ms",
		.own = { large->longest_ratings_turn_ms },
		.ref = { small->longest_ratings_turn_ms },
		.target = VALUE_AT_MOST,
		.target_value = 5 };
	rows[3] = (struct row){ .operation = "all those turns together",
		.unit = "ms",
		.own = { large->all_ratings_turns_ms },
		.ref = { small->all_ratings_turns_ms } };
	for (unsigned i = 0; i < START_ROWS; i++)
		rows[i].runs = 1;
}

static void
clear_run(struct database *s)
{
	s->total_run = (struct cost){ 0 };
	for (unsigned k = 0; k < OPERATIONS; k++)
		samples_clear(&s->run[k]);
}

/* Adds the averages of a round: its time and SQLite's work. */
static void
sum_rows(struct row *r, unsigned run_no, unsigned rounds)
{
	for (unsigned own = 0; own < 2; own++) {
		const struct cost *t = &databases[own ? DATABASES - 1 : 0].total_run;
		const double sum[1 + SQL_ROWS] = { (double)t->ns / 1e3, (double)t->sql.steps,
			(double)t->sql.scans, (double)t->sql.pages };

		for (unsigned k = 0; k < ARRAY_LEN(sum); k++)
			(own ? r[k].own : r[k].ref)[run_no] = sum[k] / rounds;
	}
}

/* Measures the databases alternately, so that other load on the machine affects all equally. */
static void
run_rounds(struct row *rows, unsigned run_no, unsigned rounds)
{
	for (unsigned k = 0; k < DATABASES; k++)
		clear_run(&databases[k]);
	for (unsigned i = 0; i < rounds; i += ROUNDS_PER_BLOCK)
		for (unsigned k = 0; k < DATABASES; k++)
			do_rounds(&databases[(i / ROUNDS_PER_BLOCK + k) % DATABASES], i,
			    ROUNDS_PER_BLOCK);
	for (unsigned d = 0; d < OPERATIONS; d++) {
		rows[d].own[run_no] =
		    samples_quantile_us(&databases[DATABASES - 1].run[d], 0.5);
		rows[d].ref[run_no] = samples_quantile_us(&databases[0].run[d], 0.5);
	}
	sum_rows(rows + OPERATIONS, run_no, rounds);
}

static void
report_results(struct row *rows, const struct gaps *gaps)
{
	for (unsigned d = 0; d < OPERATIONS; d++)
		rows[d].operation = OPERATION_NAMES[d];
	rows[OPERATIONS].operation = "all of these once, on average";
	for (unsigned i = 0; i <= OPERATIONS; i++) {
		rows[i].unit = "us";
		rows[i].runs = bench_run_count();
		rows[i].target = RATIO_AT_MOST;
		rows[i].target_value =
		    i < OPERATIONS && (1u << i & OPERATIONS_WITHOUT_SQL) != 0 ? 1.2 : 1.5;
	}
	for (unsigned i = 0; i < SQL_ROWS; i++) {
		rows[OPERATIONS + 1 + i].operation = SQL_ROW_NAMES[i];
		rows[OPERATIONS + 1 + i].unit = "";
		rows[OPERATIONS + 1 + i].runs = bench_run_count();
	}
	rows[OPERATIONS + 1].target = RATIO_AT_MOST;
	rows[OPERATIONS + 1].target_value = 1.1;
	rows[OPERATIONS + 2].target = VALUE_AT_MOST;
	start_rows(rows + OPERATIONS + 1 + SQL_ROWS);
	for (unsigned i = 0; i < ROWS; i++) {
		rows[i].reference = "the same with 10,000 users and 10,000 finished matches";
		rows[i].what_is_real =
		    "in process: CPU time of turns with their commits; sockets "
		    "that are always ready, no password hash";
		rows[i].n = databases[DATABASES - 1].users;
		rows[i].gaps = *gaps;
	}
	bench_report("history", rows, ROWS);
}

static unsigned
large_matches(int argc, char **argv)
{
	if (argc > 1)
		return (unsigned)strtoul(argv[1], NULL, 10);
	return bench_scaled(LARGE_MATCHES, 100000, SMALL_MATCHES);
}

int
main(int argc, char **argv)
{
	static struct row rows[ROWS];
	unsigned large = large_matches(argc, argv);
	/* per run; each round types every command once */
	unsigned rounds = bench_scaled(80, 50, ROUNDS_PER_BLOCK);
	struct gaps gaps = { 0 };

	if (bench_init(argv[0]) == 0 || large < SMALL_MATCHES || large > LARGE_MATCHES ||
	    large % 1000 != 0 || atexit(destroy_all) != 0)
		bench_die("usage: bench_history [USERS], 10000 to 1000000");
	build_database(&databases[0], SMALL_MATCHES, SMALL_MATCHES);
	build_database(&databases[1], large, SMALL_MATCHES);
	build_database(&databases[2], large, large);
	for (unsigned i = 0; i < bench_run_count(); i++) {
		gaps_measure(&gaps, 200);
		run_rounds(rows, i, rounds);
	}
	for (unsigned k = 0; k < DATABASES; k++)
		print_database(&databases[k]);
	report_results(rows, &gaps);
	return 0;
}
