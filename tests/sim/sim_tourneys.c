/* SPDX-License-Identifier: MIT */
/* Whole tournaments of every format in one process.  Seeded players type legal moves over
 * simulated connections, lose connections and return, arrive late or never, withdraw, and play
 * friendly matches in between.  Spectators follow, directors act, the disk is full for a while,
 * and the server crashes at random turns and restarts on the same store.
 *
 * The invariants of the world are checked after every turn (fixture runs world_check).  Every
 * tournament must end.  At intervals and at the end, the state of each tournament must be the
 * one that tourney_apply derives from the stored acts, and every result must agree with the
 * match in the store.  In every second tournament all players are logged in whenever the server
 * runs, and none may lose for being late or on time, however often it crashes.  The same seed
 * sends every user the same bytes, so two runs of some tournaments must end with the same hash.
 * Prints N passed, N failed.
 *
 * TEST: long */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "tests/support/fulldisk.h"
#include "tests/support/people.h"
#include "tests/support/tourney_replay.h"
#include "tests/support/rows.h"

#define PEOPLE_MAX 24u
#define FIRST_PLAYER 3u /* numbers 0 to 2 are a director and two spectators */
#define TOURNAMENTS 2u
#define TICKS_MAX 120000u

/* The behaviour of a user. */
enum attendance {
	ALWAYS_ONLINE,
	LOSES_CONNECTION, /* loses the connection from time to time */
	COMES_LATE,       /* arrives some time after the start */
	NEVER_COMES,      /* never arrives */
	ERASED,           /* erased */
};

struct person {
	char name[8];
	enum attendance attendance;
	unsigned conn;
	bool on;
	int64_t next_login_ms; /* time of the next login */
};

struct sim {
	struct fulldisk disk;
	struct fixture *h;
	struct rng r;
	struct move_space *space;
	struct person p[PEOPLE_MAX];
	unsigned n;
	bool all_stay_online; /* all players are logged in whenever the server runs */
	bool disk_is_full;
	int64_t id[TOURNAMENTS];
	unsigned n_tournaments;
	uint64_t output_hash;
	unsigned long moves_made, server_restarts, disk_full_times, acts, connections_cut,
	    replays_compared, users_erased;
};

struct sums {
	unsigned long moves, server_restarts, disk_full_times, connections_cut,
	    replays_compared, users_erased, tournaments, tourneys_cancelled,
	    acts_by_kind[TACT_COUNT], pairings_by_end[PAIRING_END_COUNT], forfeits_on_time;
	unsigned runs_failed;
};

static struct sums sums;

static void
fail(const struct sim *s, int64_t id, const char *what)
{
	printf("tournament %" PRId64 " of %u people%s: %s\n", id, s->n,
	    s->all_stay_online ? ", all faithful" : "", what);
	sums.runs_failed++;
}

static bool
one_in(struct sim *s, unsigned n)
{
	return rng_below(&s->r, n) == 0;
}

/* ---- output ---- */

static void
read_outputs(struct sim *s)
{
	while (fixture_warned(s->h, "disk_full"))
		;
	for (unsigned i = 0; i < s->n; i++) {
		struct person *p = &s->p[i];
		const char *text;
		size_t n;

		if (!p->on)
			continue;
		text = fixture_read_n(s->h, p->conn, &n);
		for (size_t k = 0; k < n; k++)
			s->output_hash =
			    (s->output_hash ^ (unsigned char)text[k]) * 0x100000001b3u;
		p->on = fixture_is_open(s->h, p->conn);
		if (!p->on)
			p->next_login_ms = fixture_now_ms(s->h) + rng_below(&s->r, 60000);
	}
}

/* ---- logins and crashes ---- */

static void
come(struct sim *s, struct person *p)
{
	p->conn = fixture_connect(s->h, "127.0.0.1");
	p->on = true;
	if (one_in(s, 2)) {
		fixture_typef(s->h, p->conn, "login sim 1008 %s " FIXTURE_PASSWORD, p->name);
		return;
	}
	fixture_type(s->h, p->conn, p->name);
	fixture_type(s->h, p->conn, FIXTURE_PASSWORD);
}

