/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* A damaged stored match is set aside when a player tries to resume it, and affects nothing
 * else. */
#include <sqlite3.h>
#include <unistd.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/notation.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"
#include "tests/unit/test.h"

/* Changes made to the rows without the server; "" for none. */
static const char *const DAMAGE_SQL[] = {
	"",
	"DELETE FROM action WHERE seq = (SELECT max(seq) FROM action)",
	"DELETE FROM action WHERE seq = 1",
	("UPDATE action SET text = '8/5 6/4' "
	 "WHERE seq = (SELECT min(seq) FROM action WHERE kind = 'move')"),
	"UPDATE action SET text = 'roll=9 dice=31' WHERE kind = 'roll'",
	"UPDATE action SET kind = 'doble' WHERE seq = 1",
	"UPDATE action SET seat = 1 - seat WHERE kind = 'move'",
	"UPDATE match SET length = 200",
	"UPDATE match SET variant = 'chess'",
};

struct place {
	char dir[FOLDER_PATH_MAX], file[128];
};

static struct fixture *
open_fixture(const struct place *p, struct store **store)
{
	struct fixture_options o;
	struct sbuf error;
	char text[256];

	SBUF_INIT(&error, text);
	if (store_open(p->dir, STORE_DURABLE_NORMAL, NULL, store, &error) != STORE_OK)
		fail_msg("%s", text);
	fixture_options_default(&o);
	o.store = *store;
	return fixture_new(&o);
}

/* Plays twenty actions: each time the player who must act rolls or makes the first legal
 * play. */
static void
play(struct fixture *h, const unsigned conn[2])
{
	struct move_space *space = malloc(sizeof(*space));

	assert_non_null(space);
	for (unsigned i = 0; i < 20; i++) {
		struct match *m = session_match(fixture_world(h), fixture_session(h, conn[0]));
		const struct match_state *st = &m->state;
		unsigned who =
		    fixture_session(h, conn[0])->seat == st->turn ? conn[0] : conn[1];
		char text[64] = "roll";
		struct sbuf b;

		if (st->phase == PH_MOVE) {
			SBUF_INIT(&b, text);
			(void)move_list(st->variant, &st->board, st->turn, st->dice.d[0],
			    st->dice.d[1], space);
			notation_write_fibs(
			    &b, &space->result[0].play, match_numbering(st, st->turn));
		}
		fixture_type(h, who, text);
	}
	free(space);
}

static void
make_match(const struct place *p)
{
	struct store *store;
	struct fixture *h = open_fixture(p, &store);
	unsigned conn[2] = { fixture_clip(h, "ann"), fixture_clip(h, "bob") };

	fixture_type(h, conn[0], "toggle ready");
	fixture_type(h, conn[1], "toggle ready");
	fixture_type(h, conn[0], "invite bob 5");
	fixture_type(h, conn[1], "join ann");
	play(h, conn);
	fixture_type(h, conn[0], "leave");
	fixture_free(&h);
	store_close(&store);
}

static void
run_sql(sqlite3 *db, const char *sql)
{
	char *error = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s: %s", sql, error);
}

static void
damage(const struct place *p, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *q;
	char drop[128];

	assert_int_equal(sqlite3_open(p->file, &db), SQLITE_OK);
	run_sql(db, "PRAGMA ignore_check_constraints = ON");
	for (;;) { /* removes the triggers that protect the rows */
		assert_int_equal(
		    sqlite3_prepare_v2(db,
			"SELECT name FROM sqlite_schema WHERE type = 'trigger'", -1, &q, NULL),
		    SQLITE_OK);
		if (sqlite3_step(q) != SQLITE_ROW)
			break;
		(void)snprintf(drop, sizeof(drop), "DROP TRIGGER %s",
		    (const char *)sqlite3_column_text(q, 0));
		(void)sqlite3_finalize(q);
		run_sql(db, drop);
	}
	(void)sqlite3_finalize(q);
	run_sql(db, sql);
	if (sql[0] != '\0')
		assert_true(sqlite3_changes(db) > 0);
	(void)sqlite3_close(db);
}

static void
resume(const struct place *p, bool whole)
{
	struct store *store;
	struct fixture *h = open_fixture(p, &store);
	unsigned ann = fixture_clip(h, "ann");
	unsigned bob = fixture_clip(h, "bob");

	fixture_type(h, ann, "invite bob");
	fixture_discard(h);
	fixture_type(h, bob, "join ann");
	if (whole) {
		assert_non_null(strstr(fixture_read(h, bob), "Your running match was loaded."));
	} else {
		assert_non_null(
		    strstr(fixture_read(h, bob), "** ERROR: Saved match is corrupt."));
		assert_true(fixture_warned(h, "match_corrupt"));
		fixture_type(h, ann, "invite bob 1");
		fixture_type(h, bob, "join ann");
		assert_non_null(strstr(fixture_read(h, bob), "Starting a new game with ann."));
	}
	fixture_free(&h);
	store_close(&store);
}

TEST(damaged_matches_are_set_aside_and_sound_ones_resumed)
{
	for (unsigned i = 0; i < ARRAY_LEN(DAMAGE_SQL); i++) {
		struct place p;

		folder_make(p.dir, "stored");
		(void)snprintf(p.file, sizeof(p.file), "%s/gammond.db", p.dir);
		make_match(&p);
		damage(&p, DAMAGE_SQL[i]);
		resume(&p, DAMAGE_SQL[i][0] == '\0');
		folder_remove(p.dir);
	}
}
