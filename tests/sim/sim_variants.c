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
#define TEXT_BYTES_MAX (4u << 20)
#define TEXT_MAX 192u
#define TURNS_MAX 20000u        /* limit on turns in one game */
#define ROLLS_BEFORE_RACING 60u /* rolls of a game after which the players only race */

struct recorded_action {
	enum act_kind kind;
	enum seat seat;
	bool automatic;
	unsigned text; /* offset of the action's text */
};

/* How the players of one match behave: each value n means a chance of one in n. */
struct habits {
	uint32_t doubles_1_in, drops_1_in, redoubles_1_in, resigns_1_in, rejects_1_in,
	    offers_draw_1_in, agrees_1_in, tries_illegal_1_in, races_1_in;
};

static const struct habits HABITS[] = {
	{ 100, 4, 4, 4000, 3, 4000, 4, 50, 2 }, /* quiet: most games end by their own rules */
	{ 10, 3, 3, 200, 3, 200, 3, 20, 4 }, { 50, 4, 4, 4000, 3, 4000, 4, 50, 100 },
	{ 4, 2, 2, 60, 2, 60, 2, 8, 3 }, /* lively */
};

struct sim {
	struct rng rng;
	const struct habits *manners;
	struct match_state state;
	unsigned records, text_bytes;
	unsigned game_turns;           /* turns of the current game so far */
	unsigned expected_checkers[2]; /* the expected number on each side */
	const char *wrong;             /* the first error */
};

struct totals {
	uint64_t games, matches, actions, refusals, failed, games_drawn, won_by_rule,
	    turns_passed, rolls_named, extra_turns;
	uint64_t wins_by_points[4]; /* games won without a cube by 1, 2, 3 and more points */
	unsigned longest;
	unsigned side_checkers_max; /* largest number of checkers of one side */
	uint64_t hash;
};

static struct move_space move_space;
static struct match_events match_events;
static struct recorded_action record[ACTIONS_MAX];
static char action_texts[TEXT_BYTES_MAX];

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
race_value(const struct match_state *m, const struct move_result *r)
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
	    move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &move_space);
	bool races = s->game_turns > ROLLS_BEFORE_RACING || one_in(s, s->manners->races_1_in);
	unsigned best;

	if (n == 0)
		return;
	best = rng_below(&s->rng, n);
	for (unsigned tries = s->game_turns > ROLLS_BEFORE_RACING ? 24 : 4; races && tries > 0;
	     tries--) {
		unsigned i = rng_below(&s->rng, n);

		if (race_value(m, &move_space.result[i]) >
		    race_value(m, &move_space.result[best]))
			best = i;
	}
	a->play = move_space.result[best].play;
}

static struct action
make_action(struct sim *s, enum act_kind kind, enum seat seat)
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
	if (kind == ACT_NAME_DOUBLE)
		a.size = die(s);
	if (kind == ACT_RESIGN)
		a.size = (uint8_t)(1 + rng_below(&s->rng, m->variant->resign_max));
	return a;
}

/* ---- invariants ---- */

static unsigned
count_checkers(const struct board *b, unsigned seat)
{
	unsigned n = 0;

	for (unsigned p = 0; p < PT_COUNT; p++)
		n += b->at[seat][p];
	return n;
}

/* Checks that no checker is lost, and that in games with clones each hit adds a checker, up to
 * 255. */
static bool
check_checkers(struct sim *s, const struct match_state *before, const struct action *a)
{
	const struct match_state *m = &s->state;

	if (a->kind == ACT_START)
		s->expected_checkers[0] = s->expected_checkers[1] = m->variant->checkers;
	if (a->kind == ACT_MOVE && m->variant->clone != CLONE_NONE) {
		unsigned other = a->seat == SEAT_0 ? 1 : 0;

		s->expected_checkers[a->seat] +=
		    (unsigned)(m->board.at[other][PT_BAR] - before->board.at[other][PT_BAR]);
		if (s->expected_checkers[a->seat] > 255)
			s->expected_checkers[a->seat] = 255;
	}
	return expect(s,
	    count_checkers(&m->board, 0) == s->expected_checkers[0] &&
		count_checkers(&m->board, 1) == s->expected_checkers[1],
	    "checkers of each side");
}

static void
count_win(struct totals *t, const struct match_state *before, const struct match_event *e)
{
	uint32_t size = e->points / before->cube;

	if (e->how == WON_BORNE_OFF)
		t->wins_by_points[size > 3 ? 3 : size - 1]++;
}

/* Checks that the events report the end of a game exactly once, and that they account for every
 * change in the score. */
