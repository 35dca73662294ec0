/* SPDX-License-Identifier: MIT */
/* How much accidental damage `gammond check` finds.  Each copy of a database of finished
 * matches is damaged once: by bit flips, random bytes, lost sectors or truncation, chosen from
 * a seed.  Damage to a match, its actions or its rating changes is always found.  Of other
 * rows, the structure is checked, but not each text. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "match/match.h"
#include "offline/backups.h"
#include "offline/maintenance.h"
#include "offline/records.h"
#include "output/output.h"
#include "rules/notation.h"
#include "store/sqlite/sqlite.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define PLAYERS 4u
#define MATCHES 30u
#define DAMAGED_COPIES 240u /* damaged copies */

static char dir[FOLDER_PATH_MAX], copy[FOLDER_PATH_MAX];

static const char *
file_in(const char *folder)
{
	static char path[FOLDER_PATH_MAX + 20];

	(void)snprintf(path, sizeof(path), "%s/gammond.db", folder);
	return path;
}

static struct store *
must_open(void)
{
	struct store *s;
	char text[500];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if (store_open(dir, STORE_DURABLE_NORMAL, NULL, &s, &error) != STORE_OK)
		fail_msg("%s", text);
	return s;
}

/* ---- a database of finished matches ---- */

/* Rolls, or makes the first legal play, for the player who must act.  Returns false when the
 * match is over. */
static bool
play_step(struct fixture *h, unsigned a, unsigned b, struct move_space *space)
{
	struct match *m = session_match(fixture_world(h), fixture_session(h, a));
	const struct match_state *st;
	char text[64] = "roll";
	struct sbuf out;

	if (m == NULL)
		return false;
	st = &m->state;
	if (st->phase == PH_BETWEEN_GAMES) {
		fixture_type(h, a, "join");
		fixture_type(h, b, "join");
		return true;
	}
	if (st->phase == PH_MOVE) {
		SBUF_INIT(&out, text);
		(void)move_list(
		    st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], space);
		notation_write_fibs(
		    &out, &space->result[0].play, match_numbering(st, st->turn));
	}
	fixture_type(h, fixture_session(h, a)->seat == st->turn ? a : b, text);
	return true;
}

static void
play_matches(struct fixture *h, unsigned matches)
{
	struct move_space *space = malloc(sizeof(*space));
	unsigned conn[PLAYERS];
	char name[] = "user_a";

	assert_non_null(space);
	for (unsigned i = 0; i < PLAYERS; i++) {
		name[5] = (char)('a' + i);
		conn[i] = fixture_clip(h, name);
		fixture_type(h, conn[i], "toggle ready");
	}
	for (unsigned i = 0; i < matches; i++) {
		unsigned a = i % PLAYERS, b = (a + 1 + i / PLAYERS % (PLAYERS - 1)) % PLAYERS;

		name[5] = (char)('a' + b);
		fixture_typef(h, conn[a], "invite %s 3", name);
		name[5] = (char)('a' + a);
		fixture_typef(h, conn[b], "join %s", name);
		while (play_step(h, conn[a], conn[b], space))
			fixture_discard(h);
	}
	free(space);
}

static void
make_database(unsigned matches)
{
	struct fixture_options o;
	struct fixture *h;

	fixture_options_default(&o);
	o.store = must_open();
	h = fixture_new(&o);
	play_matches(h, matches);
	fixture_free(&h);
	store_close(&o.store);
}

static unsigned char *
read_file(const char *path, size_t *n_out)
{
	struct stat st;
	unsigned char *bytes;
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	bytes = malloc((size_t)st.st_size);
	assert_non_null(bytes);
	assert_int_equal(read(fd, bytes, (size_t)st.st_size), st.st_size);
	(void)close(fd);
	*n_out = (size_t)st.st_size;
	return bytes;
}

static void
write_file(const char *path, const unsigned char *bytes, size_t n)
{
	int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);

	assert_true(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
	assert_int_equal(close(fd), 0);
}

/* ---- checking ---- */

/* Runs `gammond check` without its output. */
static int
run_check(const char *folder)
{
	int null = open("/dev/null", O_WRONLY), out, err, status;

	(void)fflush(NULL);
	out = dup(STDOUT_FILENO);
	err = dup(STDERR_FILENO);
	assert_true(
	    null >= 0 && dup2(null, STDOUT_FILENO) >= 0 && dup2(null, STDERR_FILENO) >= 0);
	status = maintenance_check(folder, 0, NULL);
	(void)fflush(NULL);
	assert_true(dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0);
	(void)close(null);
	(void)close(out);
	(void)close(err);
	return status;
}

