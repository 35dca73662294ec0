/* SPDX-License-Identifier: MIT */
/* Tournament rules 18 to 42, one by one, as far as they are decided by the acts of a
 * tournament.  Expected values are worked out by hand.  Clocks (rules 12 to 17 and 20), what
 * watchers may say (rule 39) and notifications belong to the server and are tested there.
 * Leagues (rule 38) do not exist. */
#include "tests/support/tourneys.h"
#include "tests/unit/test.h"

#define MINUTE 60000
#define HOUR_MS (60 * MINUTE)
#define DAY (24 * (int64_t)HOUR_MS)
#define HEX "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static struct tourney_run run;
static bool clock_doubted, asks_attended, attended;

static bool
is_attended(void *ctx, const struct tourney *t)
{
	return attended;
}

/* ---- helpers ---- */

AFTER_EACH
{
	run_free(&run);
	memset(&run, 0, sizeof(run));
	asks_attended = false;
}

static enum tourney_err
act(enum tourney_act_kind kind, const char *text)
{
	struct tourney_act a = { .kind = kind, .actor = RUN_DIRECTOR, .text = text };

	return run_act(&run, &a);
}

static enum tourney_err
act_on_pairing(enum tourney_act_kind kind, uint32_t pairing, unsigned side, int64_t value)
{
	struct tourney_act a = { .kind = kind,
		.actor = RUN_DIRECTOR,
		.pairing = pairing,
		.side = (uint8_t)side,
		.value = value,
		.text = "why" };

	return run_act(&run, &a);
}

static enum tourney_err
act_entry(enum tourney_act_kind kind, unsigned entry)
{
	struct tourney_act a = { .kind = kind, .entry = (entry_no)entry };

	return run_act(&run, &a);
}

static enum tourney_err
act_user(enum tourney_act_kind kind, unsigned entry, int64_t user, double rating)
{
	struct tourney_act a = { .kind = kind,
		.entry = (entry_no)entry,
		.user = user,
		.rating = rating,
		.text = "" };

	snprintf(a.name, sizeof(a.name), "p%d", (int)user);
	return run_act(&run, &a);
}

/* Enters user u with rating 2000 - u, so that entry 0 is the strongest of those entering in
 * this order. */
static enum tourney_err
enter(int64_t user)
{
	return act_user(TACT_enter, 0, user, 2000.0 - (double)user);
}

static void
at(int64_t ms)
{
	run.now_ms = RUN_START_MS + ms;
}

/* Makes a tournament with n entries that has not started. settings: separated by ';'. */
static void
begin_registration(const char *settings, unsigned n)
{
	char text[200], *rest = text;

	run_free(&run);
	run_init(&run, 1, &RUN_CALM);
	run_set(&run, "checkin 0");
	CHECK(sbuf_copy(text, sizeof(text), settings));
	for (char *one; (one = strtok_r(rest, ";", &rest)) != NULL;)
		run_set(&run, one);
	assert_int_equal(act(TACT_open, ""), TOURNEY_OK);
	for (unsigned i = 0; i < n; i++)
		assert_int_equal(enter(i + 1), TOURNEY_OK);
}

/* Starts the tournament at minute 0, seeded by rating, with all players absent. */
static enum tourney_err
start(void)
{
	entry_no order[64];
	char text[400];
	unsigned n = tourney_starters(&run.t, order);
	struct sbuf b;

	SBUF_INIT(&b, text);
	for (unsigned i = 0; i < n; i++)
		sbuf_addf(&b, i == 0 ? "%u" : " %u", (unsigned)order[i]);
	return act(TACT_start, text);
}

static void
begin(const char *settings, unsigned n)
{
	begin_registration(settings, n);
	at(0);
	assert_int_equal(start(), TOURNEY_OK);
}

static void
set_presence(unsigned entry, bool is)
{
	tourney_set_presence(&run.t, (entry_no)entry, is, run.now_ms);
}

static void
set_all_present(void)
{
	for (unsigned e = 0; e < run.t.entries_n; e++)
		set_presence(e, true);
}

static enum tourney_player_state
everybody_is_free(void *ctx, const struct tourney *t, entry_no e)
{
	return PLAYER_FREE;
}

static enum tourney_due
due(struct tourney_act *a)
{
	const struct tourney_observer observer = { .player_state = everybody_is_free,
		.attended = asks_attended ? is_attended : NULL,
		.clock_doubted = clock_doubted };

	memset(a, 0, sizeof(*a));
	return tourney_due(&run.t, run.now_ms, &observer, a);
}

/* Checks that an act of this kind is due, and performs it. */
static void
assert_act_due(enum tourney_act_kind kind)
{
	struct tourney_act a;

	assert_int_equal(due(&a), DUE_ACT);
	assert_string_equal(tourney_act_name(a.kind), tourney_act_name(kind));
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
}

static void
assert_nothing_due(void)
{
	struct tourney_act a;

	assert_int_equal(due(&a), DUE_NOTHING);
}

/* Returns the open pairing of two entries. */
static uint32_t
open_pairing_of(unsigned a, unsigned b)
{
	uint32_t p = tourney_open_pairing(&run.t, (entry_no)a);

	if (p == TOURNEY_NO_PAIRING)
		fail_msg("%u has no pairing", a);
	if (run.t.pairings[p].side[0] != b && run.t.pairings[p].side[1] != b)
		fail_msg("%u does not meet %u", a, b);
	return p;
}

static void
seat(uint32_t p)
{
	assert_int_equal(act_on_pairing(TACT_seat, p, 0, ++run.matches), TOURNEY_OK);
}

/* Makes entry a beat entry b, who gets `lost` points. */
static void
win_by(unsigned a, unsigned b, unsigned lost)
{
	uint32_t p = open_pairing_of(a, b);
	struct tourney_act x = { .kind = TACT_result, .pairing = p };

	if (run.t.bouts[p].match == 0)
		seat(p);
	x.side = run.t.pairings[p].side[1] == a;
	x.score[x.side] = run.t.pairings[p].length;
	x.score[1 - x.side] = (uint16_t)lost;
	assert_int_equal(run_act(&run, &x), TOURNEY_OK);
}

static void
beats(unsigned a, unsigned b)
{
	win_by(a, b, 0);
}

/* Applies several results: in "0-1 2-3" the first of each pair wins. */
static void
play_pairs(const char *pairs)
{
	unsigned a, b;

	for (int used; sscanf(pairs, "%u-%u%n", &a, &b, &used) == 2; pairs += used)
		beats(a, b);
	assert_string_equal(pairs, "");
}

static void
pair_round(const char *pairs)
{
	struct tourney_act a = {
		.kind = TACT_round, .value = (int64_t)run.t.round + 1, .text = pairs
	};

	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
}

/* Pairs the next round and compares it with the text. */
static void
assert_pairs_due(const char *expected)
{
	struct swiss_player players[64];
	struct swiss_met met[1000], pairs[32];
	struct swiss_round in;
	struct swiss_result result = { .pairs = pairs };
	struct tourney_act a;
	void *scratch = run_alloc_scratch(&run.t);
	char text[400];
	struct sbuf b;

	assert_int_equal(due(&a), DUE_PAIR_ROUND);
	if (tourney_swiss_input(&run.t, scratch, players, met, &in, &result)) {
		void *space = malloc(swiss_scratch_size(&in));

		assert_non_null(space);
		swiss_pair(&in, space, &result);
		free(space);
	}
	free(scratch);
	SBUF_INIT(&b, text);
	tourney_pairs_text(&run.t, &result, &b);
	assert_string_equal(text, expected);
	pair_round(text);
}

/* Checks the places of entries 0, 1, ...: "1 2 3-4", "-" for none. */
static void
assert_places(const char *expected)
{
	struct bracket_place place[64];
	void *scratch = run_alloc_scratch(&run.t);
	char text[400];
	struct sbuf b;

	SBUF_INIT(&b, text);
	tourney_places(&run.t, scratch, place);
	for (unsigned e = 0; e < run.t.entries_n; e++) {
		sbuf_add(&b, e == 0 ? "" : " ");
		if (place[e].from == 0)
			sbuf_add(&b, "-");
		else if (place[e].from == place[e].to)
			sbuf_addf(&b, "%u", (unsigned)place[e].from);
		else
			sbuf_addf(&b, "%u-%u", (unsigned)place[e].from, (unsigned)place[e].to);
	}
	assert_string_equal(text, expected);
	free(scratch);
}

/* Checks a table written as "entry:points ...", best first. */
static void
assert_table(unsigned group, const char *expected)
{
	struct standing_row row[64];
	void *scratch = run_alloc_scratch(&run.t);
	unsigned n = tourney_table(&run.t, group, scratch, row);
	char text[400];
	struct sbuf b;

	SBUF_INIT(&b, text);
	for (unsigned i = 0; i < n; i++)
		sbuf_addf(&b, i == 0 ? "%u:%d" : " %u:%d", (unsigned)row[i].entry,
		    (int)row[i].points);
	assert_string_equal(text, expected);
	free(scratch);
}

static const struct tourney_bout *
bout_of(uint32_t p)
{
	return &run.t.bouts[p];
}

/* ---- absence, and a stopped server (rules 18 and 19) ---- */

TEST(rule_18_a_disconnected_player_loses_when_time_is_up)
{
	struct tourney_act a;
	int64_t lose[2];
	uint32_t p;

	begin("length 5", 2);
	set_all_present();
	at(3 * MINUTE);
	p = open_pairing_of(0, 1);
	assert_int_equal(due(&a), DUE_START_MATCH);
	seat(p);
	set_presence(1, false);
	lose[0] = INT64_MAX;
	lose[1] = run.now_ms + 5 * MINUTE;
	tourney_set_interrupted(&run.t, p, true, lose);
	assert_nothing_due();
	assert_int_equal(run.t.timing.next_scan_ms, lose[1]);
	at(8 * MINUTE - 1);
	assert_nothing_due();
	set_presence(1, true); /* returns in time */
	assert_int_equal(due(&a), DUE_RESUME_MATCH);
	set_presence(1, false);
	at(8 * MINUTE);
	assert_int_equal(due(&a), DUE_ABSENT_LOSES);
	assert_int_equal(a.pairing, p);
	assert_int_equal(a.side, run.t.pairings[p].side[1] == 1);
	/* while the pairing is marked as interrupted, its time does not run out */
	tourney_set_interrupted(&run.t, p, true, NULL);
	at(1000 * MINUTE);
	assert_nothing_due();
}

TEST(rule_19_downtime_does_not_count_as_lateness)
{
	begin("length 5", 2); /* due at minute 3 */
	at(120 * MINUTE);     /* the server was down all that time */
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	/* the three minutes' notice starts again; lateness counts from minute 125 */
	assert_int_equal(bout_of(open_pairing_of(0, 1))->due_ms, RUN_START_MS + 123 * MINUTE);
	at(130 * MINUTE - 1);
	assert_nothing_due();
	at(130 * MINUTE);
	assert_act_due(TACT_late);
	assert_act_due(TACT_late);
	assert_nothing_due();
	at(132 *
	    MINUTE); /* each has been late once; the server is down again until minute 300 */
	assert_int_equal(act(TACT_announce, "x"), TOURNEY_OK);
	at(300 * MINUTE);
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->due_ms, RUN_START_MS + 300 * MINUTE);
	at(310 * MINUTE - 1);
	assert_nothing_due();
	set_all_present(); /* both players have returned, so there is nothing to wait for */
	assert_int_equal(due(&(struct tourney_act){ 0 }), DUE_START_MATCH);
}

TEST(rule_19_a_deadline_during_downtime_is_extended)
{
	begin("schedule deadline;days 1", 2);
	at(2 * DAY);
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->due_ms, RUN_START_MS + 2 * DAY);
	at(2 * DAY + 20 * MINUTE - 1);
	assert_nothing_due();
	at(2 * DAY + 20 * MINUTE);
	assert_act_due(TACT_late);
}

TEST(rule_19_a_restart_during_a_pause_does_not_delay_twice)
{
	begin("length 5", 2);
	at(1 * MINUTE);
	assert_int_equal(act(TACT_pause, ""), TOURNEY_OK);
	at(31 * MINUTE);
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	at(61 * MINUTE);
	assert_int_equal(act(TACT_resume, ""), TOURNEY_OK);
	/* two of the three minutes before the match were left */
	assert_int_equal(bout_of(open_pairing_of(0, 1))->due_ms, RUN_START_MS + 63 * MINUTE);
}

/* After a suspension of the server all later times are shifted, but lateness does not start
 * again. */
TEST(rule_19_lateness_before_a_suspension_is_kept)
{
	uint32_t p;

	begin("length 5", 2); /* due at minute 3 */
	p = open_pairing_of(0, 1);
	set_presence(0, true);
	at(2 * MINUTE);
	assert_int_equal(act_on_pairing(TACT_stand, 0, 0, MINUTE), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 4 * MINUTE);
	for (unsigned n = 0; n < 4; n++) { /* suspended a second every minute, until minute 8 */
		at((5 + (int64_t)n) * MINUTE);
		assert_int_equal(act_on_pairing(TACT_stand, 0, 0, MINUTE / 60), TOURNEY_OK);
	}
	at(9 * MINUTE + 4 * MINUTE / 60 - 1);
	assert_nothing_due();
	at(9 * MINUTE + 4 * MINUTE / 60);
	assert_act_due(TACT_late);
	at(14 * MINUTE); /* the next lateness counts from the previous one */
	assert_int_equal(act_on_pairing(TACT_stand, 0, 0, MINUTE), TOURNEY_OK);
	at(15 * MINUTE + 4 * MINUTE / 60 - 1);
	assert_nothing_due();
	at(15 * MINUTE + 4 * MINUTE / 60);
	assert_act_due(TACT_late);
	assert_int_equal(bout_of(p)->times_late[1], 2);
}

TEST(rule_19_absence_before_a_suspension_is_kept)
{
	begin("length 5", 2);
	set_all_present();
	at(3 * MINUTE);
	tourney_put_off(&run.t, open_pairing_of(0, 1), run.now_ms + MINUTE);
	at(4 * MINUTE - 1);
	set_presence(1, false);
	at(8 * MINUTE);
	assert_int_equal(act_on_pairing(TACT_stand, 0, 0, 2 * MINUTE), TOURNEY_OK);
	at(11 * MINUTE - 2);
	assert_nothing_due();
	at(11 * MINUTE - 1);
	assert_act_due(TACT_late);
}

TEST(rule_19_a_deadline_is_not_moved_by_an_earlier_suspension)
{
	begin("schedule deadline;days 1", 2);
	(void)act_on_pairing(TACT_remind, 0, 0, 1);
	at(DAY - MINUTE);
	assert_int_equal(act_on_pairing(TACT_stand, 0, 0, MINUTE), TOURNEY_OK);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->due_ms, RUN_START_MS + DAY);
	at(DAY + 14 * MINUTE);
	assert_int_equal(act_on_pairing(TACT_stand, 0, 0, MINUTE), TOURNEY_OK);
	at(DAY + 16 * MINUTE - 1);
	assert_nothing_due();
	at(DAY + 16 * MINUTE);
	assert_act_due(TACT_late);
}

/* Acts of an earlier version that recorded `stand`: the recall moved the start by all the time
 * since the cancellation, and the players agreed on the latest start this allowed. */
