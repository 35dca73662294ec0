/* SPDX-License-Identifier: MIT */
/* Operator commands: each act is logged once; a turn that fails on a full disk leaves bans,
 * mutes, registration and an announced shutdown unchanged; a restart keeps them; an erased user
 * is gone. */
#include "domain.h"
#include "cmd/cmd.h"
#include "people/people.h"
#include "moderation/period.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "proto/username.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define SORRY "** Sorry, the server has no room to save anything just now."

/* ---- arguments ---- */

TEST(a_duration_is_a_number_and_a_unit)
{
	static const struct {
		const char *word;
		int64_t seconds; /* 0: invalid */
	} CASES[] = {
		{ "1m", 60 },
		{ "30m", 1800 },
		{ "12h", 43200 },
		{ "7d", 604800 },
		{ "4w", 2419200 },
		{ "007d", 604800 },
		{ "3653d", 315619200 },
		{ "3654d", 0 },
		{ "99999999999999999999m", 0 },
		{ "5260321m", 0 },
		{ "0m", 0 },
		{ "m", 0 },
		{ "", 0 },
		{ "30", 0 },
		{ "30M", 0 },
		{ "30mm", 0 },
		{ "-1m", 0 },
		{ "1.5h", 0 },
		{ "30s", 0 },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		int64_t seconds = 0;

		if (period_read(CASES[i].word, &seconds) != (CASES[i].seconds != 0))
			fail_msg("%s", CASES[i].word);
		assert_int_equal(seconds, CASES[i].seconds);
	}
}

/* ---- permissions ---- */

FIXTURE_TEST(commands_need_the_role)
{
	unsigned bob = fixture_clip(h, "bob");
	unsigned oscar = fixture_clip(h, "oscar");
	unsigned n = 0;

	fixture_set_role(h, "oscar", "operator");
	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		if (c->role == ROLE_USER)
			continue;
		n++;
		fixture_discard(h);
		fixture_type(h, bob, c->name);
		assert_string_equal(fixture_read(h, bob), "** Permission denied\r\n");
		fixture_type(h, oscar, c->name);
		if (c->role == ROLE_ADMIN)
			assert_string_equal(fixture_read(h, oscar), "** Permission denied\r\n");
		else
			assert_null(strstr(fixture_read(h, oscar), "denied"));
	}
	assert_int_equal(n, 17);
}

/* ---- the log ---- */

struct operator_acts {
	unsigned n;
	char text[4096];
	struct sbuf b;
};

static void
append_act(void *ctx, const struct operator_record *r)
{
	struct operator_acts *a = ctx;

	a->n++;
	sbuf_addf(&a->b, "%" PRId64 " %s %s %s|%s|%s\n", r->at_s - FIXTURE_WALL_S, r->actor,
	    r->act, r->whom, r->detail, r->why);
}

static unsigned
operator_acts(struct store *s, const char *name, struct operator_acts *a)
{
	a->n = 0;
	SBUF_INIT(&a->b, a->text);
	store_operator_acts_each(s, name, 1000, append_act, a);
	return a->n;
}

