/* SPDX-License-Identifier: MIT */
/* The names of bots, and the number of bots of each grade: see bot.h. */
#include <string.h>

#include "bot/bot_internal.h"
#include "match/match.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "output/output.h"
#include "proto/username.h"
#include "proto/words.h"
#include "tournament/tournament.h"

#define POOL_NAMES_MAX BOTS_MAX /* names in addition to the first, for each grade */
#define POOL_IDLE_MS 300000     /* an unneeded bot logs out after this time */
#define RATING_WEAKEST 1500     /* rating of a grade with performance rating PR_WEAKEST */
#define PR_WEAKEST 35
#define RATING_PER_PR 30
#define SETTLED_EXPERIENCE 400.0 /* experience from which only the bot's rating counts */

/* ---- names ---- */

struct bot *
bot_named(struct bots *bs, const char *name)
{
	for (unsigned i = 0; i < bs->n; i++)
		if (word_is(name, bs->bot[i].name))
			return &bs->bot[i];
	return NULL;
}

/* Returns the bot after which the others of a grade are named, NULL if the grade has none. */
static const struct bot *
first_bot_of(const struct bots *bs, enum bot_grade grade)
{
	for (unsigned i = 0; i < bs->n; i++)
		if (bs->bot[i].grade == grade && bs->bot[i].name[0] != '\0' &&
		    !bs->bot[i].pooled)
			return &bs->bot[i];
	return NULL;
}

/* Writes the i-th name after the first, i >= 1: "EasyBot_B", ..., "EasyBot_Z", "EasyBot_AA",
 * ... */
static void
pool_name(const struct bot *first, unsigned i, char name[STORE_NAME_MAX + 1])
{
	const char letters[3] = { (char)('A' + i / 26 - 1), (char)('A' + i % 26), '\0' };
	const char *suffix = i < 26 ? &letters[1] : letters;
	struct sbuf b;

	sbuf_init(&b, name, STORE_NAME_MAX + 1);
	sbuf_addf(&b, "%.*s_%s", (int)(USERNAME_MAX - 1 - strlen(suffix)), first->name, suffix);
}

/* Returns the grade whose pool has a name n for which same(n, name) is true; GRADE_NONE if
 * there is none. */
static enum bot_grade
find_pool_name(
    const struct bots *bs, const char *name, bool (*same)(const char *, const char *))
{
	char pool_bot[STORE_NAME_MAX + 1];

	for (enum bot_grade g = GRADE_NONE + 1; g < GRADE_COUNT; g++) {
		const struct bot *first = first_bot_of(bs, g);

		for (unsigned i = 1; first != NULL && i <= POOL_NAMES_MAX; i++) {
			pool_name(first, i, pool_bot);
			if (same(name, pool_bot))
				return g;
		}
	}
	return GRADE_NONE;
}

enum msg_id
bot_grade_title(enum bot_grade grade)
{
	static const enum msg_id TITLE[GRADE_COUNT] = {
#define GRADE(key, pr, ...) [GRADE_##key] = MSG_grade_##key,
#include "eval/grades.def"
#undef GRADE
	};

	CHECK(grade > GRADE_NONE && grade < GRADE_COUNT);
	return TITLE[grade];
}

static enum bot_grade
grade_of_pool_name(const struct bots *bs, const char *name)
{
	return strchr(name, '_') != NULL ? find_pool_name(bs, name, word_is) : GRADE_NONE;
}

bool
bots_reserve_name(const struct world *w, const char *name)
{
	const struct bots *bs = w->bots;

	for (unsigned i = 0; i < bs->n; i++)
		if (bs->bot[i].name[0] != '\0' && username_resembles(name, bs->bot[i].name))
			return true;
	return find_pool_name(bs, name, username_resembles) != GRADE_NONE;
}

enum bot_grade
bot_grade(const struct world *w, const char *name)
{
	const struct bot *b = bot_named(w->bots, name);

	return b != NULL ? b->grade : grade_of_pool_name(w->bots, name);
}

static unsigned
count_configured(const struct bots *bs)
{
	unsigned n = 0;

	for (unsigned i = 0; i < bs->n; i++)
		n += !bs->bot[i].off && !bs->bot[i].pooled;
	return n;
}