TEST(rule_19_suspensions_recorded_by_earlier_versions_replay)
{
	static const struct {
		int64_t minute;
		const char *kind, *text;
	} OLD[] = {
		{ 1, "calloff", "text=why" },
		{ 6, "stand", "value=300000 " },
		{ 8, "recall", "" },
		{ 9, "appoint", "pairing=0 side=0 value=1700000780000 " },
		{ 10, "appoint", "pairing=0 side=1 value=1700000780000 " },
		{ 11, "restart", "" },
	};

	assert_int_equal(RUN_START_MS + 13 * MINUTE, INT64_C(1700000780000));
	begin("length 5", 2); /* due at minute 3 */
	for (unsigned i = 0; i < ARRAY_LEN(OLD); i++) {
		struct tourney_act a;

		at(OLD[i].minute * MINUTE);
		assert_true(tourney_act_read(OLD[i].kind, run.now_ms, 0, OLD[i].text, &a));
		assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	}
	assert_int_equal(bout_of(0)->due_ms, RUN_START_MS + 14 * MINUTE);
}

/* A withdrawal can be undone during ten minutes of server uptime. */
TEST(rule_19_a_restart_does_not_reopen_the_time_for_undoing)
{
	struct tourney_act out = { .kind = TACT_withdraw, .actor = RUN_DIRECTOR, .entry = 1 };
	struct tourney_act a;

	begin("format swiss", 4);
	assert_int_equal(run_act(&run, &out), TOURNEY_OK);
	at(5 * MINUTE);
	assert_int_equal(act_on_pairing(TACT_still, 0, 0, 4 * MINUTE), TOURNEY_OK);
	at(14 * MINUTE);
	assert_true(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	at(14 * MINUTE + 1);
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	at(60 * MINUTE); /* nothing has happened since */
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
}

/* ---- announcements, lateness, deadlines (rules 21 to 24) ---- */

TEST(rule_21_a_round_is_announced_three_minutes_before)
{
	struct tourney_act a;

	begin("format swiss", 2);
	set_all_present();
	at(10 * MINUTE);
	assert_pairs_due("0-1");
	assert_nothing_due();
	at(13 * MINUTE - 1);
	assert_nothing_due();
	assert_int_equal(run.t.timing.next_scan_ms, RUN_START_MS + 13 * MINUTE);
	at(13 * MINUTE);
	assert_int_equal(due(&a), DUE_START_MATCH); /* seated by the server */
	assert_int_equal(a.kind, TACT_seat);
	assert_int_equal(a.pairing, 0);
	begin("notice 20", 2);
	assert_int_equal(bout_of(0)->due_ms, RUN_START_MS + 20 * MINUTE);
}

TEST(rule_21_only_checked_in_entrants_start)
{
	begin_registration("checkin 30", 4);
	assert_int_equal(act_entry(TACT_checkin, 3), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_checkin, 3), TOURNEY_ALREADY_CHECKED_IN);
	assert_int_equal(start(), TOURNEY_TOO_FEW);
	assert_int_equal(act_entry(TACT_checkin, 1), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_checkin, 4), TOURNEY_NOT_ENTERED);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_checkin, 0), TOURNEY_HAS_STARTED);
	assert_int_equal(run.t.in, 2);
	assert_int_equal(run.t.entries[1].seed, 1);
	assert_int_equal(run.t.entries[3].seed, 2);
	(void)open_pairing_of(1, 3);
	assert_true(run.t.entries[0].withdrawn);
}

TEST(rule_21_check_in_begins_when_called)
{
	run_init(&run, 1, &RUN_CALM);
	run_set(&run, "starts 1700003600"); /* an hour after the clock starts */
	assert_int_equal(act(TACT_open, ""), TOURNEY_OK);
	assert_int_equal(enter(1), TOURNEY_OK);
	assert_int_equal(enter(2), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_checkin, 0), TOURNEY_TOO_EARLY);
	assert_nothing_due();
	at(30 * MINUTE);
	assert_act_due(TACT_call);
	assert_int_equal(act_entry(TACT_checkin, 0), TOURNEY_OK);
	assert_nothing_due();
	assert_int_equal(act_entry(TACT_checkin, 1), TOURNEY_OK);
	at(60 * MINUTE);
	assert_int_equal(due(&(struct tourney_act){ 0 }), DUE_START_TOURNEY);
}

TEST(rule_21_a_start_with_too_few_waits_then_asks_then_proceeds)
{
	struct tourney_act a;

	run_init(&run, 1, &RUN_CALM);
	run_set(&run, "starts 1700003600");
	assert_int_equal(act(TACT_open, ""), TOURNEY_OK);
	for (unsigned i = 1; i <= 3; i++)
		assert_int_equal(enter(i), TOURNEY_OK);
	at(30 * MINUTE);
	assert_act_due(TACT_call);
	assert_int_equal(act_entry(TACT_checkin, 0), TOURNEY_OK);
	at(60 * MINUTE);
	assert_act_due(TACT_lack);
	at(70 * MINUTE - 1);
	assert_nothing_due();
	at(70 * MINUTE);
	assert_act_due(TACT_ask);
	at(100 * MINUTE - 1);
	assert_nothing_due();
	at(100 * MINUTE);
	assert_int_equal(due(&a), DUE_START_TOURNEY);
	/* the director answers by setting another time */
	run_set(&run, "starts 1700007200");
	assert_nothing_due();
	at(120 * MINUTE);
	assert_act_due(TACT_lack);
	assert_int_equal(act(TACT_present, "1 2"), TOURNEY_OK);
	assert_int_equal(act(TACT_present, "1"), TOURNEY_BAD_ORDER);
	assert_nothing_due();
	at(130 * MINUTE);
	assert_int_equal(due(&a), DUE_START_TOURNEY);
}

TEST(rule_21_a_restart_restarts_the_waiting_times)
{
	struct tourney_act a;

	run_init(&run, 1, &RUN_CALM);
	run_set(&run, "starts 1700003600");
	assert_int_equal(act(TACT_open, ""), TOURNEY_OK);
	assert_int_equal(enter(1), TOURNEY_OK);
	assert_int_equal(enter(2), TOURNEY_OK);
	at(30 * MINUTE);
	assert_act_due(TACT_call);
	at(60 * MINUTE);
	assert_act_due(TACT_lack);
	at(200 * MINUTE); /* the server has been down since then */
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	at(210 * MINUTE - 1);
	assert_nothing_due();
	at(210 * MINUTE);
	assert_act_due(TACT_ask);
	at(500 * MINUTE);
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	at(530 * MINUTE - 1);
	assert_nothing_due();
	at(530 * MINUTE);
	assert_int_equal(due(&a), DUE_START_TOURNEY);
}

TEST(rule_21_a_suspension_does_not_shorten_waiting_for_players)
{
	struct tourney_act stand = { .kind = TACT_still, .value = 5 * MINUTE };

	run_init(&run, 1, &RUN_CALM);
	run_set(&run, "starts 1700003600");
	assert_int_equal(act(TACT_open, ""), TOURNEY_OK);
	assert_int_equal(enter(1), TOURNEY_OK);
	at(30 * MINUTE);
	assert_act_due(TACT_call);
	at(60 * MINUTE);
	assert_act_due(TACT_lack);
	at(66 * MINUTE);
	assert_int_equal(run_act(&run, &stand), TOURNEY_OK);
	at(75 * MINUTE - 1);
	assert_nothing_due();
	at(75 * MINUTE);
	assert_act_due(TACT_ask);
	assert_int_equal(act(TACT_calloff, "why"), TOURNEY_OK);
	at(81 * MINUTE);
	assert_int_equal(run_act(&run, &stand), TOURNEY_OK);
	at(90 * MINUTE - 1);
	assert_nothing_due();
	at(90 * MINUTE);
	assert_act_due(TACT_cancel);
}

TEST(rule_22_five_minutes_of_lateness_cost_a_point)
{
	uint32_t p;

	begin("length 5", 2); /* due at minute 3 */
	p = open_pairing_of(0, 1);
	set_presence(0, true);
	at(8 * MINUTE - 1);
	assert_nothing_due();
	for (unsigned n = 1; n <= 3; n++) {
		at((3 + 5 * (int64_t)n) * MINUTE);
		assert_act_due(TACT_late);
		assert_int_equal(bout_of(p)->times_late[1], n);
		assert_int_equal(bout_of(p)->penalty_points[0], n);
		assert_int_equal(bout_of(p)->penalty_points[1], 0);
		if (n < 3)
			assert_nothing_due();
	}
	assert_act_due(
	    TACT_forfeit); /* being late three times cost more than half of the five points */
	assert_int_equal(run.t.pairings[p].end, PAIRING_FORFEIT);
	assert_int_equal(run.t.pairings[p].side[run.t.pairings[p].winner], 0);
	assert_act_due(TACT_finish);
	assert_places("1 2");
}

TEST(rule_22_the_waiting_time_follows_from_the_length)
{
	static const struct {
		unsigned length, times;
	} rows[] = { { 1, 1 }, { 2, 2 }, { 3, 2 }, { 4, 3 }, { 7, 4 }, { 9, 5 }, { 99, 50 } };
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char text[16];

		(void)snprintf(text, sizeof(text), "length %u", rows[i].length);
		begin(text, 2);
		assert_int_equal(tourney_forfeit_minutes(&run.t, 0), rows[i].times * 5);
		assert_true(tourney_late_loses(&run.t, 0, rows[i].times));
		assert_false(tourney_late_loses(&run.t, 0, rows[i].times - 1));
	}
	begin("length 9;late wait", 2);
	assert_int_equal(tourney_forfeit_minutes(&run.t, 0), 15);
	assert_true(tourney_late_loses(&run.t, 0, 1));
}

TEST(rule_40_lateness_rules_are_those_announced_with_the_round)
{
	uint32_t first, other, final;

	begin("length 9", 4);
	first = open_pairing_of(0, 3);
	other = open_pairing_of(1, 2);
	assert_int_equal(tourney_forfeit_minutes(&run.t, first), 25);
	run_set(&run, "late wait");
	run_set(&run, "wait 60");
	assert_int_equal(tourney_forfeit_minutes(&run.t, first), 25);
	beats(0, 3);
	assert_int_equal(act_on_pairing(TACT_reopen, first, 0, 0), TOURNEY_OK);
	assert_int_equal(tourney_forfeit_minutes(&run.t, first), 25);
	assert_int_equal(tourney_forfeit_minutes(&run.t, other), 25);
	beats(0, 3);
	beats(1, 2);
	final = open_pairing_of(0, 1);
	assert_int_equal(tourney_forfeit_minutes(&run.t, final), 60);
	assert_true(run_replays(&run));
}

TEST(rule_40_lateness_is_the_same_for_all_matches_of_a_round)
{
	begin("length 9", 8);
	beats(0, 7);
	beats(3, 4); /* the first match of round 2 is announced */
	assert_int_equal(tourney_forfeit_minutes(&run.t, open_pairing_of(0, 3)), 25);
	run_set(&run, "grace 20");
	beats(1, 6);
	beats(2, 5);
	assert_int_equal(tourney_forfeit_minutes(&run.t, open_pairing_of(1, 2)), 25);
	beats(0, 3);
	beats(1, 2);
	assert_int_equal(tourney_forfeit_minutes(&run.t, open_pairing_of(0, 1)), 100);
}

TEST(rule_48_length_and_clock_change_for_unannounced_rounds)
{
	/* a knock-out of eight: the first match of round 2 is announced */
	begin("length 9;final 11;clock fast", 8);
	beats(0, 7);
	beats(3, 4);
	run_set(&run, "length 5");
	run_set(&run, "final 7");
	run_set(&run, "clock slow");
	run_set(&run, "overtime 2");
	assert_int_equal(run.t.pairings[open_pairing_of(1, 6)].length, 9);
	beats(1, 6);
	beats(2, 5);
	assert_int_equal(run.t.pairings[open_pairing_of(0, 3)].length, 9);
	assert_int_equal(run.t.pairings[open_pairing_of(1, 2)].length, 9);
	assert_int_equal(bout_of(open_pairing_of(1, 2))->terms.clock, 1);
	assert_int_equal(bout_of(open_pairing_of(1, 2))->terms.overtime, 0);
	beats(0, 3);
	beats(1, 2);
	assert_int_equal(run.t.pairings[open_pairing_of(0, 1)].length, 7);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->terms.clock, 5);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->terms.overtime, 2);
	/* round robin: all rounds are known at the start */
	begin("format robin;length 3", 4);
	assert_act_due(TACT_round);
	run_set(&run, "length 5");
	for (uint32_t p = 0; p < run.t.pairings_n; p++)
		assert_int_equal(
		    run.t.pairings[p].length, run.t.pairings[p].round == 1 ? 3 : 5);
	/* `side` sets the length of the losers' side and of the consolation */
	begin("format double;length 3;side 3", 4);
	run_set(&run, "side 1");
	for (uint32_t p = 0; p < run.t.pairings_n; p++)
		assert_int_equal(run.t.pairings[p].length,
		    run.t.pairings[p].section == SECTION_LOSERS ? 1 : 3);
}

/* A player who was present in time and then leaves is late from that moment. */
TEST(rule_22_a_player_who_leaves_is_late_from_that_moment)
{
	uint32_t p;

	begin("length 5", 2);
	p = open_pairing_of(0, 1);
	set_all_present();
	at(3 * MINUTE);
	tourney_put_off(&run.t, p, run.now_ms + MINUTE); /* the match cannot start yet */
	assert_nothing_due();
	at(4 * MINUTE - 1);
	set_presence(1, false);
	assert_nothing_due();
	at(9 * MINUTE - 2);
	assert_nothing_due();
	at(9 * MINUTE - 1);
	assert_act_due(TACT_late);
	assert_int_equal(bout_of(p)->penalty_points[0], 1);
}

TEST(rule_22_a_late_player_gives_points_and_plays)
{
	struct tourney_act a;

	begin("length 5", 2);
	set_presence(0, true);
	at(8 * MINUTE);
	assert_act_due(TACT_late);
	at(9 * MINUTE);
	set_presence(1, true);
	assert_int_equal(due(&a), DUE_START_MATCH);
	assert_int_equal(bout_of(a.pairing)->penalty_points[0], 1);
	begin("length 1", 2); /* a single point cannot be given away: the match is lost */
	set_presence(0, true);
	at(8 * MINUTE);
	assert_act_due(TACT_late);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->penalty_points[0], 0);
	assert_act_due(TACT_forfeit);
}

TEST(rule_23_if_both_are_absent_both_lose)
{
	uint32_t p;

	begin("length 1", 4); /* 0-3, 1-2 */
	set_presence(1, true);
	set_presence(2, true);
	p = open_pairing_of(0, 3);
	at(8 * MINUTE);
	assert_act_due(TACT_late);
	assert_act_due(TACT_late);
	assert_int_equal(bout_of(p)->penalty_points[0] + bout_of(p)->penalty_points[1], 0);
	assert_act_due(TACT_forfeit);
	assert_int_equal(run.t.pairings[p].end, PAIRING_DOUBLE_FORFEIT);
	assert_int_equal(run.t.entries[0].losses, 1);
	assert_int_equal(run.t.entries[3].losses, 1);
	beats(2, 1);
	assert_act_due(TACT_finish); /* the opponent would have been the winner of that pairing,
				 so there is a bye */
	assert_int_equal(run.t.entries[2].byes, 1);
	assert_places("2-4 2-4 1 2-4"); /* there was no other finalist */
}