FIXTURE_TEST(each_act_is_logged_once)
{
	static const struct {
		const char *line, *row; /* NULL: no row, because nothing was done */
	} CASES[] = {
		{ "mute bob", "ada mute bob|all|" },
		{ "mute bob shout for 30m because of noise",
		    "ada mute bob|shout for 30m|noise" },
		{ "mute", NULL },
		{ "mute nobody", NULL },
		{ "mute ada", NULL },
		{ "mute bob for ever", NULL },
		{ "unmute bob because   well  then", "ada unmute bob||well  then" },
		{ "unmute bob", NULL },
		{ "ban carol", "ada ban carol||" },
		{ "ban CAROL 7d because x", "ada ban carol|for 7d|x" },
		{ "ban 10.1.2.3/8 because of x", "ada ban 10.0.0.0/8||x" },
		{ "ban", NULL },
		{ "ban 127.0.0.1", NULL },
		{ "ban 1.2.3", NULL },
		{ "unban 10.0.0.0/8", "ada unban 10.0.0.0/8||" },
		{ "unban 10.0.0.0/8", NULL },
		{ "unban carol because", "ada unban carol||" },
		{ "kick bob because y", "ada kick bob||y" },
		{ "kick bob", NULL },
		{ "broadcast hi there", "ada broadcast ||hi there" },
		{ "broadcast", NULL },
		{ "registration closed", "ada registration |closed|" },
		{ "registration", NULL },
		{ "registration open because z", "ada registration |open|z" },
		{ "grant bob operator", "ada grant bob|operator|" },
		{ "grant bob operator", NULL },
		{ "grant bob king", NULL },
		{ "grant bob user because q", "ada grant bob|user|q" },
		{ "view ada", "ada view ada||" },
		{ "view bob", NULL },
		{ "operlog", NULL },
		{ "shutdown 100 restart because r", "ada shutdown |in 100 seconds, restart|r" },
		{ "shutdown cancel", "ada shutdown |cancel|" },
		{ "shutdown cancel", NULL },
		{ "shutdown x", NULL },
		{ "erase carol", NULL },
		{ "erase carol carol because s", "ada erase carol||s" },
		{ "erase carol carol", NULL },
	};
	unsigned ada = fixture_clip(h, "ada"), before = 0;
	struct operator_acts a;

	(void)fixture_clip(h, "bob");
	(void)fixture_user(h, "carol", 1500, 0);
	fixture_set_role(h, "ada", "admin");
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		char want[200];

		fixture_type(h, ada, CASES[i].line);
		operator_acts(fixture_store(h), "", &a);
		if (a.n != before + (CASES[i].row != NULL))
			print_error("%s\n", CASES[i].line);
		assert_int_equal(a.n, before + (CASES[i].row != NULL));
		before = a.n;
		if (CASES[i].row == NULL)
			continue;
		(void)snprintf(want, sizeof(want), "0 %s\n", CASES[i].row);
		*(strchr(a.text, '\n') + 1) = '\0';
		assert_string_equal(a.text, want);
	}
	assert_int_equal(operator_acts(fixture_store(h), "CAROL", &a), 4);
	assert_int_equal(operator_acts(fixture_store(h), "10.0.0.0/8", &a), 2);
	assert_int_equal(operator_acts(fixture_store(h), "ada", &a), before);
	assert_int_equal(operator_acts(fixture_store(h), "ad", &a), 0);
}

FIXTURE_TEST(a_reason_that_is_too_long_is_refused)
{
	unsigned ada = fixture_clip(h, "ada");
	char line[2048];
	struct operator_acts a;

	(void)fixture_clip(h, "bob");
	fixture_set_role(h, "ada", "admin");
	(void)snprintf(line, sizeof(line), "kick bob because %0161d", 7);
	fixture_type(h, ada, line);
	assert_non_null(strstr(fixture_read(h, ada), "** Please give at most 160 characters."));
	assert_int_equal(operator_acts(fixture_store(h), "", &a), 0);
	(void)snprintf(line, sizeof(line), "kick bob because %0160d", 7);
	fixture_type(h, ada, line);
	assert_non_null(strstr(fixture_read(h, ada), "** The connection of bob is closed."));
	/* an announcement is sent complete, but logged only up to the length of a log line */
	(void)snprintf(line, sizeof(line), "broadcast %0255d\xc3\xbc%0900d", 7, 8);
	fixture_type(h, ada, line);
	assert_non_null(strstr(fixture_read(h, ada), "\xc3\xbc"));
	assert_int_equal(operator_acts(fixture_store(h), "", &a), 2);
	assert_null(strchr(a.text, '\xc3'));
}

/* ---- erasing ---- */

