/* SPDX-License-Identifier: MIT */
/* Tournaments as the server runs them: what is stored, what a turn that could not be saved
 * leaves behind, which players are bound to a match, the start and end of matches, restarts,
 * and the work per turn.  Whole tournaments are simulated in tests/sim/sim_tourneys.c. */
#include "domain.h"
#include "match/match_internal.h"
#include "match/match.h"
#include "people/people.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/support/tourney_replay.h"
#include "tests/unit/test.h"

#define MINUTE_MS 60000

/* ---- a club ---- */

struct tourney_test {
	struct fulldisk disk;
	struct fixture *h;
	int64_t id;
	unsigned n, dir, c[64];
};

static struct tourney_test k;

static const char *
name_of(unsigned i)
{
	static char name[4][8];
	static unsigned at;
	char *text = name[at++ % 4];

	(void)snprintf(text, 8, "p%c%c", (char)('a' + i / 26), (char)('a' + i % 26));
	return text;
}

static void
come(unsigned i)
{
	k.c[i] = fixture_telnet(k.h, name_of(i));
}

/* Logs in a director and n players. */
static void
club_open(unsigned n)
{
	k = (struct tourney_test){ .n = n };
	fulldisk_open(&k.disk, NULL);
	k.h = k.disk.h;
	k.dir = fixture_telnet(k.h, "dir");
	for (unsigned i = 0; i < n; i++) {
		(void)fixture_user(k.h, name_of(i), 1900 - 10 * (double)i, 100);
		come(i);
	}
}

AFTER_EACH
{
	if (k.h != NULL)
		fulldisk_close(&k.disk);
	k.h = NULL;
}

static enum tourney_err
act(const struct tourney_act *a)
{
	return fixture_tourney_act(k.h, k.id, k.dir, a);
}

#define ACT(...) act(&(struct tourney_act){ __VA_ARGS__ })

static struct tourney *
tourney(void)
{
	struct tourney *t = tourney_get(fixture_world(k.h), k.id);

	assert_non_null(t);
	return t;
}

/* Opens a tournament with all players entered and checked in; better ratings have lower entry
 * numbers. */
static void
cup_open(const char *name, const char *format)
{
	k.id = fixture_tourney_create(k.h, k.dir, name, NULL);
	assert_true(k.id > 0);
	if (format != NULL)
		assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, format), TOURNEY_OK);
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "length 3"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_open), TOURNEY_OK);
	for (unsigned i = 0; i < k.n; i++) {
		struct tourney_act a = { .kind = TACT_checkin, .entry = (entry_no)i };

		assert_int_equal(
		    fixture_tourney_enter(k.h, k.id, k.c[i], name_of(i)), TOURNEY_OK);
		assert_int_equal(fixture_tourney_act(k.h, k.id, k.c[i], &a), TOURNEY_OK);
	}
}

static void
cup_start(const char *name, const char *format)
{
	cup_open(name, format);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	fixture_discard(k.h);
}

/* Runs turns until nothing is due immediately. */
static void
run_until_quiet(void)
{
	do
		fixture_turn(k.h);
	while (domain_next_timer(fixture_world(k.h)) == 0);
}

/* Advances the clock as the server wakes up: at least once a minute. */
static void
wait_ms(int64_t ms)
{
	for (; ms > 0; ms -= MINUTE_MS) {
		fixture_advance(k.h, ms < MINUTE_MS ? ms : MINUTE_MS);
		run_until_quiet();
	}
}

/* Waits out the notice, so that all matches start. */
static void
seat_all(void)
{
	wait_ms(3 * MINUTE_MS);
}

static enum tourney_err
set_winner(uint32_t p, unsigned side)
{
	struct tourney_act a = {
		.kind = TACT_setresult, .pairing = p, .side = (uint8_t)side, .text = "agreed"
	};

	a.score[side] = tourney()->pairings[p].length;
	return act(&a);
}

/* Confirms a last result that was set by the director. */
static void
confirm(void)
{
	struct tourney_act a = { .kind = TACT_confirm };

	run_until_quiet();
	assert_int_equal(act(&a), TOURNEY_OK);
	run_until_quiet();
	assert_int_equal(tourney()->phase, TOURNEY_FINISHED);
}

/* Makes side 0 win all open matches until the tournament is over. */
static void
finish(void)
{
	for (unsigned n = 0; n < 1000 && tourney()->phase == TOURNEY_RUNNING; n++) {
		if (tourney()->open_first != TOURNEY_NO_PAIRING)
			assert_int_equal(set_winner(tourney()->open_first, 0), TOURNEY_OK);
		run_until_quiet();
		if (tourney_settled_ms(tourney()) != 0)
			confirm();
	}
	assert_int_equal(tourney()->phase, TOURNEY_FINISHED);
}

static void
restart_server(void)
{
	fixture_restart(k.h);
	fixture_turn(k.h);
}

static void
is_what_is_stored(void)
{
	struct tourney t;
	const char *what;

	assert_true(tourney_replay(fixture_store(k.h), k.id, &t));
	what = tourney_replay_differs(tourney(), &t);
	if (what == NULL)
		what = tourney_replay_rows_wrong(fixture_store(k.h), &t);
	if (what != NULL)
		fail_msg("%s", what);
	tourney_replay_free(&t);
}

static bool
heard(unsigned conn, const char *text)
{
	return strstr(fixture_read(k.h, conn), text) != NULL;
}

static struct session *
player_session(unsigned i)
{
	return fixture_session(k.h, k.c[i]);
}

static bool
plays(uint32_t p)
{
	return tourney_match(fixture_world(k.h), tourney(), p) != NULL;
}

/* ---- the store ---- */

struct listed {
	int64_t id[8];
	unsigned n;
};

static void
list_id(void *ctx, int64_t id)
{
	struct listed *l = ctx;

	l->id[l->n++] = id;
}

static void
list_over(void *ctx, const struct tourney_record *r)
{
	list_id(ctx, r->id);
}

static void
list_place(void *ctx, const struct tourney_place_record *r)
{
	struct listed *l = ctx;

	assert_string_equal(r->name, "Cup");
	assert_int_equal(r->players, 7);
	assert_int_equal(r->ended_ms, 99);
	l->id[l->n++] = r->tourney;
}

static bool
count_act(void *ctx, const struct tourney_act_record *r)
{
	struct listed *l = ctx;

	assert_int_equal(r->seq, l->n + 1);
	assert_string_equal(r->kind, "announce");
	assert_string_equal(r->text, "text=a b");
	assert_int_equal(r->at_ms, -5);
	assert_int_equal(r->actor, 3);
	return ++l->n < 2;
}