static bool
check_events(struct sim *s, const struct match_state *before, struct totals *t)
{
	const struct match_state *m = &s->state;
	uint32_t score[2] = { before->score[0], before->score[1] };
	unsigned ends = 0, won = 0;

	for (unsigned i = 0; i < match_events.n; i++) {
		const struct match_event *e = &match_events.e[i];

		if (e->kind == EV_GAME_WON) {
			ends++;
			score[e->seat] += e->points;
			count_win(t, before, e);
			if (!expect(s, e->points > 0 && m->last_winner == e->seat, "winner"))
				return false;
		}
		if (e->kind == EV_GAME_DRAWN) {
			ends++;
			t->games_drawn++;
			t->won_by_rule += e->how == WON_BORNE_OFF;
		}
		won += e->kind == EV_MATCH_WON;
		t->turns_passed += e->kind == EV_CANNOT_MOVE;
		t->rolls_named += e->kind == EV_NAME_DOUBLE_ASKED;
		t->extra_turns += e->kind == EV_ROLLS_AGAIN;
	}
	return expect(s, match_events.n > 0, "something happened") &&
	       expect(s, score[0] == m->score[0] && score[1] == m->score[1], "score") &&
	       expect(
		   s, ends == (unsigned)(match_game_on(before) && !match_game_on(m)), "ends") &&
	       expect(s, won == (unsigned)(m->phase == PH_OVER), "match won");
}

/* Stores the text of the action and checks that it reads back as the same action. */
static bool
keep(struct sim *s, const struct action *a)
{
	struct recorded_action *r = &record[s->records];
	char again[TEXT_MAX];
	struct action back;
	struct sbuf b;

	if (!expect(s,
		s->records < ACTIONS_MAX && s->text_bytes + TEXT_MAX < TEXT_BYTES_MAX &&
		    s->game_turns < TURNS_MAX,
		"the match ends some day"))
		return false;
	s->records++;
	*r = (struct recorded_action){ a->kind, a->seat, a->automatic, s->text_bytes };
	sbuf_init(&b, action_texts + s->text_bytes, TEXT_MAX);
	action_write(&b, a);
	if (!expect(s,
		sbuf_ok(&b) && action_read(action_kind_name(a->kind), a->seat, a->automatic,
				   action_texts + r->text, &back),
		"text"))
		return false;
	s->text_bytes += (unsigned)strlen(action_texts + r->text) + 1;
	SBUF_INIT(&b, again);
	action_write(&b, &back);
	return expect(s, strcmp(again, action_texts + r->text) == 0, "text read back");
}

static bool
act(struct sim *s, const struct action *a, bool must, struct totals *t)
{
	static struct match_state before;
	enum match_err gate = match_gate(&s->state, a);
	struct match_error e;

	memcpy(&before, &s->state, sizeof(before));
	e = match_apply(&s->state, a, &move_space, &match_events);
	if (!expect(s, gate == MATCH_OK || e.err == gate, "gate"))
		return false;
	if (e.err != MATCH_OK) {
		t->refusals++;
		return expect(s, !must, "refused") &&
		       expect(s, memcmp(&before, &s->state, sizeof(before)) == 0,
			   "refused, but changed");
	}
	t->actions++;
	s->game_turns = a->kind == ACT_START ? 1 : s->game_turns + (a->kind == ACT_ROLL);
	if (s->state.variant->no_dice)
		s->game_turns += a->kind == ACT_MOVE;
	if (s->game_turns > t->longest)
		t->longest = s->game_turns;
	for (unsigned i = 0; i < 2; i++)
		if (count_checkers(&s->state.board, i) > t->side_checkers_max)
			t->side_checkers_max = count_checkers(&s->state.board, i);
	return keep(s, a) && expect(s, match_check(&s->state), "match_check") &&
	       check_checkers(s, &before, a) && check_events(s, &before, t);
}

/* ---- the players ---- */

static enum act_kind
answer_double(struct sim *s)
{
	if (s->state.length == 0 && match_redoubles_left(&s->state) > 0 &&
	    one_in(s, s->manners->redoubles_1_in))
		return ACT_REDOUBLE;
	return one_in(s, s->manners->drops_1_in) ? ACT_DROP : ACT_TAKE;
}