static void
connect_and_drop(struct sim *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		struct person *p = &s->p[i];

		if (!p->on && p->attendance < NEVER_COMES &&
		    fixture_now_ms(s->h) >= p->next_login_ms)
			come(s, p);
		if (!p->on || p->attendance != LOSES_CONNECTION || !one_in(s, 150))
			continue;
		read_outputs(s);
		if (!p->on)
			continue;
		fixture_drop(s->h, p->conn, one_in(s, 2) ? NET_CLOSE_PEER : NET_CLOSE_ERROR);
		p->on = false;
		p->next_login_ms =
		    fixture_now_ms(s->h) + rng_below(&s->r, one_in(s, 6) ? 2400000 : 90000);
		s->connections_cut++;
	}
}

/* Simulates a crash, in which users are not notified of anything. */
static void
crash(struct sim *s)
{
	read_outputs(s);
	if (s->disk_is_full)
		fulldisk_clear_and_resume(&s->disk);
	s->disk_is_full = false;
	while (fixture_warned(s->h, "disk_full"))
		;
	fixture_restart(s->h);
	s->server_restarts++;
	if (one_in(s, 3))
		fixture_advance(s->h, rng_below(&s->r, 4000000)); /* the server is down */
	for (unsigned i = 0; i < s->n; i++) {
		s->p[i].on = false;
		s->p[i].next_login_ms = fixture_now_ms(s->h) + rng_below(&s->r, 200000);
	}
}

/* ---- what players type ---- */

static void
add_friendly_match_line(struct sim *s, const struct session *me, struct sbuf *line)
{
	const struct session *from = people_inviter(fixture_world(s->h), me);

	if (!player_has_toggle(me->player, TOGGLE_ready))
		sbuf_add(line, "toggle ready");
	else if (from != NULL)
		sbuf_addf(line, "join %s", from->player->name);
	else
		sbuf_addf(line, "invite %s %u",
		    s->p[FIRST_PLAYER + rng_below(&s->r, s->n - FIRST_PLAYER)].name,
		    1 + (unsigned)rng_below(&s->r, 3));
}

static void
type_something(struct sim *s, const struct person *p)
{
	const struct session *me = fixture_session(s->h, p->conn);
	char text[128];
	struct sbuf line;

	SBUF_INIT(&line, text);
	if (me == NULL)
		return;
	if (me->state != ST_ONLINE) { /* the login was undone */
		fixture_queue(s->h, p->conn, me->state == ST_NAME ? p->name : FIXTURE_PASSWORD);
		return;
	}
	if (me->match == 0) {
		if (s->all_stay_online || !one_in(s, 12))
			return;
		add_friendly_match_line(s, me, &line);
	} else if (one_in(s, 40)) {
		sbuf_add(&line, one_in(s, 2) ? "resign g" : "resign n");
	} else if (!s->all_stay_online && one_in(s, 300)) {
		sbuf_add(&line, "leave");
	} else if (!people_play(s->h, me, &s->r, s->space, &line, &s->moves_made)) {
		return;
	}
	fixture_queue(s->h, p->conn, text);
}

/* ---- directors ---- */

