/* SPDX-License-Identifier: MIT */
/* See players.h. */
#include "tests/support/players.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/support/nets.h"

#define NEARLY_EQUAL 1.0 /* plays whose scores differ by less than this are nearly equal */

struct eval_tables player_tables;
struct eval_scratch player_work;

_Noreturn void
player_die(const char *what, const char *about)
{
	fprintf(stderr, "%s: %s\n", what, about);
	exit(1);
}

void
player_load_net(struct eval *e, const struct variant *v, const char *path)
{
	const char *why = nets_load(e, v, &player_tables, path);

	if (why != NULL)
		player_die(path, why);
}

/* ---- a game ---- */

struct dice_pair
player_roll(struct rng *r)
{
	struct dice_pair dice;

	dice.d[0] = (uint8_t)(1 + rng_below(r, 6));
	dice.d[1] = (uint8_t)(1 + rng_below(r, 6));
	return dice;
}

void
player_start_position(struct match_state *m, const struct variant *v, struct rng *dice)
{
	match_init(m, v, 0);
	m->variant = v;
	variant_start_board(&m->board, v);
	m->score_streak[0] = m->score_streak[1] = 0;
	m->play_stage = 0;
	m->turn = rng_below(dice, 2) == 0 ? SEAT_0 : SEAT_1;
	m->phase = v->no_dice ? PH_MOVE : PH_ROLL;
	if (v->no_dice || v->opening == OPENING_REROLL)
		return;
	m->phase = PH_MOVE;
	do
		m->dice = player_roll(dice);
	while (m->dice.d[0] == m->dice.d[1]);
}

void
player_random_race(struct match_state *m, struct rng *r)
{
	unsigned far[2] = { 7 + rng_below(r, 14) };

	far[1] = rng_below(r, 2) == 0 ? 24 - far[0] : 1 + rng_below(r, 24 - far[0]);
	memset(&m->board, 0, sizeof(m->board));
	m->phase = PH_ROLL;
	m->turn = rng_below(r, 2) == 0 ? SEAT_0 : SEAT_1;
	for (unsigned k = 0; k < 2; k++) {
		uint8_t *at = m->board.at[k];
		unsigned men = rng_below(r, 3) == 0 ? 1 + rng_below(r, 15) : 15;

		at[PT_OFF] = (uint8_t)(15 - men);
		for (; men > 0; men--) {
			at[1 + rng_below(r, far[k])]++;
			if (far[k] > HOME_TOP && rng_below(r, 3) == 0)
				far[k] = HOME_TOP + rng_below(r, far[k] - HOME_TOP + 1);
		}
	}
}

void
player_back_game(struct match_state *m, struct rng *r)
{
	uint8_t *me = m->board.at[rng_below(r, 2)];
	uint8_t *other = m->board.at[me == m->board.at[0] ? 1 : 0];
	unsigned deep = 19 + rng_below(r, 6), second, left = 11;

	memset(&m->board, 0, sizeof(m->board));
	do
		second = 19 + rng_below(r, 6);
	while (second == deep);
	me[deep] = me[second] = 2;
	for (unsigned more = rng_below(r, 4); more > 0; more--, left--)
		me[19 + rng_below(r, 6)]++;
	while (left > 0) {
		unsigned n = 1 + rng_below(r, left < 3 ? left : 3);

		me[1 + rng_below(r, 13)] += (uint8_t)n;
		left -= n;
	}
	for (left = 15; left > 0;) {
		unsigned n = 1 + rng_below(r, left < 3 ? left : 3);
		unsigned p = 1 + rng_below(r, rng_below(r, 3) == 0 ? 18 : 9);

		if (me[25 - p] > 0)
			continue;
		other[p] += (uint8_t)n;
		left -= n;
	}
	m->phase = PH_ROLL;
}

/* Scores a position in pips by the advice of each game's rules page: keep made points in a row,
 * leave few shots, hold the opponent back.  In games with pins, never leave the last checker on
 * the starting point. */
