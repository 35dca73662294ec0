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

#define SMALL 10000u
#define LARGE 1000000u
#define PEOPLE bench_number(300, 300, 40) /* users online; the first ones play all the time */
#define PLAYERS bench_number(80, 80, 4)
/* The users who are not PLAYERS: PAIRS pairs, which take turns at beginning and ending matches,
 * and 20 users who only type queries. */
#define PAIRS bench_number(100, 100, 8)
#define SPARE 16u
#define BLOCK 10u /* rounds with one database before the next one */
#define MOVES 3u  /* plays that each player of a match makes */
#define SITES 3u

enum deed {
	COME,
	GO,
	REGISTER,
	WHOIS_HERE,
	WHOIS_AWAY,
	RATINGS,
	RATINGS_MIDDLE,
	RATINGS_NAME,
	INVITE,
	JOIN,
	ROLL,
	MOVE,
	LEAVE,
	SAVED,
	RESUME,
	RESIGN,
	ACCEPT,
	MESSAGE,
	OLDMOVES,
	LAST,
	STAT,
	TELL,
	WHO,
	GAMES,
	TOURNEYS,
	TOURNEYS_OVER,
	HISTORY,
	HISTORY_AGAINST,
	HISTORY_GAME,
	HISTORY_SINCE,
	HISTORY_LONG,
	HISTORY_LONG_GAME,
	MATCH,
	REPLAY,
	EXPORT,
	FAIR,
	STATS,
	GRAPH,
	GRAPH_LONG,
	HEADTOHEAD,
	RECORDS,
	DICETEST,
	DEEDS,
};

#define SQL_ROWS 3u
#define START_ROWS 4u
#define ROWS (DEEDS + 1u + SQL_ROWS + START_ROWS)

static const char *const DEED_NAMES[DEEDS] = {
	[COME] = "log in",
	[GO] = "log out",
	[REGISTER] = "a guest registers",
	[WHOIS_HERE] = "whois of somebody on line",
	[WHOIS_AWAY] = "whois of somebody absent",
	[RATINGS] = "ratings",
	[RATINGS_MIDDLE] = "ratings from the middle of the list",
	[RATINGS_NAME] = "ratings of a name",
	[INVITE] = "invite",
	[JOIN] = "join",
	[ROLL] = "roll",
	[MOVE] = "move",
	[LEAVE] = "leave, the match is saved",
	[SAVED] = "show saved",
	[RESUME] = "join, the saved match goes on",
	[RESIGN] = "resign",
	[ACCEPT] = "accept, the match ends",
	[MESSAGE] = "message to somebody absent",
	[OLDMOVES] = "oldmoves",
	[LAST] = "last",
	[STAT] = "stat",
	[TELL] = "tell",
	[WHO] = "who of a name",
	[GAMES] = "show games",
	[TOURNEYS] = "tournament list",
	[TOURNEYS_OVER] = "tournament list over",
	[HISTORY] = "history",
	[HISTORY_AGAINST] = "history against",
	[HISTORY_GAME] = "history game",
	[HISTORY_SINCE] = "history since",
	[HISTORY_LONG] = "history of who has played 1,000",
	[HISTORY_LONG_GAME] = "the same, of a game never played",
	[MATCH] = "match",
	[REPLAY] = "replay",
	[EXPORT] = "export json",
	[FAIR] = "fair",
	[STATS] = "stats",
	[GRAPH] = "graph",
	[GRAPH_LONG] = "graph of who has played 1,000",
	[HEADTOHEAD] = "headtohead",
	[RECORDS] = "records",
	[DICETEST] = "dicetest of 100 million rolls",
};

struct took {
	int64_t ns;
	struct bigstore_cost sql;
};

struct site {
	unsigned users, matches;
	char dir[64];
	struct place p;
	struct samples run[DEEDS]; /* samples of one run */
	struct samples all[DEEDS];
	struct took total[DEEDS];
	struct took total_run;
	unsigned newcomers;
	/* figures of the server's start */
	double open_s, world_ms, slices_ms, slice_ms;
	unsigned slices;
};