static int64_t
ended(struct fixture *h, int64_t match)
{
	struct match_record m;

	assert_true(store_match_by_id(fixture_store(h), match, &m));
	if (m.ended_ms == 0)
		return 0;
	assert_string_equal(m.end_reason, "erased");
	assert_int_equal(m.winner, -1);
	return 1;
}

static int64_t
make_match(struct fixture *h, int64_t a, int64_t b)
{
	struct match_record m = { .user = { a, b },
		.length = 3,
		.variant = "backgammon",
		.created_ms = fixture_now_ms(h) };
	int64_t id = store_match_create(fixture_store(h), &m);

	assert_int_not_equal(id, 0);
	return id;
}

static void
no_setting(void *ctx, const char *name, const char *value)
{
	fail_msg("%s=%s is left", name, value);
}

/* More unfinished matches than are ended in one turn. */
#define MANY 150u

FIXTURE_TEST(an_erased_user_is_gone)
{
	struct store *s = fixture_store(h);
	unsigned ada = fixture_clip(h, "ada"), alice = fixture_clip(h, "alice");
	int64_t match[MANY], other, users;
	char name[STORE_NAME_MAX + 1];
	struct user_record u, again;

	fixture_set_role(h, "ada", "admin");
	assert_true(store_user_by_name(s, "alice", &u));
	for (unsigned i = 0; i < MANY; i++) {
		(void)snprintf(name, sizeof(name), "rival_%c%c", 'a' + i / 26, 'a' + i % 26);
		match[i] = make_match(h, i % 2 == 0 ? u.id : fixture_user(h, name, 1500, 0),
		    i % 2 == 0 ? fixture_user(h, name, 1500, 0) : u.id);
	}
	assert_true(store_user_by_name(s, "rival_aa", &again));
	other = make_match(h, again.id, fixture_user(h, "stranger", 1500, 0));
	store_user_set_rating(s, u.id, 1777, 400);
	ranks_change_user(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS), u.id, u.rating,
	    u.experience, 1777, 400);
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	fixture_type(h, alice, "set boardstyle 2");
	fixture_type(h, alice, "address alice@example.org");
	fixture_type(h, alice, "message ada hello");
	fixture_type(h, ada, "message alice hello");
	fixture_type(h, ada, "mute alice shout");
	users = store_users_count(s);
	fixture_type(h, ada, "erase alice alice because she asked");
	assert_false(fixture_is_open(h, alice));
	/* no account has the name; the row exists under a name that users cannot choose */
	assert_false(store_user_by_name(s, "alice", &again));
	assert_int_equal(store_users_count(s), users - 1);
	assert_true(store_user_by_id(s, u.id, &again));
	assert_int_equal(username_check(again.name), USERNAME_RESERVED);
	assert_false(store_user_by_name(s, again.name, &u));
	assert_string_equal(again.hash, "");
	assert_string_equal(again.email, "");
	assert_string_equal(again.role, "user");
	assert_string_equal(again.last_login_host, "");
	assert_string_equal(again.last_logout_host, "");
	assert_int_equal(again.experience, 0);
	store_settings_each(s, again.id, no_setting, NULL);
	assert_int_equal(store_messages_count(s, again.id), 0);
	assert_int_equal(store_matches_open_count(s, again.id), 0);
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(ended(h, match[i]), 1);
	assert_int_equal(ended(h, other), 0);
	assert_true(store_user_by_name(s, "ada", &u));
	assert_int_equal(store_messages_count(s, u.id), 0);
	/* a new account of that name is a different user and is not muted */
	alice = fixture_clip(h, "alice");
	assert_int_not_equal(fixture_session(h, alice)->player->user, again.id);
	assert_int_equal(
	    player_current_mute(fixture_world(h), fixture_session(h, alice)->player),
	    MUTE_NONE);
	fixture_type(h, ada, "erase alice alice");
	assert_false(fixture_is_open(h, alice));
}

static void
no_game(void *ctx, const char *game, double rating, uint32_t experience)
{
	fail_msg("%s is left", game);
}