TEST(rule_24_players_agree_on_a_time)
{
	uint32_t p;
	int64_t noon = RUN_START_MS + 2 * DAY;

	begin("schedule deadline;days 7", 2);
	p = open_pairing_of(0, 1);
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 7 * DAY);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 0, noon), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms,
	    RUN_START_MS + 7 * DAY); /* only one player has proposed this time */
	assert_int_equal(act_on_pairing(TACT_appoint, p, 1, noon + HOUR_MS), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 7 * DAY);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 1, noon), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms, noon);
	at(HOUR_MS);
	assert_int_equal(
	    act_on_pairing(TACT_appoint, p, 1, RUN_START_MS + HOUR_MS), TOURNEY_BAD_SETTING);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 1, RUN_START_MS + 7 * DAY + 1),
	    TOURNEY_BAD_SETTING);
	/* later again, up to the deadline but not beyond */
	assert_int_equal(
	    act_on_pairing(TACT_appoint, p, 1, RUN_START_MS + 7 * DAY), TOURNEY_OK);
	assert_int_equal(
	    bout_of(p)->due_ms, noon); /* one player alone cannot change the time */
	assert_int_equal(
	    act_on_pairing(TACT_appoint, p, 0, RUN_START_MS + 7 * DAY), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 7 * DAY);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 2, noon), TOURNEY_BAD_ACT);
}

TEST(rule_24_a_proposal_to_play_now_expires)
{
	uint32_t p;

	begin("schedule deadline;days 7", 2);
	p = open_pairing_of(0, 1);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 0, 1), TOURNEY_OK);
	at(6 * MINUTE);
	assert_int_equal(
	    act_on_pairing(TACT_appoint, p, 1, 1), TOURNEY_OK); /* the opponent may have left */
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 7 * DAY);
	at(10 * MINUTE);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 0, 1), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms, run.now_ms);
	at(12 * MINUTE); /* one player alone cannot start the match again */
	assert_int_equal(act_on_pairing(TACT_appoint, p, 1, 1), TOURNEY_OK);
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 10 * MINUTE);
}

TEST(rule_24_reminders_at_72_24_and_1_hours)
{
	static const int64_t hours[] = { 72, 24, 1 };
	uint32_t p;

	begin("schedule deadline;days 7", 2);
	p = open_pairing_of(0, 1);
	for (unsigned i = 0; i < 3; i++) {
		at(7 * DAY - hours[i] * HOUR_MS - 1);
		assert_nothing_due();
		at(7 * DAY - hours[i] * HOUR_MS);
		assert_act_due(TACT_remind);
		assert_int_equal(bout_of(p)->last_reminder_hours, hours[i]);
		assert_nothing_due();
	}
	/* a time in five hours: no reminders at 72 or 24 hours */
	begin("schedule deadline;days 7", 2);
	assert_int_equal(
	    act_on_pairing(TACT_appoint, 0, 0, RUN_START_MS + 5 * (int64_t)HOUR_MS),
	    TOURNEY_OK);
	assert_int_equal(
	    act_on_pairing(TACT_appoint, 0, 1, RUN_START_MS + 5 * (int64_t)HOUR_MS),
	    TOURNEY_OK);
	assert_nothing_due();
	at(4 * (int64_t)HOUR_MS);
	assert_act_due(TACT_remind);
	assert_int_equal(bout_of(0)->last_reminder_hours, 1);
	begin("schedule deadline;days 2", 2); /* 48 hours: no reminder at 72 */
	assert_nothing_due();
}

TEST(rule_24_at_the_deadline_the_player_present_wins)
{
	begin("schedule deadline;days 1;wait 15", 2);
	(void)act_on_pairing(TACT_remind, 0, 0, 1);
	at(DAY - 2 * HOUR_MS);
	set_presence(1, true);
	at(DAY + 15 * MINUTE - 1);
	assert_nothing_due();
	at(DAY + 15 * MINUTE);
	assert_act_due(TACT_late);
	assert_act_due(TACT_forfeit);
	assert_act_due(TACT_finish);
	assert_places("2 1");
	begin("schedule deadline;days 1", 2); /* neither is present: both are out */
	(void)act_on_pairing(TACT_remind, 0, 0, 1);
	at(DAY + 15 * MINUTE);
	assert_act_due(TACT_late);
	assert_act_due(TACT_late);
	assert_act_due(TACT_forfeit);
	assert_act_due(TACT_finish);
	assert_places("1-2 1-2");
	assert_int_equal(run.t.pairings[0].end, PAIRING_DOUBLE_FORFEIT);
}

TEST(rule_24_no_forfeit_at_a_deadline_while_the_clock_is_in_doubt)
{
	struct tourney_act a;

	begin("schedule deadline;days 1;wait 15", 2);
	(void)act_on_pairing(TACT_remind, 0, 0, 1);
	set_presence(1, true);
	clock_doubted = true;
	at(400 * (int64_t)DAY);
	assert_nothing_due();
	set_presence(0, true); /* both are present and can play */
	assert_int_equal(due(&a), DUE_START_MATCH);
	set_presence(0, false);
	at(400 * (int64_t)DAY + 15 * MINUTE);
	assert_nothing_due();
	clock_doubted = false;
	run.t.timing.next_scan_ms = INT64_MIN;
	assert_act_due(TACT_late);
	assert_act_due(TACT_forfeit);
}

/* ---- leaving and late entry (rules 25 and 26) ---- */

TEST(rule_25_the_opponent_of_a_withdrawn_player_advances)
{
	struct tourney_act own = { .kind = TACT_withdraw, .entry = 0 };

	begin("", 4);
	assert_int_equal(act_entry(TACT_withdraw, 3), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_withdraw, 3), TOURNEY_WITHDRAWN);
	beats(1, 2);
	seat(open_pairing_of(0, 1));
	own.actor = run.t.entries[0].user;
	assert_int_equal(
	    run_act(&run, &own), TOURNEY_MATCH_BEGUN); /* a player must resign a match that has
							  begun before withdrawing */
	beats(0, 1);
	assert_act_due(TACT_finish);
	assert_places("1 2 3-4 3-4");
	begin("", 4); /* the waiting player leaves: the opponent, once known, wins */
	beats(0, 3);
	assert_int_equal(act_entry(TACT_withdraw, 0), TOURNEY_OK);
	beats(2, 1);
	assert_act_due(TACT_finish);
	assert_places("2 3-4 1 3-4");
}

TEST(rule_40_a_removed_player_can_be_restored_to_a_started_match)
{
	uint32_t p;
	int64_t row;

	begin("", 2);
	p = open_pairing_of(0, 1);
	seat(p);
	row = run.t.bouts[p].match;
	assert_int_equal(act_entry(TACT_withdraw, 0), TOURNEY_OK);
	assert_int_equal(run.t.pairings[p].end, PAIRING_FORFEIT);
	assert_int_equal(run.t.pairings[p].winner, run.t.pairings[p].side[0] == 0);
	assert_int_equal(act_entry(TACT_restore, 0), TOURNEY_OK);
	assert_int_equal(run.t.pairings[p].end, PAIRING_OPEN);
	assert_int_equal(run.t.bouts[p].match, 0);
	assert_int_equal(run.t.bouts[p].earlier_match, row);
	seat(p);
	assert_int_equal(run.t.bouts[p].earlier_match, 0);
	assert_true(run_replays(&run));
}

TEST(rule_25_swiss_two_missed_rounds_withdraw_a_player)
{
	begin("format swiss;length 1;rounds 3", 4);
	assert_pairs_due("0-2 1-3");
	beats(0, 2);
	assert_int_equal(act_on_pairing(TACT_forfeit, open_pairing_of(1, 3), 1, 0), TOURNEY_OK);
	assert_int_equal(run.t.entries[3].missed_matches, 1);
	assert_false(run.t.entries[3].withdrawn);
	assert_pairs_due("0-1 2-3");
	beats(0, 1);
	assert_int_equal(act_on_pairing(TACT_forfeit, open_pairing_of(2, 3), 1, 0), TOURNEY_OK);
	assert_true(run.t.entries[3].withdrawn);
	assert_int_equal(run.t.in, 3);
	assert_pairs_due("1-2 bye=0"); /* 0 has met both and gets the bye */
	beats(1, 2);
	assert_act_due(TACT_finish);
	assert_table(0, "0:3 1:2 2:1 3:0");
}

TEST(rule_25_swiss_withdrawn_players_are_not_paired)
{
	struct tourney_act a = { .kind = TACT_round, .value = 2, .text = "0-1 2-3" };

	begin("format swiss;rounds 2", 4);
	assert_pairs_due("0-2 1-3");
	beats(0, 2);
	assert_int_equal(act_entry(TACT_withdraw, 3), TOURNEY_OK);
	assert_int_equal(run_act(&run, &a), TOURNEY_BAD_ORDER);
	assert_pairs_due("0-1 bye=2");
	assert_int_equal(run.t.entries[1].points, 1);
}

TEST(rule_25_robin_results_of_less_than_half_are_cancelled)
{
	begin("format robin", 4); /* Berger tables: 0-3 1-2, 3-2 0-1, 1-3 2-0 */
	assert_act_due(TACT_round);
	play_pairs("3-0 1-2");
	assert_act_due(TACT_round);
	assert_int_equal(act_entry(TACT_withdraw, 3),
	    TOURNEY_OK); /* entry 3 has played one of three matches */
	assert_true(run.t.entries[3].cancelled);
	beats(0, 1);
	assert_act_due(TACT_round);
	beats(2, 0);
	assert_act_due(TACT_finish);
	assert_table(0, "0:1 1:1 2:1"); /* the win over 0 does not count */
	assert_places("1-3 1-3 1-3 -");
}

TEST(rule_25_robin_remaining_matches_are_forfeited)
{
	begin("format robin", 4);
	assert_act_due(TACT_round);
	play_pairs("3-0 1-2");
	assert_act_due(TACT_round);
	beats(3, 2);
	assert_int_equal(act_entry(TACT_withdraw, 3), TOURNEY_OK); /* two of three played */
	assert_false(run.t.entries[3].cancelled);
	beats(0, 1);
	assert_act_due(TACT_round);
	beats(0, 2);
	assert_act_due(TACT_finish);
	assert_table(0, "0:2 1:2 3:2 2:0"); /* 1 beat 3 without playing, by five points */
}

/* Makes entry a beat entry b, with these points at the end of the match. */
static void
win_with_score(unsigned a, unsigned b, unsigned won, unsigned lost)
{
	uint32_t p = open_pairing_of(a, b);
	struct tourney_act x = { .kind = TACT_result, .pairing = p };

	seat(p);
	x.side = run.t.pairings[p].side[1] == a;
	x.score[x.side] = (uint16_t)won;
	x.score[1 - x.side] = (uint16_t)lost;
	assert_int_equal(run_act(&run, &x), TOURNEY_OK);
	assert_int_equal(run.t.pairings[p].score[x.side], 5);
}

static int
difference_of(unsigned e)
{
	struct standing_row row[8];
	void *scratch = run_alloc_scratch(&run.t);
	unsigned n = tourney_table(&run.t, 0, scratch, row), i = 0;

	free(scratch);
	while (i < n && row[i].entry != e)
		i++;
	assert_true(i < n);
	return row[i].tiebreak[TIEBREAK_DIFFERENCE];
}

TEST(rule_37_the_difference_counts_up_to_the_length)
{
	struct tourney_act x = { .kind = TACT_forfeit, .text = "absent" };

	begin("format robin", 4);
	assert_act_due(TACT_round);
	win_with_score(
	    0, 3, 12, 4); /* a gammon with the cube at four still counts as one point */
	win_with_score(1, 2, 0, 3); /* won while behind, because the opponent's time was up */
	assert_int_equal(difference_of(0), 1);
	assert_int_equal(difference_of(3), -1);
	assert_int_equal(difference_of(1), 2);
	assert_int_equal(difference_of(2), -2);
	assert_act_due(TACT_round);
	x.pairing =
	    tourney_open_pairing(&run.t, 3); /* an absent player loses by the full length */
	x.side = run.t.pairings[x.pairing].side[1] == 3;
	assert_int_equal(run_act(&run, &x), TOURNEY_OK);
	assert_int_equal(difference_of(3), -6);
	assert_int_equal(run.t.pairings[x.pairing].score[1 - x.side], 5);
	assert_int_equal(run.t.pairings[x.pairing].score[x.side], 0);
}

TEST(rule_25_two_withdrawn_players_both_lose_their_match)
{
	uint32_t p;

	begin("format robin", 4);
	assert_act_due(TACT_round);
	play_pairs("3-0 1-2");
	assert_act_due(TACT_round);
	play_pairs("3-2 0-1");
	assert_int_equal(
	    act_entry(TACT_withdraw, 3), TOURNEY_OK); /* both have played 2 of 3 matches */
	assert_int_equal(act_entry(TACT_withdraw, 1), TOURNEY_OK);
	assert_act_due(TACT_round);
	p = run.t.pairings_n - 2;
	if (run.t.pairings[p].side[0] == 2 || run.t.pairings[p].side[1] == 2)
		p++;
	assert_int_equal(run.t.pairings[p].end, PAIRING_DOUBLE_FORFEIT);
	beats(0, 2);
	assert_act_due(TACT_finish);
	assert_table(0, "3:2 0:2 1:1 2:0");
}

TEST(rule_26_late_entry_into_a_bye_of_round_1)
{
	begin("", 3); /* 0 has the bye */
	at(5 * MINUTE);
	assert_int_equal(enter(9), TOURNEY_OK);
	(void)open_pairing_of(0, 3);
	assert_int_equal(bout_of(open_pairing_of(0, 3))->due_ms, RUN_START_MS + 8 * MINUTE);
	assert_int_equal(enter(10), TOURNEY_TOO_LATE); /* there was only one bye */
	play_pairs("3-0 1-2 3-1");
	assert_act_due(TACT_finish);
	assert_places("3-4 2 3-4 1");
	begin("", 3);
	at(5 * MINUTE + 1);
	assert_int_equal(enter(9), TOURNEY_TOO_LATE);
	begin("", 3); /* the player with the bye is already playing */
	beats(1, 2);
	seat(open_pairing_of(0, 1));
	assert_int_equal(enter(9), TOURNEY_TOO_LATE);
	begin("lateentry no", 3);
	assert_int_equal(enter(9), TOURNEY_NOT_OPEN);
	begin("capacity 3", 3);
	assert_int_equal(enter(9), TOURNEY_IS_FULL);
	begin("format robin", 3);
	assert_int_equal(enter(9), TOURNEY_TOO_LATE);
}

/* Appointments and holds of a pairing are discarded when its players change. */
TEST(rule_26_a_pairing_whose_players_change_starts_again)
{
	uint32_t p;

	begin("", 3);
	beats(1, 2);
	p = open_pairing_of(0, 1);
	assert_int_equal(act_on_pairing(TACT_hold, p, 0, 0), TOURNEY_OK);
	at(4 * MINUTE);
	assert_int_equal(enter(9), TOURNEY_OK);
	beats(0, 3);
	assert_int_equal(open_pairing_of(0, 1), p);
	assert_false(bout_of(p)->held);
	assert_int_equal(bout_of(p)->due_ms, RUN_START_MS + 7 * MINUTE);
}

TEST(rule_26_late_entry_into_a_swiss_counts_as_a_loss)
{
	begin("format swiss;rounds 2", 4);
	assert_pairs_due("0-2 1-3");
	assert_int_equal(enter(9), TOURNEY_OK);
	assert_int_equal(tourney_open_pairing(&run.t, 4), TOURNEY_NO_PAIRING);
	play_pairs("0-2 1-3");
	assert_table(0, "0:1 1:1 2:0 3:0 4:0");
	assert_pairs_due("0-1 2-3 bye=4");
	assert_int_equal(enter(10), TOURNEY_TOO_LATE);
	begin("format swiss;rounds 1", 4);
	assert_pairs_due("0-2 1-3");
	assert_int_equal(enter(9), TOURNEY_TOO_LATE); /* there is no round 2 */
}

