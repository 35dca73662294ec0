/* SPDX-License-Identifier: MIT */
/* Looking after the database: see care.h.
 *
 * What the store finds sound is then read as the server would read it: every unfinished match
 * is played again from its actions, as they are at one moment.  Cost: that of all their
 * actions. */
#include "care.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "store/store.h"

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
care_finds(const char *data_dir)
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

/* Told how many; false: some do not, or reading failed. */
static bool
replay_matches(struct store *s)
{
	struct replaying p = { .store = s, .space = malloc(sizeof(*p.space)) };
	char text[512];
	struct sbuf error;

	CHECK(p.space != NULL);
	SBUF_ON(&error, text);
	store_matches_unfinished_each(s, replay, &p);
	free(p.space);
	if (store_commit(s, &error) != STORE_OK) {
		(void)complain(text);
		return false;
	}
	(void)printf("unfinished matches that replay: %u, that do not: %u\n", p.good, p.bad);
	return p.bad == 0;
}

/* A database of an older program cannot be read by this one before a server has migrated it. */
static int
look_at_matches(const char *dir)
{
	char text[512];
	struct sbuf error;
	struct store *s;
	bool good;

	SBUF_ON(&error, text);
	switch (store_open_reader(dir, &s, &error)) {
	case STORE_OK:
		good = replay_matches(s);
		store_close(&s);
		return good ? SOUND : NOT_SOUND;
	case STORE_OLDER:
		(void)printf("its matches are not looked at: %s\n", text);
		return SOUND;
	default:
		return complain(text);
	}
}

/* ---- the commands ---- */

int
care_check(const char *data_dir, unsigned n, char *const *words)
{
	char text[512];
	struct sbuf why;
	enum store_err err;

	if (n > 1 || (n == 1 && strcmp(words[0], "--repair") != 0))
		return usage();
	if (!care_finds(data_dir))
		return NOT_SOUND;
	SBUF_ON(&why, text);
	err = n == 1 ? store_repair(data_dir, &why) : store_check(data_dir, true, NULL, &why);
	if (err == STORE_STALE)
		sbuf_add(&why, "; 'check --repair' makes it anew while no server runs");
	if (err != STORE_OK)
		return complain(text);
	/* what says where a PostgreSQL is may hold a password */
	if (strncmp(data_dir, "postgresql:", 11) == 0)
		(void)printf("the database is sound\n");
	else
		(void)printf("the database in %s is sound\n", data_dir);
	return look_at_matches(data_dir);
}

int
care_backup(const char *data_dir, unsigned n, char *const *words)
{
	char text[512];
	struct sbuf why;

	if (n != 1)
		return usage();
	if (!care_finds(data_dir))
		return NOT_SOUND;
	SBUF_ON(&why, text);
	if (store_backup(data_dir, words[0], &why) != STORE_OK)
		return complain(text);
	(void)printf(
	    "the database in %s is copied to %s, and the copy is sound\n", data_dir, words[0]);
	return look_at_matches(words[0]);
}