FIXTURE_TEST(an_erased_user_leaves_every_rating_list)
{
	static const char *const LISTS[] = { "ratings", "ratings hyper", "ratings tavli" };
	static const char alone[] = " rank name            rating    Experience\r\n"
				    "    1 bob             1480.00       70\r\n";
	unsigned ada;
	int64_t alice;
	char read[400];
	struct sbuf b;

	alice = fixture_user(h, "alice", 1600, 80);
	(void)fixture_user(h, "bob", 1480, 70);
	fixture_set_standing(h, "alice", "hyper", 1700, 60);
	fixture_set_standing(h, "alice", "tavli", 1300, 51);
	fixture_set_standing(h, "alice", "fevga", 1300, 50);
	fixture_set_standing(h, "bob", "hyper", 1480, 70);
	fixture_set_standing(h, "bob", "tavli", 1480, 70);
	(void)fixture_user(h, "ada", 1500, 0);
	fixture_set_role(h, "ada", "admin");
	ada = fixture_tiny(h, "ada");
	fixture_type(h, ada, "toggle variants");
	for (unsigned after = 0; after < 2; after++) {
		for (unsigned i = 0; i < ARRAY_LEN(LISTS); i++) {
			fixture_discard(h);
			fixture_type(h, ada, LISTS[i]);
			SBUF_INIT(&b, read);
			sbuf_add(&b, fixture_read(h, ada));
			assert_int_equal(strstr(read, "alice") == NULL, after);
			if (after)
				assert_string_equal(read, alone);
		}
		fixture_type(h, ada, "erase alice alice");
	}
	store_game_ratings_each(fixture_store(h), alice, no_game, NULL);
	domain_check_invariants(fixture_world(h));
}

static unsigned
guest_with_name(struct fixture *h, const char *name)
{
	unsigned g = fixture_connect(h, "192.0.2.1");

	fixture_type(h, g, "guest");
	fixture_typef(h, g, "name %s", name);
	fixture_type(h, g, "geheim");
	return g;
}

/* Two guests register the same name, and one gets it.  In the turn in which that user is
 * erased, the other's registration completes.  The erased user's slot in memory is not free
 * yet, so the other must connect again. */
FIXTURE_TEST(a_name_freed_in_the_same_turn_must_be_requested_again)
{
	unsigned ada = fixture_clip(h, "ada"), slow, quick;
	struct user_record u, again;

	fixture_set_role(h, "ada", "admin");
	slow = guest_with_name(h, "alice");
	quick = guest_with_name(h, "alice");
	fixture_type(h, quick, "geheim");
	assert_int_equal(fixture_session(h, quick)->state, ST_ONLINE);
	assert_true(store_user_by_name(fixture_store(h), "alice", &u));
	fixture_hold_work(h, true, 8);
	fixture_type(h, slow, "geheim");
	fixture_queue(h, ada, "erase alice alice");
	fixture_hold_work(h, false, 8);
	assert_false(fixture_is_open(h, quick));
	assert_false(fixture_is_open(h, slow));
	assert_non_null(strstr(fixture_read(h, slow), "** The server is full."));
	assert_true(store_user_by_name(fixture_store(h), "alice", &again));
	assert_int_not_equal(u.id, again.id);
	slow = fixture_connect(h, "192.0.2.1");
	fixture_type(h, slow, "connect alice geheim");
	assert_int_equal(fixture_session(h, slow)->player->user, again.id);
}

/* ---- shutdown ---- */