FIXTURE_TEST(stored_tournaments_are_read_back)
{
	struct store *s = fixture_store(h);
	int64_t anna = fixture_user(h, "anna", 1500, 0);
	struct tourney_record r = { .name = "Cup", .director = anna, .created_ms = 7 }, back;
	struct tourney_act_record a = {
		.at_ms = -5, .actor = 3, .kind = "announce", .text = "text=a b"
	};
	struct tourney_place_record p = { .user = anna, .first_place = 1, .last_place = 1 };
	struct listed l = { .n = 0 };

	r.seed[31] = 9;
	r.id = store_tourney_create(s, &r);
	assert_true(r.id > 0);
	assert_int_equal(store_tourney_create(s, &r), 0); /* the name is taken */
	assert_true(store_tourney_by_id(s, r.id, &back));
	assert_string_equal(back.name, "Cup");
	assert_string_equal(back.director_name, "anna");
	assert_int_equal(back.director, anna);
	assert_int_equal(back.created_ms, 7);
	assert_int_equal(back.ended_ms, 0);
	assert_int_equal(back.seed[31], 9);
	assert_false(store_tourney_by_id(s, r.id + 1, &back));
	store_tourneys_open_each(s, list_id, &l);
	assert_int_equal(l.n, 1);
	a.tourney = r.id;
	for (a.seq = 0; a.seq < 5; a.seq++)
		store_tourney_act_add(s, &a);
	l.n = 0;
	store_tourney_acts_each(s, r.id, 1, count_act, &l);
	assert_int_equal(l.n, 2);
	/* the end of a tournament */
	p.tourney = r.id;
	store_tourney_place_set(s, &p);
	store_tourney_place_set(s, &p); /* repeating it has no effect */
	r.ended_ms = 99;
	r.players = 7;
	assert_true(sbuf_copy(r.format, sizeof(r.format), "single"));
	assert_true(sbuf_copy(r.winner, sizeof(r.winner), "anna"));
	store_tourney_end(s, &r);
	assert_true(store_tourney_by_id(s, r.id, &back));
	assert_int_equal(back.ended_ms, 99);
	assert_int_equal(back.players, 7);
	assert_string_equal(back.format, "single");
	assert_string_equal(back.winner, "anna");
	l.n = 0;
	store_tourneys_open_each(s, list_id, &l);
	assert_int_equal(l.n, 0);
	store_tourneys_finished_each(s, INT64_MAX, 5, list_over, &l);
	assert_int_equal(l.n, 1);
	store_tourney_places_each(s, anna, false, 5, list_place, &l);
	store_tourney_places_each(s, anna, true, 5, list_place, &l);
	assert_int_equal(l.n, 3);
	assert_int_equal(store_tourney_titles(s, anna), 1);
	p.last_place = 2; /* shared places give no title */
	store_tourney_place_set(s, &p);
	assert_int_equal(store_tourney_titles(s, anna), 0);
	/* now the name is free */
	r.id = store_tourney_create(s, &r);
	assert_true(r.id > 0);
	store_tourney_rename(s, r.id, "Other");
	assert_true(store_tourney_by_id(s, r.id, &back));
	assert_string_equal(back.name, "Other");
	assert_int_equal(store_commit(s, NULL), STORE_OK);
}

/* ---- names, limits ---- */

TEST(a_name_refers_to_a_tournament_in_progress)
{
	static const char long_name[] = "12345678901234567890123456789012345678901";
	enum tourney_err e;
	int64_t first, second;

	club_open(2);
	first = fixture_tourney_create(k.h, k.dir, "Sunday Cup", NULL);
	assert_true(first > 0);
	assert_int_equal(fixture_tourney_create(k.h, k.c[0], "Sunday Cup", &e), 0);
	assert_int_equal(e, TOURNEY_ALREADY_ENTERED);
	assert_int_equal(fixture_tourney_create(k.h, k.c[0], "sunday cup", &e), 0);
	assert_int_equal(e, TOURNEY_ALREADY_ENTERED);
	assert_int_equal(fixture_tourney_create(k.h, k.c[0], "", &e), 0);
	assert_int_equal(e, TOURNEY_BAD_ACT);
	assert_int_equal(fixture_tourney_create(k.h, k.c[0], long_name, &e), 0);
	assert_int_equal(e, TOURNEY_BAD_ACT);
	second = fixture_tourney_create(k.h, k.c[0], "Monday Cup", NULL);
	assert_true(second > first);
	k.id = second;
	assert_int_equal(
	    ACT(.kind = TACT_rename, .text = "SUNDAY CUP"), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(ACT(.kind = TACT_rename, .text = "monday cup"), TOURNEY_OK);
	is_what_is_stored();
	/* found by number, or by a unique prefix of the name */
	assert_int_equal(tourney_by_word(fixture_world(k.h), "1")->id, first);
	assert_int_equal(tourney_by_word(fixture_world(k.h), "mon")->id, second);
	assert_int_equal(tourney_by_word(fixture_world(k.h), "Sunday Cup")->id, first);
	assert_null(tourney_by_word(fixture_world(k.h), "x"));
	assert_null(tourney_by_word(fixture_world(k.h), "99"));
	assert_int_equal(ACT(.kind = TACT_rename, .text = "Sunday Cup 2"), TOURNEY_OK);
	assert_null(tourney_by_word(fixture_world(k.h), "sun"));
	assert_int_equal(tourney_by_word(fixture_world(k.h), "sunday cup")->id, first);
	/* a finished tournament frees its name */
	k.id = first;
	assert_int_equal(ACT(.kind = TACT_cancel, .text = "rain"), TOURNEY_OK);
	run_until_quiet();
	assert_true(fixture_tourney_create(k.h, k.c[0], "Sunday Cup", NULL) > second);
}

TEST(the_number_of_tournaments_per_director_is_limited)
{
	static const char *const names[] = { "a", "b", "c", "d", "e" };
	enum tourney_err e;

	club_open(1);
	for (unsigned i = 0; i < TOURNEYS_PER_ACCOUNT_MAX; i++) {
		k.id = fixture_tourney_create(k.h, k.dir, names[i], NULL);
		assert_true(k.id > 0);
		if (i % TOURNEYS_PLANS_PER_ACCOUNT != TOURNEYS_PLANS_PER_ACCOUNT - 1)
			continue;
		assert_int_equal(fixture_tourney_create(k.h, k.dir, "one more", &e), 0);
		assert_int_equal(e, i + 1 < TOURNEYS_PER_ACCOUNT_MAX
					? TOURNEY_TOO_MANY_OWN_PLANS
					: TOURNEY_IS_FULL);
		for (; k.id > 0 && tourney()->phase == TOURNEY_PLANNED; k.id--)
			assert_int_equal(ACT(.kind = TACT_open), TOURNEY_OK);
	}
	assert_true(
	    fixture_tourney_create(k.h, k.c[0], names[TOURNEYS_PER_ACCOUNT_MAX], NULL) > 0);
}

/* Plans do not count towards the limit on open tournaments; a plan that should open
 * automatically waits for a slot. */
TEST(no_tournament_opens_when_the_table_is_full)
{
	const struct tourney_act opens = { .kind = TACT_open };
	const struct tourney_act ends = { .kind = TACT_cancel, .text = "rain" };
	int64_t last = 0;
	char text[32];

	club_open(TOURNEYS_OPEN_MAX / TOURNEYS_PER_ACCOUNT_MAX);
	for (unsigned i = 0; i < TOURNEYS_OPEN_MAX; i++) {
		unsigned maker = i == 0 ? k.dir : k.c[i / TOURNEYS_PER_ACCOUNT_MAX];

		(void)snprintf(text, sizeof(text), "t%u", i);
		last = fixture_tourney_create(k.h, maker, text, NULL);
		assert_true(last > 0);
		assert_int_equal(fixture_tourney_act(k.h, last, maker, &opens), TOURNEY_OK);
	}
	/* the director already has an open tournament, so no other tournament gives way */
	k.id = fixture_tourney_create(k.h, k.dir, "plan", NULL);
	assert_true(k.id > 0);
	assert_int_equal(ACT(.kind = TACT_open), TOURNEY_TOO_MANY_ACTIVE);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_TOO_MANY_ACTIVE);
	(void)snprintf(text, sizeof(text), "opens %lld",
	    (long long)(tourney_now_ms(fixture_world(k.h)) / 1000 + 60));
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, text), TOURNEY_OK);
	fixture_discard(k.h);
	wait_ms(3 * MINUTE_MS);
	assert_int_equal(tourney()->phase, TOURNEY_PLANNED);
	assert_int_equal(fixture_tourney_act(k.h, last, k.c[k.n - 1], &ends), TOURNEY_OK);
	fixture_discard(k.h);
	wait_ms(MINUTE_MS);
	assert_int_equal(tourney()->phase, TOURNEY_OPEN);
	is_what_is_stored();
}

/* ---- acts are stored, and wait for disk space ---- */

static void
act_and_check(const struct tourney_act *a)
{
	assert_int_equal(act(a), TOURNEY_OK);
	is_what_is_stored();
}

#define ACT_AND_CHECK(...) act_and_check(&(struct tourney_act){ __VA_ARGS__ })

/* Waits until an act becomes due, first with a full disk and then with space. */
static void
wait_with_full_disk(int64_t ms)
{
	fulldisk_fill(&k.disk);
	fixture_advance(k.h, ms);
	is_what_is_stored();
	fulldisk_clear_and_resume(&k.disk);
	run_until_quiet();
	is_what_is_stored();
}

