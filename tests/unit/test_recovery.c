/* SPDX-License-Identifier: MIT */
/* Account recovery, and attempts to abuse it. */
/* TEST: valgrind */
/* LINK: -Wl,--wrap=player_load -Wl,--wrap=match_begin */
#include <stdio.h>

#include "login/recovery.h"
#include "match/match.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "people/people.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define CODE_MAX 24

static void
give_code(struct world *w, void *session)
{
	struct session *s = session;

	recovery_give_code(w, s, s->player->user, s->player->name);
}

#define FIRST_CODE_MS 900000 /* shortly after registration the first code is valid at once */

/* Gets a code for alice, who is online with telnet.  If `later`, the code takes effect in a
 * week, otherwise at once, as after registration. */
static void
code_of(struct fixture *h, unsigned alice, bool later, char code[CODE_MAX])
{
	const char *at;

	(void)fixture_read(h, alice);
	if (later) {
		fixture_advance(h, FIRST_CODE_MS);
		fixture_type(h, alice, "recovery " FIXTURE_PASSWORD);
	} else {
		fixture_run_in_turn(h, give_code, fixture_session(h, alice));
	}
	at = strstr(fixture_read(h, alice), "code is  ");
	assert_non_null(at);
	(void)snprintf(code, CODE_MAX, "%s", at + strlen("code is  "));
}

static void
new_code(struct fixture *h, unsigned alice, char code[CODE_MAX])
{
	code_of(h, alice, false, code);
}

static unsigned
connect_guest(struct fixture *h, const char *addr)
{
	unsigned c = fixture_connect(h, addr);

	fixture_type(h, c, "guest");
	return c;
}

static enum session_state
try_code(struct fixture *h, unsigned conn, const char *code)
{
	fixture_typef(h, conn, "recover alice %s", code);
	return fixture_session(h, conn)->state;
}

/* Answers both password prompts. */
static void
choose_password(struct fixture *h, unsigned conn, const char *password)
{
	fixture_type(h, conn, password);
	fixture_type(h, conn, password);
}

static bool
is_online(struct fixture *h, unsigned conn)
{
	const struct session *s = fixture_session(h, conn);

	return s != NULL && s->state == ST_ONLINE;
}

static bool
logs_in(struct fixture *h, const char *password)
{
	unsigned c = fixture_connect(h, "127.0.0.1");

	fixture_typef(h, c, "connect alice %s", password);
	return is_online(h, c);
}

FIXTURE_TEST(only_one_of_two_users_of_a_code_succeeds)
{
	unsigned alice = fixture_telnet(h, "alice"), a, b;
	char code[CODE_MAX];

	new_code(h, alice, code);
	a = connect_guest(h, "10.0.0.1");
	b = connect_guest(h, "10.0.0.2");
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
	assert_int_equal(try_code(h, b, code), ST_NEW_PASSWORD);
	fixture_type(h, a, "first");
	fixture_type(h, b, "second");
	fixture_type(h, a, "first");
	fixture_type(h, b, "second");
	/* the new code is being shown */
	assert_int_equal(fixture_session(h, a)->state, ST_RECOVERY_CODE);
	fixture_type(h, a, "");
	assert_true(is_online(h, a));
	assert_false(is_online(h, alice));
	assert_int_equal(fixture_session(h, b)->state, ST_NAME);
	assert_false(logs_in(h, "second"));
	assert_true(logs_in(h, "first"));
}

/* An operator resets the account while the new code is being displayed. */
FIXTURE_TEST(a_reset_while_the_code_is_displayed_prevents_the_login)
{
	unsigned alice = fixture_telnet(h, "alice"), oscar, a;
	char code[CODE_MAX];

	oscar = fixture_telnet(h, "oscar");
	fixture_set_role(h, "oscar", "operator");
	fixture_drop(h, oscar, NET_CLOSE_PEER);
	oscar = fixture_telnet(h, "oscar");
	new_code(h, alice, code);
	a = connect_guest(h, "10.0.0.1");
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
	choose_password(h, a, "thiefs");
	assert_int_equal(fixture_session(h, a)->state, ST_RECOVERY_CODE);
	fixture_type(h, oscar, "reset alice");
	assert_non_null(strstr(fixture_read(h, oscar), "alice"));
	fixture_type(h, a, "");
	assert_int_equal(fixture_session(h, a)->state, ST_NAME);
	assert_non_null(strstr(fixture_read(h, a), "Login incorrect."));
	assert_false(logs_in(h, "thiefs"));
}