static enum act_kind
act_kind_due(struct sim *s, enum seat seat)
{
	switch (s->state.phase) {
	case PH_MOVE:
		return ACT_MOVE;
	case PH_NAME_DOUBLE:
		return ACT_NAME_DOUBLE;
	case PH_DOUBLED:
		return answer_double(s);
	default:
		return match_may_double(&s->state, seat) && one_in(s, s->manners->doubles_1_in)
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
		return one_in(s, s->manners->rejects_1_in) ? ACT_RESIGN_REJECT
							   : ACT_RESIGN_ACCEPT;
	if (m->phase == PH_DOUBLED)
		return answer_double(s);
	if (m->draw_by != SEAT_NONE && one_in(s, 2)) {
		*seat = seat_other(m->draw_by);
		return one_in(s, s->manners->agrees_1_in) ? ACT_DRAW_ACCEPT : ACT_DRAW_REJECT;
	}
	if (one_in(s, s->manners->resigns_1_in)) {
		*seat = one_in(s, 2) ? SEAT_0 : SEAT_1;
		return ACT_RESIGN;
	}
	if (m->draw_by == SEAT_NONE && one_in(s, s->manners->offers_draw_1_in)) {
		*seat = one_in(s, 2) ? SEAT_0 : SEAT_1;
		return ACT_DRAW;
	}
	return act_kind_due(s, *seat);
}

static bool
go_on(struct sim *s, struct totals *t)
{
	enum seat seat;
	enum act_kind kind;
	struct action a;

	if (one_in(s, s->manners->tries_illegal_1_in)) {
		a = make_action(s, (enum act_kind)rng_below(&s->rng, ACT_TAKEBACK),
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
	a = make_action(s, kind, seat);
	return act(s, &a, true, t);
}

/* ---- matches ---- */

/* Replays the match from its texts alone. */
static bool
replay(struct sim *s)
{
	struct match_state again;

	match_init(&again, s->state.match_variant, s->state.length);
	for (unsigned i = 0; i < s->records; i++) {
		const struct recorded_action *r = &record[i];
		struct action a;

		if (!expect(s,
			action_read(action_kind_name(r->kind), r->seat, r->automatic,
			    action_texts + r->text, &a) &&
			    match_apply(&again, &a, &move_space, &match_events).err == MATCH_OK,
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
	s->manners = &HABITS[number / 8 % ARRAY_LEN(HABITS)];
	match_init(&s->state, v, (unsigned)(number % 8));
	games_max = 1 + rng_below(&s->rng, 8);
	while (s->state.phase != PH_OVER) {
		if (s->state.length == 0 && s->state.phase == PH_BETWEEN_GAMES &&
		    s->state.game_no >= games_max)
			break;
		if (!go_on(s, t))
			return false;
	}
	t->games += s->state.game_no;
	t->hash = hash_bytes(t->hash, action_texts, s->text_bytes);
	t->hash = hash_bytes(t->hash, s->state.score, sizeof(s->state.score));
	return replay(s);
}

static void
report(const struct sim *s, uint64_t number)
{
	printf("FAIL %s, match %llu (length %u, game %u, action %u): %s\n",
	    s->state.match_variant->name, (unsigned long long)number, (unsigned)s->state.length,
	    (unsigned)s->state.game_no, s->records, s->wrong != NULL ? s->wrong : "?");
	for (unsigned i = s->records > 6 ? s->records - 6 : 0; i < s->records; i++)
		printf("  %s %d %s\n", action_kind_name(record[i].kind), (int)record[i].seat,
		    action_texts + record[i].text);
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
print_totals(const struct variant *v, const struct totals *t, double seconds)
{
	printf(
	    "%-12s %6llu games %5llu matches %8llu actions %6llu refused; longest %4u rolls, "
	    "most %3u checkers; 1/2/3/more %llu/%llu/%llu/%llu, drawn %llu (%llu by rule), "
	    "passes %llu, named %llu, again %llu; %.1f s\n",
	    v->name, (unsigned long long)t->games, (unsigned long long)t->matches,
	    (unsigned long long)t->actions, (unsigned long long)t->refusals, t->longest,
	    t->side_checkers_max, (unsigned long long)t->wins_by_points[0],
	    (unsigned long long)t->wins_by_points[1], (unsigned long long)t->wins_by_points[2],
	    (unsigned long long)t->wins_by_points[3], (unsigned long long)t->games_drawn,
	    (unsigned long long)t->won_by_rule, (unsigned long long)t->turns_passed,
	    (unsigned long long)t->rolls_named, (unsigned long long)t->extra_turns, seconds);
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
		uint64_t pinned = game_facts(v->name)->game_hashes[games < GAMES];
		struct totals t;

		if (!is_selected(argc, argv, v->name))
			continue;
		t = play_games(v, games);
		print_totals(v, &t, (double)(clock() - begun) / CLOCKS_PER_SEC);
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