static void
direct(struct sim *s, int64_t id)
{
	static const char *const late_settings[] = { "notice 4", "notice 3", "grace 3",
		"late wait", "late penalty", "wait 5", "pairing hand", "lateentry no",
		"lateentry yes", "format swiss", "x y" };
	static const enum tourney_act_kind kinds[] = { TACT_hold, TACT_release, TACT_release,
		TACT_addtime, TACT_setresult, TACT_replace, TACT_deadline, TACT_announce,
		TACT_pause, TACT_resume, TACT_resume, TACT_withdraw, TACT_set, TACT_appoint,
		TACT_appoint, TACT_director, TACT_admit, TACT_rename, TACT_forfeit, TACT_pair,
		TACT_pair, TACT_unpair, TACT_reopen, TACT_reopen, TACT_restore, TACT_restore,
		TACT_confirm };
	const struct tourney *t = tourney_get(fixture_world(s->h), id);
	struct person *p = &s->p[FIRST_PLAYER + rng_below(&s->r, s->n - FIRST_PLAYER)];
	struct tourney_act a = { .kind = kinds[rng_below(&s->r, ARRAY_LEN(kinds))],
		.entry = (entry_no)rng_below(&s->r, t->entries_n + 1),
		.pairing = rng_below(&s->r, t->pairings_n + 1),
		.side = (uint8_t)rng_below(&s->r, 2),
		.text = "the director wants it" };
	struct user_record u;
	char pair[32];

	if (!s->p[0].on || fixture_session(s->h, s->p[0].conn)->state != ST_ONLINE ||
	    !store_user_by_name(fixture_store(s->h), p->name, &u))
		return;
	if (t->open_first != TOURNEY_NO_PAIRING && one_in(s, 2))
		a.pairing = one_in(s, 2) ? t->open_first : t->open_last;
	tourney_act_set_user(fixture_world(s->h), t, &u, &a);
	switch (a.kind) {
	case TACT_setresult:
		if (a.pairing < t->pairings_n)
			a.score[a.side] = t->pairings[a.pairing].length;
		break;
	case TACT_deadline:
		a.value = fixture_now_ms(s->h) + rng_below(&s->r, 600000);
		break;
	case TACT_appoint:
		a.value = 1;
		break;
	case TACT_director:
		a.value = rng_below(&s->r, 2);
		break;
	case TACT_pair:
		(void)snprintf(pair, sizeof(pair), one_in(s, 5) ? "bye=%u" : "%u-%u",
		    (unsigned)a.entry, rng_below(&s->r, t->entries_n));
		a.text = pair;
		break;
	case TACT_restore: /* an entry that has withdrawn, if there is one */
		for (unsigned n = 0; n < t->entries_n; n++, a.entry++) {
			a.entry = (entry_no)(a.entry % t->entries_n);
			if (t->entries[a.entry].withdrawn)
				break;
		}
		break;
	case TACT_addtime:
		a.value = 60000;
		break;
	case TACT_set:
		a.text = late_settings[rng_below(&s->r, ARRAY_LEN(late_settings))];
		break;
	case TACT_rename:
		a.text = one_in(s, 2) ? "Other Cup" : "Cup 1";
		break;
	case TACT_withdraw:
		if (!one_in(s, 4))
			return;
		break;
	default:
		break;
	}
	s->acts += fixture_tourney_act(s->h, id, s->p[0].conn, &a) == TOURNEY_OK;
}

static void
erase_user(struct world *w, void *ctx)
{
	moderation_erase(w, ctx);
}

static void
erase_random_player(struct sim *s)
{
	struct person *p = &s->p[FIRST_PLAYER + rng_below(&s->r, s->n - FIRST_PLAYER)];
	struct user_record u;

	if (!store_user_by_name(fixture_store(s->h), p->name, &u))
		return;
	fixture_run_in_turn(s->h, erase_user, &u);
	p->attendance = ERASED;
	s->users_erased++;
}

static bool
tournament_is_over(const struct tourney *t)
{
	return t->phase == TOURNEY_FINISHED || t->phase == TOURNEY_CANCELLED;
}

/* Makes the players agree on a time, so that the test need not wait for a week to pass. */
static void
agree_on_start(struct sim *s, int64_t id)
{
	const struct tourney *t = tourney_get(fixture_world(s->h), id);
	uint32_t p = t->open_first;

	if (t->set.value[TSET_schedule] != SCHEDULE_DEADLINE)
		return;
	while (p != TOURNEY_NO_PAIRING && t->bouts[p].match != 0)
		p = t->bouts[p].open_next;
	for (unsigned side = 0; p != TOURNEY_NO_PAIRING && side < 2; side++) {
		struct tourney_act a = {
			.kind = TACT_appoint, .pairing = p, .side = (uint8_t)side, .value = 1
		};

		(void)fixture_tourney_act(s->h, id, FIXTURE_TOURNEY_SERVER, &a);
	}
}

