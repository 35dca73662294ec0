/* SPDX-License-Identifier: MIT */
/* Maintenance of the database: see maintenance.h.
 *
 * After the store's own check, reads the data as the server would: replays every unfinished
 * match from its actions and every tournament from its acts, each as it was at one moment.
 * With PostgreSQL, a tournament that ends meanwhile may be counted twice, as running and as
 * finished.  Cost: all these replays. */
#include "offline/maintenance.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/match.h"
#include "store/store.h"
#include "tournament/memory.h"

#define TOURNEYS 1000u /* finished tournaments read per query */

enum {
	SOUND,
	NOT_SOUND,
	USAGE
};

static int
complain(const char *text)
{
	(void)fprintf(stderr, "gammond: %s\n", text);
	return NOT_SOUND;
}

static int
usage(void)
{
	(void)fprintf(stderr, "usage:\n%s", CARE_USAGE);
	return USAGE;
}

bool
maintenance_finds(const char *data_dir)
{
	if (store_exists(data_dir))
		return true;
	(void)fprintf(stderr, "gammond: there is no database in %s\n", data_dir);
	return false;
}

/* ---- matches ---- */

struct replaying {
	struct store *store;
	struct move_space *space;
	int64_t before; /* next, read the finished tournaments with lower numbers */
	unsigned good, bad;
};

static bool
replay(void *ctx, const struct match_record *r)
{
	struct replaying *p = ctx;
	struct match_state state;
	uint32_t seq;

	if (match_replay_in(p->store, r, p->space, &state, &seq)) {
		p->good++;
		return true;
	}
	p->bad++;
	(void)fprintf(stderr,
	    "gammond: match %" PRId64 " of %s and %s does not replay: action %" PRIu32
	    " of %" PRIu32 "\n",
	    r->id, r->name[0], r->name[1], seq, r->actions);
	return true;
}

static void
replay_matches(struct store *s, struct replaying *p)
{
	p->space = malloc(sizeof(*p->space));
	CHECK(p->space != NULL);
	store_matches_unfinished_each(s, replay, p);
	free(p->space);
	p->space = NULL;
}

/* ---- tournaments ---- */

static void
replay_tourney(void *ctx, int64_t id)
{
	struct replaying *p = ctx;
	struct tourney *t = memory_grow(NULL, 1, sizeof(*t));

	tourney_init(t, id);
	if (memory_read(p->store, t)) {
		p->good++;
	} else {
		p->bad++;
		(void)fprintf(stderr,
		    "gammond: tournament %" PRId64 " does not replay: act %" PRIu32 "\n", id,
		    t->acts);
	}
	memory_free(t);
	free(t);
}

static void
replay_over(void *ctx, const struct tourney_record *r)
{
	struct replaying *p = ctx;

	replay_tourney(p, r->id);
	p->before = r->id;
}

static void
replay_tourneys(struct store *s, struct replaying *p)
{
	int64_t last;

	store_tourneys_open_each(s, replay_tourney, p);
	p->before = INT64_MAX;
	do {
		last = p->before;
		store_tourneys_over_each(s, last, TOURNEYS, replay_over, p);
	} while (p->before < last);
}

/* Replays everything and prints the numbers.  Returns false if something does not replay or
 * reading failed. */
static bool
replay_all(struct store *s)
{
	struct replaying matches = { .store = s }, tourneys = { .store = s };
	char text[512];
	struct sbuf error;

	SBUF_ON(&error, text);
	replay_matches(s, &matches);
	replay_tourneys(s, &tourneys);
	if (store_commit(s, &error) != STORE_OK) {
		(void)complain(text);
		return false;
	}
	(void)printf(
	    "unfinished matches that replay: %u, that do not: %u\n", matches.good, matches.bad);
	(void)printf(
	    "tournaments that replay: %u, that do not: %u\n", tourneys.good, tourneys.bad);
	return matches.bad == 0 && tourneys.bad == 0;
}

/* Replays all records, unless the database has an older version: a server must migrate it
 * first. */
static int
look_at_records(const char *dir)
{
	char text[512];
	struct sbuf error;
	struct store *s;
	bool good;

	SBUF_ON(&error, text);
	switch (store_open_reader(dir, &s, &error)) {
	case STORE_OK:
		good = replay_all(s);
		store_close(&s);
		return good ? SOUND : NOT_SOUND;
	case STORE_OLDER:
		(void)printf("its matches and tournaments were not checked: %s\n", text);
		return SOUND;
	default:
		return complain(text);
	}
}