FIXTURE_TEST(a_deletion_while_the_code_is_displayed_prevents_the_login)
{
	unsigned alice = fixture_telnet(h, "alice"), a;
	int64_t user = fixture_session(h, alice)->player->user;
	struct user_record u;
	char code[CODE_MAX];

	new_code(h, alice, code);
	a = connect_guest(h, "10.0.0.1");
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
	choose_password(h, a, "second");
	assert_true(store_user_by_id(fixture_world(h)->store, user, &u));
	moderation_erase(fixture_world(h), &u);
	fixture_type(h, a, "");
	assert_int_equal(fixture_session(h, a)->state, ST_NAME);
}

FIXTURE_TEST(a_password_changed_in_the_meantime_stays)
{
	unsigned alice = fixture_telnet(h, "alice"), a = connect_guest(h, "10.0.0.1");
	char code[CODE_MAX];

	new_code(h, alice, code);
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
	fixture_type(h, alice, "password " FIXTURE_PASSWORD ":owners:owners");
	choose_password(h, a, "thiefs");
	assert_false(is_online(h, a));
	assert_true(logs_in(h, "owners"));
	/* the failed attempt does not use up the code */
	a = connect_guest(h, "10.0.0.1");
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
}

FIXTURE_TEST(a_new_code_ends_one_that_is_being_used)
{
	unsigned alice = fixture_telnet(h, "alice"), a = connect_guest(h, "10.0.0.1");
	char code[CODE_MAX], next[CODE_MAX];

	new_code(h, alice, code);
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
	new_code(h, alice, next);
	choose_password(h, a, "thiefs");
	assert_false(is_online(h, a));
	assert_true(logs_in(h, FIXTURE_PASSWORD));
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), next), ST_NEW_PASSWORD);
}

/* Codes and passwords share one limit: not ten of each. */
TEST(guesses_of_codes_are_limited_to_ten_per_hour)
{
	struct fixture_options o;
	struct fixture *h;
	char code[CODE_MAX], addr[16];
	unsigned alice, tried = 0;

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	alice = fixture_telnet(h, "alice");
	new_code(h, alice, code);
	for (unsigned i = 0; i < 12; i++) {
		unsigned c;

		(void)snprintf(addr, sizeof(addr), "10.0.%u.1", i);
		c = connect_guest(h, addr);
		(void)fixture_read(h, c);
		(void)try_code(h, c, "aaaaa-aaaaa-aaaaa-aaaaa");
		tried += strstr(fixture_read(h, c), "Wrong name or recovery code") != NULL;
	}
	assert_int_equal(tried, 5); /* half of the hourly limit at once */
	assert_int_equal(try_code(h, connect_guest(h, "10.1.0.1"), code), ST_NEW_PASSWORD);
	fixture_free(&h);
}

/* Only the guessing address is refused: other addresses have their own guesses, even when the
 * name has no guesses left.  Further guesses do not affect other users. */
TEST(after_too_many_guesses_the_right_code_is_refused)
{
	struct fixture_options o;
	struct fixture *h;
	char code[CODE_MAX];

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	new_code(h, fixture_telnet(h, "alice"), code);
	for (unsigned i = 0; i < 9; i++)
		(void)try_code(h, connect_guest(h, "10.2.0.1"), "aaaaa-aaaaa-aaaaa-aaaaa");
	assert_int_equal(try_code(h, connect_guest(h, "10.2.0.1"), code), ST_NEW_PASSWORD);
	(void)try_code(h, connect_guest(h, "10.2.0.1"), "aaaaa-aaaaa-aaaaa-aaaaa");
	for (unsigned i = 0; i < 20; i++)
		assert_int_equal(
		    try_code(h, connect_guest(h, "10.2.0.1"), "aaaaa-aaaaa-aaaaa-aaaaa"),
		    ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.2.0.1"), code), ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.2.0.2"), code), ST_NEW_PASSWORD);
	fixture_advance(h, 3600 * 1000);
	assert_int_equal(try_code(h, connect_guest(h, "10.2.0.1"), code), ST_NEW_PASSWORD);
	fixture_free(&h);
}

