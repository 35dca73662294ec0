/* SPDX-License-Identifier: MIT */
/* TEST: timeout=900 */
/* Fifty bots of all levels play all games, against each other and against seeded players who do
 * anything the rules allow: with and without a clock, with doubles, resignations and draws.
 * Users leave and return, and the server is killed and restarted.  No command of a bot may be
 * refused (the fixture fails on the warning), and no bot may stall its match.
 *
 *     sim_bots [MINUTES]     of simulated time */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain.h"
#include "base/rng.h"
#include "bot/bot.h"
#include "cmd/cmd.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/support/rows.h"

#define BOTS 50u
#define PEOPLE 14u
#define MINUTES 60u
#define MINUTES_TENTH 6u
#define STEP_MS 500
#define STALL_MS 60000 /* a bot that idles this long on its turn stalls its match */
#define KILL_EVERY_MS 480000
#define GAMES 32u

struct sim {
	struct fixture *h;
	struct rng rng;
	char names[GRADE_COUNT][512]; /* names of the bots of each grade */
	unsigned conn[PEOPLE];
	struct {
		int64_t row, last_match;
		uint32_t seq;
		int64_t since_ms;
	} seen[BOTS];
	uint64_t begun[GAMES];
	uint64_t actions; /* number of actions in matches between bots */
	unsigned stalls, kills, resumed, ended;
	struct move_space space;
};

static const struct session *
by_name(struct sim *s, const char *name)
{
	return session_by_name(fixture_world(s->h), name);
}

static void
bot_name(unsigned i, char name[8])
{
	(void)snprintf(name, 8, "bot%c%c", 'a' + i / 26, 'a' + i % 26);
}

static void
person_name(unsigned i, char name[8])
{
	(void)snprintf(name, 8, "pers%c", 'a' + i);
}

/* ---- users ---- */

static void
type_play(struct sim *s, unsigned conn, const struct match_state *m, enum seat seat)
{
	unsigned n =
	    move_list(m->variant, &m->board, seat, m->dice.d[0], m->dice.d[1], &s->space);
	char line[128];
	struct sbuf b;

	if (n == 0)
		return;
	SBUF_ON(&b, line);
	sbuf_add(&b, "move ");
	notation_play(&b, &s->space.result[rng_below(&s->rng, n)].play,
	    notation_numbering(m->variant, m->o == seat));
	fixture_queue(s->h, conn, line);
}

static void
person_acts(struct sim *s, unsigned conn, const struct match *m, enum seat seat)
{
	static const char *const RESIGN[] = { "resign normal", "resign gammon",
		"resign backgammon" };
	const struct match_state *st = &m->state;
	unsigned luck = rng_below(&s->rng, 1000);

	if (st->phase == PH_BETWEEN) {
		fixture_queue(s->h, conn, "join");
		return;
	}
	if (match_to_act(st) != seat) {
		if (luck < 3)
			fixture_queue(s->h, conn, "draw");
		return;
	}
	if (luck < 5)
		fixture_queue(s->h, conn, RESIGN[rng_below(&s->rng, 3)]);
	else if (luck < 8)
		fixture_queue(s->h, conn, "draw");
	else if (luck < 14)
		fixture_queue(s->h, conn, "leave");
	else if (st->resign_by == seat_other(seat) || st->phase == PH_DOUBLED)
		fixture_queue(s->h, conn,
		    luck % 3 == 0   ? "reject"
		    : luck % 5 == 0 ? "redouble"
				    : "accept");
	else if (st->phase == PH_NAME)
		fixture_queue(s->h, conn, "choose 3");
	else if (st->phase == PH_ROLL)
		fixture_queue(s->h, conn, luck % 6 == 0 ? "double" : "roll");
	else
		type_play(s, conn, st, seat);
}

/* Appends the rest of an `invite` command: a random length and game, and sometimes a clock. */
static void
invitation(struct sim *s, struct sbuf *b)
{
	static const char *const CLOCK[] = { "", "", " clock fast", " clock online" };
	unsigned n = 0, length = rng_below(&s->rng, 6), game;

	while (VARIANTS[n].name != NULL)
		n++;
	game = rng_below(&s->rng, n);
	s->begun[game]++;
	if (length == 0)
		sbuf_addf(b, "unlimited %s", VARIANTS[game].name);
	else
		sbuf_addf(
		    b, "%u %s%s", length, VARIANTS[game].name, CLOCK[rng_below(&s->rng, 4)]);
}

static const char *
free_bot(struct sim *s, const char *not_this)
{
	static char name[8];

	for (unsigned tries = 0; tries < 20; tries++) {
		const struct session *x;

		bot_name(rng_below(&s->rng, BOTS), name);
		x = by_name(s, name);
		if (x != NULL && x->match == 0 && strcmp(name, not_this) != 0)
			return name;
	}
	return NULL;
}