static void
enter_and_check(unsigned i)
{
	assert_int_equal(fixture_tourney_enter(k.h, k.id, k.dir, name_of(i)), TOURNEY_OK);
	is_what_is_stored();
}

static void
fill_user(const char *name, struct tourney_act *a)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(k.h), name, &u));
	tourney_act_set_user(fixture_world(k.h), tourney(), &u, a);
}

/* Announces until refused.  Returns how often it was accepted. */
static unsigned
announce_until_refused(void)
{
	struct tourney_act a = { .kind = TACT_announce, .text = "again" };
	unsigned n = 0;

	while (n < 200 && act(&a) == TOURNEY_OK)
		n++;
	assert_int_equal(act(&a), TOURNEY_TOO_MANY_ACTS);
	fixture_discard(k.h);
	return n;
}

TEST(acts_per_director_and_hour_are_limited)
{
	club_open(4);
	cup_open("Busy", "format swiss");
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "clock off"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	/* the start and four earlier acts (settings and the opening) count too */
	assert_int_equal(announce_until_refused(), TOURNEYS_ACTS_PER_HOUR - 5);
	fixture_type(k.h, k.dir, "tournament announce 1 once more");
	assert_true(
	    heard(k.dir, "** You have used the 50 commands per hour allowed in Busy. "));
	assert_int_equal(tourney_user_may_act_ms(fixture_world(k.h), tourney(),
			     fixture_session(k.h, k.dir)->player->user),
	    tourney()->created_ms + 60 * (int64_t)MINUTE_MS);
	/* a first result can still be set, but no result can be changed or withdrawn */
	assert_int_equal(set_winner(0, 0), TOURNEY_OK);
	assert_int_equal(set_winner(0, 1), TOURNEY_TOO_MANY_ACTS);
	assert_int_equal(
	    ACT(.kind = TACT_reopen, .pairing = 0, .text = "why"), TOURNEY_TOO_MANY_ACTS);
	/* other users and the server can still act: the next round is paired */
	fixture_discard(k.h);
	fixture_type(k.h, k.c[0], "tournament withdraw 1");
	assert_true(heard(k.c[0], "You have withdrawn"));
	assert_int_equal(set_winner(1, 0), TOURNEY_OK);
	run_until_quiet();
	assert_int_equal(tourney()->round, 2);
	wait_ms(60 * (int64_t)MINUTE_MS);
	k.dir = fixture_telnet(k.h, "dir"); /* the director was timed out */
	assert_int_equal(announce_until_refused(), TOURNEYS_ACTS_PER_HOUR);
	fixture_restart(k.h); /* resets the count */
	k.dir = fixture_telnet(k.h, "dir");
	assert_int_equal(announce_until_refused(), TOURNEYS_ACTS_PER_HOUR);
}

TEST(every_kind_of_act_is_stored)
{
	struct tourney_act director = { .kind = TACT_director, .value = 1 },
			   replace = { .kind = TACT_replace, .entry = 3, .text = "is ill" };
	bool reopened = false;
	int64_t now;

	club_open(6);
	k.id = fixture_tourney_create(k.h, k.dir, "Cup", NULL);
	ACT_AND_CHECK(.kind = TACT_set, .text = "format groups");
	ACT_AND_CHECK(.kind = TACT_set, .text = "length 3");
	ACT_AND_CHECK(.kind = TACT_set, .text = "seeding draw");
	ACT_AND_CHECK(.kind = TACT_set, .text = "group 3");
	ACT_AND_CHECK(.kind = TACT_set, .text = "qualify 1");
	ACT_AND_CHECK(.kind = TACT_set, .text = "clock off");
	ACT_AND_CHECK(.kind = TACT_rename, .text = "Sunday");
	fill_user(name_of(0), &director);
	act_and_check(&director);
	ACT_AND_CHECK(.kind = TACT_open); /* opening also stores the commitment */
	for (unsigned i = 0; i < 5; i++)
		enter_and_check(i);
	ACT_AND_CHECK(.kind = TACT_withdraw, .entry = 4);
	fill_user(name_of(5), &replace);
	act_and_check(&replace);
	enter_and_check(3);
	enter_and_check(4);
	ACT_AND_CHECK(.kind = TACT_call);
	for (unsigned i = 0; i < 6; i++) /* user 4 gets the same entry again */
		ACT_AND_CHECK(.kind = TACT_checkin, .entry = (entry_no)i);
	ACT_AND_CHECK(.kind = TACT_order, .text = "0 1 2 3 5 4");
	ACT_AND_CHECK(.kind = TACT_close);
	ACT_AND_CHECK(.kind = TACT_announce, .text = "soon");
	ACT_AND_CHECK(
		.kind =
		    TACT_start); /* the start also stores the seed; the first round follows */
	run_until_quiet();
	ACT_AND_CHECK(.kind = TACT_pause, .text = "coffee");
	ACT_AND_CHECK(.kind = TACT_resume);
	ACT_AND_CHECK(.kind = TACT_hold, .pairing = tourney()->open_first, .text = "ill");
	ACT_AND_CHECK(.kind = TACT_release, .pairing = tourney()->open_first);
	now = fixture_now_ms(k.h);
	ACT_AND_CHECK(.kind = TACT_deadline, .pairing = tourney()->open_first,
	    .value = now + 20 * MINUTE_MS, .text = "late train");
	ACT_AND_CHECK(.kind = TACT_appoint, .pairing = tourney()->open_first, .side = 1,
	    .value = now + 19 * MINUTE_MS);
	wait_with_full_disk(25 * MINUTE_MS); /* the match became due while the disk was full */
	wait_ms(25 * MINUTE_MS);
	assert_true(plays(tourney()->open_first));
	ACT_AND_CHECK(.kind = TACT_agree, .pairing = tourney()->open_first, .side = 0);
	ACT_AND_CHECK(.kind = TACT_agree, .pairing = tourney()->open_first, .side = 1);
	ACT_AND_CHECK(.kind = TACT_hold, .pairing = tourney()->open_first,
	    .text = "a question");
	ACT_AND_CHECK(.kind = TACT_release, .pairing = tourney()->open_first);
	while (tourney()->phase == TOURNEY_RUNNING) {
		struct tourney_act a = { .kind = TACT_setresult,
			.pairing = tourney()->open_first,
			.score = { 3, 1 },
			.text = "agreed" };

		if (a.pairing != TOURNEY_NO_PAIRING) {
			act_and_check(&a);
		} else if (tourney_settled_ms(tourney()) == 0) {
			wait_with_full_disk(1000);
		} else if (!reopened) {
			reopened = true;
			ACT_AND_CHECK(.kind = TACT_reopen, .pairing = tourney()->pairings_n - 1,
			    .text = "a mistake");
			ACT_AND_CHECK(.kind = TACT_withdraw,
			    .entry =
				tourney()->pairings[a.pairing = tourney()->open_first].side[0]);
			ACT_AND_CHECK(.kind = TACT_restore,
			    .entry = tourney()->pairings[a.pairing].side[0]);
		} else {
			ACT_AND_CHECK(.kind = TACT_confirm);
		}
		fixture_discard(k.h);
	}
	is_what_is_stored();
	assert_int_equal(tourney()->phase, TOURNEY_FINISHED);
	restart_server();
	is_what_is_stored();
}