static void
run_sql(const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(file_in(dir), &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(db));
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void
count_report(void *ctx, const char *text)
{
	(void)text;
	++*(unsigned *)ctx;
}

/* Checks the finished matches of dir in slices of two. */
static struct records
check_finished(void)
{
	static unsigned reports;
	struct store *s = must_open();
	struct records r = { .store = s, .report = count_report, .ctx = &reports };
	int64_t after = 0;

	reports = 0;
	while (records_check_finished_sums(&r, &after, 2))
		;
	assert_int_equal(reports, r.bad[RECORDS_FINISHED] + r.bad[RECORDS_RATINGS]);
	store_close(&s);
	return r;
}

/* ---- tests ---- */

BEFORE_EACH
{
	folder_make(dir, "damage");
	folder_make(copy, "damaged");
}

AFTER_EACH
{
	folder_remove(dir);
	folder_remove(copy);
}

TEST(a_match_gets_its_checksum_when_it_ends)
{
	struct records r;

	make_database(2);
	r = check_finished();
	assert_int_equal(r.good[RECORDS_FINISHED], 2);
	assert_int_equal(r.good[RECORDS_RATINGS], 2);
	assert_int_equal(r.without_checksum, 0);
	assert_true(records_sound(&r));
}

/* Each statement changes one value that no structure depends on. */
TEST(a_changed_value_is_found)
{
	static const struct {
		const char *sql;
		unsigned matches, ratings;
	} CHANGE[] = {
		{ "UPDATE action SET text = replace(text, '1', '2') WHERE id = (SELECT min(id) "
		  "FROM "
		  "action WHERE match = 1 AND text LIKE '%1%')",
		    1, 0 },
		{ "UPDATE action SET elapsed_ms = elapsed_ms + 1 WHERE match = 1 AND seq = 3",
		    1, 0 },
		{ "UPDATE match SET winner = 1 - winner WHERE id = 1", 1, 0 },
		{ "UPDATE match SET score0 = score0 + 1 WHERE id = 1", 1, 0 },
		{ "UPDATE match SET created_ms = created_ms + 1 WHERE id = 1", 1, 0 },
		{ "UPDATE match SET seed = zeroblob(32) WHERE id = 1", 1, 0 },
		{ "UPDATE match SET user0 = (SELECT max(id) FROM user) WHERE id = 1 AND user1 "
		  "<> "
		  "(SELECT max(id) FROM user)",
		    1, 0 },
		{ "UPDATE rating_change SET rating_after = rating_after + 1e-9 WHERE match = 1 "
		  "AND "
		  "user = (SELECT user0 FROM match WHERE id = 1)",
		    0, 1 },
		{ "DELETE FROM rating_change WHERE match = 1 AND user = "
		  "(SELECT user1 FROM match WHERE id = 1)",
		    0, 1 },
		{ "UPDATE match SET ratings_checksum = ratings_checksum + 1 WHERE id = 1", 0,
		    1 },
	};
	struct records r;
	unsigned char *bytes;
	size_t n;

	make_database(2);
	run_sql("DROP TRIGGER action_unchanged");
	bytes = read_file(file_in(dir), &n);
	for (size_t i = 0; i < ARRAY_LEN(CHANGE); i++) {
		folder_clear(dir);
		write_file(file_in(dir), bytes, n);
		run_sql(CHANGE[i].sql);
		r = check_finished();
		if (r.bad[RECORDS_FINISHED] != CHANGE[i].matches ||
		    r.bad[RECORDS_RATINGS] != CHANGE[i].ratings)
			fail_msg("%s: %u %u", CHANGE[i].sql, r.bad[RECORDS_FINISHED],
			    r.bad[RECORDS_RATINGS]);
	}
	free(bytes);
}

TEST(checksums_survive_the_deletion_of_an_account)
{
	struct records r;
	struct store *s;
	struct user_record u;

	make_database(2);
	s = must_open();
	assert_true(store_user_by_name(s, "user_a", &u));
	store_user_erase(s, u.id, "deleted-1", 5);
	assert_int_equal(store_save(s, NULL), STORE_OK);
	store_close(&s);
	r = check_finished();
	assert_int_equal(r.good[RECORDS_FINISHED], 2);
	assert_true(records_sound(&r));
}

/* Matches of an earlier version, and those that were saved when the server stopped, get their
 * checksums later, a few actions in each turn; from then on damage to them is found. */
TEST(missing_checksums_are_added_at_night)
{
	struct fixture_options o;
	struct fixture *h;
	struct records r;

	make_database(3);
	run_sql("UPDATE match SET checksum = 0, ratings_checksum = 0 WHERE id <> 2");
	r = check_finished();
	assert_int_equal(r.without_checksum, 2);
	fixture_options_default(&o);
	o.store = must_open();
	h = fixture_new(&o);
	fixture_turn(h);
	for (unsigned i = 0; i < 200; i++) {
		fixture_advance(h, 5000);
		if (store_checksum_missing(o.store) == 0)
			break;
	}
	assert_int_equal(store_checksum_missing(o.store), 0);
	fixture_advance(h, 3600000);
	fixture_free(&h);
	store_close(&o.store);
	r = check_finished();
	assert_int_equal(r.good[RECORDS_FINISHED], 3);
	assert_int_equal(r.good[RECORDS_RATINGS], 3);
	assert_true(records_sound(&r));
}

TEST(a_match_saved_over_a_restart_gets_its_checksum_later)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned a, b;

	fixture_options_default(&o);
	o.store = must_open();
	h = fixture_new(&o);
	a = fixture_clip(h, "anna");
	b = fixture_clip(h, "bert");
	fixture_type(h, b, "toggle ready");
	fixture_type(h, a, "invite bert 1");
	fixture_type(h, b, "join anna");
	fixture_both_move(h, a, b);
	fixture_free(&h);
	store_close(&o.store);
	o.store = must_open();
	h = fixture_new(&o);
	a = fixture_clip(h, "anna");
	b = fixture_clip(h, "bert");
	fixture_type(h, a, "invite bert");
	fixture_type(h, b, "join anna");
	fixture_type(h, a, "resign n");
	fixture_type(h, b, "accept");
	assert_int_equal(store_checksum_missing(o.store), 1);
	for (unsigned i = 0; i < 20; i++)
		fixture_advance(h, 60000);
	assert_int_equal(store_checksum_missing(o.store), 0);
	fixture_free(&h);
	store_close(&o.store);
	assert_true(check_finished().good[RECORDS_RATINGS] == 1);
}