FIXTURE_TEST(the_code_is_stored_as_a_hash_and_deleted_with_the_account)
{
	struct world *w = fixture_world(h);
	unsigned alice = fixture_telnet(h, "alice"), anna;
	int64_t user = fixture_session(h, alice)->player->user;
	char code[CODE_MAX];

	new_code(h, alice, code);
	assert_true(store_recovery_made(w->store, user) > 0);
	(void)fixture_user(h, "anna", 1500.0, 0);
	fixture_set_role(h, "anna", "admin");
	anna = fixture_telnet(h, "anna");
	fixture_type(h, anna, "erase alice alice");
	assert_int_equal(store_recovery_made(fixture_world(h)->store, user), 0);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
}

/* A reset by an operator permanently locks out a thief who has made a code for the stolen
 * account. */
FIXTURE_TEST(a_reset_ends_the_code_and_the_session)
{
	unsigned thief = fixture_telnet(h, "alice"), oscar;
	char code[CODE_MAX];

	new_code(h, thief, code);
	(void)fixture_user(h, "oscar", 1500.0, 0);
	fixture_set_role(h, "oscar", "operator");
	oscar = fixture_telnet(h, "oscar");
	fixture_type(h, oscar, "reset alice");
	assert_false(is_online(h, thief));
	assert_false(logs_in(h, FIXTURE_PASSWORD));
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
}

/* ---- codes made by the owner ---- */

#define DAY_MS INT64_C(86400000)

/* Returns what alice is shown at her next login. */
static const char *
reads(struct fixture *h, const char *password)
{
	unsigned c = fixture_connect(h, "127.0.0.1");

	fixture_typef(h, c, "connect alice %s", password);
	assert_true(is_online(h, c));
	return fixture_read(h, c);
}

FIXTURE_TEST(a_new_code_takes_effect_after_seven_days)
{
	unsigned alice = fixture_telnet(h, "alice");
	char old[CODE_MAX], code[CODE_MAX];

	code_of(h, alice, false, old);
	code_of(h, alice, true, code);
	fixture_drop(h, alice, NET_CLOSE_PEER);
	fixture_advance(h, 7 * DAY_MS - 60000);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), old), ST_NEW_PASSWORD);
	fixture_advance(h, 60000);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.2"), code), ST_NEW_PASSWORD);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.2"), old), ST_NAME);
}

/* Client programs are not shown a code at registration and request one afterwards. */
FIXTURE_TEST(the_first_code_soon_after_the_registration_is_valid_at_once)
{
	unsigned alice = fixture_telnet(h, "alice");
	char code[CODE_MAX], second[CODE_MAX];

	fixture_type(h, alice, "recovery " FIXTURE_PASSWORD);
	(void)snprintf(code, CODE_MAX, "%s",
	    strstr(fixture_read(h, alice), "code is  ") + strlen("code is  "));
	fixture_type(h, alice, "recovery " FIXTURE_PASSWORD);
	(void)snprintf(second, CODE_MAX, "%s",
	    strstr(fixture_read(h, alice), "code is  ") + strlen("code is  "));
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), second), ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NEW_PASSWORD);
}

FIXTURE_TEST(the_only_code_of_an_account_takes_seven_days_too)
{
	unsigned alice = fixture_telnet(h, "alice");
	char code[CODE_MAX];

	code_of(h, alice, true, code);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
	fixture_drop(h, alice, NET_CLOSE_PEER);
	fixture_advance(h, 7 * DAY_MS);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NEW_PASSWORD);
}

FIXTURE_TEST(a_new_password_voids_a_pending_code_but_not_a_valid_one)
{
	unsigned alice = fixture_telnet(h, "alice");
	char old[CODE_MAX], code[CODE_MAX];

	code_of(h, alice, false, old);
	code_of(h, alice, true, code);
	fixture_type(h, alice, "password " FIXTURE_PASSWORD ":owners:owners");
	fixture_drop(h, alice, NET_CLOSE_PEER);
	fixture_advance(h, 8 * DAY_MS);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), old), ST_NEW_PASSWORD);
}