static struct site sites[SITES];

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
static const char SIZES_SQL[] =
    "CREATE TEMP TABLE size AS SELECT %u AS matches, %u AS users, %u AS every, %u AS first, "
    "%u AS pairs, %u AS apart";

#define SIX(x) x x x x x x
#define ROLLED "C2622A0000000000" /* 2,777,794 of each pair: 100 million in all */

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
	"SELECT id, x'" SIX(SIX(ROLLED)) "', 999, 750, 749.25 FROM user",
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
add_matches(const struct site *s)
{
	char text[512];
	sqlite3 *db;

	(void)snprintf(text, sizeof(text), "%s/gammond.db", s->dir);
	if (sqlite3_open(text, &db) != SQLITE_OK)
		bench_die("cannot open %s", text);
	run_sql(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
		    "PRAGMA cache_size = -200000; PRAGMA temp_store = MEMORY");
	(void)snprintf(text, sizeof(text), SIZES_SQL, s->matches, s->users, s->matches / PAIRS,
	    PLAYERS, PAIRS, s->users / PEOPLE);
	run_sql(db, text);
	for (size_t i = 0; i < ARRAY_LEN(MATCHES_SQL); i++)
		run_sql(db, MATCHES_SQL[i]);
	if (sqlite3_close(db) != SQLITE_OK)
		bench_die("cannot close the database");
}

/* ---- users ---- */

static const char *
account(unsigned number)
{
	static char names[4][STORE_NAME_MAX + 1];
	static unsigned next;
	char *name = names[next++ % ARRAY_LEN(names)];

	(void)snprintf(name, sizeof(names[0]), "u%07u", number);
	return name;
}

/* Returns the account of the user with connection k. */
static const char *
person(const struct site *s, unsigned k)
{
	return account(k * (s->users / PEOPLE) + 1);
}

/* Returns a user who is not online. */
static const char *
absent(struct site *s)
{
	unsigned step = s->users / PEOPLE, at;

	do {
		at = rng_below(&s->p.r, s->users);
	} while (at % step == 0 && at / step < PEOPLE);
	return account(at + 1);
}

/* Types a line as a user; the output must contain `answer`.  Returns the cost of the turns. */
PRINTF_LIKE(4, 5)
static struct took
turn_of(struct site *s, unsigned who, const char *answer, const char *fmt, ...)
{
	char line[128];
	struct took took;
	int64_t from;
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	place_listen(&s->p, who);
	(void)bigstore_cost(s->p.store);
	from = thread_ns();
	place_say(&s->p, who, line);
	place_settle(&s->p);
	took.ns = thread_ns() - from;
	took.sql = bigstore_cost(s->p.store);
	if (strstr(place_heard(&s->p), answer) == NULL)
		bench_die("\"%s\" is answered: %s", line, place_heard(&s->p));
	return took;
}

static void
add(struct took *sum, struct took t)
{
	sum->ns += t.ns;
	sum->sql.steps += t.sql.steps;
	sum->sql.scans += t.sql.scans;
	sum->sql.pages += t.sql.pages;
}

static void
note(struct site *s, enum deed what, struct took t)
{
	samples_add(&s->run[what], t.ns);
	samples_add(&s->all[what], t.ns);
	add(&s->total[what], t);
	add(&s->total_run, t);
}

static void
all_come(struct site *s)
{
	for (unsigned k = 0; k < PEOPLE; k++) {
		if (place_connect(&s->p) != k)
			bench_die("somebody has gone");
		place_settle(&s->p);
		(void)turn_of(
		    s, k, "authenticated", "connect %s " BENCH_PASSWORD, person(s, k));
		(void)turn_of(s, k, "won't be notified", "toggle notify");
		(void)turn_of(s, k, "won't be informed", "toggle report");
		(void)turn_of(s, k, "You're now ready", "toggle ready");
	}
	for (unsigned k = 0; k < PLAYERS; k += 2) {
		(void)turn_of(s, k, "You invited", "invite %s unlimited", person(s, k + 1));
		(void)turn_of(s, k + 1, "Starting a new game", "join %s", person(s, k));
	}
}