TEST(rule_26_late_entry_into_the_bye_of_a_swiss)
{
	begin("format swiss;rounds 2;clock fast", 5);
	assert_int_equal(act_entry(TACT_takebye, 4), TOURNEY_BAD_ACT); /* not a late entry */
	assert_pairs_due("0-2 1-3 bye=4");
	assert_int_equal(enter(9), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_takebye, 5), TOURNEY_OK);
	assert_int_equal(run.t.entries[4].points, 0);
	assert_int_equal(run.t.entries[4].byes, 0);
	assert_int_equal(run.t.open_n, 3);
	assert_int_equal(bout_of(open_pairing_of(4, 5))->due_ms, run.now_ms + 3 * MINUTE);
	/* the clock of the current round */
	assert_int_equal(bout_of(open_pairing_of(4, 5))->terms.clock, 1);
	assert_int_equal(act_entry(TACT_takebye, 5), TOURNEY_ALREADY_PAIRED);
	assert_int_equal(enter(10), TOURNEY_OK); /* no bye is left */
	assert_int_equal(act_entry(TACT_takebye, 6), TOURNEY_NO_BYE);
	play_pairs("0-2 1-3 5-4");
	assert_table(0, "0:1 1:1 5:1 2:0 3:0 4:0 6:0");
	assert_pairs_due("0-1 5-2 3-4 bye=6");
	assert_int_equal(act_entry(TACT_takebye, 6), TOURNEY_ALREADY_PAIRED);
}

TEST(rule_26_no_user_enters_twice)
{
	begin("", 3);
	assert_int_equal(enter(1), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(act_entry(TACT_withdraw, 2), TOURNEY_OK);
	assert_int_equal(enter(3), TOURNEY_WITHDRAWN);
	/* the user cannot take another entrant's place either */
	assert_int_equal(act_user(TACT_replace, 0, 3, 1500), TOURNEY_WITHDRAWN);
	begin_registration(
	    "checkin 30", 5); /* an entrant who missed the check-in may still enter */
	for (unsigned e = 0; e < 3; e++)
		assert_int_equal(act_entry(TACT_checkin, e), TOURNEY_OK);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(enter(4), TOURNEY_OK);
	assert_int_equal(enter(4), TOURNEY_ALREADY_ENTERED);
}

/* ---- knock-out and elimination by losses (rules 27 to 30) ---- */

TEST(rule_27_of_eight_players_the_best_meet_in_the_final)
{
	begin("length 5 7;final 9", 8);
	assert_int_equal(run.t.pairings_n, 7);
	assert_int_equal(run.t.pairings[open_pairing_of(0, 7)].length, 5);
	play_pairs("0-7 3-4 1-6 2-5");
	assert_int_equal(run.t.pairings[open_pairing_of(0, 3)].length, 7);
	play_pairs("0-3 1-2");
	assert_int_equal(run.t.pairings[open_pairing_of(0, 1)].length, 9);
	assert_nothing_due();
	assert_places("- - 3-4 3-4 5-8 5-8 5-8 5-8");
	beats(1, 0);
	assert_act_due(TACT_finish);
	assert_places("2 1 3-4 3-4 5-8 5-8 5-8 5-8");
}

TEST(rule_27_of_five_players_the_best_three_have_byes)
{
	begin("", 5);
	assert_int_equal(run.t.pairings_n, 7);
	for (unsigned e = 0; e < 5; e++)
		assert_int_equal(run.t.entries[e].byes, e < 3);
	(void)open_pairing_of(1, 2);
	play_pairs("4-3 0-4 2-1 2-0");
	assert_act_due(TACT_finish);
	assert_places("2 3-4 1 5 3-4");
}

TEST(rule_27_an_unseeded_event_starts_in_the_drawn_order)
{
	begin_registration("seeding draw", 4);
	assert_int_equal(act(TACT_start, "2 0 3 1"), TOURNEY_OK);
	(void)open_pairing_of(2, 1);
	(void)open_pairing_of(0, 3);
	assert_int_equal(run.t.entries[2].seed, 1);
}

TEST(rule_27_seeds_can_be_set_by_hand)
{
	entry_no order[4];

	begin_registration("seeding hand", 4);
	assert_int_equal(act(TACT_order, "3 2 1"), TOURNEY_BAD_ORDER);
	assert_int_equal(act(TACT_order, "3 2 1 1"), TOURNEY_BAD_ORDER);
	assert_int_equal(act(TACT_order, "3 2 1 4"), TOURNEY_BAD_ORDER);
	assert_int_equal(act(TACT_order, "3 2 1 x"), TOURNEY_BAD_ORDER);
	assert_int_equal(act(TACT_order, "3 2 1 0 "), TOURNEY_BAD_ORDER);
	assert_int_equal(act(TACT_order, "3 1 2 0"), TOURNEY_OK);
	assert_int_equal(enter(1000), TOURNEY_OK); /* after the order was set: seeded last */
	assert_int_equal(enter(-1), TOURNEY_BAD_ACT);
	run.t.entries_room = run.t.entries_n;
	assert_int_equal(act_entry(TACT_withdraw, 1), TOURNEY_OK);
	assert_int_equal(tourney_starters(&run.t, order), 4);
	assert_int_equal(order[0], 3);
	assert_int_equal(order[1], 2);
	assert_int_equal(order[2], 0);
	assert_int_equal(order[3], 4);
}

TEST(rule_28_losers_of_the_main_rounds_play_on)
{
	begin("format consolation;length 9;lastchance 1", 4); /* 0-3, 1-2 */
	play_pairs("0-3 1-2");
	/* the losers of round 1 meet; the loser of the final plays no further match */
	assert_int_equal(run.t.pairings[open_pairing_of(2, 3)].length, 7);
	assert_int_equal(run.t.pairings[open_pairing_of(2, 3)].section, SECTION_CONSOLATION);
	beats(0, 1);
	assert_nothing_due();
	beats(3, 2);
	assert_act_due(TACT_finish);
	assert_places("1 2 3-4 3-4");
	assert_int_equal(
	    bracket_winner(run.t.pairings, run.t.pairings_n, SECTION_CONSOLATION), 3);
}

TEST(rule_28_eight_players_with_a_last_chance)
{
	unsigned lengths[SECTION_COUNT] = { 0 };

	begin("format consolation;length 9;lastchance 1", 8);
	play_pairs("0-7 3-4 1-6 2-5 0-3 1-2");
	/* entries 3 and 2 enter the consolation later, not against players they beat */
	for (uint32_t p = 0; p < run.t.pairings_n; p++) {
		const struct pairing *x = &run.t.pairings[p];

		lengths[x->section] = x->length;
		if (x->section == SECTION_CONSOLATION && x->round == 2) {
			assert_true(x->side[1] == 2 || x->side[1] == 3);
			/* the opponents are losers of round 1: entry 3, who beat 4, gets one
			 * from the half of entry 2, who beat 5, and vice versa */
			assert_int_equal(x->side[0], ENTRY_UNKNOWN);
		}
	}
	assert_int_equal(lengths[SECTION_MAIN], 9);
	assert_int_equal(lengths[SECTION_CONSOLATION], 7);
	assert_int_equal(lengths[SECTION_LAST_CHANCE], 5);
	play_pairs("4-7 6-5");
	(void)open_pairing_of(4, 2);
	(void)open_pairing_of(6, 3);
	(void)open_pairing_of(7, 5); /* the last chance */
	play_pairs("2-4 3-6 2-3 5-7 0-1");
	assert_act_due(TACT_finish);
	assert_int_equal(
	    bracket_winner(run.t.pairings, run.t.pairings_n, SECTION_CONSOLATION), 2);
	assert_int_equal(
	    bracket_winner(run.t.pairings, run.t.pairings_n, SECTION_LAST_CHANCE), 5);
}

TEST(rule_29_the_undefeated_may_lose_once)
{
	begin("format double;length 5;final 9;reset 3", 4);
	play_pairs("0-3 1-2");
	assert_int_equal(run.t.pairings[open_pairing_of(0, 1)].length, 5);
	play_pairs("0-1 2-3 1-2");
	assert_int_equal(run.t.pairings[open_pairing_of(0, 1)].length, 9);
	beats(1, 0); /* the first loss: one more match decides */
	assert_int_equal(run.t.phase, TOURNEY_RUNNING);
	assert_int_equal(run.t.pairings[open_pairing_of(0, 1)].length, 3);
	beats(0, 1);
	assert_act_due(TACT_finish);
	assert_places("1 2 3 4");
	assert_int_equal(run.t.entries[0].losses, 1);
	assert_int_equal(run.t.entries[1].losses, 2);
}

TEST(rule_29_no_second_final_if_the_undefeated_wins)
{
	begin("format double", 2);
	beats(0, 1); /* entry 1 moves to the losers' side and returns in the final */
	beats(0, 1);
	assert_act_due(TACT_finish);
	assert_places("1 2");
	assert_int_equal(run.t.pairings[run.t.pairings_n - 1].end, PAIRING_VOID);
	begin("format double;reset 0", 2);
	play_pairs("0-1 1-0");
	assert_act_due(TACT_finish);
	assert_places("2 1");
}

TEST(rule_29_losers_do_not_meet_the_same_player_at_once)
{
	begin("format double", 8);
	play_pairs("0-7 3-4 1-6 2-5");
	beats(4, 7); /* neighbours in the bracket play first */
	play_pairs("5-6 0-3 1-2");
	(void)open_pairing_of(3, 5); /* not against 4, whom 3 has beaten */
	(void)open_pairing_of(2, 4);
}

TEST(rule_30_of_the_last_three_the_one_with_fewest_losses_waits)
{
	begin("format losses;losses 2", 4);
	assert_pairs_due("0-2 1-3");
	play_pairs("0-2 1-3");
	assert_pairs_due("0-1 2-3");
	play_pairs("0-1 2-3");
	assert_true(tourney_is_out(&run.t, 3));
	assert_pairs_due("1-2 bye=0");
	beats(1, 2);
	assert_pairs_due("0-1");
	beats(1, 0);
	assert_pairs_due("0-1");
	beats(0, 1);
	assert_act_due(TACT_finish);
	assert_places("1 2 3 4");
	assert_int_equal(run.t.entries[0].byes, 1);
}

TEST(rule_30_with_equal_losses_a_player_without_a_bye_waits)
{
	begin("format losses;losses 2;playoff 3", 3);
	assert_pairs_due("1-2 bye=0"); /* the best of three equal seeds */
	beats(2, 1);
	assert_pairs_due("0-1 bye=2"); /* entry 2 has no loss either and has had no bye */
	beats(1, 0);
	/* entries 0 and 1 have one loss each, entry 2 has none */
	assert_pairs_due("0-1 bye=2");
	beats(1, 0);
	assert_true(tourney_is_out(&run.t, 0));
	assert_pairs_due("1-2");
	beats(1, 2);
	assert_pairs_due("1-2");
	beats(2, 1);
	assert_act_due(TACT_finish); /* one player is left, so there is no play-off */
	assert_places("3 2 1");
}

TEST(rule_30_all_players_may_be_eliminated)
{
	begin("format losses;losses 1", 2);
	assert_pairs_due("0-1");
	assert_int_equal(act_on_pairing(TACT_forfeit, 0, PAIRING_NOBODY, 0), TOURNEY_OK);
	assert_int_equal(act(TACT_confirm, ""), TOURNEY_OK);
	assert_act_due(TACT_finish);
	assert_places("1-2 1-2");
}

/* ---- Swiss (rules 31 to 36) ---- */

TEST(rule_31_the_number_of_rounds)
{
	static const struct {
		const char *settings;
		unsigned n, rounds;
	} rows[] = { { "", 2, 1 }, { "", 3, 2 }, { "", 4, 3 }, { "", 5, 4 }, { "", 8, 4 },
		{ "", 9, 5 }, { "", 16, 5 }, { "", 17, 6 }, { "", 33, 7 },
		{ ";rounds 2", 8, 2 }, { ";rounds 30", 4, 3 }, { ";rounds 30", 40, 30 },
		{ ";rounds 1", 2, 1 } };

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char text[40];

		snprintf(text, sizeof(text), "format swiss%s", rows[i].settings);
		begin(text, rows[i].n);
		assert_int_equal(run.t.rounds, rows[i].rounds);
	}
}

TEST(rule_31_the_first_round)
{
	begin("format swiss", 8);
	assert_pairs_due("0-4 1-5 2-6 3-7");
}

TEST(rule_32_no_pair_meets_twice)
{
	struct tourney_act a;

	begin("format swiss", 4); /* three rounds: every pair meets */
	assert_pairs_due("0-2 1-3");
	play_pairs("0-2 1-3");
	assert_pairs_due("0-1 2-3");
	play_pairs("0-1 2-3");
	assert_pairs_due("0-3 1-2");
	play_pairs("0-3 1-2");
	assert_int_equal(due(&a), DUE_ACT);
	assert_int_equal(a.kind, TACT_finish);
	assert_table(0, "0:3 1:2 2:1 3:0");
}

TEST(rule_33_the_bye_goes_once_to_the_lowest_player)
{
	begin("format swiss", 5);
	assert_pairs_due("0-2 1-3 bye=4");
	play_pairs("0-2 1-3");
	assert_int_equal(run.t.entries[4].points, 1); /* counts as a win */
	assert_pairs_due("0-1 4-2 bye=3");
	assert_int_equal(run.t.entries[4].floated, 1); /* the opponent has fewer points */
	assert_int_equal(run.t.entries[2].floated, -1);
	assert_int_equal(run.t.entries[0].floated, 0);
	assert_int_equal(run.t.entries[3].floated, 0);
	play_pairs("0-1 4-2");
	assert_pairs_due("0-3 4-1 bye=2"); /* 1 has met 0 and 3 */
}

static void
withdraw_as(unsigned entry, int64_t actor)
{
	struct tourney_act a = {
		.kind = TACT_withdraw, .entry = (entry_no)entry, .actor = actor
	};

	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
}

static enum tourney_err
restore(unsigned entry, int64_t actor)
{
	struct tourney_act a = {
		.kind = TACT_restore, .entry = (entry_no)entry, .actor = actor
	};

	return run_act(&run, &a);
}

static enum tourney_err
pair_by_hand(const char *pair)
{
	return act(TACT_pair, pair);
}

