/* SPDX-License-Identifier: MIT */
/* Plays three thousand games (GAMMON_COUNTS=tenth: three hundred) of each variant: whole
 * matches of seeded random players with match_apply, with the cube if the game has one, doubles
 * of the player's choice, resignations, draw offers, and some illegal actions.
 *
 * After every action the state must be consistent, no checker missing, the score equal to what
 * the events report, and the text of the action must read back as the same action.  A refused
 * action must change nothing.  At the end of a match, its texts alone must lead to the same
 * state, byte for byte.  Every game must end; the length of the longest game of each variant is
 * printed.  The hash of all texts of a game is fixed in tests/data/games for the seed given
 * here: it changes only if the game, the stored form or these players change.  Arguments name
 * the games to play.
 *
 * TEST: long timeout=900 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "rules/match.h"
#include "tests/support/games.h"
#include "tests/support/rows.h"

#define SEED 20261121u
#define GAMES 3000u
#define ACTIONS_MAX 100000u /* limit on actions in one match */
#define TEXTS_MAX (4u << 20)
#define TEXT_MAX 192u
#define TURNS_MAX 20000u /* limit on turns in one game */
#define PATIENCE 60u     /* rolls of a game after which the players only race */

struct record {
	enum act_kind kind;
	enum seat seat;
	bool automatic;
	unsigned text; /* offset of the action's text */
};

/* How the players of one match behave: each value n means a chance of one in n. */
struct manners {
	uint32_t to_double, to_drop, to_redouble, to_resign, to_reject, to_draw, to_agree,
	    to_try, to_race;
};

static const struct manners MANNERS[] = {
	{ 100, 4, 4, 4000, 3, 4000, 4, 50, 2 }, /* quiet: most games end by their own rules */
	{ 10, 3, 3, 200, 3, 200, 3, 20, 4 }, { 50, 4, 4, 4000, 3, 4000, 4, 50, 100 },
	{ 4, 2, 2, 60, 2, 60, 2, 8, 3 }, /* lively */
};

struct sim {
	struct rng rng;
	const struct manners *manners;
	struct match_state state;
	unsigned records, texts;
	unsigned turns;       /* turns of the current game so far */
	unsigned checkers[2]; /* the expected number on each side */
	const char *wrong;    /* the first error */
};

struct totals {
	uint64_t games, matches, actions, refusals, failed, drawn, by_rule, passes, named,
	    again;
	uint64_t size[4]; /* games won without a cube by 1, 2, 3 and more points */
	unsigned longest;
	unsigned most; /* largest number of checkers of one side */
	uint64_t hash;
};

static struct move_space space;
static struct match_events events;
static struct record record[ACTIONS_MAX];
static char texts[TEXTS_MAX];

static bool
one_in(struct sim *s, uint32_t n)
{
	return rng_below(&s->rng, n) == 0;
}

static bool
expect(struct sim *s, bool right, const char *what)
{
	if (!right && s->wrong == NULL)
		s->wrong = what;
	return right;
}

static uint64_t
hash_bytes(uint64_t h, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * UINT64_C(1099511628211);
	return h;
}

static uint8_t
die(struct sim *s)
{
	return (uint8_t)(1 + rng_below(&s->rng, 6));
}

/* ---- actions ---- */

static void
fill_start(struct sim *s, struct action *a)
{
	a->seat = SEAT_NONE;
	a->start.o = one_in(s, 2) ? SEAT_0 : SEAT_1;
	a->start.crawford = !one_in(s, 4);
	a->start.autodouble = one_in(s, 2);
	a->start.jacoby = one_in(s, 2);
	a->start.redoubles[0] = (uint8_t)rng_below(&s->rng, 3);
	a->start.redoubles[1] = one_in(s, 2) ? REDOUBLES_UNLIMITED : 1;
	while (match_needs_opening(&s->state)) {
		struct dice_pair *pair = &a->start.pair[a->start.npairs++];

		*pair = (struct dice_pair){ { die(s), die(s) } };
		if (pair->d[0] != pair->d[1])
			break;
	}
}

static int
worth(const struct match_state *m, const struct move_result *r)
{
	const uint8_t *mine = r->after.at[m->turn];

	return (int)mine[PT_OFF] * 20 - (int)board_pips(&r->after, m->turn) - 30 * r->hits;
}

/* Picks a random play.  A racing player picks the play, of a few random ones, that brings
 * checkers home fastest and hits least. */