TEST(the_newest_backup_is_found)
{
	static const char *const NAMES[] = { "20260101T050000Z", "20260103T050000Z.faulty",
		"20260102T050000Z", ".20260109T050000Z", "20260108T050000Z.damaged", "2026" };
	char path[2 * FOLDER_PATH_MAX + 40];
	struct backup b;

	assert_false(backups_newest(copy, false, &b));
	for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", copy, NAMES[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	for (unsigned sound = 0; sound < 2; sound++) {
		assert_true(backups_newest(copy, sound != 0, &b));
		assert_string_equal(b.name, NAMES[sound != 0 ? 2 : 1]);
		assert_true(b.faulty == (sound == 0));
		assert_int_equal(b.at_s, INT64_C(1767416400) - (sound != 0 ? 86400 : 0));
	}
	for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", copy, NAMES[i]);
		folder_remove(path);
	}
}

/* ---- accidents ---- */

static const char *const DAMAGE_KINDS[] = { "a bit", "a byte", "64 bytes", "a sector",
	"truncation" };

/* Makes one change.  Returns the new size. */
static size_t
damage_bytes(struct rng *r, unsigned kind, unsigned char *bytes, size_t n)
{
	size_t at = rng_below(r, (uint32_t)n);

	switch (kind) {
	case 0:
		bytes[at] ^= (unsigned char)(1u << rng_below(r, 8));
		return n;
	case 1:
		bytes[at] ^= (unsigned char)(1 + rng_below(r, 255));
		return n;
	case 2:
		rng_bytes(r, bytes + at, n - at < 64 ? n - at : 64);
		return n;
	case 3:
		at -= at % 512;
		memset(bytes + at, 0, n - at < 512 ? n - at : 512);
		return n;
	default:
		return at;
	}
}

/* The tables and the columns that are compared.  Damage to the first TABLES_MUST_DETECT must be
 * found. */
#define TABLES_MUST_DETECT 3u
static const struct {
	const char *name, *what;
} COMPARED_TABLES[] = {
	{ "match",
	    "SELECT id, user0, user1, length, variant, seed, c0, c1, created_ms, actions, "
	    "score0, "
	    "score1, ended_ms, end_reason, winner, event, event_pairing, event_terms, rated, "
	    "committed FROM match ORDER BY id" },
	{ "action", "SELECT * FROM action ORDER BY id" },
	{ "rating_change", "SELECT * FROM rating_change ORDER BY match, user" },
	{ "match_header", "SELECT * FROM match_header ORDER BY match" },
	{ "match_run", "SELECT * FROM match_run ORDER BY match, seq" },
	{ "user", "SELECT * FROM user ORDER BY id" },
	{ "user_setting", "SELECT * FROM user_setting ORDER BY user, name" },
	{ "other columns of match",
	    "SELECT id, last_ms, tallied, bound FROM match ORDER BY id" },
	{ "roll_tally", "SELECT * FROM roll_tally ORDER BY user" },
	{ "tally", "SELECT * FROM tally ORDER BY user, game, length" },
	{ "pair_tally", "SELECT * FROM pair_tally ORDER BY user, other" },
	{ "counter", "SELECT * FROM counter ORDER BY name" },
	{ "visit", "SELECT * FROM visit ORDER BY slot" },
	{ "review_wait", "SELECT * FROM review_wait ORDER BY id" },
	{ "rating_recent", "SELECT * FROM rating_recent ORDER BY match, user" },
	{ "hour_use", "SELECT * FROM hour_use ORDER BY hour" },
	{ "best", "SELECT * FROM best ORDER BY kind, user, match" },
	{ "schema", "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name" },
};