/* ---- the commands ---- */

static void
come_and_go(struct site *s)
{
	unsigned who = place_connect(&s->p);

	place_settle(&s->p);
	note(
	    s, COME, turn_of(s, who, "authenticated", "connect %s " BENCH_PASSWORD, absent(s)));
	note(s, GO, turn_of(s, who, "Goodbye", "bye"));
}

/* Writes a new user name, which may contain only letters. */
static void
newcomer(struct site *s, char name[16])
{
	unsigned n = s->newcomers++;

	(void)snprintf(name, 16, "new%c%c%c%c", (char)('a' + n / 17576 % 26),
	    (char)('a' + n / 676 % 26), (char)('a' + n / 26 % 26), (char)('a' + n % 26));
}

/* Registers a new account, from "guest" to the first prompt, in four lines. */
static void
make_account(struct site *s)
{
	unsigned who = place_connect(&s->p);
	char name[16];
	struct took all;

	newcomer(s, name);
	place_settle(&s->p);
	all = turn_of(s, who, "Welcome", "guest");
	add(&all, turn_of(s, who, "Your name will be", "name %s", name));
	add(&all, turn_of(s, who, "retype", BENCH_PASSWORD));
	add(&all, turn_of(s, who, "You are registered", BENCH_PASSWORD));
	note(s, REGISTER, all);
	(void)turn_of(s, who, "Goodbye", "bye");
}

static void
ask_about_people(struct site *s)
{
	unsigned who = rng_below(&s->p.r, PEOPLE);
	unsigned middle = ranks_count(ranks_of(s->p.world->ranks, VARIANT_FIBS)) / 2 -
			  rng_below(&s->p.r, 1000);

	note(s, WHOIS_HERE,
	    turn_of(
		s, who, "Still logged in", "whois %s", person(s, rng_below(&s->p.r, PEOPLE))));
	note(s, WHOIS_AWAY, turn_of(s, who, "Not logged in", "whois %s", absent(s)));
	note(s, RATINGS, turn_of(s, who, "   20 u", "ratings"));
	note(s, RATINGS_MIDDLE,
	    turn_of(s, who, " u", "ratings from %u to %u", middle, middle + 19));
	note(s, RATINGS_NAME, turn_of(s, who, " u", "ratings %s", absent(s)));
	note(s, WHO, turn_of(s, who, " u", "who %s", person(s, rng_below(&s->p.r, PEOPLE))));
}

/* Types chat commands.  Messages are sent to absent users, so no message waits for an online
 * user. */
static void
talk(struct site *s)
{
	unsigned who = rng_below(&s->p.r, PEOPLE);
	unsigned whom = (who + 1 + rng_below(&s->p.r, PEOPLE - 1)) % PEOPLE;

	note(s, MESSAGE,
	    turn_of(s, who, "Message saved", "message %s are you here tomorrow?", absent(s)));
	note(s, TELL, turn_of(s, who, "You tell", "tell %s shall we play?", person(s, whom)));
}

static void
ask_about_games(struct site *s, unsigned round)
{
	unsigned who = rng_below(&s->p.r, PEOPLE);
	unsigned old = round % PAIRS;

	note(s, LAST, turn_of(s, who, "logs", "last"));
	note(s, STAT, turn_of(s, who, "registered users", "stat"));
	note(s, GAMES, turn_of(s, who, "unlimited", "show games"));
	note(s, TOURNEYS, turn_of(s, who, "tournament", "tournament list"));
	note(s, TOURNEYS_OVER, turn_of(s, who, "Cup", "tournament list over"));
	note(s, OLDMOVES,
	    turn_of(s, PLAYERS + 2 * old, "wins", "oldmoves %s",
		person(s, PLAYERS + 2 * ((old + 1) % PAIRS))));
}