static double
rule_of_thumb(const struct match_state *m, const struct board *b, enum player_kind kind)
{
	const struct variant *v = m->variant;
	enum seat me = m->turn, other = seat_other(me);
	double race = (double)board_pips(b, other) - (double)board_pips(b, me);
	double sign = v->objective == OBJECTIVE_FIRST_OFF_LOSES ? -1.0 : 1.0;
	double x = 0.0;

	if (kind == PLAYER_PIPS)
		return sign * race;
	if (v->no_dice) {
		for (unsigned p = 1; p <= 24; p++) {
			x += b->at[me][p] == 2 ? 20.0 - p / 2.0 : 0.0;
			x -= b->at[other][p] == 2 ? 10.0 - p / 4.0 : 0.0;
		}
		return x + 60.0 * (b->at[me][PT_OFF] > 0) + race / 4.0;
	}
	x = race + 2.0 * inputs_longest_prime(v, b, me) -
	    0.25 * inputs_count_shots(v, b, other);
	for (unsigned p = 1; p <= HOME_TOP; p++)
		x += b->at[me][p] >= v->close_at && b->at[other][PT_BAR] > 0 ? 3.0 : 0.0;
	if (v->contact == CONTACT_PIN)
		for (unsigned p = 13; p <= 24; p++) {
			x += board_pinned(b, other, p) ? (double)p : 0.0;
			x -= board_pinned(b, me, p) ? (double)p : 0.0;
			x -= p == 24 && b->at[me][p] == 1 && b->at[other][1] == 0 ? 40.0 : 0.0;
		}
	return sign * x;
}

/* Returns the equity of the position after a play, from the table. */
static double
exact_equity(
    const struct hyper_table *t, const struct match_state *m, const struct board *after)
{
	float out[NET_OUTPUTS];

	if (after->at[m->turn][PT_OFF] == HYPER_MEN) {
		eval_outputs_at_end(m->variant, after, m->turn, m->turn, out);
	} else {
		hyper_outputs(t, after, seat_other(m->turn), out);
		eval_outputs_swap_sides(out);
	}
	return (double)eval_outputs_equity(m->variant, out);
}

/* Chooses like a player who knows only the rules and the advice on their page: ignores the gain
 * from hitting in half of the turns, and chooses randomly between plays that are nearly
 * equal. */
static unsigned
choose_by_rules(const struct match_state *m, const struct move_space *list, struct rng *luck)
{
	const double pips = board_pips(&m->board, seat_other(m->turn));
	const bool loses = m->variant->objective == OBJECTIVE_FIRST_OFF_LOSES;
	const enum player_kind by = m->variant->no_dice ? PLAYER_PIPS : PLAYER_RULE_OF_THUMB;
	const bool hits = rng_below(luck, 2) == 0;
	double best = 0.0;
	unsigned at = 0;

	for (unsigned i = 0; i < list->n; i++) {
		const struct board *b = &list->result[i].after;
		double x =
		    rule_of_thumb(m, b, by) + rng_below(luck, 1000) / 1000.0 * NEARLY_EQUAL;

		if (!hits)
			x += (loses ? -1.0 : 1.0) * (pips - board_pips(b, seat_other(m->turn)));
		if (i > 0 && x <= best)
			continue;
		best = x;
		at = i;
	}
	return at;
}

unsigned
player_choice(const struct player *pl, const struct match_state *m,
    const struct move_space *list, struct rng *luck)
{
	double best = 0.0;
	unsigned at = 0;

	if (pl->kind == PLAYER_RANDOM)
		return rng_below(luck, list->n);
	if (pl->kind == PLAYER_RULES)
		return choose_by_rules(m, list, luck);
	for (unsigned i = 0; i < list->n; i++) {
		const struct board *after = &list->result[i].after;
		double x = pl->kind == PLAYER_EXACT ? exact_equity(pl->table, m, after)
						    : rule_of_thumb(m, after, pl->kind);

		if (i > 0 && x <= best)
			continue;
		best = x;
		at = i;
	}
	return at;
}