TEST(acts_of_the_server_wait_for_disk_space)
{
	club_open(4);
	cup_open("Cup", "format single");
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "clock off"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	fixture_drop(k.h, k.c[3], NET_CLOSE_PEER);
	seat_all();
	assert_true(plays(1));
	/* pairing 0 is entry 0 against entry 3: one player is late, concedes penalty points,
	 * and loses the match */
	wait_with_full_disk(5 * MINUTE_MS + 1);
	wait_ms(6 * MINUTE_MS); /* the grace period after a full disk */
	wait_with_full_disk(5 * MINUTE_MS);
	wait_ms(20 * MINUTE_MS);
	assert_int_equal(tourney()->pairings[0].end, PAIRING_FORFEIT);
	is_what_is_stored();
	/* a result that cannot be stored does not count */
	fixture_discard(k.h);
	fixture_type(k.h, k.c[1], "resign g");
	fulldisk_fill(&k.disk);
	fixture_type(k.h, k.c[2], "accept");
	is_what_is_stored();
	assert_true(plays(1));
	fulldisk_clear_and_resume(&k.disk);
	/* a disconnection on a full disk is recorded once there is space */
	fulldisk_fill(&k.disk);
	fixture_drop(k.h, k.c[2], NET_CLOSE_PEER);
	assert_false(plays(1));
	assert_true(tourney()->bouts[1].interrupted);
	fulldisk_clear_and_resume(&k.disk);
	come(2);
	run_until_quiet();
	assert_true(plays(1));
	is_what_is_stored();
	ACT_AND_CHECK(.kind = TACT_cancel, .text = "rain");
	run_until_quiet();
	assert_int_equal(tourney()->phase, TOURNEY_CANCELLED);
	is_what_is_stored();
}

TEST(added_time_is_stored)
{
	club_open(2);
	cup_open("Cup", NULL);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	ACT_AND_CHECK(.kind = TACT_addtime, .pairing = 0, .side = 1, .value = MINUTE_MS,
	    .text = "noise");
}

/* ---- bound players, and other matches ---- */

static bool
is_bound(unsigned i)
{
	uint32_t p;

	return tourneys_match_of_user(fixture_world(k.h), player_session(i), &p) != NULL;
}

TEST(players_of_a_due_match_are_bound)
{
	club_open(5);
	k.n = 4;
	cup_open("Cup", NULL);
	assert_false(is_bound(0));
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	assert_true(is_bound(0) && is_bound(3));
	assert_false(is_bound(4));
	assert_int_equal(ACT(.kind = TACT_pause, .text = ""), TOURNEY_OK);
	assert_false(is_bound(0));
	assert_int_equal(ACT(.kind = TACT_resume), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_hold, .pairing = 0, .text = ""), TOURNEY_OK);
	assert_false(is_bound(0) || is_bound(3));
	assert_true(is_bound(1));
	assert_int_equal(ACT(.kind = TACT_withdraw, .entry = 1), TOURNEY_OK);
	assert_false(is_bound(1) || is_bound(2)); /* 1 and 2 wait for the final */
	assert_int_equal(ACT(.kind = TACT_cancel, .text = ""), TOURNEY_OK);
	assert_false(is_bound(0));
}

TEST(a_friendly_match_is_kept_for_later)
{
	const struct match_clock *c;
	struct match_record saved;
	int64_t user[2], row;

	club_open(2);
	for (unsigned i = 0; i < 2; i++) {
		fixture_type(k.h, k.c[i], "toggle ready");
		user[i] = player_session(i)->player->user;
	}
	fixture_type(k.h, k.c[0], "invite pab 7 clock standard");
	fixture_type(k.h, k.c[1], "join paa");
	assert_true(store_match_find_unfinished(fixture_store(k.h), user[0], user[1], &saved));
	row = saved.id;
	cup_start("Cup", NULL);
	seat_all();
	assert_true(plays(0));
	assert_int_equal(tourney_match(fixture_world(k.h), tourney(), 0)->tournament, k.id);
	/* the pair still has its own saved match besides the tournament's */
	assert_true(store_match_find_unfinished(fixture_store(k.h), user[0], user[1], &saved));
	assert_int_equal(saved.id, row);
	assert_int_equal(set_winner(0, 0), TOURNEY_OK);
	confirm();
	fixture_discard(k.h);
	fixture_type(k.h, k.c[0], "invite pab");
	fixture_type(k.h, k.c[1], "join paa");
	assert_int_not_equal(player_session(0)->match, 0);
	assert_int_equal(match_get(fixture_world(k.h), player_session(0)->match)->row, row);
	/* only the three minutes of notice are used, minus the free time of a turn */
	c = &match_get(fixture_world(k.h), player_session(0)->match)->state.clock;
	assert_int_equal(c->reserve_ms[0] + c->reserve_ms[1], 2 * 840000 - 168000);
}

/* With two tournaments, no player has to leave a match of either tournament for an interrupted
 * match of the other. */
TEST(a_match_of_another_tournament_is_not_left)
{
	int64_t first;

	club_open(2);
	cup_start("First", "format single");
	first = k.id;
	seat_all();
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	run_until_quiet();
	assert_false(plays(0));
	/* meanwhile both play in another tournament with a third player */
	(void)fixture_user(k.h, "pac", 1500, 0);
	k.c[2] = fixture_telnet(k.h, "pac");
	k.id = fixture_tourney_create(k.h, k.dir, "Second", NULL);
	assert_int_equal(ACT(.kind = TACT_open), TOURNEY_OK);
	assert_int_equal(fixture_tourney_enter(k.h, k.id, k.dir, "paa"), TOURNEY_OK);
	assert_int_equal(fixture_tourney_enter(k.h, k.id, k.dir, "pac"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_checkin, .entry = 0), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_checkin, .entry = 1), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	assert_true(plays(0));
	come(1);
	wait_ms(MINUTE_MS);
	assert_true(plays(0));
	assert_int_equal(set_winner(0, 0), TOURNEY_OK);
	wait_ms(MINUTE_MS);
	k.id = first; /* now the first match resumes */
	assert_true(plays(0));
	is_what_is_stored();
}

/* ---- watchers and messages ---- */

static const struct session *
watched_match(unsigned conn)
{
	return session_watched(fixture_world(k.h), fixture_session(k.h, conn));
}

TEST(a_follower_watches_one_match_after_another)
{
	unsigned fan;

	club_open(4);
	fan = fixture_telnet(k.h, "fan");
	cup_start("Cup", "format single");
	fixture_tourney_follow(k.h, fan, k.id);
	assert_null(watched_match(fan));
	seat_all();
	assert_ptr_equal(watched_match(fan), player_session(1)); /* the last pairing: 1 and 2 */
	fixture_discard(k.h);
	assert_int_equal(set_winner(1, 0), TOURNEY_OK);
	run_until_quiet();
	assert_true(heard(fan, "sets the result of pab and pac to 3-0: agreed"));
	assert_ptr_equal(watched_match(fan), player_session(0));
	assert_int_equal(set_winner(0, 0), TOURNEY_OK);
	seat_all();
	assert_non_null(watched_match(fan)); /* the final */
	fixture_tourney_follow(k.h, fan, 0);
	fixture_type(k.h, fan, "unwatch");
	fixture_discard(k.h);
	assert_int_equal(set_winner(2, 0), TOURNEY_OK);
	run_until_quiet();
	assert_false(heard(fan, "sets the result"));
}

struct messages {
	unsigned n;
	char last[256];
};

static void
take_text(void *ctx, const char *sender, int64_t at_s, const char *text)
{
	struct messages *t = ctx;

	assert_string_equal(sender, "dir");
	t->n++;
	(void)snprintf(t->last, sizeof(t->last), "%s", text);
}

TEST(an_absent_player_gets_a_message)
{
	struct messages texts = { .n = 0 };
	int64_t user;

	club_open(2);
	cup_open("Cup", "format single");
	user = player_session(1)->player->user;
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	run_until_quiet();
	store_messages_each(fixture_store(k.h), user, take_text, &texts);
	assert_int_equal(texts.n, 1);
	assert_non_null(strstr(texts.last, "paa"));
	wait_ms(40 * MINUTE_MS);
	assert_int_equal(tourney()->phase, TOURNEY_FINISHED);
	store_messages_each(fixture_store(k.h), user, take_text, &texts);
	assert_int_equal(texts.n, 3);
	assert_non_null(strstr(texts.last, "was lost, because you were not here"));
}

/* ---- afterwards ---- */