/* Types queries about old matches and their players. */
static void
ask_about_matches(struct site *s, unsigned round)
{
	unsigned who = PLAYERS + 2 * (round % PAIRS),
		 other = PLAYERS + 2 * ((round + 1) % PAIRS);
	unsigned number = 1 + rng_below(&s->p.r, s->matches);
	const char *veteran = account(s->users);

	note(s, HISTORY, turn_of(s, who, "#", "history"));
	note(s, HISTORY_AGAINST, turn_of(s, who, "#", "history against %s", person(s, other)));
	note(s, HISTORY_GAME, turn_of(s, who, "#", "history game backgammon"));
	note(s, HISTORY_SINCE, turn_of(s, who, "#", "history since 2023-11-01"));
	note(s, HISTORY_LONG, turn_of(s, who, "#", "history %s", veteran));
	note(s, HISTORY_LONG_GAME,
	    turn_of(s, who, "There are none", "history %s game plakoto", veteran));
	note(s, MATCH, turn_of(s, who, "Game 1", "match %u", number));
	note(s, REPLAY, turn_of(s, who, "move 2", "replay %u 2", number));
	note(s, EXPORT, turn_of(s, who, "sha256", "export %u json", number));
	note(s, FAIR, turn_of(s, who, "seed", "fair %u", number));
	note(s, STATS, turn_of(s, who, "Backgammon", "stats %s", absent(s)));
	note(s, GRAPH, turn_of(s, who, "2023-11", "graph %s", person(s, who)));
	note(s, GRAPH_LONG, turn_of(s, who, "2023-11", "graph %s", veteran));
	note(s, HEADTOHEAD,
	    turn_of(s, who, "", "headtohead %s %s", person(s, who), person(s, other)));
	note(s, RECORDS, turn_of(s, who, "u0", "records"));
	note(s, DICETEST, turn_of(s, who, "100000", "dicetest %s", absent(s)));
}

/* Makes some plays of a match, each with its roll.  The server makes forced plays. */
static void
play_on(struct site *s, unsigned a, unsigned b)
{
	for (unsigned moves = 0; moves < 2 * MOVES;) {
		bool did = false;

		for (unsigned i = 0; i < 2; i++) {
			unsigned who = i == 0 ? a : b;
			bool roll;
			char line[64];

			place_play(&s->p, who, line);
			if (line[0] == '\0')
				continue;
			did = true;
			roll = strcmp(line, "roll") == 0;
			note(s, roll ? ROLL : MOVE, turn_of(s, who, "", "%s", line));
			moves += roll ? 0 : 1;
		}
		if (!did)
			bench_die("nobody can go on");
	}
}

/* Plays a match with one interruption, from the invitation to the new ratings. */
static void
play_match(struct site *s, unsigned round)
{
	unsigned a = PLAYERS + 2 * (round % PAIRS), b = a + 1;

	note(s, INVITE, turn_of(s, a, "You invited", "invite %s 3", person(s, b)));
	note(s, JOIN, turn_of(s, b, "Starting a new game", "join %s", person(s, a)));
	play_on(s, a, b);
	note(s, LEAVE, turn_of(s, a, "The game was saved", "leave"));
	note(s, SAVED, turn_of(s, a, person(s, b), "show saved"));
	(void)turn_of(s, a, "to resume", "invite %s", person(s, b));
	note(s, RESUME, turn_of(s, b, "match was loaded", "join %s", person(s, a)));
	note(s, RESIGN, turn_of(s, a, "You want to resign", "resign backgammon"));
	note(s, ACCEPT, turn_of(s, b, "You win the 3 point match", "accept"));
}

static void
do_rounds(struct site *s, unsigned first, unsigned rounds)
{
	for (unsigned i = first; i < first + rounds; i++) {
		come_and_go(s);
		make_account(s);
		ask_about_people(s);
		talk(s);
		ask_about_games(s, i);
		ask_about_matches(s, i);
		play_match(s, i);
	}
}

/* ---- databases ---- */