FIXTURE_TEST(a_code_that_has_taken_effect_survives_a_new_password)
{
	unsigned alice = fixture_telnet(h, "alice");
	char code[CODE_MAX];

	code_of(h, alice, true, code);
	fixture_drop(h, alice, NET_CLOSE_PEER);
	fixture_advance(h, 7 * DAY_MS);
	alice = fixture_telnet(h, "alice");
	fixture_type(h, alice, "password " FIXTURE_PASSWORD ":owners:owners");
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NEW_PASSWORD);
}

FIXTURE_TEST(every_login_reports_a_pending_code)
{
	unsigned alice = fixture_telnet(h, "alice"), c;
	char code[CODE_MAX];

	code_of(h, alice, true, code);
	for (unsigned day = 0; day < 3; day++) {
		fixture_advance(h, DAY_MS);
		assert_non_null(strstr(reads(h, FIXTURE_PASSWORD),
		    "** A new recovery code takes effect on Thursday, January 08"));
	}
	c = fixture_connect(h, "127.0.0.1");
	fixture_type(h, c, "login test 1008 alice " FIXTURE_PASSWORD);
	assert_non_null(strstr(fixture_read(h, c),
	    "\r\n9 alice 1767528900 A new recovery code takes effect on Thursday, January 08"));
	fixture_advance(h, 30 * DAY_MS);
	assert_non_null(strstr(reads(h, FIXTURE_PASSWORD),
	    "** A new recovery code was made on Thursday, January 01"));
	assert_null(strstr(reads(h, FIXTURE_PASSWORD), "recovery code"));
}

FIXTURE_TEST(a_used_code_voids_all_others_and_is_reported)
{
	unsigned alice = fixture_telnet(h, "alice"), a = connect_guest(h, "10.0.0.1");
	char code[CODE_MAX], pending[CODE_MAX], next[CODE_MAX];
	const char *at;

	code_of(h, alice, false, code);
	code_of(h, alice, true, pending);
	assert_int_equal(try_code(h, a, code), ST_NEW_PASSWORD);
	choose_password(h, a, "newone");
	assert_false(is_online(h, alice));
	assert_non_null(strstr(fixture_read(h, alice), "recovery code was used just now"));
	at = strstr(fixture_read(h, a), "code is  ");
	assert_non_null(at);
	(void)snprintf(next, CODE_MAX, "%s", at + strlen("code is  "));
	assert_non_null(
	    strstr(reads(h, "newone"), "** Your recovery code was used on Thursday"));
	fixture_advance(h, 8 * DAY_MS);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.2"), pending), ST_NAME);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.3"), next), ST_NEW_PASSWORD);
}

/* A pending code does not become valid when the clock is a week ahead for a minute. */
FIXTURE_TEST(a_wrong_clock_lets_no_code_take_effect)
{
	unsigned alice = fixture_telnet(h, "alice");
	char code[CODE_MAX];

	code_of(h, alice, true, code);
	fixture_step_wall_clock(h, 400 * DAY_MS);
	fixture_advance(h, 1000);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
	fixture_step_wall_clock(h, -400 * DAY_MS);
	fixture_advance(h, 1000);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_type(h, alice, "password " FIXTURE_PASSWORD ":owners:owners");
	fixture_drop(h, alice, NET_CLOSE_PEER);
	fixture_advance(h, 9 * DAY_MS);
	assert_int_equal(try_code(h, connect_guest(h, "10.0.0.1"), code), ST_NAME);
}

/* ---- deleting ---- */

static void
advance_hours(struct fixture *h, unsigned n)
{
	while (n-- > 0)
		fixture_advance(h, INT64_C(3600) * 1000);
}