static void
fill_play(struct sim *s, struct action *a)
{
	const struct match_state *m = &s->state;
	unsigned n =
	    move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);
	bool races = s->turns > PATIENCE || one_in(s, s->manners->to_race);
	unsigned best;

	if (n == 0)
		return;
	best = rng_below(&s->rng, n);
	for (unsigned tries = s->turns > PATIENCE ? 24 : 4; races && tries > 0; tries--) {
		unsigned i = rng_below(&s->rng, n);

		if (worth(m, &space.result[i]) > worth(m, &space.result[best]))
			best = i;
	}
	a->play = space.result[best].play;
}

static struct action
make(struct sim *s, enum act_kind kind, enum seat seat)
{
	struct action a = { .kind = kind, .seat = seat, .automatic = one_in(s, 8) };
	const struct match_state *m = &s->state;

	a.roll_no = kind == ACT_START || kind == ACT_ROLL ? m->next_roll : 0;
	if (kind == ACT_START)
		fill_start(s, &a);
	if (kind == ACT_ROLL)
		a.dice = (struct dice_pair){ { die(s), die(s) } };
	if (kind == ACT_MOVE && m->phase == PH_MOVE)
		fill_play(s, &a);
	if (kind == ACT_NAME)
		a.size = die(s);
	if (kind == ACT_RESIGN)
		a.size = (uint8_t)(1 + rng_below(&s->rng, m->variant->resign_max));
	return a;
}

/* ---- invariants ---- */

static unsigned
checkers_of(const struct board *b, unsigned seat)
{
	unsigned n = 0;

	for (unsigned p = 0; p < PT_COUNT; p++)
		n += b->at[seat][p];
	return n;
}

/* Checks that no checker is lost, and that in games with clones each hit adds a checker, up to
 * 255. */
static bool
checkers_hold(struct sim *s, const struct match_state *before, const struct action *a)
{
	const struct match_state *m = &s->state;

	if (a->kind == ACT_START)
		s->checkers[0] = s->checkers[1] = m->variant->checkers;
	if (a->kind == ACT_MOVE && m->variant->clone != CLONE_NONE) {
		unsigned other = a->seat == SEAT_0 ? 1 : 0;

		s->checkers[a->seat] +=
		    (unsigned)(m->board.at[other][PT_BAR] - before->board.at[other][PT_BAR]);
		if (s->checkers[a->seat] > 255)
			s->checkers[a->seat] = 255;
	}
	return expect(s,
	    checkers_of(&m->board, 0) == s->checkers[0] &&
		checkers_of(&m->board, 1) == s->checkers[1],
	    "checkers of each side");
}

static void
count_win(struct totals *t, const struct match_state *before, const struct match_event *e)
{
	uint32_t size = e->points / before->cube;

	if (e->how == WON_BORNE_OFF)
		t->size[size > 3 ? 3 : size - 1]++;
}

/* Checks that the events report the end of a game exactly once, and that they account for every
 * change in the score. */
static bool
events_hold(struct sim *s, const struct match_state *before, struct totals *t)
{
	const struct match_state *m = &s->state;
	uint32_t score[2] = { before->score[0], before->score[1] };
	unsigned ends = 0, won = 0;

	for (unsigned i = 0; i < events.n; i++) {
		const struct match_event *e = &events.e[i];

		if (e->kind == EV_GAME_WON) {
			ends++;
			score[e->seat] += e->points;
			count_win(t, before, e);
			if (!expect(s, e->points > 0 && m->last_winner == e->seat, "winner"))
				return false;
		}
		if (e->kind == EV_GAME_DRAWN) {
			ends++;
			t->drawn++;
			t->by_rule += e->how == WON_BORNE_OFF;
		}
		won += e->kind == EV_MATCH_WON;
		t->passes += e->kind == EV_CANNOT_MOVE;
		t->named += e->kind == EV_NAME_ASKED;
		t->again += e->kind == EV_ROLLS_AGAIN;
	}
	return expect(s, events.n > 0, "something happened") &&
	       expect(s, score[0] == m->score[0] && score[1] == m->score[1], "score") &&
	       expect(
		   s, ends == (unsigned)(match_game_on(before) && !match_game_on(m)), "ends") &&
	       expect(s, won == (unsigned)(m->phase == PH_OVER), "match won");
}

/* Stores the text of the action and checks that it reads back as the same action. */
static bool
keep(struct sim *s, const struct action *a)
{
	struct record *r = &record[s->records];
	char again[TEXT_MAX];
	struct action back;
	struct sbuf b;

	if (!expect(s,
		s->records < ACTIONS_MAX && s->texts + TEXT_MAX < TEXTS_MAX &&
		    s->turns < TURNS_MAX,
		"the match ends some day"))
		return false;
	s->records++;
	*r = (struct record){ a->kind, a->seat, a->automatic, s->texts };
	sbuf_init(&b, texts + s->texts, TEXT_MAX);
	action_write(&b, a);
	if (!expect(s,
		sbuf_ok(&b) && action_read(action_kind_name(a->kind), a->seat, a->automatic,
				   texts + r->text, &back),
		"text"))
		return false;
	s->texts += (unsigned)strlen(texts + r->text) + 1;
	SBUF_ON(&b, again);
	action_write(&b, &back);
	return expect(s, strcmp(again, texts + r->text) == 0, "text read back");
}