TEST(rounds_can_be_paired_by_hand)
{
	/* before the start, for part of round 1; the other players are paired as usual */
	begin_registration("format swiss;rounds 3", 7);
	assert_int_equal(pair_by_hand("0-1"), TOURNEY_OK);
	assert_int_equal(pair_by_hand("1-2"), TOURNEY_ALREADY_PAIRED);
	assert_int_equal(pair_by_hand("2-2"), TOURNEY_BAD_ORDER);
	assert_int_equal(pair_by_hand("2-9"), TOURNEY_NOT_ENTERED);
	assert_int_equal(pair_by_hand("2-3 4-5"), TOURNEY_BAD_ACT);
	assert_int_equal(pair_by_hand("two"), TOURNEY_BAD_ACT);
	assert_int_equal(pair_by_hand("bye=2"), TOURNEY_OK);
	assert_int_equal(pair_by_hand("bye=3"), TOURNEY_ALREADY_PAIRED);
	at(0);
	assert_int_equal(start(), TOURNEY_OK);
	assert_pairs_due("0-1 3-5 4-6 bye=2");
	/* during a round, for the next round; repeats are allowed */
	assert_int_equal(pair_by_hand("0-1"), TOURNEY_OK);
	assert_int_equal(pair_by_hand("2-4"), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_unpair, 4), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_unpair, 2), TOURNEY_NO_SUCH_PAIRING);
	assert_int_equal(pair_by_hand("2-3"), TOURNEY_OK);
	play_pairs("0-1 3-5 4-6");
	/* without 3, the player 2 is paired as usual */
	assert_int_equal(act_entry(TACT_withdraw, 3), TOURNEY_OK);
	assert_int_equal(tourney_planned_opponent(&run.t, 2), ENTRY_UNKNOWN);
	assert_int_equal(pair_by_hand("bye=5"), TOURNEY_NO_BYE);
	assert_pairs_due("0-1 2-4 5-6");
	beats(0, 1);
	/* a bye planned for a round that will have none */
	assert_int_equal(act_entry(TACT_withdraw, 6), TOURNEY_OK);
	assert_int_equal(pair_by_hand("bye=0"), TOURNEY_OK);
	beats(2, 4);
	assert_int_equal(act_entry(TACT_withdraw, 5), TOURNEY_OK);
	assert_pairs_due("0-2 4-1");
	assert_int_equal(
	    pair_by_hand("0-1"), TOURNEY_PAIRS_ARE_FIXED); /* there is no round 4 */
	/* the player with the bye returns after another has been given it */
	begin("format swiss;rounds 3", 3);
	assert_int_equal(pair_by_hand("bye=0"), TOURNEY_OK);
	withdraw_as(0, RUN_DIRECTOR);
	assert_int_equal(pair_by_hand("1-2"), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_unpair, 1), TOURNEY_OK);
	assert_int_equal(restore(0, RUN_DIRECTOR), TOURNEY_OK);
	assert_int_equal(tourney_planned_opponent(&run.t, 0), ENTRY_NOBODY);
	run.t.entries[2].planned_opponent =
	    ENTRY_NOBODY; /* as if the bye had been given to another player since */
	assert_pairs_due("1-2 bye=0");
	/* all pairs are made by hand, so the server makes none */
	begin("format losses;losses 2", 3);
	assert_int_equal(pair_by_hand("0-2"), TOURNEY_OK);
	assert_pairs_due("0-2 bye=1");
	/* in other formats the pairs follow from the results */
	begin("", 4);
	assert_int_equal(pair_by_hand("0-1"), TOURNEY_PAIRS_ARE_FIXED);
	begin_registration("format robin", 4);
	assert_int_equal(pair_by_hand("0-1"), TOURNEY_PAIRS_ARE_FIXED);
	assert_int_equal(act_entry(TACT_unpair, 0), TOURNEY_PAIRS_ARE_FIXED);
}

TEST(with_manual_pairing_each_round_waits_for_its_pairs)
{
	begin("format swiss;rounds 2;pairing hand", 4);
	assert_act_due(TACT_pause);
	assert_nothing_due();
	assert_int_equal(pair_by_hand("0-1"), TOURNEY_OK);
	at(DAY);
	assert_int_equal(act(TACT_resume, ""), TOURNEY_OK);
	assert_pairs_due("0-1 2-3");
	/* a round paired in advance starts automatically */
	assert_int_equal(pair_by_hand("0-2"), TOURNEY_OK);
	assert_int_equal(pair_by_hand("1-3"), TOURNEY_OK);
	play_pairs("0-1 2-3");
	assert_pairs_due("0-2 1-3");
	play_pairs("0-2 1-3");
	assert_act_due(TACT_finish);
}

TEST(rule_33_the_bye_goes_to_the_lowest_of_the_table)
{
	begin("format swiss;tiebreaks difference", 7);
	assert_pairs_due("0-3 1-4 2-5 bye=6");
	win_by(0, 3, 0); /* entry 3 falls behind 4 and 5 by the points lost */
	win_by(1, 4, 4);
	win_by(2, 5, 4);
	assert_pairs_due("0-2 1-6 4-5 bye=3");
}

/* Runs a tournament in which no player shows up: both players of each pair lose every round,
 * and a bye wins nothing. */
static void
nobody_came(const char *settings, unsigned n)
{
	struct tourney_act a;
	enum tourney_due d;

	begin(settings, n);
	assert_true(run.t.phase == TOURNEY_RUNNING);
	while ((d = due(&a)) != DUE_ACT || a.kind != TACT_finish) {
		if (d == DUE_ACT)
			assert_int_equal(run_act(&run, &a), TOURNEY_OK);
		else if (d == DUE_PAIR_ROUND)
			pair_round(run.t.round == 0 ? "0-1 bye=2" : "0-2 bye=1");
		else if (d == DUE_START_BRACKET)
			assert_int_equal(act(TACT_bracket, "0 1"), TOURNEY_OK);
		else if (run.now_ms < run.t.timing.next_scan_ms)
			run.now_ms = run.t.timing.next_scan_ms;
		else
			fail_msg("what is due?");
	}
	assert_false(tourney_has_winner(&run.t));
}

TEST(rule_23_without_any_player_present_there_is_no_winner)
{
	nobody_came("format swiss;rounds 2", 3);
	nobody_came("format swiss;rounds 1", 3);
	nobody_came("format robin", 4);
	nobody_came("format groups", 3);
	nobody_came("format single", 4);
	nobody_came("format double", 2);
	begin("format swiss;rounds 1", 3);
	pair_round("0-1 bye=2");
	beats(1, 0);
	assert_true(tourney_has_winner(&run.t));
}

TEST(rule_34_points_of_results)
{
	begin("format swiss;rounds 2", 5);
	assert_pairs_due("0-2 1-3 bye=4");
	beats(0, 2);
	assert_int_equal(
	    act_on_pairing(TACT_forfeit, open_pairing_of(1, 3), PAIRING_NOBODY, 0), TOURNEY_OK);
	assert_table(0, "4:1 0:1 2:0 1:0 3:0"); /* Buchholz: 1, 0; 1, 0, 0 */
	begin("format swiss;rounds 2;points bellingham", 7);
	assert_pairs_due("0-3 1-4 2-5 bye=6");
	beats(0, 3);
	assert_int_equal(
	    act_on_pairing(TACT_forfeit, open_pairing_of(1, 4), PAIRING_NOBODY, 0), TOURNEY_OK);
	assert_int_equal(act_on_pairing(TACT_forfeit, open_pairing_of(2, 5), 1, 0), TOURNEY_OK);
	assert_table(0, "2:2 6:2 0:2 3:1 1:0 4:0 5:0"); /* Buchholz: 2, 2, 1 */
}

TEST(rule_35_the_order_of_tiebreaks_is_an_option)
{
	static const char *const orders[] = { "difference", "direct", "direct difference" };
	static const char *const expected[] = { "3 2 1", "1-3 1-3 1-3", "3 2 1" };

	for (unsigned i = 0; i < 3; i++) {
		char text[80];

		snprintf(text, sizeof(text), "format robin;length 5;tiebreaks %s", orders[i]);
		begin(text, 3); /* 0 > 1 > 2 > 0: each has won once */
		for (unsigned round = 0; round < 3; round++) {
			uint32_t p;

			assert_act_due(TACT_round);
			p = run.t.open_first;
			switch (run.t.pairings[p].side[0] + run.t.pairings[p].side[1]) {
			case 1:
				win_by(0, 1, 4); /* +1 */
				break;
			case 2:
				win_by(2, 0, 0); /* +5: 0 has -4, 2 has +3 */
				break;
			default:
				win_by(1, 2, 3); /* +2: 1 has +1 */
			}
		}
		assert_act_due(TACT_finish);
		assert_places(expected[i]);
	}
}

TEST(rule_35_three_tied_players_have_a_play_off)
{
	struct tourney_act a;
	entry_no order[4];
	void *scratch;

	begin("format robin;length 5;tiebreaks direct;playoff 1", 4);
	for (unsigned round = 0; round < 3; round++) {
		assert_act_due(TACT_round);
		for (uint32_t p; (p = run.t.open_first) != TOURNEY_NO_PAIRING;) {
			unsigned x = run.t.pairings[p].side[0], y = run.t.pairings[p].side[1];

			if (x == 3 || y == 3)
				beats(x + y - 3, 3);
			else if (x + y == 2)
				beats(2, 0);
			else
				beats(x < y ? x : y, x < y ? y : x);
		}
	}
	assert_places("1-3 1-3 1-3 4");
	assert_int_equal(due(&a), DUE_START_BRACKET);
	scratch = run_alloc_scratch(&run.t);
	assert_int_equal(tourney_bracket_order(&run.t, scratch, order), 3);
	free(scratch);
	assert_int_equal(
	    act(TACT_finish, "") == TOURNEY_OK, true); /* the play-off is optional */
	begin("format robin;length 5;playoff 1", 2);
	assert_act_due(TACT_round);
	beats(0, 1);
	assert_int_equal(due(&a), DUE_START_BRACKET);
	scratch = run_alloc_scratch(&run.t);
	assert_int_equal(tourney_bracket_order(&run.t, scratch, order), 1); /* no tie */
	free(scratch);
}

TEST(rule_35_a_play_off_decides_only_the_title)
{
	struct tourney_act a;

	begin("format swiss;rounds 1;playoff 3;tiebreaks wins", 6);
	assert_pairs_due("0-3 1-4 2-5");
	play_pairs("0-3 1-4 2-5");
	assert_places("1-3 1-3 1-3 4-6 4-6 4-6");
	assert_int_equal(due(&a), DUE_START_BRACKET);
	assert_int_equal(act(TACT_bracket, "0 1 2"), TOURNEY_OK);
	assert_int_equal(run.t.stage, STAGE_PLAYOFF);
	assert_int_equal(tourney_section(&run.t, open_pairing_of(1, 2)), SECTION_PLAYOFF);
	assert_int_equal(tourney_section(&run.t, 0), SECTION_ROUNDS);
	assert_int_equal(run.t.pairings[open_pairing_of(1, 2)].length, 3);
	play_pairs("2-1 2-0");
	assert_act_due(TACT_finish);
	assert_places("2 3 1 4-6 4-6 4-6");
}

TEST(rule_36_an_unplayed_round_counts_as_an_equal_opponent)
{
	struct standing_row row[3];
	void *scratch;

	begin("format swiss", 3);
	assert_pairs_due("0-1 bye=2");
	beats(0, 1);
	assert_pairs_due("0-2 bye=1");
	beats(0, 2);
	scratch = run_alloc_scratch(&run.t);
	assert_int_equal(tourney_table(&run.t, 0, scratch, row), 3);
	free(scratch);
	assert_int_equal(row[0].entry, 0);
	assert_int_equal(row[0].tiebreak[TIEBREAK_BUCHHOLZ], 1 + 1);
	assert_int_equal(row[1].tiebreak[TIEBREAK_BUCHHOLZ],
	    2 + 1); /* the points of opponent 0, and the entry's own points for the bye */
	assert_int_equal(row[2].tiebreak[TIEBREAK_BUCHHOLZ], 2 + 1);
}

/* ---- round robin (rule 37) ---- */

/* Makes the better entry win every open pairing. */
static void
the_better_ones_win(void)
{
	while (run.t.open_first != TOURNEY_NO_PAIRING) {
		const struct pairing *x = &run.t.pairings[run.t.open_first];
		unsigned a = x->side[0], b = x->side[1];

		beats(a < b ? a : b, a < b ? b : a);
	}
}

static void
assert_order_due(const char *expected)
{
	struct tourney_act a;
	entry_no order[64];
	void *scratch = run_alloc_scratch(&run.t);
	char text[400];
	unsigned n;
	struct sbuf b;

	assert_int_equal(due(&a), DUE_START_BRACKET);
	n = tourney_bracket_order(&run.t, scratch, order);
	free(scratch);
	SBUF_INIT(&b, text);
	for (unsigned i = 0; i < n; i++)
		sbuf_addf(&b, i == 0 ? "%u" : " %u", (unsigned)order[i]);
	assert_string_equal(text, expected);
	if (n >= 2)
		assert_int_equal(act(TACT_bracket, text), TOURNEY_OK);
}

TEST(rule_37_groups_then_a_knockout)
{
	begin("format groups;group 4;qualify 2", 8); /* 0 3 4 7, 1 2 5 6 */
	for (unsigned round = 0; round < 3; round++) {
		assert_act_due(TACT_round);
		assert_int_equal(run.t.open_n, 4);
		the_better_ones_win();
	}
	assert_table(0, "0:3 3:2 4:1 7:0");
	assert_table(1, "1:3 2:2 5:1 6:0");
	assert_order_due("0 1 3 2"); /* no pair from the same group before the final */
	(void)open_pairing_of(0, 2);
	(void)open_pairing_of(1, 3);
	the_better_ones_win();
	assert_act_due(TACT_finish);
	assert_places("1 2 3-4 3-4 5-6 5-6 7-8 7-8");
}

/* The default order is direct result, Sonneborn-Berger, point difference. */
TEST(rule_37_tiebreaks_of_a_robin)
{
	const struct tourney_settings *s = &run.t.set;

	begin_registration("format robin", 0);
	assert_int_equal(s->value[TSET_tiebreaks], 3);
	assert_int_equal(s->list[TSET_tiebreaks][0], TIEBREAK_DIRECT);
	assert_int_equal(s->list[TSET_tiebreaks][1], TIEBREAK_SONNEBORN);
	assert_int_equal(s->list[TSET_tiebreaks][2], TIEBREAK_DIFFERENCE);
	run_set(&run, "format swiss");
	assert_int_equal(s->value[TSET_tiebreaks], 5);
	assert_int_equal(s->list[TSET_tiebreaks][1], TIEBREAK_BUCHHOLZ_CUT);
	run_set(&run, "tiebreaks wins");
	run_set(&run, "format groups");
	assert_int_equal(s->value[TSET_tiebreaks], 1);
	assert_int_equal(s->list[TSET_tiebreaks][0], TIEBREAK_WINS);
}

TEST(rule_37_a_group_of_three_in_which_two_withdraw)
{
	begin("format groups;group 3;qualify 8", 9); /* 0 5 6, 1 4 7, 2 3 8 */
	assert_act_due(TACT_round);
	assert_int_equal(act_entry(TACT_withdraw, 5), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_withdraw, 6), TOURNEY_OK);
	the_better_ones_win();
	for (unsigned round = 1; round < 3; round++) {
		assert_act_due(TACT_round);
		the_better_ones_win();
	}
	assert_table(0, "0:0");
	assert_table(1, "1:2 4:1 7:0");
	assert_order_due("0 1 2 4 3 7 8"); /* all remaining players: winners, seconds, thirds */
	the_better_ones_win();
	assert_act_due(TACT_finish);
	assert_places("1 2 3-4 3-4 5-7 - - 5-7 5-7");
}

/* ---- directors (rule 40) ---- */