TEST(a_finished_tournament_is_read_from_the_store)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	int64_t winner;

	club_open(4);
	winner = player_session(0)->player->user;
	for (unsigned i = 0; i < ARRAY_LEN(names); i++) {
		cup_start(names[i], "format single");
		finish();
	}
	assert_null(tourney_next(fixture_world(k.h), NULL));
	/* no match was played: the results were set by hand */
	assert_int_equal(store_tourney_titles(fixture_store(k.h), winner), 0);
	for (unsigned round = 0; round < 2; round++) {
		for (k.id = 1; k.id <= (int64_t)ARRAY_LEN(names); k.id++) {
			is_what_is_stored();
			assert_int_equal(
			    ACT(.kind = TACT_announce, .text = "x"), TOURNEY_IS_OVER);
		}
		restart_server();
		k.dir = fixture_telnet(k.h, "dir");
	}
	assert_null(tourney_get(fixture_world(k.h), 99));
}

/* Adds acts of the server, too many to be read in one turn. */
static void
fill_with_acts(void)
{
	struct tourney_act a = { .kind = TACT_announce, .text = "x" };

	for (unsigned n = 0; n < 4500; n++)
		assert_int_equal(
		    fixture_tourney_act(k.h, k.id, FIXTURE_TOURNEY_SERVER, &a), TOURNEY_OK);
}

/* The tournament has more acts than one turn reads: the user who asks for it waits, and so do
 * that user's later commands. */
TEST(a_long_tournament_is_read_in_slices)
{
	static const char *const LINES[] = { "tournament results 1", "tournament pairings 1",
		"tournament announce 1 no more", "tournament results 2" };
	char text[ARRAY_LEN(LINES)][4096];
	struct sbuf b;

	club_open(2);
	for (unsigned i = 0; i < 2; i++) {
		cup_start(i == 0 ? "First" : "Second", "format single");
		fill_with_acts();
		finish();
	}
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) { /* the tournaments are in memory */
		fixture_discard(k.h);
		fixture_type(k.h, k.dir, LINES[i]);
		SBUF_INIT(&b, text[i]);
		sbuf_add(&b, fixture_read(k.h, k.dir));
		assert_true(sbuf_ok(&b) && b.len > 0);
	}
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		unsigned turns = 0;

		restart_server();
		k.dir = fixture_telnet(k.h, "dir");
		come(0);
		fixture_discard(k.h);
		fixture_queue(k.h, k.c[0], "tournament results 1"); /* starts reading */
		fixture_queue(k.h, k.dir, LINES[i]);
		fixture_queue(k.h, k.dir, "pip");
		fixture_turn(k.h);
		assert_string_equal(fixture_read(k.h, k.dir), "");
		assert_non_null(fixture_session(k.h, k.dir)->screen.long_answers);
		while (fixture_session(k.h, k.dir)->screen.long_answers != NULL && turns++ < 10)
			fixture_turn(k.h);
		assert_string_equal(fixture_read(k.h, k.dir), text[i]);
		fixture_settle(k.h);
		assert_true(heard(k.dir, "** You're not playing"));
		assert_true(heard(k.c[0], text[0]));
		fixture_type(k.h, k.dir, LINES[i]); /* now without delay */
		assert_string_equal(fixture_read(k.h, k.dir), text[i]);
	}
}

/* A user who asks and disconnects leaves nothing behind; an unreadable tournament does not
 * exist. */
TEST(a_user_may_leave_while_a_tournament_is_being_read)
{
	club_open(2);
	cup_start("First", "format single");
	fill_with_acts();
	finish();
	restart_server();
	k.dir = fixture_telnet(k.h, "dir");
	come(0);
	fixture_queue(k.h, k.dir, "tournament results 1");
	fixture_turn(k.h);
	fixture_drop(k.h, k.dir, NET_CLOSE_PEER);
	fixture_discard(k.h);
	fixture_type(k.h, k.c[0], "tournament results 99");
	assert_true(heard(k.c[0], "** There is no tournament 99."));
	fixture_type(k.h, k.c[0], "tournament results 1");
	assert_true(heard(k.c[0], "pa"));
	k.id = 1;
	is_what_is_stored();
	fixture_restart(k.h); /* while the tournament is half read */
	k.dir = fixture_telnet(k.h, "dir");
	fixture_queue(k.h, k.dir, "tournament results 1");
	fixture_turn(k.h);
}

/* ---- restarts ---- */

static void
stop_for_hours(struct world *w, void *ctx)
{
	tourneys_begin_turn(w, 3 * 3600 * 1000);
}

/* Tournament time follows the wall clock, as across a restart, but lateness before the
 * suspension is kept. */
TEST(a_suspension_of_the_server_adds_no_lateness)
{
	int64_t before;

	club_open(2);
	cup_start("Cup", "format single");
	fixture_drop(k.h, k.c[0], NET_CLOSE_PEER);
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	wait_ms(7 * MINUTE_MS);
	before = tourney_now_ms(fixture_world(k.h));
	fixture_run_in_turn(k.h, stop_for_hours, NULL);
	assert_int_equal(tourney_now_ms(fixture_world(k.h)) - before, 3 * 3600 * 1000);
	is_what_is_stored();
	come(0);
	wait_ms(MINUTE_MS / 2);
	assert_int_equal(tourney()->bouts[0].times_late[1], 0);
	wait_ms(MINUTE_MS);
	assert_int_equal(tourney()->bouts[0].times_late[1], 1);
	come(1);
	run_until_quiet();
	assert_true(plays(0));
	/* an interrupted match is not lost by the suspension either */
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	fixture_run_in_turn(k.h, stop_for_hours, NULL);
	run_until_quiet();
	assert_int_equal(tourney()->pairings[0].end, PAIRING_OPEN);
	is_what_is_stored();
	wait_ms(40 * MINUTE_MS);
	assert_int_equal(tourney()->pairings[0].winner, 0);
}

TEST(a_network_outage_costs_no_time)
{
	const unsigned cut = 5; /* out of nine online, including the director */
	unsigned lost = 0;

	club_open(8);
	assert_true(networks_parse(&fixture_world(k.h)->config.shared_networks, "127.0.0.1"));
	cup_start("Router Cup", "clock normal");
	seat_all();
	for (unsigned i = 0; i < cut; i++)
		fixture_drop(k.h, k.c[i], NET_CLOSE_PEER);
	/* ten minutes, then one minute of allowance and three of reserve */
	wait_ms(13 * MINUTE_MS);
	for (uint32_t p = 0; p < 4; p++)
		assert_int_equal(tourney()->pairings[p].end, PAIRING_OPEN);
	wait_ms(MINUTE_MS);
	for (uint32_t p = 0; p < 4; p++)
		lost += tourney()->pairings[p].end != PAIRING_OPEN;
	assert_int_equal(lost, 4);
}

TEST(a_restart_adds_no_lateness)
{
	club_open(2);
	cup_start("Cup", "format single");
	fixture_restart(k.h);
	fixture_advance(k.h, 3 * 3600 * 1000); /* the server was down for three hours */
	is_what_is_stored();
	come(0);
	wait_ms(7 * MINUTE_MS);
	assert_int_equal(tourney()->bouts[0].times_late[1], 0);
	come(1);
	run_until_quiet();
	assert_true(plays(0));
	/* the match is not lost, whenever the players return */
	restart_server();
	come(0);
	wait_ms(10 * MINUTE_MS);
	assert_int_equal(tourney()->pairings[0].end, PAIRING_OPEN);
	come(1);
	run_until_quiet();
	assert_true(plays(0));
	is_what_is_stored();
	/* a player who never returns loses the match eventually */
	restart_server();
	come(1);
	wait_ms(40 * MINUTE_MS);
	assert_int_equal(tourney()->pairings[0].end, PAIRING_PLAYED);
	assert_int_equal(tourney()->pairings[0].winner, 1);
	is_what_is_stored();
}