static unsigned
count_bots(const struct bots *bs)
{
	unsigned n = 0;

	for (unsigned i = 0; i < bs->n; i++)
		n += !bs->bot[i].off;
	return n;
}

bool
bots_name_available(const struct world *w, const char *name)
{
	return session_by_name(w, name) != NULL ||
	       (grade_of_pool_name(w->bots, name) != GRADE_NONE &&
		   ban_of_name(w, name) == NULL && count_configured(w->bots) < w->config.most);
}

/* Gets a bot's standing.  If matches with bots are rated separately, this is the standing in
 * those ratings.  Reads an offline bot's standing from the store.  Returns false if the bot has
 * no account yet, or if a user owns its name. */
static bool
find_standing(
    const struct world *w, const struct bot *b, const struct variant *v, struct standing *out)
{
	const struct session *s = session_by_name(w, b->name);
	struct user_record u;

	if (s != NULL ? !s->player->bot
		      : !store_user_by_name(w->store, b->name, &u) || !user_is_bot(&u))
		return false;
	if (w->config.own_ratings)
		*out = user_bots_standing(w, s != NULL ? s->player->user : u.id, v);
	else
		*out = s != NULL ? player_standing(w, s->player, v) : user_standing(w, &u, v);
	return true;
}

/* Returns the rating of the grade's first bot.  Until this bot has an experience of
 * SETTLED_EXPERIENCE, an estimate from the performance rating is mixed in.  The weakest bots
 * score half against players who know only the rules, so they settle near the initial rating.
 */
double
bots_grade_rating(const struct world *w, enum bot_grade grade, const struct variant *v)
{
	const struct bot *first = first_bot_of(w->bots, grade);
	const double expected =
	    RATING_WEAKEST + RATING_PER_PR * (PR_WEAKEST - (double)GRADES[grade].pr);
	struct standing is;

	if (first == NULL)
		return -1;
	if (!find_standing(w, first, v, &is))
		return expected;
	return is.experience >= SETTLED_EXPERIENCE
		   ? is.rating
		   : expected + (is.rating - expected) * is.experience / SETTLED_EXPERIENCE;
}

/* ---- places ---- */

static struct bot *
unused_slot(struct bots *bs)
{
	for (unsigned i = 0; i < bs->n; i++)
		if (bs->bot[i].name[0] == '\0')
			return &bs->bot[i];
	return bs->n < BOTS_MAX ? &bs->bot[bs->n++] : NULL;
}

static struct bot *
add_pooled(struct bots *bs, enum bot_grade grade, const char *name)
{
	struct bot *b = unused_slot(bs);

	if (b == NULL)
		return NULL;
	*b = (struct bot){ .grade = grade, .pooled = true };
	CHECK(sbuf_copy(b->name, sizeof(b->name), name));
	return b;
}

struct bot *
bot_reserve_pooled(struct bots *bs, const char *name)
{
	enum bot_grade grade = grade_of_pool_name(bs, name);

	return grade != GRADE_NONE ? add_pooled(bs, grade, name) : NULL;
}

void
bot_free_slot(struct bots *bs, struct bot *b)
{
	bot_forget_thoughts(bs, b);
	*b = (struct bot){ .off = true };
}

/* ---- logging in and out ---- */

/* Returns whether the bot belongs to the pool and is not needed. */
static bool
may_log_out(struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->session);

	return b->pooled && bot_is_free(w, b) && !tourneys_expect_user(w, s) &&
	       !match_awaits_opponent(w, s);
}

static void
log_out(struct world *w, struct bot *b)
{
	session_close(w, session_get(w, b->session), END_LOGOUT);
	bot_free_slot(w->bots, b);
}

static void
count_free(const struct world *w, unsigned free[GRADE_COUNT])
{
	memset(free, 0, GRADE_COUNT * sizeof(free[0]));
	for (unsigned i = 0; i < w->bots->n; i++)
		free[w->bots->bot[i].grade] += bot_is_free(w, &w->bots->bot[i]);
}

bool
bots_have_room(const struct world *w)
{
	return count_bots(w->bots) < w->config.most;
}

/* Makes room for one more bot.  May log out an idle bot of the pool.  If no user is waiting,
 * the grade of that bot must have another free bot.  Returns false if there is no room. */