static bool
act(struct sim *s, const struct action *a, bool must, struct totals *t)
{
	static struct match_state before;
	enum match_err gate = match_gate(&s->state, a);
	struct match_error e;

	memcpy(&before, &s->state, sizeof(before));
	e = match_apply(&s->state, a, &space, &events);
	if (!expect(s, gate == MATCH_OK || e.err == gate, "gate"))
		return false;
	if (e.err != MATCH_OK) {
		t->refusals++;
		return expect(s, !must, "refused") &&
		       expect(s, memcmp(&before, &s->state, sizeof(before)) == 0,
			   "refused, but changed");
	}
	t->actions++;
	s->turns = a->kind == ACT_START ? 1 : s->turns + (a->kind == ACT_ROLL);
	if (s->state.variant->no_dice)
		s->turns += a->kind == ACT_MOVE;
	if (s->turns > t->longest)
		t->longest = s->turns;
	for (unsigned i = 0; i < 2; i++)
		if (checkers_of(&s->state.board, i) > t->most)
			t->most = checkers_of(&s->state.board, i);
	return keep(s, a) && expect(s, match_check(&s->state), "match_check") &&
	       checkers_hold(s, &before, a) && events_hold(s, &before, t);
}

/* ---- the players ---- */

static enum act_kind
answer_double(struct sim *s)
{
	if (s->state.length == 0 && match_redoubles_left(&s->state) > 0 &&
	    one_in(s, s->manners->to_redouble))
		return ACT_REDOUBLE;
	return one_in(s, s->manners->to_drop) ? ACT_DROP : ACT_TAKE;
}

static enum act_kind
on_turn(struct sim *s, enum seat seat)
{
	switch (s->state.phase) {
	case PH_MOVE:
		return ACT_MOVE;
	case PH_NAME:
		return ACT_NAME;
	case PH_DOUBLED:
		return answer_double(s);
	default:
		return match_may_double(&s->state, seat) && one_in(s, s->manners->to_double)
			   ? ACT_DOUBLE
			   : ACT_ROLL;
	}
}

/* Chooses the action of a player who may act, and sets *seat to that player. */
static enum act_kind
choose(struct sim *s, enum seat *seat)
{
	const struct match_state *m = &s->state;

	*seat = match_to_act(m);
	if (!match_game_on(m))
		return ACT_START;
	if (m->resign_by != SEAT_NONE)
		return one_in(s, s->manners->to_reject) ? ACT_RESIGN_REJECT : ACT_RESIGN_ACCEPT;
	if (m->phase == PH_DOUBLED)
		return answer_double(s);
	if (m->draw_by != SEAT_NONE && one_in(s, 2)) {
		*seat = seat_other(m->draw_by);
		return one_in(s, s->manners->to_agree) ? ACT_DRAW_ACCEPT : ACT_DRAW_REJECT;
	}
	if (one_in(s, s->manners->to_resign)) {
		*seat = one_in(s, 2) ? SEAT_0 : SEAT_1;
		return ACT_RESIGN;
	}
	if (m->draw_by == SEAT_NONE && one_in(s, s->manners->to_draw)) {
		*seat = one_in(s, 2) ? SEAT_0 : SEAT_1;
		return ACT_DRAW;
	}
	return on_turn(s, *seat);
}

static bool
go_on(struct sim *s, struct totals *t)
{
	enum seat seat;
	enum act_kind kind;
	struct action a;

	if (one_in(s, s->manners->to_try)) {
		a = make(s, (enum act_kind)rng_below(&s->rng, ACT_TAKEBACK),
		    (enum seat)rng_below(&s->rng, 3));
		if (a.kind == ACT_MOVE && a.play.n > 0 && one_in(s, 2))
			a.play.step[0].to = (uint8_t)rng_below(&s->rng, 26);
		/* Besides moves, tries only actions that will be refused, so that games end
		 * only by play. */
		if (match_gate(&s->state, &a) != MATCH_OK || a.kind == ACT_MOVE)
			if (!act(s, &a, false, t))
				return false;
		if (s->state.phase == PH_OVER)
			return true;
	}
	kind = choose(s, &seat);
	a = make(s, kind, seat);
	return act(s, &a, true, t);
}