TEST(rule_40_a_pause_stops_matches_that_have_not_started)
{
	struct tourney_act a;

	begin("", 4);
	set_all_present();
	at(3 * MINUTE);
	seat(open_pairing_of(0, 3));
	assert_int_equal(act(TACT_resume, ""), TOURNEY_NOT_PAUSED);
	assert_int_equal(act(TACT_pause, "tea"), TOURNEY_OK);
	assert_int_equal(act(TACT_pause, "tea"), TOURNEY_ALREADY_PAUSED);
	assert_nothing_due(); /* without the pause, 1-2 would be due */
	beats(0, 3);          /* matches in progress continue */
	at(60 * MINUTE);
	assert_nothing_due();
	assert_int_equal(act(TACT_resume, ""), TOURNEY_OK);
	assert_int_equal(due(&a), DUE_START_MATCH);
	assert_int_equal(a.pairing, open_pairing_of(1, 2));
	/* a pairing that gets ready in a pause has its notice period after the pause */
	begin("", 4);
	seat(open_pairing_of(0, 3));
	seat(open_pairing_of(1, 2));
	assert_int_equal(act(TACT_pause, "tea"), TOURNEY_OK);
	at(50 * MINUTE);
	play_pairs("0-3 1-2");
	at(60 * MINUTE);
	assert_int_equal(act(TACT_resume, ""), TOURNEY_OK);
	assert_int_equal(bout_of(open_pairing_of(0, 1))->due_ms, RUN_START_MS + 63 * MINUTE);
}

TEST(rule_40_a_wrong_semi_final_is_corrected_during_the_final)
{
	struct tourney_act a = { .kind = TACT_correct, .score = { 5, 2 }, .text = "mixed up" };
	uint32_t semi, final;

	begin("length 5", 4);
	set_all_present();
	semi = open_pairing_of(0, 3);
	assert_int_equal(act_on_pairing(TACT_seat, semi, 0, 9), TOURNEY_OK);
	a.pairing = semi;
	a.at_ms = run.now_ms;
	a.actor = RUN_DIRECTOR;
	assert_int_equal(tourney_gate(&run.t, &a), TOURNEY_NOT_OVER);
	beats(3, 0);
	beats(1, 2);
	final = open_pairing_of(3, 1);
	assert_int_equal(act_on_pairing(TACT_seat, final, 0, 2), TOURNEY_OK);
	assert_false(tourney_may_change(&run.t, semi));
	a.side = run.t.pairings[semi].side[1] == 0;
	a.score[a.side] = 5;
	a.score[1 - a.side] = 2;
	assert_true(tourney_result_leads_to(&run.t, semi, final));
	a.actor = run.t.entries[1].user;
	assert_true(tourney_affects_own_match(&run.t, &a)); /* the actor is a finalist */
	a.actor = RUN_DIRECTOR;
	assert_false(tourney_affects_own_match(&run.t, &a));
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	assert_true(tourney_check(&run.t));
	final = open_pairing_of(0, 1);
	assert_int_equal(bout_of(final)->match, 0);
	assert_int_equal(act_on_pairing(TACT_seat, final, 0, 3), TOURNEY_OK);
	beats(0, 1);
	assert_int_equal(run.t.pairings[final].winner, run.t.pairings[final].side[1] == 0);
}