static bool
make_room_for_bot(struct world *w, bool awaited)
{
	struct bots *bs = w->bots;
	unsigned free[GRADE_COUNT];

	if (bots_have_room(w))
		return true;
	if (!awaited && count_bots(bs) > w->config.most)
		return false;
	count_free(w, free);
	for (unsigned i = 0; i < bs->n; i++) {
		struct bot *b = &bs->bot[i];

		if ((awaited || free[b->grade] > 1) && may_log_out(w, b)) {
			log_out(w, b);
			return true;
		}
	}
	return false;
}

static bool
has_saved_match(struct world *w, const struct session *from, const char *name)
{
	struct match_record saved;
	struct user_record u;

	return store_user_by_name(w->store, name, &u) &&
	       store_match_find_unfinished(w->store, from->player->user, u.id, &saved);
}

struct bot *
bot_add_to_pool(struct world *w, enum bot_grade grade, const struct session *from)
{
	struct bots *bs = w->bots;
	const struct bot *first = first_bot_of(bs, grade);
	char name[STORE_NAME_MAX + 1];

	if (first == NULL || w->mono_ms < bs->add_after_ms || store_refusing(w->store) ||
	    !make_room_for_bot(w, from != NULL))
		return NULL;
	for (unsigned i = 1; i <= POOL_NAMES_MAX; i++) {
		struct bot *b;

		pool_name(first, i, name);
		if (bot_named(bs, name) != NULL || ban_of_name(w, name) != NULL ||
		    (from != NULL && has_saved_match(w, from, name)))
			continue;
		b = add_pooled(bs, grade, name);
		if (b == NULL || bot_log_in(w, b))
			return b;
		if (!b->off)
			i = POOL_NAMES_MAX; /* the server is full: no other name helps */
		bot_free_slot(bs, b);
	}
	bs->add_after_ms = w->mono_ms + BOT_RETRY_LOGIN_MS;
	return NULL;
}

struct session *
bots_log_in_named(struct world *w, const char *name)
{
	struct bots *bs = w->bots;
	struct bot *b;

	if (grade_of_pool_name(bs, name) == GRADE_NONE || bot_named(bs, name) != NULL ||
	    !make_room_for_bot(w, true))
		return NULL;
	b = bot_reserve_pooled(bs, name);
	if (b == NULL)
		return NULL;
	if (bot_log_in(w, b))
		return session_get(w, b->session);
	bot_free_slot(bs, b);
	return NULL;
}

/* After a restart, logs in the bots of the pool that are entered in tournaments. */
static void
add_tourney_bots(struct world *w)
{
	for (const struct tourney *t = NULL; (t = tourney_next(w, t)) != NULL;)
		for (unsigned e = 0; e < t->entries_n; e++)
			if (!t->entries[e].withdrawn)
				(void)bots_log_in_named(w, t->entries[e].name);
	w->bots->tourney_bots_added = true;
}

void
pool_adjust(struct world *w)
{
	struct bots *bs = w->bots;
	unsigned free[GRADE_COUNT];

	bs->pool_check_ms = -1;
	if (store_refusing(w->store))
		return;
	if (!bs->tourney_bots_added)
		add_tourney_bots(w);
	count_free(w, free);
	for (unsigned i = 0; i < bs->n; i++) {
		struct bot *b = &bs->bot[i];

		if (!b->pooled || !bot_is_free(w, b))
			b->free_since_ms = 0;
		else if (b->free_since_ms == 0)
			b->free_since_ms = w->mono_ms;
	}
	for (unsigned i = 0; i < bs->n; i++) {
		struct bot *b = &bs->bot[i];
		const int64_t out_ms = b->free_since_ms + POOL_IDLE_MS;

		if (b->free_since_ms == 0 || free[b->grade] < 2 || !may_log_out(w, b))
			continue;
		if (w->mono_ms >= out_ms) {
			free[b->grade]--;
			log_out(w, b);
		} else if (bs->pool_check_ms < 0 || out_ms < bs->pool_check_ms) {
			bs->pool_check_ms = out_ms;
		}
	}
	for (enum bot_grade g = GRADE_NONE + 1; g < GRADE_COUNT; g++)
		if (free[g] == 0)
			(void)bot_add_to_pool(w, g, NULL);
}