static void
act_as_director(struct sim *s)
{
	for (unsigned i = 0; i < s->n_tournaments; i++) {
		const struct tourney *t = tourney_get(fixture_world(s->h), s->id[i]);
		struct tourney_act resume = { .kind = TACT_resume },
				   cancel = { .kind = TACT_cancel, .text = "no more" };
		struct tourney_act release = { .kind = TACT_release };

		if (tournament_is_over(t) || store_refusing(fixture_store(s->h)))
			continue;
		if (one_in(s, 20))
			agree_on_start(s, s->id[i]);
		if (s->all_stay_online)
			continue;
		if (one_in(s, 60))
			direct(s, s->id[i]);
		if (t->paused && one_in(s, 100))
			(void)fixture_tourney_act(s->h, t->id, FIXTURE_TOURNEY_SERVER, &resume);
		release.pairing = t->open_first;
		if (t->open_first != TOURNEY_NO_PAIRING && t->bouts[t->open_first].held &&
		    one_in(s, 100))
			(void)fixture_tourney_act(
			    s->h, t->id, FIXTURE_TOURNEY_SERVER, &release);
		if (one_in(s, 60000))
			(void)fixture_tourney_act(s->h, t->id, FIXTURE_TOURNEY_SERVER, &cancel);
	}
	if (!s->all_stay_online && !store_refusing(fixture_store(s->h)) && one_in(s, 6000))
		erase_random_player(s);
}

/* ---- invariants ---- */

static void
compare(struct sim *s, int64_t id)
{
	struct tourney t;
	const char *what = "the stored acts do not apply";

	if (tourney_replay(fixture_store(s->h), id, &t))
		what = tourney_replay_differs(tourney_get(fixture_world(s->h), id), &t);
	if (what == NULL)
		what = tourney_replay_rows_wrong(fixture_store(s->h), &t);
	if (what != NULL)
		fail(s, id, what);
	tourney_replay_free(&t);
	s->replays_compared++;
}

static bool
count_act(void *ctx, const struct tourney_act_record *r)
{
	const struct sim *s = ctx;
	struct tourney_act a;

	CHECK(tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a));
	sums.acts_by_kind[a.kind]++;
	if (s->all_stay_online && (a.kind == TACT_late || a.kind == TACT_forfeit)) {
		fail(s, r->tourney, "somebody lost by lateness who was there");
		printf("act %u, %s %s\n", r->seq, r->kind, r->text);
	}
	return true;
}

static void
count_end(const struct sim *s, const struct tourney *t, uint32_t p)
{
	struct match_record r;

	sums.pairings_by_end[t->pairings[p].end]++;
	if (t->bouts[p].match == 0 ||
	    !store_match_by_id(fixture_store(s->h), t->bouts[p].match, &r) ||
	    strcmp(r.end_reason, "time") != 0)
		return;
	sums.forfeits_on_time++;
	if (s->all_stay_online)
		fail(s, t->id, "somebody lost on time who was there");
}

static void
count_tournament(struct sim *s, int64_t id)
{
	const struct tourney *t = tourney_get(fixture_world(s->h), id);

	store_tourney_acts_each(fixture_store(s->h), id, 0, count_act, s);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		count_end(s, t, p);
	sums.tournaments++;
	sums.tourneys_cancelled += t->phase == TOURNEY_CANCELLED;
	if (s->all_stay_online && t->phase != TOURNEY_FINISHED)
		fail(s, id, "cancelled");
}

/* ---- one run ---- */

static bool
all_tournaments_over(struct sim *s)
{
	for (unsigned i = 0; i < s->n_tournaments; i++)
		if (!tournament_is_over(tourney_get(fixture_world(s->h), s->id[i])))
			return false;
	return tourney_next(fixture_world(s->h), NULL) == NULL;
}

static void
fill_or_clear_disk(struct sim *s)
{
	if (!s->disk_is_full && one_in(s, 100)) {
		fulldisk_fill(&s->disk);
		s->disk_is_full = true;
		s->disk_full_times++;
	} else if (s->disk_is_full && one_in(s, 12)) {
		/* if the server has noticed the full disk, no clock may count the time until
		 * there is room again */
		if (store_refusing(fixture_store(s->h)) && one_in(s, 8))
			fixture_advance(s->h, rng_below(&s->r, 3000000));
		fulldisk_clear_and_resume(&s->disk);
		s->disk_is_full = false;
	}
}