TEST(a_restart_does_not_cancel_a_tournament_waiting_for_players)
{
	char starts[48];

	club_open(2);
	k.id = fixture_tourney_create(k.h, k.dir, "Cup", NULL);
	(void)snprintf(starts, sizeof(starts), "starts %" PRId64,
	    tourney_now_ms(fixture_world(k.h)) / 1000 + 60);
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, starts), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_open), TOURNEY_OK);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(
		    fixture_tourney_enter(k.h, k.id, k.dir, name_of(i)), TOURNEY_OK);
		fixture_drop(k.h, k.c[i], NET_CLOSE_PEER);
	}
	wait_ms(2 * MINUTE_MS);
	assert_true(tourney()->player_lack.since_ms != 0);
	fixture_restart(k.h);
	fixture_advance(k.h, 3 * 3600 * 1000); /* the server was down for three hours */
	run_until_quiet();
	wait_ms(8 * MINUTE_MS);
	assert_int_equal(tourney()->phase, TOURNEY_OPEN);
	assert_true(tourney()->player_lack.asked_ms == 0);
	is_what_is_stored();
}

TEST(a_cancellation_before_the_start_does_not_count_downtime)
{
	club_open(2);
	cup_open("Cup", "format single");
	assert_int_equal(ACT(.kind = TACT_calloff, .text = "why"), TOURNEY_OK);
	wait_ms(2 * MINUTE_MS);
	fixture_restart(k.h);
	fixture_advance(k.h, 3 * 3600 * 1000); /* the server was down for three hours */
	run_until_quiet();
	k.dir = fixture_telnet(k.h, "dir");
	wait_ms(7 * MINUTE_MS);
	assert_int_equal(tourney()->phase, TOURNEY_OPEN);
	assert_int_equal(ACT(.kind = TACT_recall), TOURNEY_OK);
	is_what_is_stored();
}

static enum tourney_err
enter_late(unsigned i)
{
	return fixture_tourney_enter(k.h, k.id, k.c[i], name_of(i));
}

TEST(a_late_entrant_of_a_swiss_plays_the_player_with_the_bye)
{
	club_open(5);
	cup_open("Cup", "format swiss");
	for (unsigned i = 5; i < 7; i++) {
		(void)fixture_user(k.h, name_of(i), 1500, 100);
		come(i);
	}
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	wait_ms(1000);
	assert_int_equal(tourney()->open_n, 2);
	fixture_discard(k.h);
	assert_int_equal(enter_late(5), TOURNEY_OK);
	run_until_quiet();
	assert_int_equal(tourney()->open_n, 3);
	assert_true(heard(k.c[4], "Cup, round 1: you play paf"));
	assert_true(heard(k.c[5], "Cup, round 1: you play pae"));
	assert_int_equal(enter_late(6), TOURNEY_OK);
	assert_int_equal(tourney()->open_n, 3);
	is_what_is_stored();
	/* an entrant who is absent or has waited too long keeps the bye */
	for (unsigned away = 0; away < 2; away++) {
		fixture_discard(k.h);
		assert_int_equal(ACT(.kind = TACT_cancel, .text = "why"), TOURNEY_OK);
		run_until_quiet();
		k.n = 5;
		cup_open(away ? "Away" : "Later", "format swiss");
		assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
		wait_ms(away ? 1000 : 6 * MINUTE_MS);
		if (away)
			fixture_drop(k.h, k.c[4], NET_CLOSE_PEER);
		assert_int_equal(enter_late(5), TOURNEY_OK);
		assert_int_equal(tourney()->open_n, 2);
	}
}

/* Notifies interactive directors once each time play stops. */
TEST(directors_are_notified_of_an_idle_match_without_a_clock)
{
	club_open(2);
	cup_open("Cup", "format single");
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "clock off"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	fixture_both_move(k.h, k.c[0], k.c[1]);
	fixture_discard(k.h);
	wait_ms(29 * MINUTE_MS);
	k.dir = fixture_telnet(k.h, "dir");
	assert_string_equal(
	    strstr(fixture_read(k.h, k.dir), "nobody has moved") ? "told" : "", "");
	fixture_discard(k.h);
	wait_ms(2 * MINUTE_MS);
	assert_true(heard(k.dir, "** Cup, final: nobody has moved in the match of paa and "));
	fixture_discard(k.h);
	wait_ms(5 * MINUTE_MS);
	assert_false(heard(k.dir, "nobody has moved"));
	is_what_is_stored();
}

/* A hold does not end the monitoring of a match. */
TEST(directors_are_notified_of_an_idle_match_that_was_held)
{
	club_open(2);
	cup_open("Cup", "format single");
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "clock off"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	fixture_both_move(k.h, k.c[0], k.c[1]);
	assert_int_equal(ACT(.kind = TACT_hold, .pairing = 0, .text = "ill"), TOURNEY_OK);
	wait_ms(3 * MINUTE_MS);
	assert_int_equal(ACT(.kind = TACT_release, .pairing = 0), TOURNEY_OK);
	wait_ms(40 * MINUTE_MS);
	k.dir = fixture_telnet(k.h, "dir");
	fixture_discard(k.h);
	wait_ms(2 * MINUTE_MS);
	assert_true(tourney()->bouts[0].idle_reported_ms != 0);
}

/* ---- corrections ---- */

static bool
count_forfeit(void *ctx, const struct tourney_act_record *r)
{
	*(unsigned *)ctx += strcmp(r->kind, "forfeit") == 0;
	return true;
}

TEST(an_unstarted_final_ends_when_a_semi_final_is_corrected)
{
	struct tourney_act a = {
		.kind = TACT_correct, .pairing = 0, .side = 1, .score = { 0, 3 }, .text = "typo"
	};
	struct match_record r;
	unsigned forfeits = 0;
	int64_t row;

	club_open(4);
	cup_start("Cup", NULL);
	seat_all();
	assert_int_equal(set_winner(0, 0), TOURNEY_OK);
	assert_int_equal(set_winner(1, 0), TOURNEY_OK);
	seat_all();
	assert_true(plays(2));
	row = tourney()->bouts[2].match;
	assert_int_equal(act(&a), TOURNEY_OK);
	assert_int_equal(tourney()->pairings[2].end, PAIRING_OPEN);
	assert_true(store_match_by_id(fixture_store(k.h), row, &r));
	assert_true(r.ended_ms != 0);
	seat_all();
	assert_true(plays(2));
	assert_true(tourney()->bouts[2].match != row);
	assert_int_equal(set_winner(2, 0), TOURNEY_OK);
	confirm();
	is_what_is_stored();
	store_tourney_acts_each(fixture_store(k.h), k.id, 0, count_forfeit, &forfeits);
	assert_int_equal(forfeits, 0);
}

/* ---- notices of missed events ---- */

static const char *
missed_by(unsigned i)
{
	k.c[i] = fixture_connect(k.h, "127.0.0.1");
	fixture_discard(k.h);
	fixture_typef(k.h, k.c[i], "connect %s " FIXTURE_PASSWORD, name_of(i));
	run_until_quiet();
	return fixture_read(k.h, k.c[i]);
}

TEST(an_absent_player_is_shown_what_happened)
{
	struct tourney_act a = { .kind = TACT_correct, .score = { 3, 0 }, .text = "typo" };
	const char *text;

	club_open(4);
	cup_start("Cup", "clock normal");
	seat_all();
	fixture_drop(k.h, k.c[0], NET_CLOSE_PEER);
	fixture_advance(k.h, 1000);
	assert_int_equal(
	    ACT(.kind = TACT_addtime, .value = MINUTE_MS, .text = "a bug"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_forfeit, .text = "is gone"), TOURNEY_OK);
	assert_int_equal(act(&a), TOURNEY_OK);
	text = missed_by(0);
	assert_non_null(strstr(text, "a bug"));
	assert_non_null(strstr(text, "is gone"));
	assert_non_null(strstr(text, "typo"));
}

TEST(a_player_who_never_came_is_shown_no_empty_list)
{
	club_open(4);
	cup_start("Cup", NULL);
	fixture_drop(k.h, k.c[0], NET_CLOSE_PEER);
	fixture_drop(k.h, k.c[3], NET_CLOSE_PEER);
	wait_ms(40 * MINUTE_MS);
	assert_int_equal(tourney()->pairings[0].winner, PAIRING_NOBODY);
	assert_null(strstr(missed_by(0), "While you were away"));
}