/* ---- the commands ---- */

int
maintenance_check(const char *data_dir, unsigned n, char *const *words)
{
	char text[512];
	struct sbuf why;
	enum store_err err;

	if (n > 1 || (n == 1 && strcmp(words[0], "--repair") != 0))
		return usage();
	if (!maintenance_finds(data_dir))
		return NOT_SOUND;
	SBUF_ON(&why, text);
	err = n == 1 ? store_repair(data_dir, &why) : store_check(data_dir, true, NULL, &why);
	if (err == STORE_STALE)
		sbuf_add(&why, "; 'check --repair' rebuilds it while no server runs");
	if (err != STORE_OK)
		return complain(text);
	/* a PostgreSQL connection string may contain a password */
	if (strncmp(data_dir, "postgresql:", 11) == 0)
		(void)printf("the database is sound\n");
	else
		(void)printf("the database in %s is sound\n", data_dir);
	return look_at_records(data_dir);
}

int
maintenance_backup(const char *data_dir, unsigned n, char *const *words)
{
	char text[512];
	struct sbuf why;

	if (n != 1)
		return usage();
	if (!maintenance_finds(data_dir))
		return NOT_SOUND;
	SBUF_ON(&why, text);
	if (store_backup(data_dir, words[0], &why) != STORE_OK)
		return complain(text);
	(void)printf(
	    "the database in %s was copied to %s, and the copy is sound\n", data_dir, words[0]);
	return look_at_records(words[0]);
}

/* Root acts as the owner of the directory, because the server could not open a database owned
 * by root. */
static bool
become_owner(const char *data_dir)
{
	struct stat st;

	return geteuid() != 0 || stat(data_dir, &st) != 0 ||
	       (setegid(st.st_gid) == 0 && seteuid(st.st_uid) == 0);
}

int
maintenance_new(const char *data_dir, unsigned n, char *const *words)
{
	struct store *s;
	char text[512];
	struct sbuf why;

	(void)words;
	if (n != 0)
		return usage();
	if (!become_owner(data_dir))
		return complain(strerror(errno));
	SBUF_ON(&why, text);
	if (store_forget(data_dir, &why) != STORE_OK ||
	    store_open(data_dir, STORE_DURABLE_FULL, NULL, &s, &why) != STORE_OK)
		return complain(text);
	store_close(&s);
	(void)printf("created a new database\n");
	return SOUND;
}

/* ---- moving ---- */

#define SQLITE_FILE "/gammond.db"

/* A URI or a libpq connection string means PostgreSQL; anything else is a data directory, or
 * the database file in it. */
static bool
place_of(const char *word, struct sbuf *place)
{
	size_t n = strlen(word), file = strlen(SQLITE_FILE);

	if (strncmp(word, "postgresql://", 13) == 0 || strncmp(word, "postgres://", 11) == 0 ||
	    (strchr(word, '=') != NULL && word[0] != '/' && word[0] != '.'))
		sbuf_addf(place, "postgresql:%s", word);
	else if (n > file && strcmp(word + n - file, SQLITE_FILE) == 0)
		sbuf_addn(place, word, n - file);
	else
		sbuf_add(place, word);
	return n > 0 && sbuf_ok(place);
}

static void
tell_table(void *ctx, const char *table, int64_t rows)
{
	*(int64_t *)ctx += rows;
	(void)printf("%-16s %12" PRId64 "\n", table, rows);
	(void)fflush(stdout);
}

int
maintenance_move(const char *data_dir, unsigned n, char *const *words)
{
	char text[512], from_text[4096], to_text[4096];
	struct sbuf why, from, to;
	int64_t rows = 0;

	(void)data_dir;
	SBUF_ON(&why, text);
	SBUF_ON(&from, from_text);
	SBUF_ON(&to, to_text);
	if (n != 2 || !place_of(words[0], &from) || !place_of(words[1], &to))
		return usage();
	if (!maintenance_finds(from_text))
		return NOT_SOUND;
	if (store_move(from_text, to_text, tell_table, &rows, &why) != STORE_OK)
		return complain(text);
	(void)printf("all %" PRId64 " rows were copied and are the same on both sides\n", rows);
	return look_at_records(to_text);
}