static void
tick(struct sim *s)
{
	connect_and_drop(s);
	fill_or_clear_disk(s);
	if (one_in(s, s->all_stay_online ? 60 : 200))
		crash(s);
	act_as_director(s);
	for (unsigned i = 0; i < s->n; i++)
		if (s->p[i].on)
			type_something(s, &s->p[i]);
	fixture_turn(s->h);
	read_outputs(s);
	fixture_advance(s->h, matches_live_count(fixture_world(s->h)) == 0
				  ? (int64_t)rng_below(&s->r, 20000)
				  : (int64_t)rng_below(&s->r, 2500));
	read_outputs(s);
	if (one_in(s, 400))
		for (unsigned i = 0; i < s->n_tournaments; i++)
			compare(s, s->id[i]);
}

static void
set_random_settings(struct sim *s, int64_t id, unsigned number)
{
	static const char *const random_settings[] = { "seeding draw", "clock fast",
		"clock off", "clock standard", "overtime 1", "game hyper", "rated no",
		"late wait", "points bellingham", "playoff 1", "cube no", "crawford no",
		"reset 0", "lastchance 1", "checkin 0", "rounds 3", "final 3", "side 2",
		"lateentry no", "losses 2", "group 3", "qualify 1", "schedule deadline",
		"days 1" };
	char text[40];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "format %s", FORMATS[number % FORMAT_COUNT].name);
	CHECK(fixture_tourney_set(s->h, id, s->p[0].conn, text) == TOURNEY_OK);
	CHECK(fixture_tourney_set(s->h, id, s->p[0].conn,
		  one_in(s, 3) ? "length 3 1 1 2" : "length 1") == TOURNEY_OK);
	for (unsigned k = rng_below(&s->r, 5); k > 0; k--)
		(void)fixture_tourney_set(s->h, id, s->p[0].conn,
		    random_settings[rng_below(&s->r, ARRAY_LEN(random_settings))]);
}

static void
begin_tournament(struct sim *s, unsigned number)
{
	struct tourney_act open = { .kind = TACT_open }, checkin = { .kind = TACT_checkin },
			   start = { .kind = TACT_start, .text = "" };
	char name[16];
	struct sbuf b;
	int64_t id;

	SBUF_INIT(&b, name);
	sbuf_addf(&b, "Cup %u", s->n_tournaments + 1);
	id = fixture_tourney_create(s->h, s->p[0].conn, name, NULL);
	CHECK(id != 0);
	s->id[s->n_tournaments++] = id;
	set_random_settings(s, id, number);
	CHECK(fixture_tourney_act(s->h, id, s->p[0].conn, &open) == TOURNEY_OK);
	for (unsigned i = FIRST_PLAYER; i < s->n; i++) {
		CHECK(
		    fixture_tourney_enter(s->h, id, s->p[0].conn, s->p[i].name) == TOURNEY_OK);
		checkin.entry = (entry_no)(i - FIRST_PLAYER);
		(void)fixture_tourney_act(s->h, id, s->p[0].conn, &checkin);
	}
	CHECK(fixture_tourney_act(s->h, id, s->p[0].conn, &start) == TOURNEY_OK);
	for (unsigned i = 1; i < FIRST_PLAYER; i++)
		fixture_tourney_follow(s->h, s->p[i].conn, id);
}

static void
make_people(struct sim *s)
{
	s->n = FIRST_PLAYER + 2 +
	       rng_below(&s->r, s->all_stay_online ? 10 : PEOPLE_MAX - FIRST_PLAYER - 1);
	for (unsigned i = 0; i < s->n; i++) {
		struct person *p = &s->p[i];
		unsigned dice = rng_below(&s->r, 20);

		(void)snprintf(p->name, sizeof(p->name), "p%c%c", (char)('a' + i / 6),
		    (char)('a' + i % 6));
		(void)fixture_user(s->h, p->name, 1400 + 10 * (i * 7 % 20), 100);
		if (s->all_stay_online || i < FIRST_PLAYER || dice < 9)
			p->attendance = ALWAYS_ONLINE;
		else
			p->attendance = dice < 16   ? LOSES_CONNECTION
					: dice < 18 ? COMES_LATE
						    : NEVER_COMES;
		if (p->attendance == COMES_LATE)
			p->next_login_ms = fixture_now_ms(s->h) + rng_below(&s->r, 1500000);
		else if (p->attendance != NEVER_COMES)
			come(s, p);
	}
	read_outputs(s);
}