/* Runs the first turns, each of which reads a slice of the rating list. */
static void
read_ratings(struct site *s)
{
	const struct ranks *list = ranks_of(s->p.world->ranks, VARIANT_FIBS);

	while (!ranks_ready(list)) {
		int64_t from = thread_ns();
		double ms;

		place_turn(&s->p);
		ms = (double)(thread_ns() - from) / 1e6;
		s->slices++;
		s->slices_ms += ms;
		if (ms > s->slice_ms)
			s->slice_ms = ms;
	}
}

static void
build(struct site *s, unsigned users, unsigned matches)
{
	int64_t from = bench_ns(), cpu;
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
	made_s = (double)(bench_ns() - from) / 1e9;
	SBUF_ON(&error, why);
	cpu = thread_ns();
	if (store_open(s->dir, STORE_DURABLE_FULL, NULL, &store, &error) != STORE_OK)
		bench_die("%s", why);
	s->open_s = (double)(thread_ns() - cpu) / 1e9;
	cpu = thread_ns();
	place_open(&s->p, store, PEOPLE + SPARE);
	s->world_ms = (double)(thread_ns() - cpu) / 1e6;
	read_ratings(s);
	all_come(s);
	bench_say("%u users, %u matches: made in %.0f s, %.0f MB; opened in %.2f s, world in "
		  "%.2f ms, ratings in %u turns of at most %.2f ms, together %.0f ms",
	    users, matches, made_s, (double)store_bytes(store) / 1e6, s->open_s, s->world_ms,
	    s->slices, s->slice_ms, s->slices_ms);
}

