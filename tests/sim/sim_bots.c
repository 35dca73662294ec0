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
#define MINUTES_TENTH_COUNTS 6u
#define STEP_MS 500
#define STALLED_AFTER_MS 60000 /* a bot that idles this long on its turn stalls its match */
#define KILL_INTERVAL_MS 480000
#define GAMES_MAX 32u

struct sim {
	struct fixture *h;
	struct rng rng;
	char bot_names[GRADE_COUNT][512]; /* names of the bots of each grade */
	unsigned conn[PEOPLE];
	struct {
		int64_t row, last_match;
		uint32_t seq;
		int64_t since_ms;
	} bot_progress[BOTS];
	uint64_t matches_begun[GAMES_MAX];
	uint64_t actions; /* number of actions in matches between bots */
	unsigned bot_stalls, server_kills, matches_resumed, matches_ended;
	struct move_space move_space;
};

static const struct session *
session_of(struct sim *s, const char *name)
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
type_random_play(struct sim *s, unsigned conn, const struct match_state *m, enum seat seat)
{
	unsigned n =
	    move_list(m->variant, &m->board, seat, m->dice.d[0], m->dice.d[1], &s->move_space);
	char line[128];
	struct sbuf b;

	if (n == 0)
		return;
	SBUF_INIT(&b, line);
	sbuf_add(&b, "move ");
	notation_write_fibs(&b, &s->move_space.result[rng_below(&s->rng, n)].play,
	    notation_numbering(m->variant, m->o == seat));
	fixture_queue(s->h, conn, line);
}

static void
type_person_action(struct sim *s, unsigned conn, const struct match *m, enum seat seat)
{
	static const char *const RESIGN[] = { "resign normal", "resign gammon",
		"resign backgammon" };
	const struct match_state *st = &m->state;
	unsigned luck = rng_below(&s->rng, 1000);

	if (st->phase == PH_BETWEEN_GAMES) {
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
	else if (st->phase == PH_NAME_DOUBLE)
		fixture_queue(s->h, conn, "choose 3");
	else if (st->phase == PH_ROLL)
		fixture_queue(s->h, conn, luck % 6 == 0 ? "double" : "roll");
	else
		type_random_play(s, conn, st, seat);
}

/* Appends the rest of an `invite` command: a random length and game, and sometimes a clock. */
static void
add_random_invitation(struct sim *s, struct sbuf *b)
{
	static const char *const CLOCK[] = { "", "", " clock fast", " clock online" };
	unsigned n = 0, length = rng_below(&s->rng, 6), game;

	while (VARIANTS[n].name != NULL)
		n++;
	game = rng_below(&s->rng, n);
	s->matches_begun[game]++;
	if (length == 0)
		sbuf_addf(b, "unlimited %s", VARIANTS[game].name);
	else
		sbuf_addf(
		    b, "%u %s%s", length, VARIANTS[game].name, CLOCK[rng_below(&s->rng, 4)]);
}

static const char *
random_free_bot(struct sim *s, const char *not_this)
{
	static char name[8];

	for (unsigned tries = 0; tries < 20; tries++) {
		const struct session *x;

		bot_name(rng_below(&s->rng, BOTS), name);
		x = session_of(s, name);
		if (x != NULL && x->match == 0 && strcmp(name, not_this) != 0)
			return name;
	}
	return NULL;
}

static void
run_person(struct sim *s, unsigned i)
{
	const struct session *x = fixture_session(s->h, s->conn[i]);
	const struct match *m = x != NULL ? session_match(fixture_world(s->h), x) : NULL;
	char line[128];
	const char *bot;
	struct sbuf b;

	(void)fixture_read(s->h, s->conn[i]);
	if (m != NULL) {
		type_person_action(s, s->conn[i], m, x->seat);
		return;
	}
	bot = random_free_bot(s, "");
	if (bot == NULL || rng_below(&s->rng, 4) != 0)
		return;
	/* resumes the saved match with the bot, if there is one */
	fixture_typef(s->h, s->conn[i], "invite %s", bot);
	if (strstr(fixture_read(s->h, s->conn[i]), "to resume") != NULL) {
		s->matches_resumed++;
		return;
	}
	SBUF_INIT(&b, line);
	sbuf_addf(&b, "invite %s ", bot);
	add_random_invitation(s, &b);
	fixture_queue(s->h, s->conn[i], line);
}

/* ---- bots against each other ---- */

static void
make_bot_invite_bot(struct world *w, void *ctx)
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
	other = random_free_bot(s, name);
	if (other == NULL)
		return;
	SBUF_INIT(&b, line);
	sbuf_addf(&b, "invite %s ", other);
	add_random_invitation(s, &b);
	cmd_line(w, x, line);
}