/* Sends gnubg a FIBS board with the mover as O and returns the index of its answer in the list.
 * The mover owns the cube at 2, so that the Jacoby rule does not apply. */
static unsigned
gnubg_choice(FILE *gnubg, const struct match_state *m)
{
	const struct move_space *s = &player_work.move_space[0];
	const uint8_t *me = m->board.at[m->turn], *other = m->board.at[seat_other(m->turn)];
	char line[512], *at = line;
	struct board b = m->board;
	unsigned from, to;
	int used;

	fprintf(gnubg, "board:You:other:9999:0:0:%d:", -(int)other[PT_BAR]);
	for (unsigned p = 1; p <= 24; p++)
		fprintf(gnubg, "%d:", (int)me[p] - (int)other[25 - p]);
	fprintf(gnubg, "%u:1:%u:%u:0:0:2:1:0:0:1:-1:0:25:%u:%u:%u:%u:4:0:0:0\n", me[PT_BAR],
	    m->dice.d[0], m->dice.d[1], me[PT_OFF], other[PT_OFF], me[PT_BAR], other[PT_BAR]);
	if (fflush(gnubg) != 0 || fgets(line, sizeof(line), gnubg) == NULL)
		player_die("gnubg", "the socket is closed");
	while (sscanf(at, " %u/%u%n", &from, &to, &used) == 2 && from <= PT_BAR && to <= 24) {
		uint8_t *blot = &b.at[seat_other(m->turn)][25 - to];

		b.at[m->turn][from]--;
		b.at[m->turn][to]++;
		if (to > 0 && *blot == 1) {
			*blot = 0;
			b.at[seat_other(m->turn)][PT_BAR]++;
		}
		at += used + (at[used] == '*');
	}
	for (unsigned i = 0; i < s->n; i++)
		if (memcmp(&s->result[i].after, &b, sizeof(b)) == 0)
			return i;
	player_die("gnubg: no legal play", line);
}

enum outcome
player_step(const struct player *pl, struct match_state *m, struct rng *luck)
{
	struct eval_choice choice = { .index = 0 };
	enum outcome outcome;
	unsigned n;

	if (m->phase == PH_NAME_DOUBLE) {
		unsigned d =
		    pl->kind == PLAYER_NET ? eval_double_to_name(pl->e, m, &player_work) : 6;

		if (pl->kind == PLAYER_RANDOM)
			d = 1 + rng_below(luck, 6);
		m->dice = (struct dice_pair){ { (uint8_t)d, (uint8_t)d } };
		m->phase = PH_MOVE;
	}
	if (pl->kind == PLAYER_NET) {
		n = eval_rank_plays(pl->e, m, pl->plies, &player_work, &choice, 1);
	} else {
		n = move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1],
		    &player_work.move_space[0]);
		if (n > 0)
			choice.index =
			    pl->kind == PLAYER_GNUBG
				? gnubg_choice(pl->gnubg, m)
				: player_choice(pl, m, &player_work.move_space[0], luck);
	}
	if (n > 0) {
		outcome = eval_apply_play(m, &player_work.move_space[0].result[choice.index]);
		return outcome;
	}
	m->turn = seat_other(m->turn);
	m->play_stage = 0;
	m->phase = m->variant->no_dice ? PH_MOVE : PH_ROLL;
	return OUTCOME_NONE;
}

double
player_roll_luck(const struct eval *judge, const struct match_state *m)
{
	struct match_state before = *m;
	float all[NET_OUTPUTS], got[NET_OUTPUTS];

	before.phase = PH_ROLL;
	eval_expected_outputs(judge, &before, 0, &player_work.move_space[1], all);
	eval_expected_outputs(judge, m, 0, &player_work.move_space[1], got);
	return (double)(eval_outputs_equity(m->variant, got) -
			eval_outputs_equity(m->variant, all));
}