FIXTURE_TEST(the_shutdown_happens_when_announced)
{
	unsigned ada = fixture_clip(h, "ada"), told = 0;
	int64_t wait, waited = 0;

	fixture_set_role(h, "ada", "admin");
	fixture_type(h, ada, "shutdown 86400");
	fixture_discard(h);
	while (!fixture_has_ended(h)) {
		wait = domain_next_timer(fixture_world(h));
		assert_true(wait > 0);
		if (wait > 1800000)
			wait = 1800000; /* keeps users from idling for an hour */
		fixture_advance(h, wait);
		waited += wait;
		if (!fixture_has_ended(h)) {
			told += strstr(fixture_read(h, ada),
				    "ATTENTION ! FIBS will shut down") != NULL;
			fixture_type(h, ada, "pip");
			fixture_discard(h);
		}
		assert_true(waited <= 86400000);
	}
	assert_int_equal(waited, 86400000);
	assert_int_equal(told, 11);
	assert_false(fixture_is_open(h, ada));
}

/* ---- full disk ---- */

static struct disk {
	struct fulldisk full;
	struct fixture *h; /* the fixture on this disk */
	unsigned ada, bob;
} d;

static void
open_on_disk(void)
{
	fulldisk_open(&d.full, NULL);
	d.h = d.full.h;
	d.ada = fixture_clip(d.h, "ada");
	d.bob = fixture_clip(d.h, "bob");
	fixture_set_role(d.h, "ada", "admin");
	fixture_discard(d.h);
}

AFTER_EACH
{
	if (d.h != NULL)
		fulldisk_close(&d.full);
	d.h = NULL;
}

/* Writes everything that operators can change as text. */
static void
sanction_text(struct sbuf *b)
{
	const struct world *w = fixture_world(d.h);
	const struct player *p = player_by_name(w, "bob");
	struct user_record u;
	struct operator_acts a;
	bool found = store_user_by_name(d.full.store, "bob", &u);

	sbuf_addf(b, "registration %d stop %d %d %d %" PRId64 " %u\n",
	    w->moderation->registration, w->moderation->stop_plan.planned,
	    w->moderation->stop_plan.restart, w->moderation->stop_plan.due,
	    w->moderation->stop_plan.planned ? w->moderation->stop_plan.at_ms : 0,
	    w->moderation->stop_plan.announced_s);
	sbuf_addf(b, "bans %zu bob %d net %d host %d\n", w->moderation->bans_len,
	    ban_of_name(w, "bob") != NULL, ban_find(w, true, "192.0.2.0/24") != NULL,
	    ban_of_host(w, "192.0.2.9") != NULL);
	sbuf_addf(b, "bob %d %d %d role %s %d, %u acts\n", found, p != NULL && p->in_use,
	    p != NULL ? (int)p->mute : -1, found ? u.role : "-", p != NULL ? (int)p->role : -1,
	    operator_acts(d.full.store, "", &a));
}

TEST(on_a_full_disk_nothing_operators_set_changes)
{
	static const char *const LINES[] = { "mute bob", "mute bob shout for 1h", "unmute bob",
		"ban bob", "ban 192.0.2.128/25", "unban 192.0.2.0/24", "registration open",
		"grant bob operator", "erase bob bob" };

	open_on_disk();
	fixture_type(d.h, d.ada, "ban 192.0.2.0/24");
	fixture_type(d.h, d.ada, "mute bob");
	fixture_type(d.h, d.ada, "registration closed");
	fixture_type(d.h, d.ada, "shutdown 3000");
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		char before[512], after[512];
		struct sbuf b;

		SBUF_INIT(&b, before);
		sanction_text(&b);
		fixture_discard(d.h);
		fulldisk_fill(&d.full);
		fixture_type(d.h, d.ada, LINES[i]);
		assert_string_equal(
		    fixture_read(d.h, d.ada), SORRY " Please try again in a minute.\r\n");
		assert_string_equal(fixture_read(d.h, d.bob), "");
		assert_true(fixture_is_open(d.h, d.bob));
		SBUF_INIT(&b, after);
		sanction_text(&b);
		assert_string_equal(before, after);
		fulldisk_clear_and_resume(&d.full);
		/* with free space it succeeds */
		if (i > 2)
			continue;
		fixture_type(d.h, d.ada, LINES[i]);
		SBUF_INIT(&b, after);
		sanction_text(&b);
		assert_string_not_equal(before, after);
	}
	assert_false(fixture_has_ended(d.h));
}