FIXTURE_TEST(a_deleted_account_leaves_its_matches_and_its_name_is_kept)
{
	unsigned alice = fixture_telnet(h, "alice"), bob = fixture_clip(h, "bob"), g;
	int64_t user = fixture_session(h, alice)->player->user;
	struct match_record m;
	struct user_record u;
	char name[STORE_NAME_MAX + 1];

	fixture_type(h, bob, "toggle ready");
	fixture_type(h, alice, "toggle ready");
	fixture_type(h, alice, "invite bob 3");
	fixture_type(h, bob, "join alice");
	fixture_type(h, alice, "forget me " FIXTURE_PASSWORD);
	advance_hours(h, 6 * 24);
	assert_true(store_user_by_name(fixture_world(h)->store, "alice", &u));
	advance_hours(h, 26);
	assert_false(store_user_by_name(fixture_world(h)->store, "alice", &u));
	assert_true(store_user_by_id(fixture_world(h)->store, user, &u));
	(void)snprintf(name, sizeof(name), "deleted-%" PRId64, user);
	assert_string_equal(u.name, name);
	assert_string_equal(u.hash, "");
	assert_true(store_match_by_id(fixture_world(h)->store, 1, &m));
	assert_true(m.ended_ms != 0);
	assert_string_equal(m.name[0], name);
	g = connect_guest(h, "10.0.0.1");
	fixture_type(h, g, "name aLICE");
	assert_int_equal(fixture_session(h, g)->state, ST_GUEST);
	fixture_type(h, g, "name deleted");
	assert_int_equal(fixture_session(h, g)->state, ST_NEW_PASSWORD);
}

/* Each turn deletes one account, however many are due. */
FIXTURE_TEST(many_accounts_are_deleted_one_per_turn)
{
	struct user_record u;
	char name[16];

	for (int i = 0; i < 20; i++) {
		unsigned c;

		(void)snprintf(name, sizeof(name), "user_%c", 'a' + i);
		c = fixture_clip(h, name);
		fixture_type(h, c, "forget me " FIXTURE_PASSWORD);
		fixture_drop(h, c, NET_CLOSE_PEER);
	}
	advance_hours(h, 7 * 24 + 2);
	for (int i = 0; i < 20; i++)
		fixture_turn(h);
	for (int i = 0; i < 20; i++) {
		(void)snprintf(name, sizeof(name), "user_%c", 'a' + i);
		assert_false(store_user_by_name(fixture_world(h)->store, name, &u));
	}
}

/* ---- a login for which there is no memory ---- */

static bool player_alloc_fails;

struct player *__real_player_load(struct world *w, const struct user_record *r, bool program);
struct player *__wrap_player_load(struct world *w, const struct user_record *r, bool program);

struct player *
__wrap_player_load(struct world *w, const struct user_record *r, bool program)
{
	return player_alloc_fails ? NULL : __real_player_load(w, r, program);
}

/* Types the code and a new password as a client program. */
static unsigned
recover_as_program(struct fixture *h, const char *code)
{
	unsigned c = fixture_connect(h, "10.0.0.1");

	fixture_type(h, c, "login test 1008 guest guest");
	assert_int_equal(try_code(h, c, code), ST_NEW_PASSWORD);
	choose_password(h, c, "another");
	return c;
}

/* A code is used up only if a new one can be shown. */
FIXTURE_TEST(a_client_program_that_cannot_log_in_keeps_its_code)
{
	unsigned alice = fixture_telnet(h, "alice"), c;
	char code[CODE_MAX];

	new_code(h, alice, code);
	fixture_drop(h, alice, NET_CLOSE_PEER);
	player_alloc_fails = true;
	c = recover_as_program(h, code);
	player_alloc_fails = false;
	assert_false(is_online(h, c));
	assert_false(logs_in(h, "another"));
	c = recover_as_program(h, code);
	assert_true(is_online(h, c));
	assert_non_null(strstr(fixture_read(h, c), "code is  "));
}

/* ---- a match that begins while a code is on the screen ---- */

static unsigned codes_read;

static void
count_code_read(struct world *w, const struct world_event *e)
{
	(void)w;
	codes_read += e->kind == EVENT_code_read;
}

/* Shows alice a recovery code, which keeps her command waiting, and lets two minutes pass. */
static void
show_code(struct fixture *h, unsigned alice)
{
	fixture_session(h, alice)->player->recovery_code_due = true;
	fixture_type(h, alice, "invite bob 1");
	assert_true(recovery_is_shown(fixture_session(h, alice)));
	fixture_advance(h, RECOVERY_READ_MS);
	fixture_discard(h);
}