/* ---- matches ---- */

/* Replays the match from its texts alone. */
static bool
replay(struct sim *s)
{
	struct match_state again;

	match_init(&again, s->state.played, s->state.length);
	for (unsigned i = 0; i < s->records; i++) {
		const struct record *r = &record[i];
		struct action a;

		if (!expect(s,
			action_read(action_kind_name(r->kind), r->seat, r->automatic,
			    texts + r->text, &a) &&
			    match_apply(&again, &a, &space, &events).err == MATCH_OK,
			"replay"))
			return false;
	}
	return expect(s, memcmp(&again, &s->state, sizeof(again)) == 0, "replay: state");
}

/* Plays match `number` to its end, or an unlimited match for a few games. */
static bool
play_match(struct sim *s, const struct variant *v, uint64_t number, struct totals *t)
{
	uint32_t games_max;

	memset(s, 0, sizeof(*s));
	rng_seed(&s->rng, SEED + number * UINT64_C(0x9e3779b97f4a7c15));
	s->manners = &MANNERS[number / 8 % ARRAY_LEN(MANNERS)];
	match_init(&s->state, v, (unsigned)(number % 8));
	games_max = 1 + rng_below(&s->rng, 8);
	while (s->state.phase != PH_OVER) {
		if (s->state.length == 0 && s->state.phase == PH_BETWEEN &&
		    s->state.game_no >= games_max)
			break;
		if (!go_on(s, t))
			return false;
	}
	t->games += s->state.game_no;
	t->hash = hash_bytes(t->hash, texts, s->texts);
	t->hash = hash_bytes(t->hash, s->state.score, sizeof(s->state.score));
	return replay(s);
}

static void
report(const struct sim *s, uint64_t number)
{
	printf("FAIL %s, match %llu (length %u, game %u, action %u): %s\n",
	    s->state.played->name, (unsigned long long)number, (unsigned)s->state.length,
	    (unsigned)s->state.game_no, s->records, s->wrong != NULL ? s->wrong : "?");
	for (unsigned i = s->records > 6 ? s->records - 6 : 0; i < s->records; i++)
		printf("  %s %d %s\n", action_kind_name(record[i].kind), (int)record[i].seat,
		    texts + record[i].text);
}

static struct totals
play_games(const struct variant *v, uint64_t games)
{
	static struct sim s;
	struct totals t = { .hash = UINT64_C(14695981039346656037) };

	while (t.games < games && t.failed < 3) {
		uint64_t number = t.matches++;

		if (!play_match(&s, v, number, &t)) {
			t.failed++;
			t.games++;
			report(&s, number);
		}
	}
	return t;
}

static void
print(const struct variant *v, const struct totals *t, double seconds)
{
	printf(
	    "%-12s %6llu games %5llu matches %8llu actions %6llu refused; longest %4u rolls, "
	    "most %3u checkers; 1/2/3/more %llu/%llu/%llu/%llu, drawn %llu (%llu by rule), "
	    "passes %llu, named %llu, again %llu; %.1f s\n",
	    v->name, (unsigned long long)t->games, (unsigned long long)t->matches,
	    (unsigned long long)t->actions, (unsigned long long)t->refusals, t->longest,
	    t->most, (unsigned long long)t->size[0], (unsigned long long)t->size[1],
	    (unsigned long long)t->size[2], (unsigned long long)t->size[3],
	    (unsigned long long)t->drawn, (unsigned long long)t->by_rule,
	    (unsigned long long)t->passes, (unsigned long long)t->named,
	    (unsigned long long)t->again, seconds);
}

static bool
is_selected(int argc, char **argv, const char *name)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return true;
	return argc == 1;
}

int
main(int argc, char **argv)
{
	unsigned games = test_cases(GAMES);
	uint64_t failed = 0, passed = 0;

	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		clock_t begun = clock();
		uint64_t pinned = game_facts(v->name)->hash[games < GAMES];
		struct totals t;

		if (!is_selected(argc, argv, v->name))
			continue;
		t = play_games(v, games);
		print(v, &t, (double)(clock() - begun) / CLOCKS_PER_SEC);
		passed += t.matches - t.failed;
		failed += t.failed;
		if (t.hash == pinned || test_few_cases())
			continue;
		printf("FAIL %s: the hash is %016llx, not %016llx\n", v->name,
		    (unsigned long long)t.hash, (unsigned long long)pinned);
		failed++;
	}
	printf("%llu passed, %llu failed\n", (unsigned long long)passed,
	    (unsigned long long)failed);
	return failed != 0;
}