static void
person_turn(struct sim *s, unsigned i)
{
	const struct session *x = fixture_session(s->h, s->conn[i]);
	const struct match *m = x != NULL ? session_match(fixture_world(s->h), x) : NULL;
	char line[128];
	const char *bot;
	struct sbuf b;

	(void)fixture_read(s->h, s->conn[i]);
	if (m != NULL) {
		person_acts(s, s->conn[i], m, x->seat);
		return;
	}
	bot = free_bot(s, "");
	if (bot == NULL || rng_below(&s->rng, 4) != 0)
		return;
	/* resumes the saved match with the bot, if there is one */
	fixture_typef(s->h, s->conn[i], "invite %s", bot);
	if (strstr(fixture_read(s->h, s->conn[i]), "to resume") != NULL) {
		s->resumed++;
		return;
	}
	SBUF_ON(&b, line);
	sbuf_addf(&b, "invite %s ", bot);
	invitation(s, &b);
	fixture_queue(s->h, s->conn[i], line);
}

/* ---- bots against each other ---- */

static void
invite_another(struct world *w, void *ctx)
{
	struct sim *s = ctx;
	char name[8], line[128];
	struct session *x;
	const char *other;
	struct sbuf b;

	bot_name(rng_below(&s->rng, BOTS), name);
	x = session_by_name(w, name);
	if (x == NULL || x->match != 0)
		return;
	other = free_bot(s, name);
	if (other == NULL)
		return;
	SBUF_ON(&b, line);
	sbuf_addf(&b, "invite %s ", other);
	invitation(s, &b);
	cmd_line(w, x, line);
}

/* ---- watching ---- */

static void
look_at(struct sim *s, unsigned i)
{
	const struct world *w = fixture_world(s->h);
	const struct session *x;
	const struct match *m;
	char name[8];

	bot_name(i, name);
	x = session_by_name(w, name);
	m = x != NULL ? session_match(w, x) : NULL;
	if (x != NULL && x->last_match != s->seen[i].last_match) {
		s->seen[i].last_match = x->last_match;
		s->ended++;
	}
	if (m != NULL && s->seen[i].row == m->row)
		s->actions += m->next_seq - s->seen[i].seq;
	if (m == NULL || match_to_act(&m->state) != x->seat || s->seen[i].row != m->row ||
	    s->seen[i].seq != m->next_seq) {
		s->seen[i].row = m != NULL ? m->row : 0;
		s->seen[i].seq = m != NULL ? m->next_seq : 0;
		s->seen[i].since_ms = w->mono_ms;
	} else if (w->mono_ms - s->seen[i].since_ms > STALL_MS) {
		printf("FAIL %s stalls match %" PRId64 " (%s) at action %u\n", name, m->row,
		    m->state.variant->name, m->next_seq);
		s->seen[i].since_ms = w->mono_ms;
		s->stalls++;
	}
}

static void
come(struct sim *s)
{
	char name[8];

	for (unsigned i = 0; i < PEOPLE; i++) {
		person_name(i, name);
		s->conn[i] = fixture_telnet(s->h, name);
	}
	fixture_turn(s->h);
}

static void
begin(struct sim *s)
{
	struct fixture_options o;
	char name[8];

	for (unsigned i = 0; i < BOTS; i++) {
		char *names = s->names[1 + i % (GRADE_COUNT - 1)];

		bot_name(i, name);
		(void)snprintf(names + strlen(names), 16, "%s,", name);
	}
	fixture_options_default(&o);
#define GRADE(key, pr, ...) o.world.key = s->names[GRADE_##key];
#include "eval/grades.def"
#undef GRADE
	o.draw_colours = true;
	o.seed = 7;
	s->h = fixture_new(&o);
	rng_seed(&s->rng, 11);
	come(s);
}

int
main(int argc, char **argv)
{
	static struct sim s;
	unsigned minutes = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10)
				    : test_scaled(MINUTES, MINUTES_TENTH, MINUTES_TENTH);
	int64_t kill_ms = KILL_EVERY_MS / (minutes < MINUTES ? 2 : 1), since_kill_ms = 0;
	uint64_t least = UINT64_MAX;
	unsigned failed;

	begin(&s);
	for (int64_t ms = 0; ms < (int64_t)minutes * 60000; ms += STEP_MS) {
		for (unsigned i = 0; i < PEOPLE; i++)
			person_turn(&s, i);
		fixture_do(s.h, invite_another, &s);
		for (unsigned n = 0; n < 200 && domain_next_timer(fixture_world(s.h)) == 0; n++)
			fixture_turn(s.h);
		for (unsigned i = 0; i < BOTS; i++)
			look_at(&s, i);
		fixture_advance(s.h, STEP_MS);
		since_kill_ms += STEP_MS;
		if (since_kill_ms < kill_ms)
			continue;
		since_kill_ms = 0;
		s.kills++;
		fixture_restart(s.h);
		memset(s.seen, 0, sizeof(s.seen));
		come(&s);
	}
	for (unsigned i = 0; VARIANTS[i].name != NULL; i++) {
		printf("%-12s %" PRIu64 " invitations\n", VARIANTS[i].name, s.begun[i]);
		least = s.begun[i] < least ? s.begun[i] : least;
	}
	printf("%u kills, %u matches gone on with, %u ends, %" PRIu64 " actions\n", s.kills,
	    s.resumed, s.ended, s.actions);
	failed = s.stalls + (least == 0) + (s.kills == 0) + (s.resumed == 0) +
		 (s.ended < minutes * 3) + (s.actions < (uint64_t)minutes * 2000);
	fixture_free(&s.h);
	printf("%u passed, %u failed\n", failed == 0, failed);
	return failed != 0;
}