/* ---- held matches ---- */

/* The result of a saved match is withdrawn; when the match is due to resume, there is no memory
 * for it. */
TEST(resuming_a_match_waits_for_memory)
{
	match_handle id[8192];
	unsigned n = 0;
	struct pool *pool;

	club_open(2);
	cup_open("Cup", "format single");
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "clock off"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	fixture_both_move(k.h, k.c[0], k.c[1]);
	assert_int_equal(set_winner(0, 0), TOURNEY_OK);
	fixture_type(k.h, k.c[0], "leave");
	assert_false(plays(0));
	assert_int_equal(ACT(.kind = TACT_reopen, .pairing = 0, .text = "why"), TOURNEY_OK);
	wait_ms(2 * MINUTE_MS);
	pool = &fixture_world(k.h)->matches->pool;
	while (n < ARRAY_LEN(id) && pool_new(pool, &id[n]) != NULL)
		n++;
	assert_true(n < ARRAY_LEN(id));
	wait_ms(2 * MINUTE_MS);
	assert_true(tourney()->bouts[0].match != 0);
	assert_false(plays(0));
	while (n > 0)
		pool_free(pool, id[--n]);
	wait_ms(MINUTE_MS);
	assert_true(plays(0));
	is_what_is_stored();
}

/* The match can no longer be read.  The hold still ends, and a new match starts. */
TEST(a_damaged_match_is_not_held_forever)
{
	struct match_record r;

	club_open(2);
	cup_open("Cup", "format single");
	assert_int_equal(fixture_tourney_set(k.h, k.id, k.dir, "clock off"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	fixture_both_move(k.h, k.c[0], k.c[1]);
	assert_int_equal(ACT(.kind = TACT_hold, .pairing = 0, .text = "why"), TOURNEY_OK);
	for (unsigned i = 0; i < 2; i++)
		fixture_drop(k.h, k.c[i], NET_CLOSE_PEER);
	run_until_quiet();
	assert_true(store_match_by_id(fixture_store(k.h), tourney()->bouts[0].match, &r));
	fixture_corrupt_match(k.h, r.id);
	wait_ms(16 * MINUTE_MS);
	assert_false(tourney()->bouts[0].held);
	come(0);
	come(1);
	wait_ms(4 * MINUTE_MS);
	assert_true(plays(0));
	assert_int_not_equal(tourney()->bouts[0].match, r.id);
	assert_true(fixture_warned(k.h, "match_corrupt"));
	assert_true(fixture_warned(k.h, "tourney_match_corrupt"));
	is_what_is_stored();
}

TEST(leaving_a_held_match_is_not_an_interruption)
{
	const struct match *m;

	club_open(2);
	cup_start("Cup", "clock normal");
	seat_all();
	assert_true(plays(0));
	assert_int_equal(ACT(.kind = TACT_hold, .pairing = 0, .text = "ill"), TOURNEY_OK);
	fixture_type(k.h, k.c[0], "leave");
	assert_false(plays(0));
	assert_int_equal(ACT(.kind = TACT_release, .pairing = 0), TOURNEY_OK);
	run_until_quiet();
	m = tourney_match(fixture_world(k.h), tourney(), 0);
	assert_non_null(m);
	assert_int_equal(m->state.clock.disconnects[0] + m->state.clock.disconnects[1], 0);
	/* a player who leaves the held match and then disconnects is absent */
	assert_int_equal(ACT(.kind = TACT_agree, .pairing = 0, .side = 0), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_agree, .pairing = 0, .side = 1), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_hold, .pairing = 0, .text = "again"), TOURNEY_OK);
	fixture_type(k.h, k.c[0], "leave");
	fixture_drop(k.h, k.c[0], NET_CLOSE_PEER);
	assert_int_equal(ACT(.kind = TACT_release, .pairing = 0), TOURNEY_OK);
	wait_ms(40 * MINUTE_MS);
	assert_true(tourney()->pairings[0].end != PAIRING_OPEN);
	assert_int_equal(tourney()->pairings[0].winner, tourney()->pairings[0].side[1] != 0);
}

/* ---- cancelling ---- */

TEST(a_cancelled_tournament_ends_its_matches_in_slices)
{
	unsigned live, turns = 0;

	club_open(60);
	cup_start("Cup", "format single");
	seat_all();
	live = matches_live_count(fixture_world(k.h));
	assert_int_equal(live, 28); /* 4 byes */
	assert_int_equal(ACT(.kind = TACT_cancel, .text = "rain"), TOURNEY_OK);
	while (matches_live_count(fixture_world(k.h)) > 0) {
		assert_true(live - matches_live_count(fixture_world(k.h)) <= 8);
		live = matches_live_count(fixture_world(k.h));
		if (++turns == 2) /* halfway through */
			restart_server();
		fixture_turn(k.h);
	}
	run_until_quiet();
	assert_null(tourney_next(fixture_world(k.h), NULL));
	is_what_is_stored(); /* also checks that there is no winner and no rating change */
	restart_server();
	assert_null(tourney_next(fixture_world(k.h), NULL));
	assert_int_equal(tourney()->phase, TOURNEY_CANCELLED);
	is_what_is_stored();
}

/* ---- erased, kicked and replaced users ---- */

static void
do_erase(struct world *w, void *ctx)
{
	struct user_record u;

	assert_true(store_user_by_name(w->store, ctx, &u));
	moderation_erase(w, &u);
}

static void
erase(unsigned i)
{
	char name[8];

	(void)snprintf(name, sizeof(name), "%s", name_of(i));
	fixture_run_in_turn(k.h, do_erase, name);
	run_until_quiet();
}

TEST(an_erased_user_withdraws)
{
	club_open(5);
	cup_open("Cup", "format single");
	erase(4);
	assert_true(tourney()->entries[4].withdrawn);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	erase(0); /* 0 plays against 3 */
	assert_true(tourney()->entries[0].withdrawn);
	assert_int_equal(tourney()->pairings[0].winner, 1);
	is_what_is_stored();
	/* a new user with that name is a different user */
	(void)fixture_user(k.h, name_of(0), 1500, 0);
	come(0);
	assert_null(tourney_session(fixture_world(k.h), tourney(), 0));
	assert_false(is_bound(0));
	erase(3); /* 3 waits for the final */
	assert_int_equal(set_winner(1, 0), TOURNEY_OK);
	confirm();
	assert_int_equal(tourney()->pairings[2].end, PAIRING_FORFEIT);
	is_what_is_stored();
}

TEST(a_kicked_or_banned_player_is_only_absent)
{
	club_open(2);
	fixture_set_role(k.h, "dir", "operator");
	cup_start("Cup", "format single");
	seat_all();
	fixture_type(k.h, k.dir, "kick pab because of noise");
	assert_false(plays(0));
	assert_true(tourney()->bouts[0].interrupted);
	come(1);
	run_until_quiet();
	assert_true(plays(0));
	fixture_type(k.h, k.dir, "ban pab 1d");
	wait_ms(40 * MINUTE_MS);
	assert_int_equal(tourney()->phase, TOURNEY_FINISHED);
	assert_int_equal(tourney()->pairings[0].winner, 0);
	is_what_is_stored();
}

TEST(a_replaced_player_is_no_longer_involved)
{
	struct tourney_act replace = { .kind = TACT_replace, .entry = 1, .text = "is ill" };

	club_open(3);
	k.n = 2;
	cup_open("Cup", "format single");
	fill_user("pac", &replace);
	assert_int_equal(act(&replace), TOURNEY_OK);
	assert_int_equal(
	    ACT(.kind = TACT_checkin, .entry = 1), TOURNEY_OK); /* the new entrant */
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	assert_true(is_bound(2));
	assert_false(is_bound(1));
	seat_all();
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	assert_true(plays(0));
	finish();
	come(1); /* the tournament is over, and nothing refers to the replaced player */
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	k.id = fixture_tourney_create(k.h, k.dir, "Next", NULL);
	assert_true(k.id > 0);
}