/* Computes a hash of each table; 0 if it cannot be read. */
static void
hash_tables(const char *path, uint64_t hash[ARRAY_LEN(COMPARED_TABLES)])
{
	sqlite3_stmt *q;
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	for (size_t i = 0; i < ARRAY_LEN(COMPARED_TABLES); i++) {
		int rc = sqlite3_prepare_v2(db, COMPARED_TABLES[i].what, -1, &q, NULL);

		hash[i] = 1469598103934665603u;
		while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
			for (int k = 0; k < sqlite3_column_count(q); k++) {
				const unsigned char *p = sqlite3_column_blob(q, k);
				int n = sqlite3_column_bytes(q, k);

				hash[i] = (hash[i] ^ (unsigned)n) * 1099511628211u;
				for (int b = 0; b < n; b++)
					hash[i] = (hash[i] ^ p[b]) * 1099511628211u;
			}
			rc = SQLITE_OK;
		}
		(void)sqlite3_finalize(q);
		if (rc != SQLITE_DONE)
			hash[i] = 0;
	}
	(void)sqlite3_close(db);
}

TEST(damaged_databases_are_found)
{
	uint64_t before[ARRAY_LEN(COMPARED_TABLES)], after[ARRAY_LEN(COMPARED_TABLES)];
	unsigned found = 0, harmless = 0, missed = 0,
		 missed_in[ARRAY_LEN(COMPARED_TABLES)] = { 0 };
	unsigned found_of[ARRAY_LEN(DAMAGE_KINDS)] = { 0 },
		 made_of[ARRAY_LEN(DAMAGE_KINDS)] = { 0 };
	const unsigned damages = test_cases(DAMAGED_COPIES);
	unsigned char *bytes, *changed;
	struct rng r;
	size_t n;

	make_database(MATCHES);
	assert_int_equal(run_check(dir), 0);
	hash_tables(file_in(dir), before);
	for (size_t i = 0; i < ARRAY_LEN(COMPARED_TABLES); i++)
		assert_int_not_equal(before[i], 0); /* 0: the table could not be read */
	bytes = read_file(file_in(dir), &n);
	changed = malloc(n);
	assert_non_null(changed);
	rng_seed(&r, 48);
	for (unsigned i = 0; i < damages; i++) {
		/* half of the accidents are a single bit */
		unsigned kind = i % 2 == 0 ? 0 : 1 + i / 2 % (ARRAY_LEN(DAMAGE_KINDS) - 1);
		bool lost = false;
		size_t size;

		memcpy(changed, bytes, n);
		size = damage_bytes(&r, kind, changed, n);
		folder_clear(copy);
		write_file(file_in(copy), changed, size);
		made_of[kind]++;
		if (run_check(copy) != 0) {
			found++;
			found_of[kind]++;
			continue;
		}
		hash_tables(file_in(copy), after);
		for (size_t k = 0; k < ARRAY_LEN(COMPARED_TABLES); k++) {
			lost = lost || after[k] != before[k];
			missed_in[k] += after[k] != before[k];
		}
		missed += lost;
		harmless += !lost;
	}
	print_message(
	    "%zu bytes, %u copies: damage found in %u, harmless in %u, missed in %u\n", n,
	    damages, found, harmless, missed);
	for (size_t i = 0; i < ARRAY_LEN(DAMAGE_KINDS); i++)
		print_message(
		    "  %s: found %u of %u\n", DAMAGE_KINDS[i], found_of[i], made_of[i]);
	for (size_t i = 0; i < ARRAY_LEN(COMPARED_TABLES); i++)
		if (missed_in[i] > 0)
			print_message(
			    "  missed in %s: %u\n", COMPARED_TABLES[i].name, missed_in[i]);
	for (size_t i = 0; i < TABLES_MUST_DETECT; i++)
		assert_int_equal(missed_in[i], 0);
	assert_true(found + harmless >= damages * 9 / 10);
	free(changed);
	free(bytes);
}