static void
begin(struct world *w, void *both)
{
	struct session *const *s = both;

	assert_true(recovery_allows_match(w, s));
	assert_true(recovery_is_shown(s[0]));
	assert_int_not_equal(match_begin(w, s[0], s[1], 1, VARIANT_FIBS, NULL), 0);
}

TEST(a_match_that_begins_hides_the_code_and_reports_the_command_that_waited)
{
	struct fixture *h = fixture_new(NULL);
	unsigned alice = fixture_telnet(h, "alice"), bob = fixture_telnet(h, "bob");
	struct session *both[] = { fixture_session(h, alice), fixture_session(h, bob) };
	event_subscriber *const *usual = fixture_world(h)->subscribers;
	static event_subscriber *spied[16];
	unsigned n = 0;

	for (; usual[n] != NULL; n++)
		spied[n] = usual[n];
	spied[n] = count_code_read;
	fixture_world(h)->subscribers = spied;
	show_code(h, alice);
	codes_read = 0;
	fixture_run_in_turn(h, begin, both);
	assert_int_equal(codes_read, 1);
	assert_false(recovery_is_shown(both[0]));
	assert_non_null(
	    strstr(fixture_read(h, alice), "Your command 'invite' was not carried"));
	fixture_free(&h);
}

static void
assert_resume_fails(struct world *w, void *row)
{
	assert_int_equal(match_resume_row(w, *(int64_t *)row), RESUME_CORRUPT);
}

/* The server ends the match as corrupt. */
TEST(a_match_that_cannot_be_resumed_leaves_the_code_on_the_screen)
{
	struct fixture *h = fixture_new(NULL);
	unsigned alice = fixture_telnet(h, "alice"), bob = fixture_telnet(h, "bob");
	struct session *both[] = { fixture_session(h, alice), fixture_session(h, bob) };
	int64_t row;

	fixture_type(h, alice, "toggle ready");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, alice, "invite bob 1");
	fixture_type(h, bob, "join alice");
	row = session_match(fixture_world(h), both[0])->row;
	fixture_type(h, bob, "leave");
	assert_int_equal(both[0]->match, 0);
	fixture_corrupt_match(h, row);
	show_code(h, alice);
	fixture_run_in_turn(h, assert_resume_fails, &row);
	assert_true(fixture_warned(h, "match_corrupt"));
	assert_true(recovery_is_shown(both[0]));
	fixture_free(&h);
}

static bool match_alloc_fails;

int64_t __real_match_begin(struct world *w, struct session *inviter, struct session *joiner,
    unsigned length, const struct variant *v, const struct match_terms *terms);
int64_t __wrap_match_begin(struct world *w, struct session *inviter, struct session *joiner,
    unsigned length, const struct variant *v, const struct match_terms *terms);

int64_t
__wrap_match_begin(struct world *w, struct session *inviter, struct session *joiner,
    unsigned length, const struct variant *v, const struct match_terms *terms)
{
	return match_alloc_fails ? 0 : __real_match_begin(w, inviter, joiner, length, v, terms);
}

TEST(a_tournament_hides_the_code_only_when_its_match_has_begun)
{
	struct fixture *h = fixture_new(NULL);
	unsigned alice = fixture_telnet(h, "alice"), bob = fixture_telnet(h, "bob");
	struct session *s = fixture_session(h, alice);

	fixture_type(h, alice, "tournament create Cup checkin 0 clock off");
	fixture_type(h, alice, "tournament open Cup");
	fixture_type(h, alice, "tournament register Cup");
	fixture_type(h, bob, "tournament register Cup");
	fixture_type(h, alice, "tournament start Cup yes");
	show_code(h, alice);
	match_alloc_fails = true;
	fixture_advance(h, 120000);
	fixture_advance(h, 60000);
	assert_true(recovery_is_shown(s));
	assert_string_equal(fixture_read(h, alice), "");
	assert_null(strstr(fixture_read(h, bob), "your match with alice begins"));
	match_alloc_fails = false;
	fixture_advance(h, 60000);
	assert_false(recovery_is_shown(s));
	assert_int_not_equal(s->match, 0);
	assert_non_null(strstr(fixture_read(h, alice), "your match with bob begins"));
	fixture_free(&h);
}