struct game_result {
	double points, luck; /* points and luck of seat 0 */
};

static struct game_result
game_play(
    const struct player pl[2], const struct variant *v, const struct eval *judge, uint64_t seed)
{
	struct game_result result = { 0.0, 0.0 };
	const struct player blind = { .kind = PLAYER_RANDOM };
	struct rng dice, luck;
	struct match_state m;
	float out[NET_OUTPUTS];

	rng_seed(&dice, seed);
	rng_seed(&luck, ~seed);
	player_start_position(&m, v, &dice);
	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		enum seat mover = m.turn;
		enum outcome outcome;

		if (m.phase == PH_ROLL) {
			m.dice = player_roll(&dice);
			m.phase = PH_MOVE;
			if (judge != NULL)
				result.luck += (mover == SEAT_0 ? 1.0 : -1.0) *
					       player_roll_luck(judge, &m);
		}
		outcome = player_step(
		    v->no_dice && ply < PLAYER_RANDOM_PLAYS ? &blind : &pl[mover], &m, &luck);
		if (outcome == OUTCOME_NONE)
			continue;
		eval_outputs_at_end(v, &m.board, eval_winner(outcome, mover), SEAT_0, out);
		result.points = (double)eval_outputs_equity(v, out);
		break;
	}
	return result;
}

struct duel_score
player_duel(const struct variant *v, const struct player pl[2], const struct eval *judge,
    unsigned games, uint64_t seed)
{
	const struct player turned[2] = { pl[1], pl[0] };
	double sum = 0.0, squares = 0.0, wins = 0.0;
	unsigned pairs = games / 2;

	for (unsigned i = 0; i < pairs; i++) {
		const struct game_result a = game_play(pl, v, judge, seed + i);
		const struct game_result b = game_play(turned, v, judge, seed + i);
		double x = (a.points - a.luck - b.points + b.luck) / 2.0;

		sum += x;
		squares += x * x;
		wins += (a.points > 0) + (b.points < 0) + 0.5 * (a.points == 0) +
			0.5 * (b.points == 0);
	}
	sum /= pairs;
	return (struct duel_score){ sum, sqrt((squares / pairs - sum * sum) / pairs),
		wins / (2.0 * pairs) };
}

static FILE *
gnubg_connect(const char *port)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	FILE *f;

	to.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0)
		player_die("gnubg", strerror(errno));
	f = fdopen(fd, "r+");
	if (f == NULL)
		player_die("gnubg", strerror(errno));
	return f;
}

struct player
player_parse(const struct variant *v, const char *text, struct eval *e)
{
	static const char *const NAME[] = { "", "random", "pips", "hand", "rules" };
	const char *at = strchr(text, '@');
	char path[4096];

	for (unsigned i = 1; i < ARRAY_LEN(NAME); i++)
		if (strcmp(text, NAME[i]) == 0)
			return (struct player){ .kind = (enum player_kind)i };
	if (strncmp(text, "gnubg:", 6) == 0)
		return (
		    struct player){ .kind = PLAYER_GNUBG, .gnubg = gnubg_connect(text + 6) };
	if (strncmp(text, "exact:", 6) == 0 && strcmp(v->name, "hyper") == 0) {
		const struct hyper_table *t = hyper_open(text + 6);

		if (t == NULL)
			player_die(text + 6, strerror(errno));
		return (struct player){ .kind = PLAYER_EXACT, .table = t };
	}
	(void)snprintf(path, sizeof(path), "%.*s", at != NULL ? (int)(at - text) : 4000, text);
	player_load_net(e, v, path);
	return (struct player){ .kind = PLAYER_NET,
		.plies = at != NULL ? (unsigned)strtoul(at + 1, NULL, 10) : 0,
		.e = e };
}