/* ---- watching ---- */

static void
check_bot_progress(struct sim *s, unsigned i)
{
	const struct world *w = fixture_world(s->h);
	const struct session *x;
	const struct match *m;
	char name[8];

	bot_name(i, name);
	x = session_by_name(w, name);
	m = x != NULL ? session_match(w, x) : NULL;
	if (x != NULL && x->last_match != s->bot_progress[i].last_match) {
		s->bot_progress[i].last_match = x->last_match;
		s->matches_ended++;
	}
	if (m != NULL && s->bot_progress[i].row == m->row)
		s->actions += m->next_seq - s->bot_progress[i].seq;
	if (m == NULL || match_to_act(&m->state) != x->seat ||
	    s->bot_progress[i].row != m->row || s->bot_progress[i].seq != m->next_seq) {
		s->bot_progress[i].row = m != NULL ? m->row : 0;
		s->bot_progress[i].seq = m != NULL ? m->next_seq : 0;
		s->bot_progress[i].since_ms = w->mono_ms;
	} else if (w->mono_ms - s->bot_progress[i].since_ms > STALLED_AFTER_MS) {
		printf("FAIL %s stalls match %" PRId64 " (%s) at action %u\n", name, m->row,
		    m->state.variant->name, m->next_seq);
		s->bot_progress[i].since_ms = w->mono_ms;
		s->bot_stalls++;
	}
}

static void
log_in_people(struct sim *s)
{
	char name[8];

	for (unsigned i = 0; i < PEOPLE; i++) {
		person_name(i, name);
		s->conn[i] = fixture_telnet(s->h, name);
	}
	fixture_turn(s->h);
}

static void
make_server(struct sim *s)
{
	struct fixture_options o;
	char name[8];

	for (unsigned i = 0; i < BOTS; i++) {
		char *names = s->bot_names[1 + i % (GRADE_COUNT - 1)];

		bot_name(i, name);
		(void)snprintf(names + strlen(names), 16, "%s,", name);
	}
	fixture_options_default(&o);
#define GRADE(key, pr, ...) o.world.key = s->bot_names[GRADE_##key];
#include "eval/grades.def"
#undef GRADE
	o.random_colours = true;
	o.seed = 7;
	s->h = fixture_new(&o);
	rng_seed(&s->rng, 11);
	log_in_people(s);
}

int
main(int argc, char **argv)
{
	static struct sim s;
	unsigned minutes =
	    argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10)
		     : test_scaled(MINUTES, MINUTES_TENTH_COUNTS, MINUTES_TENTH_COUNTS);
	int64_t kill_ms = KILL_INTERVAL_MS / (minutes < MINUTES ? 2 : 1), since_kill_ms = 0;
	uint64_t least = UINT64_MAX;
	unsigned failed;

	make_server(&s);
	for (int64_t ms = 0; ms < (int64_t)minutes * 60000; ms += STEP_MS) {
		for (unsigned i = 0; i < PEOPLE; i++)
			run_person(&s, i);
		fixture_run_in_turn(s.h, make_bot_invite_bot, &s);
		for (unsigned n = 0; n < 200 && domain_next_timer(fixture_world(s.h)) == 0; n++)
			fixture_turn(s.h);
		for (unsigned i = 0; i < BOTS; i++)
			check_bot_progress(&s, i);
		fixture_advance(s.h, STEP_MS);
		since_kill_ms += STEP_MS;
		if (since_kill_ms < kill_ms)
			continue;
		since_kill_ms = 0;
		s.server_kills++;
		fixture_restart(s.h);
		memset(s.bot_progress, 0, sizeof(s.bot_progress));
		log_in_people(&s);
	}
	for (unsigned i = 0; VARIANTS[i].name != NULL; i++) {
		printf("%-12s %" PRIu64 " invitations\n", VARIANTS[i].name, s.matches_begun[i]);
		least = s.matches_begun[i] < least ? s.matches_begun[i] : least;
	}
	printf("%u kills, %u matches gone on with, %u ends, %" PRIu64 " actions\n",
	    s.server_kills, s.matches_resumed, s.matches_ended, s.actions);
	failed = s.bot_stalls + (least == 0) + (s.server_kills == 0) +
		 (s.matches_resumed == 0) + (s.matches_ended < minutes * 3) +
		 (s.actions < (uint64_t)minutes * 2000);
	fixture_free(&s.h);
	printf("%u passed, %u failed\n", failed == 0, failed);
	return failed != 0;
}