TEST(rule_40_a_cancellation_takes_effect_after_ten_minutes)
{
	struct tourney_act a;

	begin("", 4);
	set_all_present();
	at(0);
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(act(TACT_calloff, "no hall"), TOURNEY_OK);
	assert_int_equal(act(TACT_calloff, "no hall"), TOURNEY_CALLED_OFF);
	at(5 * MINUTE);
	assert_nothing_due(); /* no match starts */
	assert_true(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(a.kind, TACT_recall);
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	at(8 * MINUTE);
	assert_int_equal(due(&a), DUE_START_MATCH);
	assert_int_equal(act(TACT_calloff, "no hall"), TOURNEY_OK);
	at(18 * MINUTE - 1);
	assert_nothing_due();
	at(18 * MINUTE);
	assert_act_due(TACT_cancel);
	assert_int_equal(run.t.phase, TOURNEY_CANCELLED);
}

static enum tourney_err
withdraw_entry(unsigned entry)
{
	struct tourney_act a = { .kind = TACT_withdraw,
		.entry = (entry_no)entry,
		.actor = RUN_DIRECTOR,
		.text = "" };

	return run_act(&run, &a);
}

TEST(rule_40_a_removal_can_be_undone_for_ten_minutes)
{
	struct tourney_act a;

	begin("", 4);
	at(0);
	assert_int_equal(withdraw_entry(3), TOURNEY_OK);
	assert_true(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(a.kind, TACT_restore);
	assert_int_equal(a.entry, 3);
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(withdraw_entry(3), TOURNEY_OK);
	at(10 * MINUTE + 1);
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	/* the final, to which 0 has advanced without a match */
	assert_int_equal(withdraw_entry(2), TOURNEY_OK);
	assert_true(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(act_on_pairing(TACT_seat, open_pairing_of(0, 1), 0, 1), TOURNEY_OK);
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
}

TEST(rule_40_undoing_a_replacement_cannot_be_undone)
{
	struct tourney_act a;

	begin("", 4);
	at(0);
	assert_int_equal(act_user(TACT_replace, 3, 9, 1500), TOURNEY_OK);
	assert_int_equal(act_user(TACT_replace, 3, 10, 1500), TOURNEY_OK);
	for (int64_t user = 9; user >= 4; user -= 5) { /* then user 4, the original player */
		assert_true(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
		assert_int_equal(a.kind, TACT_replace);
		assert_int_equal(a.user, user);
		assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	}
	assert_false(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(act_user(TACT_replace, 3, 9, 1500), TOURNEY_OK);
	assert_true(tourney_undo(&run.t, RUN_DIRECTOR, run.now_ms, &a));
	assert_int_equal(a.user, 4);
}

TEST(rule_40_a_match_is_held_again_only_if_both_players_agree)
{
	uint32_t p;

	begin("", 2);
	set_all_present();
	p = open_pairing_of(0, 1);
	assert_true(tourney_may_hold(&run.t, p));
	assert_int_equal(act_on_pairing(TACT_agree, p, 0, 0), TOURNEY_NOT_HELD);
	assert_int_equal(act_on_pairing(TACT_hold, p, 0, 0), TOURNEY_OK);
	assert_int_equal(act_on_pairing(TACT_release, p, 0, 0), TOURNEY_OK);
	assert_false(tourney_may_hold(&run.t, p));
	assert_int_equal(act_on_pairing(TACT_agree, p, 0, 0), TOURNEY_OK);
	assert_false(tourney_may_hold(&run.t, p));
	assert_int_equal(act_on_pairing(TACT_agree, p, 1, 0), TOURNEY_OK);
	assert_true(tourney_may_hold(&run.t, p));
	assert_int_equal(act_on_pairing(TACT_hold, p, 0, 0), TOURNEY_OK);
	assert_int_equal(act_on_pairing(TACT_release, p, 0, 0), TOURNEY_OK);
	assert_false(tourney_may_hold(&run.t, p));
	/* acts of earlier versions may hold a match without the players' consent */
	assert_int_equal(act_on_pairing(TACT_hold, p, 0, 0), TOURNEY_OK);
}

TEST(rule_40_a_match_is_held_for_fifteen_minutes)
{
	struct tourney_act a;
	uint32_t p;

	begin("", 2);
	set_all_present();
	p = open_pairing_of(0, 1);
	at(0);
	assert_int_equal(act_on_pairing(TACT_release, p, 0, 0), TOURNEY_NOT_PAUSED);
	assert_int_equal(act_on_pairing(TACT_hold, p, 0, 0), TOURNEY_OK);
	assert_int_equal(act_on_pairing(TACT_hold, p, 0, 0), TOURNEY_ALREADY_PAUSED);
	at(15 * MINUTE - 1);
	assert_nothing_due();
	at(15 * MINUTE);
	assert_act_due(TACT_release);
	assert_int_equal(due(&a), DUE_START_MATCH);
	set_presence(1, false); /* the held time does not count as lateness */
	at(20 * MINUTE - 1);
	assert_nothing_due();
	at(20 * MINUTE);
	assert_act_due(TACT_late);
}

TEST(rule_40_time_is_added_to_a_clock)
{
	begin("", 2);
	assert_int_equal(act_on_pairing(TACT_addtime, 0, 0, MINUTE), TOURNEY_MATCH_NOT_BEGUN);
	seat(0);
	assert_int_equal(act_on_pairing(TACT_addtime, 0, 0, MINUTE), TOURNEY_OK);
	assert_int_equal(act_on_pairing(TACT_addtime, 0, 2, MINUTE), TOURNEY_BAD_ACT);
	assert_int_equal(act_on_pairing(TACT_addtime, 0, 3, MINUTE), TOURNEY_BAD_ACT);
	assert_int_equal(act_on_pairing(TACT_addtime, 0, 0, 0), TOURNEY_BAD_SETTING);
	assert_int_equal(act_on_pairing(TACT_addtime, 0, 0, -MINUTE), TOURNEY_BAD_SETTING);
	assert_int_equal(act_on_pairing(TACT_addtime, 1, 0, MINUTE), TOURNEY_NO_SUCH_PAIRING);
}

static enum tourney_err
set_result(uint32_t p, unsigned side, unsigned won, unsigned lost)
{
	struct tourney_act a = { .kind = TACT_setresult,
		.actor = RUN_DIRECTOR,
		.pairing = p,
		.side = (uint8_t)side,
		.text = "agreed" };

	a.score[side & 1] = (uint16_t)won;
	a.score[1 - (side & 1)] = (uint16_t)lost;
	return run_act(&run, &a);
}

TEST(rule_40_a_result_can_be_set)
{
	uint32_t p;

	begin("length 5", 4);
	p = open_pairing_of(0, 3);
	assert_int_equal(set_result(p, 0, 4, 0), TOURNEY_BAD_SCORE);
	assert_int_equal(set_result(p, 0, 6, 0), TOURNEY_BAD_SCORE);
	assert_int_equal(set_result(p, 0, 5, 5), TOURNEY_BAD_SCORE);
	assert_int_equal(set_result(p, 2, 5, 0), TOURNEY_BAD_ACT);
	assert_int_equal(set_result(99, 0, 5, 0), TOURNEY_NO_SUCH_PAIRING);
	assert_int_equal(set_result(2, 0, 5, 0), TOURNEY_NO_SUCH_PAIRING); /* the final */
	assert_int_equal(set_result(p, 0, 5, 4), TOURNEY_OK);
	assert_int_equal(run.t.pairings[p].end, PAIRING_SET_RESULT);
}

/* Checks the players of each pairing in order: "0-3 1-x"; x is unknown, - is a bye. */
static void
assert_sides(const char *expected)
{
	char text[400];
	struct sbuf b;

	SBUF_INIT(&b, text);
	for (uint32_t p = 0; p < run.t.pairings_n; p++)
		for (unsigned side = 0; side < 2; side++) {
			entry_no e = run.t.pairings[p].side[side];

			sbuf_add(&b, side == 1 ? "-" : p > 0 ? " " : "");
			if (e == ENTRY_UNKNOWN)
				sbuf_add(&b, "x");
			else if (e == ENTRY_NOBODY)
				sbuf_add(&b, "o");
			else
				sbuf_addi(&b, e);
		}
	assert_string_equal(text, expected);
}

static void
reopen_pairing(uint32_t p)
{
	assert_int_equal(act_on_pairing(TACT_reopen, p, 0, 0), TOURNEY_OK);
}

TEST(rule_40_a_result_of_a_knockout_can_be_changed)
{
	uint32_t semi, other, final;

	begin("length 5", 4);
	semi = open_pairing_of(0, 3);
	other = open_pairing_of(1, 2);
	beats(0, 3);
	at(MINUTE);
	beats(1, 2);
	final = open_pairing_of(0, 1);
	assert_int_equal(act_on_pairing(TACT_hold, final, 0, 0), TOURNEY_OK);
	assert_int_equal(act_on_pairing(TACT_appoint, final, 0, 1), TOURNEY_OK);
	at(2 * MINUTE);
	/* before the final starts, changing the winner of a semi-final changes the players of
	 * the final, which is announced again */
	assert_int_equal(set_result(semi, run.t.pairings[semi].side[1] == 3, 5, 4), TOURNEY_OK);
	assert_sides("0-3 1-2 3-1");
	assert_int_equal(run.t.entries[0].losses, 1);
	assert_int_equal(run.t.entries[3].losses, 0);
	assert_int_equal(run.t.open_n, 1);
	assert_int_equal(bout_of(final)->due_ms, run.now_ms + 3 * MINUTE);
	assert_int_equal(bout_of(final)->proposed_start_ms[0], 0);
	assert_true(bout_of(final)->held); /* the director held the final to gain time */
	assert_int_equal(act_on_pairing(TACT_release, final, 0, 0), TOURNEY_OK);
	/* changing only the score has no consequences */
	assert_int_equal(act_on_pairing(TACT_appoint, final, 0, 1), TOURNEY_OK);
	assert_int_equal(set_result(semi, run.t.pairings[semi].side[1] == 3, 5, 1), TOURNEY_OK);
	assert_int_equal(bout_of(final)->proposed_start_ms[0], 1);
	/* no result can be changed once the final has started */
	seat(final);
	assert_int_equal(
	    set_result(semi, run.t.pairings[semi].side[1] == 0, 5, 1), TOURNEY_PAIRING_OVER);
	assert_int_equal(set_result(other, 0, 5, 1), TOURNEY_PAIRING_OVER);
	assert_int_equal(act_on_pairing(TACT_reopen, other, 0, 0), TOURNEY_TOO_LATE);
	assert_int_equal(act_on_pairing(TACT_reopen, final, 0, 0), TOURNEY_NOT_OVER);
}

TEST(rule_40_a_changed_result_moves_the_loser_too)
{
	uint32_t p;

	/* double elimination: 0-3 1-2, main final; losers' side; final, second final */
	begin("format double;length 5", 4);
	p = open_pairing_of(0, 3);
	play_pairs("0-3 1-2");
	assert_sides("0-3 1-2 0-1 3-2 x-x x-x x-x");
	assert_int_equal(set_result(p, 1, 5, 0), TOURNEY_OK);
	assert_sides("0-3 1-2 3-1 0-2 x-x x-x x-x");
	assert_int_equal(run.t.open_n, 2);
	/* one of the two following matches has started */
	seat(open_pairing_of(0, 2));
	assert_int_equal(set_result(p, 0, 5, 0), TOURNEY_PAIRING_OVER);
	/* byes in the following rounds: two entrants move to empty places */
	begin("format consolation;length 5", 3);
	assert_sides("0-o 1-2 0-x o-x"); /* the main final, the consolation */
	p = open_pairing_of(1, 2);
	beats(1, 2);
	assert_sides("0-o 1-2 0-1 o-2");
	assert_int_equal(run.t.entries[2].byes, 1);
	assert_int_equal(set_result(p, 1, 5, 0), TOURNEY_OK);
	assert_sides("0-o 1-2 0-2 o-1");
	assert_int_equal(run.t.entries[1].byes, 1);
	assert_int_equal(run.t.entries[2].byes, 0);
	reopen_pairing(p);
	assert_sides("0-o 1-2 0-x o-x");
	assert_int_equal(run.t.entries[1].byes, 0);
	play_pairs("1-2 0-1");
	assert_act_due(TACT_finish);
}

/* A double forfeit (rule 23) is corrected: the consequences of having no winner are undone. */
TEST(rule_40_a_double_forfeit_can_be_changed)
{
	uint32_t p;

	begin("length 5", 4);
	p = open_pairing_of(1, 2);
	beats(0, 3);
	assert_int_equal(act_on_pairing(TACT_forfeit, p, PAIRING_NOBODY, 0), TOURNEY_OK);
	assert_sides("0-3 1-2 0-o"); /* 0 has won by a bye, and no pairing is open */
	assert_int_equal(run.t.entries[0].byes, 1);
	assert_nothing_due();
	assert_int_equal(set_result(p, 1, 5, 2), TOURNEY_OK);
	assert_sides("0-3 1-2 0-2");
	assert_int_equal(run.t.entries[0].byes, 0);
	assert_int_equal(run.t.entries[2].losses, 0);
	beats(2, 0);
	assert_act_due(TACT_finish);
	assert_places("2 3-4 1 3-4");
}

TEST(rule_40_the_second_final_follows_a_change)
{
	uint32_t first;

	begin("format double;length 5", 2);
	assert_sides("0-1 x-x x-x");
	beats(0, 1);
	first = open_pairing_of(0, 1);
	assert_int_equal(set_result(first, 0, 5, 3), TOURNEY_OK);
	assert_int_equal(run.t.pairings[first + 1].end, PAIRING_VOID);
	assert_nothing_due(); /* the correction period runs */
	assert_int_equal(set_result(first, 1, 5, 3), TOURNEY_OK);
	assert_sides("0-1 0-1 0-1"); /* the undefeated player lost */
	assert_int_equal(run.t.open_n, 1);
	assert_int_equal(set_result(first, 0, 5, 4), TOURNEY_OK);
	assert_int_equal(run.t.open_n, 0);
	at(TOURNEY_SETTLE_MS);
	assert_act_due(TACT_finish);
	assert_places("1 2");
}

TEST(rule_40_a_final_set_by_hand_can_be_corrected_for_a_while)
{
	uint32_t p;

	begin("length 5", 2);
	assert_int_equal(act(TACT_confirm, ""), TOURNEY_NOT_OVER);
	p = open_pairing_of(0, 1);
	assert_int_equal(set_result(p, 1, 5, 0), TOURNEY_OK);
	assert_int_equal(tourney_settled_ms(&run.t), run.now_ms + TOURNEY_SETTLE_MS);
	at(TOURNEY_SETTLE_MS - 1);
	assert_nothing_due();
	reopen_pairing(p); /* the match is played after all */
	assert_int_equal(bout_of(p)->due_ms, run.now_ms + 3 * MINUTE);
	assert_int_equal(bout_of(p)->match, 0);
	beats(0, 1);
	assert_int_equal(act(TACT_confirm, ""),
	    TOURNEY_NOT_OVER); /* decided by play, so the tournament finishes at once */
	assert_act_due(TACT_finish);
	/* a result set by a director waits until it is confirmed */
	begin("length 5", 2);
	assert_int_equal(set_result(open_pairing_of(0, 1), 1, 5, 0), TOURNEY_OK);
	assert_nothing_due();
	assert_int_equal(act(TACT_confirm, ""), TOURNEY_OK);
	assert_act_due(TACT_finish);
	assert_places("2 1");
	/* a final that was played ends the tournament at once, even if the results of the
	 * semi-finals were set by the director */
	begin("length 5", 4);
	assert_int_equal(set_result(open_pairing_of(0, 3), 0, 5, 0), TOURNEY_OK);
	assert_int_equal(set_result(open_pairing_of(1, 2), 0, 5, 0), TOURNEY_OK);
	beats(0, 1);
	assert_act_due(TACT_finish);
	/* time while the server was down does not count, because no correction was possible */
	begin("length 5", 2);
	assert_int_equal(set_result(open_pairing_of(0, 1), 1, 5, 0), TOURNEY_OK);
	at(DAY);
	assert_int_equal(act(TACT_restart, ""), TOURNEY_OK);
	assert_nothing_due();
	at(DAY + TOURNEY_SETTLE_MS);
	assert_act_due(TACT_finish);
	/* in a Swiss tournament only the result of the last round waits */
	begin("format swiss;length 5;rounds 2", 4);
	assert_pairs_due("0-2 1-3");
	assert_int_equal(set_result(open_pairing_of(0, 2), 0, 5, 0), TOURNEY_OK);
	beats(1, 3);
	assert_pairs_due("0-1 2-3");
	beats(0, 1);
	p = open_pairing_of(2, 3);
	assert_int_equal(set_result(p, 0, 5, 0), TOURNEY_OK);
	assert_nothing_due();
	reopen_pairing(p);
	assert_int_equal(act_on_pairing(TACT_reopen, 0, 0, 0), TOURNEY_TOO_LATE); /* round 1 */
	beats(2, 3);
	assert_act_due(TACT_finish);
	assert_table(0, "0:2 1:1 2:1 3:0");
}

TEST(rule_25_a_removed_player_can_be_restored)
{
	uint32_t p;

	begin("length 5", 4);
	p = open_pairing_of(0, 3);
	assert_int_equal(restore(0, RUN_DIRECTOR), TOURNEY_ALREADY_ENTERED);
	withdraw_as(0, RUN_DIRECTOR);
	beats(1, 2);
	assert_sides("0-3 1-2 3-1");
	assert_int_equal(restore(0, 1), TOURNEY_WITHDRAWN); /* the player alone cannot return:
							       the director removed the entry */
	assert_int_equal(restore(0, RUN_DIRECTOR), TOURNEY_OK);
	assert_sides("0-3 1-2 x-1");
	assert_int_equal(run.t.entries[0].losses, 0);
	assert_int_equal(run.t.in, 4);
	assert_int_equal(open_pairing_of(0, 3), p);
	/* the final has started: too late */
	withdraw_as(0, RUN_DIRECTOR);
	seat(open_pairing_of(3, 1));
	assert_int_equal(restore(0, RUN_DIRECTOR), TOURNEY_TOO_LATE);
	/* both players had withdrawn: one is restored and advances without the other */
	begin("length 5", 4);
	p = open_pairing_of(0, 3);
	withdraw_as(0, RUN_DIRECTOR);
	assert_sides("0-3 1-2 3-x");
	withdraw_as(3, RUN_DIRECTOR); /* 3 forfeits the final once its opponent is known */
	beats(1, 2);
	assert_int_equal(run.t.pairings[2].end, PAIRING_FORFEIT);
	assert_int_equal(restore(0, RUN_DIRECTOR), TOURNEY_OK);
	assert_int_equal(run.t.pairings[p].end, PAIRING_FORFEIT);
	assert_sides("0-3 1-2 0-1");
	assert_int_equal(run.t.open_n, 1);
	assert_int_equal(restore(3, RUN_DIRECTOR), TOURNEY_OK);
	assert_sides("0-3 1-2 x-1");
	play_pairs("3-0 3-1");
	assert_act_due(TACT_finish);
	assert_places("3-4 2 3-4 1");
	/* on the losers' side, after the following main match has started */
	begin("format double;length 5", 4);
	beats(1, 2);
	withdraw_as(0, RUN_DIRECTOR);
	assert_sides("0-3 1-2 3-1 0-2 2-x x-x x-x");
	seat(open_pairing_of(3, 1));
	assert_int_equal(restore(0, RUN_DIRECTOR), TOURNEY_OK);
	assert_sides("0-3 1-2 3-1 0-2 x-x x-x x-x");
	assert_int_equal(open_pairing_of(0, 2), 3);
	/* before the start */
	begin_registration("length 5", 2);
	withdraw_as(1, RUN_DIRECTOR);
	assert_int_equal(restore(1, RUN_DIRECTOR), TOURNEY_OK);
	assert_int_equal(run.t.in, 2);
	assert_int_equal(start(), TOURNEY_OK);
}

TEST(rule_25_a_withdrawal_can_be_undone)
{
	uint32_t p;

	begin("format swiss;length 5;rounds 3", 4);
	assert_pairs_due("0-2 1-3");
	p = open_pairing_of(1, 3);
	assert_int_equal(act_on_pairing(TACT_late, p, 1, 1), TOURNEY_OK);
	withdraw_as(3, 4); /* user numbers are entry numbers plus one */
	assert_int_equal(run.t.entries[1].points, 1);
	assert_int_equal(restore(3, RUN_DIRECTOR), TOURNEY_LEFT_BY_CHOICE);
	assert_int_equal(restore(3, 4), TOURNEY_OK);
	assert_int_equal(run.t.entries[1].points, 0);
	assert_int_equal(open_pairing_of(1, 3), p);
	assert_int_equal(bout_of(p)->penalty_points[0], 1); /* the lateness stays */
	assert_int_equal(bout_of(p)->times_late[1], 1);
	withdraw_as(3, 4);
	/* a withdrawal can be undone only once */
	assert_int_equal(restore(3, 4), TOURNEY_WITHDRAWN);
	/* a removal can be undone until the next round is paired */
	withdraw_as(2, RUN_DIRECTOR);
	assert_int_equal(restore(2, RUN_DIRECTOR), TOURNEY_OK);
	withdraw_as(2, RUN_DIRECTOR);
	pair_round("0-1");
	assert_int_equal(restore(2, RUN_DIRECTOR), TOURNEY_TOO_LATE);
	/* the entrant has played this round: the result stands, and the entrant is in the next
	 * round */
	begin("format swiss;length 5;rounds 3", 4);
	assert_pairs_due("0-2 1-3");
	beats(0, 2);
	withdraw_as(2, 3);
	assert_int_equal(restore(2, 3), TOURNEY_OK);
	beats(1, 3);
	assert_pairs_due("0-1 2-3");
	/* round robin: the entrant's matches count again */
	begin("format robin;length 5", 4);
	assert_act_due(TACT_round);
	withdraw_as(0, 1);
	assert_true(run.t.entries[0].cancelled);
	assert_int_equal(run.t.open_n, 1);
	assert_int_equal(restore(0, 1), TOURNEY_OK);
	assert_false(run.t.entries[0].cancelled);
	assert_int_equal(run.t.open_n, 2);
	/* the final waits for the restored entrant */
	begin("length 5", 2);
	p = open_pairing_of(0, 1);
	withdraw_as(1, 2);
	assert_nothing_due();
	assert_int_equal(restore(1, 2), TOURNEY_OK);
	assert_int_equal(open_pairing_of(0, 1), p);
}

TEST(rule_40_a_result_of_an_earlier_round_is_corrected)
{
	uint32_t p;

	begin("format swiss;length 5;rounds 3", 4);
	assert_pairs_due("0-2 1-3");
	p = open_pairing_of(1, 3);
	beats(0, 2);
	assert_int_equal(
	    act_on_pairing(TACT_forfeit, p, 1, 0), TOURNEY_OK); /* recorded as absent */
	assert_pairs_due("0-1 2-3");
	assert_int_equal(
	    set_result(p, 1, 5, 2), TOURNEY_OK); /* the player was in fact present, and won */
	assert_int_equal(run.t.entries[3].missed_matches, 0);
	assert_int_equal(run.t.entries[3].points, 1);
	assert_int_equal(run.t.entries[1].points, 0);
	assert_int_equal(run.t.entries[1].losses, 1);
	assert_table(0, "0:1 3:1 1:0 2:0");
}

TEST(rule_40_an_entry_can_be_replaced_before_its_first_match)
{
	uint32_t p;

	begin("", 3);
	assert_int_equal(act_user(TACT_replace, 0, 2, 1500), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(
	    act_user(TACT_replace, 0, 1, 1500), TOURNEY_ALREADY_ENTERED); /* the same user */
	assert_int_equal(act_user(TACT_replace, 3, 9, 1500), TOURNEY_NOT_ENTERED);
	assert_int_equal(
	    act_user(TACT_replace, 0, 9, 1500), TOURNEY_OK); /* the entrant had a bye */
	assert_int_equal(run.t.entries[0].user, 9);
	p = open_pairing_of(1, 2);
	assert_int_equal(act_on_pairing(TACT_appoint, p, 0, 1), TOURNEY_OK);
	assert_int_equal(
	    act_user(TACT_replace, run.t.pairings[p].side[0], 10, 1500), TOURNEY_OK);
	assert_int_equal(
	    bout_of(p)->proposed_start_ms[0], 0); /* the new entrant has not proposed "now" */
	seat(p);
	assert_int_equal(act_user(TACT_replace, 1, 11, 1500), TOURNEY_MATCH_BEGUN);
	begin("maxrating 1999", 2);
	assert_int_equal(act_user(TACT_replace, 0, 9, 2000), TOURNEY_HIGH_RATING);
}

/* ---- invitations and waiting list ---- */

static enum tourney_err
invite(int64_t user, int64_t value)
{
	struct tourney_act a = { .kind = TACT_invite,
		.actor = RUN_DIRECTOR,
		.user = user,
		.rating = 1500,
		.value = value,
		.text = "" };

	snprintf(a.name, sizeof(a.name), "p%d", (int)user);
	return run_act(&run, &a);
}

TEST(an_invitation_is_not_an_entry_until_accepted)
{
	begin_registration("maxrating 1999;capacity 3", 2);
	assert_int_equal(act(TACT_close, ""), TOURNEY_OK);
	assert_int_equal(invite(1, 0), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(invite(7, 0), TOURNEY_OK);
	assert_int_equal(invite(7, 0), TOURNEY_ALREADY_INVITED);
	assert_int_equal(invite(8, 0), TOURNEY_OK);
	assert_int_equal(invite(9, 5), TOURNEY_BAD_ACT); /* no such entry */
	assert_int_equal(run.t.in, 2);
	assert_int_equal(enter(6), TOURNEY_NOT_OPEN); /* not invited */
	assert_int_equal(enter(7), TOURNEY_OK);
	assert_int_equal(run.t.in, 3);
	assert_null(tourney_guest_of(&run.t, 7));
	assert_int_equal(enter(8), TOURNEY_IS_FULL);
	assert_int_equal(act_user(TACT_decline, 0, 8, 1500), TOURNEY_OK);
	assert_int_equal(act_user(TACT_decline, 0, 8, 1500), TOURNEY_NOT_ENTERED);
	assert_int_equal(enter(8), TOURNEY_NOT_OPEN);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(invite(9, 1), TOURNEY_OK); /* in place of entry 0, which has a bye */
	assert_int_equal(tourney_guest_of(&run.t, 9)->replaces_entry, 0);
	assert_int_equal(act_user(TACT_replace, 0, 9, 1500), TOURNEY_OK);
	assert_int_equal(run.t.guests_n, 0);
	assert_int_equal(run.t.entries[0].user, 9);
}

TEST(the_number_of_invitations_is_limited)
{
	begin_registration("", 2);
	for (unsigned i = 0; i < TOURNEY_INVITED_MAX; i++)
		assert_int_equal(invite(100 + i, 0), TOURNEY_OK);
	assert_int_equal(invite(99, 0), TOURNEY_LIST_FULL);
	assert_int_equal(tourney_invited_count(&run.t), TOURNEY_INVITED_MAX);
	assert_true(tourney_check(&run.t));
}

TEST(the_waiting_list_is_served_in_order)
{
	begin_registration("capacity 2", 2);
	assert_int_equal(act_user(TACT_wait, 0, 1, 1500), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(act_user(TACT_wait, 0, 3, 1500), TOURNEY_OK);
	assert_int_equal(act_user(TACT_wait, 0, 3, 1500), TOURNEY_ALREADY_WAITING);
	assert_int_equal(act_user(TACT_wait, 0, 4, 1500), TOURNEY_OK);
	assert_int_equal(invite(4, 0), TOURNEY_ALREADY_WAITING);
	assert_int_equal(act_user(TACT_promote, 0, 3, 1500), TOURNEY_IS_FULL);
	assert_int_equal(act_user(TACT_attend, 0, 5, 1500), TOURNEY_NOT_ENTERED);
	assert_int_equal(act_user(TACT_attend, 0, 3, 1500), TOURNEY_OK);
	assert_int_equal(act_user(TACT_attend, 0, 3, 1500), TOURNEY_ALREADY_CHECKED_IN);
	assert_nothing_due();
	assert_int_equal(act_entry(TACT_withdraw, 0), TOURNEY_OK);
	assert_int_equal(
	    enter(1), TOURNEY_IS_FULL); /* users on the waiting list have priority */
	assert_act_due(TACT_promote);
	assert_nothing_due();
	assert_int_equal(run.t.in, 2);
	assert_int_equal(run.t.entries[2].user, 3);
	assert_true(run.t.entries[2].checked_in); /* the check-in is kept */
	run_set(&run, "capacity 4");
	assert_act_due(TACT_promote);
	assert_int_equal(tourney_waiting_count(&run.t), 0);
	assert_int_equal(act_user(TACT_wait, 0, 5, 1500), TOURNEY_HAS_ROOM);
	assert_int_equal(enter(1), TOURNEY_OK);
	for (unsigned i = 0; i < TOURNEY_WAITING_MAX; i++) {
		assert_int_equal(run.t.in < 4 ? enter(90) : TOURNEY_OK, TOURNEY_OK);
		assert_int_equal(act_user(TACT_wait, 0, 100 + i, 1500), TOURNEY_OK);
	}
	assert_int_equal(act_user(TACT_wait, 0, 99, 1500), TOURNEY_LIST_FULL);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(run.t.guests_n, 0); /* the waiting list is empty */
}

/* Checks that a cancellation for that reason is due now. */
static void
assert_cancel_due(const char *why)
{
	struct tourney_act a;

	assert_int_equal(due(&a), DUE_ACT);
	assert_int_equal(a.kind, TACT_cancel);
	assert_string_equal(a.text, why);
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
}

TEST(rule_45_a_tournament_without_entries_is_cancelled)
{
	begin_registration("", 0);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	at(3 * DAY - 1);
	assert_nothing_due();
	assert_int_equal(enter(1), TOURNEY_OK);
	at(11 * DAY);
	assert_nothing_due();
	assert_int_equal(act_entry(TACT_withdraw, 0), TOURNEY_OK);
	at(14 * DAY - 1);
	assert_nothing_due();
	at(14 * DAY);
	assert_cancel_due("no entries");
	/* a tournament that opens automatically is not cancelled before it opens */
	run_free(&run);
	run_init(&run, 1, &RUN_CALM);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	run.t.set.value[TSET_opens] = (RUN_START_MS + 20 * DAY) / 1000;
	at(19 * DAY);
	assert_nothing_due();
	at(20 * DAY);
	assert_act_due(TACT_open);
	at(22 * DAY);
	assert_nothing_due();
	at(23 * DAY);
	assert_cancel_due("no entries");
	/* a distant opening time does not keep a plan forever */
	run_free(&run);
	run_init(&run, 1, &RUN_CALM);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	run.t.set.value[TSET_opens] = (RUN_START_MS + 900 * DAY) / 1000;
	at(180 * DAY - 1);
	assert_nothing_due();
	at(180 * DAY);
	assert_cancel_due("no entries");
}

TEST(rule_45_entries_from_the_creators_network_do_not_count)
{
	begin_registration("", 2);
	asks_attended = true;
	attended = false;
	run.t.timing.unattended_limit_ms = 3 * DAY;
	at(3 * DAY - 1);
	assert_nothing_due();
	at(3 * DAY);
	assert_cancel_due("nobody else has entered");
	begin_registration("capacity 2", 2);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	assert_int_equal(act_user(TACT_wait, 0, 3, 1500), TOURNEY_OK);
	at(6 * DAY);
	attended = true;
	assert_nothing_due();
	attended = false;
	run.t.timing.next_scan_ms = INT64_MIN;
	assert_cancel_due("nobody else has entered");
}

TEST(rule_45_a_tournament_never_started_is_cancelled)
{
	begin_registration("", 2);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	at(9 * DAY - 1);
	assert_nothing_due();
	clock_doubted = true;
	at(9 * DAY);
	assert_nothing_due();
	clock_doubted = false;
	run.t.timing.next_scan_ms = INT64_MIN;
	assert_cancel_due("it was not started");
	/* a tournament with a start time is kept until then, however late */
	begin_registration("starts 1800000000", 2);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	at(400 * DAY);
	assert_nothing_due();
	/* a tournament that never opens is cancelled too, even though its invited player has
	 * entered */
	run_free(&run);
	run_init(&run, 1, &RUN_CALM);
	run.t.timing.unattended_limit_ms = 3 * DAY;
	assert_int_equal(invite(1, 0), TOURNEY_OK);
	assert_int_equal(enter(1), TOURNEY_OK);
	at(9 * DAY);
	assert_cancel_due("it was not started");
}

/* ---- directors ---- */

TEST(rule_40_a_deadline_can_be_moved)
{
	begin("", 2);
	assert_int_equal(
	    act_on_pairing(TACT_deadline, 0, 0, RUN_START_MS + HOUR_MS), TOURNEY_OK);
	assert_int_equal(bout_of(0)->due_ms, RUN_START_MS + HOUR_MS);
	at(HOUR_MS + 5 * MINUTE);
	assert_act_due(TACT_late);
	assert_int_equal(act_on_pairing(TACT_deadline, 0, 0, run.now_ms), TOURNEY_BAD_SETTING);
	assert_int_equal(
	    act_on_pairing(TACT_deadline, 0, 0, run.now_ms + 367 * DAY), TOURNEY_BAD_SETTING);
	assert_int_equal(act_on_pairing(TACT_deadline, 0, 0, INT64_MAX), TOURNEY_BAD_SETTING);
	assert_int_equal(act_on_pairing(TACT_deadline, 0, 0, run.now_ms + HOUR_MS), TOURNEY_OK);
	assert_nothing_due();
}

TEST(rule_40_directors_are_added_and_removed)
{
	struct tourney_act a = { .kind = TACT_director, .name = "x", .value = 1 };

	begin_registration("", 2);
	for (a.user = 1; a.user < 8; a.user++)
		assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	assert_int_equal(run_act(&run, &a), TOURNEY_DIRECTORS_FULL);
	a.user = 3;
	assert_int_equal(run_act(&run, &a), TOURNEY_ALREADY_DIRECTOR);
	a.value = 0;
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	assert_int_equal(run_act(&run, &a), TOURNEY_NOT_DIRECTOR);
	for (a.user = 1; a.user < 8; a.user++)
		if (a.user != 3)
			assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	a.user = RUN_DIRECTOR;
	/* the last director cannot be removed */
	assert_int_equal(run_act(&run, &a), TOURNEY_NOT_DIRECTOR);
	assert_true(tourney_directs(&run.t, RUN_DIRECTOR));
	assert_false(tourney_directs(&run.t, 0));
}

/* ---- the draw (rule 42), and who may enter ---- */

TEST(a_user_can_be_admitted_while_entries_are_closed)
{
	begin_registration("format single;capacity 4;maxrating 1999;lateentry no", 1);
	assert_int_equal(act(TACT_close, ""), TOURNEY_OK);
	/* checking who may do this is not part of the act */
	assert_int_equal(act_user(TACT_enter, 0, 2, 1500), TOURNEY_NOT_OPEN);
	assert_int_equal(act_user(TACT_admit, 0, 2, 1500), TOURNEY_OK);
	assert_int_equal(run.t.in, 2);
	assert_int_equal(run.t.entries[1].user, 2);
	/* otherwise the usual rules apply */
	assert_int_equal(act_user(TACT_admit, 0, 2, 1500), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(act_user(TACT_admit, 0, 3, 2500), TOURNEY_HIGH_RATING);
	assert_int_equal(act_user(TACT_admit, 0, 3, 1500), TOURNEY_OK);
	assert_int_equal(act_user(TACT_admit, 0, 4, 1500), TOURNEY_OK);
	assert_int_equal(act_user(TACT_admit, 0, 5, 1500), TOURNEY_IS_FULL);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(act_user(TACT_admit, 0, 5, 1500), TOURNEY_NOT_OPEN);
	assert_true(tourney_check(&run.t));
}

/* Earlier versions had no separate act for an entry made by a director. */
TEST(an_entry_by_a_director_from_an_earlier_version_still_counts)
{
	struct tourney_act a;

	begin_registration("format single", 1);
	assert_int_equal(act(TACT_close, ""), TOURNEY_OK);
	assert_true(
	    tourney_act_read("enter", run.now_ms, RUN_DIRECTOR, "user=7,old,1500.000000 ", &a));
	assert_int_equal(run_act(&run, &a), TOURNEY_OK);
	assert_true(tourney_act_read("enter", run.now_ms, 8, "user=8,own,1500.000000 ", &a));
	assert_int_equal(run_act(&run, &a), TOURNEY_NOT_OPEN);
}

TEST(rule_42_the_draw_is_committed_before_entries_close)
{
	begin_registration("", 2);
	assert_int_equal(act(TACT_commit, "abc"), TOURNEY_BAD_ACT);
	assert_int_equal(act(TACT_commit, HEX), TOURNEY_OK);
	assert_int_equal(
	    act(TACT_commit, HEX), TOURNEY_BAD_ACT); /* a commitment cannot be replaced */
	assert_int_equal(act(TACT_reveal, HEX), TOURNEY_NOT_STARTED);
	assert_int_equal(act(TACT_close, ""), TOURNEY_OK);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(act(TACT_reveal, HEX), TOURNEY_OK);
	assert_string_equal(run.t.seed, HEX);
	assert_int_equal(act(TACT_reveal, HEX), TOURNEY_BAD_ACT);
	begin_registration("", 2);
	assert_int_equal(act(TACT_close, ""), TOURNEY_OK);
	assert_int_equal(act(TACT_commit, HEX), TOURNEY_TOO_LATE);
	assert_int_equal(act(TACT_set, "seeding draw"), TOURNEY_TOO_LATE);
	assert_int_equal(start(), TOURNEY_OK);
	assert_int_equal(
	    act(TACT_reveal, HEX), TOURNEY_BAD_ACT); /* there is nothing to reveal */
}

TEST(entries_are_limited_by_rating_and_capacity)
{
	begin_registration("minrating 1500;maxrating 1990;capacity 3", 0);
	assert_int_equal(enter(1), TOURNEY_HIGH_RATING);
	assert_int_equal(enter(600), TOURNEY_LOW_RATING);
	assert_int_equal(enter(10), TOURNEY_OK);
	assert_int_equal(enter(10), TOURNEY_ALREADY_ENTERED);
	assert_int_equal(enter(11), TOURNEY_OK);
	assert_int_equal(enter(500), TOURNEY_OK);
	assert_int_equal(enter(12), TOURNEY_IS_FULL);
	assert_int_equal(act(TACT_set, "capacity 2"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_close, ""), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_withdraw, 0), TOURNEY_OK);
	assert_int_equal(enter(12), TOURNEY_NOT_OPEN);
	assert_int_equal(act_entry(TACT_withdraw, 1), TOURNEY_OK);
	assert_int_equal(act_entry(TACT_withdraw, 2), TOURNEY_OK);
	assert_int_equal(start(), TOURNEY_TOO_FEW);
	assert_int_equal(act(TACT_start, "0 1"), TOURNEY_BAD_ORDER);
	assert_int_equal(act(TACT_cancel, "nobody is left"), TOURNEY_OK);
	assert_int_equal(act(TACT_cancel, ""), TOURNEY_IS_OVER);
}

/* With a start in the past, no entrant could have checked in. */
TEST(times_must_be_in_the_future)
{
	begin_registration("", 2);
	at(0);
	assert_int_equal(act(TACT_set, "starts 1700000000"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_set, "closes 5"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_set, "starts 1700000001"), TOURNEY_OK);
	assert_int_equal(act(TACT_set, "starts 0"), TOURNEY_OK); /* removes the time */
	assert_nothing_due();
}

/* What happens automatically before the start, in order. */
TEST(a_tournament_opens_closes_and_starts_automatically)
{
	struct tourney_act a;

	run_init(&run, 1, &RUN_CALM);
	run_set(&run, "opens 1700000060");
	run_set(&run, "closes 1700000120");
	run_set(&run, "starts 1700002400"); /* minute 40; check-in from minute 10 */
	assert_nothing_due();
	at(MINUTE);
	assert_act_due(TACT_open);
	assert_nothing_due();
	assert_int_equal(enter(1), TOURNEY_OK);
	assert_int_equal(enter(2), TOURNEY_OK);
	at(2 * MINUTE);
	assert_act_due(TACT_close);
	assert_nothing_due();
	at(10 * MINUTE);
	assert_act_due(TACT_call);
	assert_nothing_due();
	for (unsigned e = 0; e < 2; e++)
		assert_int_equal(act_entry(TACT_checkin, e), TOURNEY_OK);
	at(40 * MINUTE);
	assert_int_equal(due(&a), DUE_START_TOURNEY);
	tourney_put_off(&run.t, TOURNEY_NO_PAIRING, run.now_ms + MINUTE);
	assert_nothing_due();
	at(41 * MINUTE);
	assert_int_equal(due(&a), DUE_START_TOURNEY);
}

/* Entering and withdrawing repeatedly does not use up entries. */
TEST(a_user_who_enters_again_gets_the_old_entry)
{
	begin_registration("", 2);
	for (unsigned i = 0; i < 5000; i++) {
		assert_int_equal(act_entry(TACT_withdraw, 0), TOURNEY_OK);
		assert_int_equal(enter(1), TOURNEY_OK);
	}
	assert_int_equal(run.t.entries_n, 2);
	assert_int_equal(run.t.in, 2);
	assert_false(run.t.entries[0].withdrawn);
	assert_int_equal(start(), TOURNEY_OK);
}

TEST(settings_during_a_tournament_are_limited)
{
	begin("", 2);
	assert_int_equal(act(TACT_set, "tiebreaks wins"), TOURNEY_HAS_STARTED);
	assert_int_equal(act(TACT_set, "rounds 7"), TOURNEY_HAS_STARTED);
	assert_int_equal(act(TACT_set, "playoff 7"), TOURNEY_HAS_STARTED);
	assert_int_equal(act(TACT_set, "length 7"), TOURNEY_OK);
	assert_int_equal(act(TACT_set, "clock fast -- why"), TOURNEY_OK);
	assert_int_equal(act(TACT_set, "clock -- why"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_set, "length 3 -- 5"), TOURNEY_OK);
	assert_int_equal(run.t.set.value[TSET_length], 1);
	assert_int_equal(act(TACT_set, "grace 7"), TOURNEY_OK);
	assert_int_equal(act(TACT_set, "grace"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_set, "grace 61"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_set, "nonsense 1"), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_set, ""), TOURNEY_BAD_SETTING);
	assert_int_equal(act(TACT_create, "Again"), TOURNEY_HAS_STARTED);
	assert_int_equal(act(TACT_rename, ""), TOURNEY_BAD_ACT);
	assert_int_equal(
	    act(TACT_rename, "A name that is far too long for a tournament"), TOURNEY_BAD_ACT);
	assert_int_equal(act(TACT_finish, ""), TOURNEY_BAD_ACT); /* a match is still open */
}

/* A round robin takes 128 entries, whatever the capacity is. */
TEST(a_round_robin_has_a_separate_limit)
{
	begin_registration("format robin;capacity 4096", 0);
	assert_int_equal(tourney_capacity(&run.t), 128);
	for (int64_t u = 1; u <= 128; u++)
		assert_int_equal(enter(u), TOURNEY_OK);
	assert_int_equal(enter(129), TOURNEY_IS_FULL);
	run_set(&run, "format swiss");
	assert_int_equal(enter(129), TOURNEY_OK);
	assert_int_equal(act(TACT_set, "format robin"), TOURNEY_BAD_SETTING);
}