static uint64_t
run(uint64_t seed, unsigned number)
{
	struct sim s = { .output_hash = 0xcbf29ce484222325u,
		.all_stay_online = number % 2 != 0 };
	struct fixture_options o;
	unsigned ticks = 0;

	fixture_options_default(&o);
	o.seed = seed;
	o.random_colours = true;
	o.world.idle_s = 30 * 86400;
	rng_seed(&s.r, seed);
	s.space = calloc(1, sizeof(*s.space));
	CHECK(s.space != NULL);
	fulldisk_open(&s.disk, &o);
	s.h = s.disk.h;
	make_people(&s);
	begin_tournament(&s, number / 2);
	if (!s.all_stay_online && one_in(&s, 3))
		begin_tournament(&s, number / 2 + 1);
	while (!all_tournaments_over(&s) && ticks++ < TICKS_MAX)
		tick(&s);
	if (s.disk_is_full)
		fulldisk_clear_and_resume(&s.disk);
	read_outputs(&s);
	if (!all_tournaments_over(&s))
		fail(&s, s.id[0], "does not end");
	for (unsigned i = 0; i < s.n_tournaments; i++) {
		compare(&s, s.id[i]);
		count_tournament(&s, s.id[i]);
	}
	sums.runs_failed += people_check_replays(s.h, &s.replays_compared);
	crash(&s); /* then compares again, with the tournaments read from the store */
	for (unsigned i = 0; i < s.n_tournaments; i++)
		compare(&s, s.id[i]);
	fulldisk_close(&s.disk);
	free(s.space);
	sums.moves += s.moves_made;
	sums.server_restarts += s.server_restarts;
	sums.disk_full_times += s.disk_full_times;
	sums.connections_cut += s.connections_cut;
	sums.replays_compared += s.replays_compared;
	sums.users_erased += s.users_erased;
	return s.output_hash;
}

int
main(int argc, char **argv)
{
	unsigned runs = test_scaled(42, 14, 7); /* 7 runs use each format once */
	unsigned from = 0;
	unsigned bad;

	if (argc > 1) { /* a single run, to examine a failure */
		from = (unsigned)strtoul(argv[1], NULL, 10);
		runs = from + 1;
	}
	for (unsigned n = from; n < runs; n++) {
		unsigned failed = sums.runs_failed;
		uint64_t hash = run(2026 + n, n);

		if (n % 10 == 0 && hash != run(2026 + n, n)) {
			printf("run %u, played twice, is not the same\n", n);
			sums.runs_failed++;
		}
		if (sums.runs_failed != failed)
			printf("... in run %u\n", n);
	}
	printf("tournaments: %lu, cancelled %lu, moves %lu, restarts %lu, disk full %lu, cuts "
	       "%lu, erased %lu, compared %lu\n",
	    sums.tournaments, sums.tourneys_cancelled, sums.moves, sums.server_restarts,
	    sums.disk_full_times, sums.connections_cut, sums.users_erased,
	    sums.replays_compared);
	printf(
	    "pairings: played %lu, byes %lu, forfeits %lu, double %lu, set %lu; on time %lu\n",
	    sums.pairings_by_end[PAIRING_PLAYED], sums.pairings_by_end[PAIRING_BYE],
	    sums.pairings_by_end[PAIRING_FORFEIT], sums.pairings_by_end[PAIRING_DOUBLE_FORFEIT],
	    sums.pairings_by_end[PAIRING_SET_RESULT], sums.forfeits_on_time);
	for (unsigned k = 0; k < TACT_COUNT; k++)
		printf("%s%s %lu", k == 0 ? "acts: " : ", ",
		    tourney_act_name((enum tourney_act_kind)k), sums.acts_by_kind[k]);
	printf("\n");
	bad = sums.runs_failed;
	bad += argc <= 1 && (sums.server_restarts < runs || sums.connections_cut == 0 ||
				sums.pairings_by_end[PAIRING_FORFEIT] == 0 ||
				sums.pairings_by_end[PAIRING_PLAYED] < 10 * runs);
	printf("%lu passed, %u failed\n", sums.tournaments, bad);
	return bad == 0 ? 0 : 1;
}