/* On a full disk an operator can still close connections and stop the server. */
TEST(a_server_on_a_full_disk_can_be_stopped)
{
	struct operator_acts a;
	unsigned before;

	open_on_disk();
	before = operator_acts(d.full.store, "", &a);
	fulldisk_fill(&d.full);
	fixture_type(d.h, d.bob, "set boardstyle 1");
	fixture_discard(d.h);
	fixture_type(d.h, d.ada, "ban bob");
	assert_string_equal(
	    fixture_read(d.h, d.ada), SORRY " Please try again in a minute.\r\n");
	assert_int_equal(fixture_world(d.h)->moderation->bans_len, 0);
	fixture_type(d.h, d.ada, "kick bob");
	assert_false(fixture_is_open(d.h, d.bob));
	fixture_type(d.h, d.ada, "shutdown 1");
	assert_true(fixture_is_open(d.h, d.ada));
	fixture_advance(d.h, 1000);
	assert_true(fixture_has_ended(d.h));
	assert_false(fixture_is_open(d.h, d.ada));
	assert_int_equal(operator_acts(d.full.store, "", &a), before);
}

TEST(a_restart_keeps_what_operators_set)
{
	static const char *const LINES[] = { "ban 192.0.2.0/24 because of a",
		"ban 2001:db8::/64 for 2d", "ban carol", "mute bob shout 1h",
		"registration closed", "grant bob operator" };
	char before[512], after[512];
	struct sbuf b;

	open_on_disk();
	(void)fixture_user(d.h, "carol", 1500, 0);
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++)
		fixture_type(d.h, d.ada, LINES[i]);
	SBUF_INIT(&b, before);
	sanction_text(&b);
	fixture_type(d.h, d.ada, "shutdown 5"); /* the restart cancels it */
	fixture_restart(d.h);
	assert_int_equal(fixture_world(d.h)->moderation->stop_plan.planned, 0);
	d.bob = fixture_clip(d.h, "bob");
	SBUF_INIT(&b, after);
	sanction_text(&b);
	*strstr(before, ", ") = '\0';
	*strstr(after, ", ") = '\0';
	assert_string_equal(before, after);
	assert_non_null(ban_of_name(fixture_world(d.h), "CAROL"));
	assert_non_null(ban_of_host(fixture_world(d.h), "2001:db8::1:2"));
	assert_null(ban_of_host(fixture_world(d.h), "2001:db8:0:1::1"));
	assert_null(ban_of_host(fixture_world(d.h), "nonsense"));
	/* time passes without any activity */
	fixture_advance(d.h, (int64_t)2 * 86400 * 1000);
	assert_null(ban_of_host(fixture_world(d.h), "2001:db8::1:2"));
	assert_non_null(ban_of_host(fixture_world(d.h), "192.0.2.1"));
	/* an expired ban is removed when the next ban is added */
	assert_int_equal(fixture_world(d.h)->moderation->bans_len, 3);
	d.ada = fixture_clip(d.h, "ada");
	fixture_type(d.h, d.ada, "ban 10.0.0.0/8");
	assert_int_equal(fixture_world(d.h)->moderation->bans_len, 3);
	fixture_restart(d.h);
	assert_int_equal(fixture_world(d.h)->moderation->bans_len, 3);
}