static void
destroy_all(void)
{
	for (unsigned k = 0; k < SITES; k++) {
		struct site *s = &sites[k];
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
say_site(struct site *s)
{
	bench_say("%u users, %u finished matches: us of CPU, median and p99; ms in all; each: "
		  "steps, scans, pages",
	    s->users, s->matches);
	for (unsigned d = 0; d < DEEDS; d++) {
		const struct took *t = &s->total[d];
		double n = (double)s->all[d].len;

		bench_say("%-36s %8.1f %8.1f %6.0f %8.1f %6.2f %6.2f", DEED_NAMES[d],
		    samples_us(&s->all[d], 0.5), samples_us(&s->all[d], 0.99),
		    (double)t->ns / 1e6, (double)t->sql.steps / n, (double)t->sql.scans / n,
		    (double)t->sql.pages / n);
	}
}

static const char *const SQL_NAMES[SQL_ROWS] = { "the same: steps of SQLite's machine",
	"the same: steps of scans through a table", "the same: pages not in SQLite's cache" };

#define NO_DATABASE (1u << TELL | 1u << WHO | 1u << GAMES | 1u << TOURNEYS)

/* Fills in the rows for the start, which happens once. */
static void
start_rows(struct row *rows)
{
	const struct site *small = &sites[0], *large = &sites[SITES - 1];

	rows[0] = (struct row){ .what = "opening the store",
		.unit = "s",
		.own = { large->open_s },
		.ref = { small->open_s } };
	rows[1] = (struct row){ .what = "making the world",
		.unit = "ms",
		.own = { large->world_ms },
		.ref = { small->world_ms },
		.target = RATIO_AT_MOST,
		.limit = 1.5 };
	rows[2] = (struct row){ .what = "longest of the turns that read ratings",
		.unit = "ms",
		.own = { large->slice_ms },
		.ref = { small->slice_ms },
		.target = VALUE_AT_MOST,
		.limit = 5 };
	rows[3] = (struct row){ .what = "all those turns together",
		.unit = "ms",
		.own = { large->slices_ms },
		.ref = { small->slices_ms } };
	for (unsigned i = 0; i < START_ROWS; i++)
		rows[i].runs = 1;
}

static void
forget_run(struct site *s)
{
	s->total_run = (struct took){ 0 };
	for (unsigned k = 0; k < DEEDS; k++)
		samples_clear(&s->run[k]);
}

/* Adds the averages of a round: its time and SQLite's work. */
static void
sum_rows(struct row *r, unsigned run_no, unsigned rounds)
{
	for (unsigned own = 0; own < 2; own++) {
		const struct took *t = &sites[own ? SITES - 1 : 0].total_run;
		const double sum[1 + SQL_ROWS] = { (double)t->ns / 1e3, (double)t->sql.steps,
			(double)t->sql.scans, (double)t->sql.pages };

		for (unsigned k = 0; k < ARRAY_LEN(sum); k++)
			(own ? r[k].own : r[k].ref)[run_no] = sum[k] / rounds;
	}
}

/* Measures the databases alternately, so that other load on the machine affects all equally. */
static void
measure(struct row *rows, unsigned run_no, unsigned rounds)
{
	for (unsigned k = 0; k < SITES; k++)
		forget_run(&sites[k]);
	for (unsigned i = 0; i < rounds; i += BLOCK)
		for (unsigned k = 0; k < SITES; k++)
			do_rounds(&sites[(i / BLOCK + k) % SITES], i, BLOCK);
	for (unsigned d = 0; d < DEEDS; d++) {
		rows[d].own[run_no] = samples_us(&sites[SITES - 1].run[d], 0.5);
		rows[d].ref[run_no] = samples_us(&sites[0].run[d], 0.5);
	}
	sum_rows(rows + DEEDS, run_no, rounds);
}

static void
report(struct row *rows, const struct gaps *gaps)
{
	for (unsigned d = 0; d < DEEDS; d++)
		rows[d].what = DEED_NAMES[d];
	rows[DEEDS].what = "all of these once, on average";
	for (unsigned i = 0; i <= DEEDS; i++) {
		rows[i].unit = "us";
		rows[i].runs = bench_runs();
		rows[i].target = RATIO_AT_MOST;
		rows[i].limit = i < DEEDS && (1u << i & NO_DATABASE) != 0 ? 1.2 : 1.5;
	}
	for (unsigned i = 0; i < SQL_ROWS; i++) {
		rows[DEEDS + 1 + i].what = SQL_NAMES[i];
		rows[DEEDS + 1 + i].unit = "";
		rows[DEEDS + 1 + i].runs = bench_runs();
	}
	rows[DEEDS + 1].target = RATIO_AT_MOST;
	rows[DEEDS + 1].limit = 1.1;
	rows[DEEDS + 2].target = VALUE_AT_MOST;
	start_rows(rows + DEEDS + 1 + SQL_ROWS);
	for (unsigned i = 0; i < ROWS; i++) {
		rows[i].reference = "the same with 10,000 users and 10,000 finished matches";
		rows[i].simulated = "in process: CPU time of turns with their commits; sockets "
				    "that are always ready, no password hash";
		rows[i].n = sites[SITES - 1].users;
		rows[i].gaps = *gaps;
	}
	bench_report("history", rows, ROWS);
}

static unsigned
large_size(int argc, char **argv)
{
	if (argc > 1)
		return (unsigned)strtoul(argv[1], NULL, 10);
	return bench_number(LARGE, 100000, SMALL);
}

int
main(int argc, char **argv)
{
	static struct row rows[ROWS];
	unsigned large = large_size(argc, argv);
	/* per run; each round types every command once */
	unsigned rounds = bench_number(80, 50, BLOCK);
	struct gaps gaps = { 0 };

	if (bench_init(argv[0]) == 0 || large < SMALL || large > LARGE || large % 1000 != 0 ||
	    atexit(destroy_all) != 0)
		bench_die("usage: bench_history [USERS], 10000 to 1000000");
	build(&sites[0], SMALL, SMALL);
	build(&sites[1], large, SMALL);
	build(&sites[2], large, large);
	for (unsigned i = 0; i < bench_runs(); i++) {
		gaps_measure(&gaps, 200);
		measure(rows, i, rounds);
	}
	for (unsigned k = 0; k < SITES; k++)
		say_site(&sites[k]);
	report(rows, &gaps);
	return 0;
}