/* ---- results set by a director ---- */

#define SET_LINE                                                                               \
	"** Cup, round 1: the director sets the result of paa and pad to 3-2: the cable "      \
	"broke\r\n"

/* When the director decides a match, users who see it are first notified once, with score and
 * reason.  Then the match ends like any other, with that score. */
TEST(a_set_result_is_announced_and_ends_the_match_with_its_score)
{
	struct match_record r;
	const char *text, *end;
	unsigned vera;

	club_open(4);
	cup_start("Cup", "format single");
	vera = fixture_telnet(k.h, "vera"); /* only watches */
	seat_all();
	assert_true(plays(0));
	fixture_type(k.h, k.c[0], "toggle tournaments");
	fixture_type(k.h, vera, "watch pad");
	for (unsigned i = 0; i < 2; i++) {
		fixture_type(k.h, i == 0 ? vera : k.c[3], "set linelength 200");
		fixture_type(k.h, i == 0 ? vera : k.c[3], "toggle wrap");
	}
	fixture_type(k.h, k.c[0], "set linelength 200");
	fixture_type(k.h, k.c[0], "toggle wrap");
	fixture_discard(k.h);
	assert_int_equal(ACT(.kind = TACT_setresult, .pairing = 0, .score = { 3, 2 },
			     .text = "the cable broke"),
	    TOURNEY_OK);
	for (unsigned i = 0; i < 3; i++) {
		text = fixture_read(k.h, i == 0 ? k.c[0] : i == 1 ? k.c[3] : vera);
		assert_non_null(strstr(text, SET_LINE));
		end = strstr(text, i == 0 ? "You win the 3 point match 3-2 .\r\n"
					  : "paa wins the 3 point match 3-2 .\r\n");
		assert_non_null(end);
		assert_true(strstr(text, SET_LINE) < end);
		assert_null(strstr(strstr(text, SET_LINE) + 1, SET_LINE));
		assert_null(strstr(text, "forfeit"));
		assert_null(strstr(text, "0-0"));
	}
	assert_true(store_match_by_id(fixture_store(k.h), tourney()->bouts[0].match, &r));
	assert_string_equal(r.end_reason, "set");
	assert_int_equal(r.winner, 0);
	assert_int_equal(r.score[0], 3);
	assert_int_equal(r.score[1], 2);
	is_what_is_stored();
	restart_server();
	is_what_is_stored();
}

/* Like the previous test, but the match has been interrupted. */
TEST(a_result_can_be_set_for_an_interrupted_match)
{
	struct match_record r;

	club_open(4);
	cup_start("Cup", "format single");
	seat_all();
	fixture_drop(k.h, k.c[3], NET_CLOSE_PEER);
	run_until_quiet();
	assert_true(tourney()->bouts[0].interrupted);
	fixture_discard(k.h);
	assert_int_equal(ACT(.kind = TACT_setresult, .pairing = 0, .side = 1, .score = { 1, 3 },
			     .text = "agreed"),
	    TOURNEY_OK);
	assert_true(heard(k.c[0], "the director sets the result of paa and pad to 1-3"));
	assert_true(store_match_by_id(fixture_store(k.h), tourney()->bouts[0].match, &r));
	assert_string_equal(r.end_reason, "set");
	assert_int_equal(r.winner, 1);
	assert_int_equal(r.score[1], 3);
	is_what_is_stored();
}

/* ---- users expected to play ---- */

/* Advances half an hour at a time; the director stays active.  Other users are timed out after
 * an hour without input. */
static void
pass_hours(unsigned hours)
{
	for (unsigned i = 0; i < 2 * hours; i++) {
		wait_ms(30 * MINUTE_MS);
		fixture_type(k.h, k.dir, "time");
	}
	assert_true(domain_next_timer(fixture_world(k.h)) > 0);
}

static bool
is_here(const char *name)
{
	return session_by_name(fixture_world(k.h), name) != NULL;
}

TEST(players_still_needed_are_not_timed_out_but_others_are)
{
	club_open(4);
	cup_start("Cup", "format single");
	(void)fixture_telnet(k.h, "vera");
	assert_int_equal(ACT(.kind = TACT_pause, .text = "a storm"), TOURNEY_OK);
	assert_int_equal(set_winner(0, 0), TOURNEY_OK); /* 3 is out, 0 waits for 1 or 2 */
	pass_hours(5);
	assert_false(is_here("vera"));
	assert_false(is_here(name_of(3)));
	for (unsigned i = 0; i < 3; i++)
		assert_true(is_here(name_of(i)));
	/* their idle times are unchanged */
	assert_true(fixture_world(k.h)->mono_ms - player_session(0)->times.input_ms >=
		    5 * 60 * MINUTE_MS);
	assert_int_equal(set_winner(1, 0), TOURNEY_OK); /* now 2 is out */
	pass_hours(2);
	assert_false(is_here(name_of(2)));
	is_what_is_stored();
}

TEST(after_the_tournament_all_players_can_be_timed_out)
{
	club_open(64);
	cup_start("Cup", "format swiss");
	assert_int_equal(ACT(.kind = TACT_pause, .text = "a storm"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_withdraw, .entry = 5), TOURNEY_OK);
	pass_hours(3);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(is_here(name_of(i)), i != 5);
	assert_int_equal(ACT(.kind = TACT_cancel, .text = "the storm"), TOURNEY_OK);
	pass_hours(2);
	for (unsigned i = 0; i < 64; i++)
		assert_false(is_here(name_of(i)));
}

TEST(checked_in_players_are_not_timed_out_before_the_start)
{
	club_open(3);
	cup_open("Cup", "format single");
	(void)fixture_telnet(k.h, "vera");
	assert_int_equal(fixture_tourney_enter(k.h, k.id, k.dir, "vera"), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_withdraw, .entry = 1), TOURNEY_OK);
	pass_hours(3);
	assert_true(is_here(name_of(0)));
	assert_false(is_here(name_of(1)));
	assert_true(is_here(name_of(2)));
	assert_false(is_here("vera")); /* entered but not checked in */
}

/* Without a clock, the match would never end if the player were not timed out. */
TEST(an_idle_player_without_a_clock_is_timed_out)
{
	unsigned turn;

	club_open(2);
	k.id = fixture_tourney_create(k.h, k.dir, "Cup", NULL);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(
		    fixture_tourney_set(k.h, k.id, k.dir, i == 0 ? "clock off" : "checkin 0"),
		    TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_open), TOURNEY_OK);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(
		    fixture_tourney_enter(k.h, k.id, k.dir, name_of(i)), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_start), TOURNEY_OK);
	seat_all();
	assert_true(plays(0));
	turn = match_to_act(&tourney_match(fixture_world(k.h), tourney(), 0)->state) == SEAT_0
		   ? 0
		   : 1;
	wait_ms(61 * MINUTE_MS);
	assert_false(is_here(name_of(turn)));
	assert_true(is_here(name_of(1 - turn)));
	pass_hours(2); /* the waiting time ends, and the opponent has won */
	assert_int_equal(tourney()->phase, TOURNEY_FINISHED);
	assert_int_equal(tourney()->pairings[0].winner, 1 - turn);
}

/* ---- work per turn ---- */

TEST(work_per_turn_is_bounded)
{
	uint32_t acts;
	unsigned live = 0, turns = 0, began = 0;

	club_open(64);
	cup_start("Cup", "format single");
	fixture_advance(k.h, 3 * MINUTE_MS - 1);
	acts = tourney()->acts;
	fixture_advance(k.h, 1);
	for (;;) {
		unsigned now = matches_live_count(fixture_world(k.h));

		assert_true(now - live <= 8);
		assert_true(tourney()->acts - acts <= 64);
		began += now - live;
		live = now;
		acts = tourney()->acts;
		if (domain_next_timer(fixture_world(k.h)) != 0)
			break;
		fixture_turn(k.h);
		turns++;
	}
	assert_int_equal(began, 32);
	assert_true(turns >= 3);
	is_what_is_stored();
}