/* A thousand bans, added and lifted at random: memory matches the store. */
FIXTURE_TEST(bans_in_memory_match_the_store)
{
	struct world *w = fixture_world(h);
	unsigned ada = fixture_clip(h, "ada");
	struct ban *copy;
	size_t n;

	fixture_set_role(h, "ada", "admin");
	for (unsigned i = 0; i < 1000; i++) {
		unsigned at = i * 7919 % 1000;

		fixture_typef(
		    h, ada, "ban 10.%u.%u.0/24 %s", at / 40, at % 40, at % 3 == 0 ? "30m" : "");
		if (at % 4 == 1)
			fixture_typef(h, ada, "unban 10.%u.%u.0/24", at / 40, at % 40);
		if (i % 50 == 0)
			fixture_advance(h, 60000);
	}
	n = w->moderation->bans_len;
	assert_true(n > 400);
	copy = malloc(n * sizeof(*copy));
	assert_non_null(copy);
	memcpy(copy, w->moderation->bans, n * sizeof(*copy));
	bans_load(w);
	assert_int_equal(w->moderation->bans_len, n);
	for (size_t i = 0; i < n; i++) {
		const struct ban *b = ban_find(w, true, copy[i].what);

		assert_non_null(b);
		assert_int_equal(b->until_s, copy[i].until_s);
		assert_memory_equal(&b->net, &copy[i].net, sizeof(b->net));
	}
	free(copy);
}

/* A list is limited to what one connection can take; the remaining rows are counted. */
FIXTURE_TEST(a_long_list_is_cut)
{
	unsigned ada = fixture_clip(h, "ada"), rows = 0;
	const char *text;

	fixture_set_role(h, "ada", "admin");
	for (unsigned i = 0; i < 503; i++)
		fixture_typef(h, ada, "ban 10.0.%u.%u", i / 250, i % 250);
	fixture_discard(h);
	fixture_type(h, ada, "ban");
	text = fixture_read(h, ada);
	assert_non_null(strstr(text, "** 3 more are not shown.\r\n"));
	for (; (text = strstr(text, ": for good, by ada: -\r\n")) != NULL; text++)
		rows++;
	assert_int_equal(rows, 500);
	fixture_type(h, ada, "operlog 1000");
	rows = 0;
	for (text = fixture_read(h, ada); (text = strstr(text, " ada: ban 10.0.")) != NULL;
	     text++)
		rows++;
	assert_int_equal(rows, 200);
}

/* ---- reports ---- */

/* Makes a new account at that address. */
static unsigned
reporter(struct fixture *h, const char *name, const char *addr)
{
	unsigned c = fixture_connect(h, addr);

	(void)fixture_user(h, name, 1500, 0);
	fixture_typef(h, c, "login test 1008 %s %s", name, FIXTURE_PASSWORD);
	(void)fixture_read(h, c);
	return c;
}

static bool
reports_dora(struct fixture *h, unsigned conn)
{
	fixture_type(h, conn, "report dora who is rude");
	return strstr(fixture_read(h, conn), "was sent to the operators") != NULL;
}

/* Without this limit ten accounts of one person could keep out all other reports.  Reports of
 * users who have played are always accepted. */
TEST(three_newcomers_of_a_network_may_report_the_same_user)
{
	struct fixture_options o;
	struct fixture *h;
	char name[16], addr[16];
	unsigned old;

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	(void)fixture_user(h, "dora", 1500, 0);
	(void)fixture_user(h, "emma", 1500, 0);
	for (unsigned i = 0; i < 6; i++) {
		unsigned c;

		(void)snprintf(name, sizeof(name), "near_%c", (char)('a' + i));
		(void)snprintf(addr, sizeof(addr), "10.3.0.%u", i);
		c = reporter(h, name, addr);
		assert_true(reports_dora(h, c) == (i < 3));
		fixture_type(h, c, "report emma who is rude");
		assert_true((strstr(fixture_read(h, c), "was sent to the operators") != NULL) ==
			    (i < 3));
	}
	old = reporter(h, "olaf", "10.3.0.9");
	fixture_session(h, old)->player->experience = 1;
	assert_true(reports_dora(h, old));
	for (unsigned i = 0; i < 6; i++) {
		(void)snprintf(name, sizeof(name), "far_%c", (char)('a' + i));
		(void)snprintf(addr, sizeof(addr), "10.4.%u.1", i);
		assert_true(reports_dora(h, reporter(h, name, addr)));
	}
	fixture_free(&h);
}
