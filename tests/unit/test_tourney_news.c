/* SPDX-License-Identifier: MIT */
/* TEST: timeout=300 */
/* Tournament announcements to many users: each user gets each announcement once, in their own
 * language, a few users per turn; client programs get them only if their users are concerned,
 * even if the tournament is no longer in memory.  A turn that is undone announces nothing. */
#include "domain.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/support/tourney_replay.h"
#include "tests/unit/test.h"

#define MANY (FEED_AT_ONCE_SESSIONS + 70u)
#define FEW 40u
#define DEAF_MEMBER 7u /* a member of the crowd with `tournaments` switched off */

struct news_test {
	struct fulldisk disk;
	struct fixture *h;
	unsigned first, n; /* a crowd of interactive users */
	unsigned dir;      /* the director, with a client program */
	unsigned ann, tom; /* participants: ann with a client program, tom with telnet */
	unsigned bob, fay; /* client programs: bob not involved, fay following the tournament */
	int64_t id;
};

/* Makes the crowd interactive users of three languages; they log in as TinyMUD clients because
 * that is quick. */
static void
make_people(struct news_test *k)
{
	for (unsigned i = 0; i < k->n; i++) {
		struct session *s = fixture_session(k->h, k->first + i);

		s->mode = MODE_TELNET;
		s->is_program = false;
		s->player->language = (enum language)(i % LANG_COUNT);
		if (i == DEAF_MEMBER)
			s->player->toggles &= ~(1u << TOGGLE_tournaments);
		session_set_text_format(s);
	}
}

static void
fill(struct news_test *k, unsigned n)
{
	struct fixture_options o;

	*k = (struct news_test){ .n = n };
	fixture_options_default(&o);
	o.world.sessions_max = 2048;
	fulldisk_open(&k->disk, &o);
	k->h = k->disk.h;
	k->first = fixture_crowd(k->h, n, "connect");
	make_people(k);
	k->dir = fixture_clip(k->h, "dir");
	k->ann = fixture_clip(k->h, "ann");
	k->bob = fixture_clip(k->h, "bob");
	k->fay = fixture_clip(k->h, "fay");
	k->tom = fixture_telnet(k->h, "tom");
	fixture_settle(k->h);
	fixture_discard(k->h);
	k->id = fixture_tourney_create(k->h, k->dir, "Cup", NULL);
	assert_true(k->id > 0);
	assert_int_equal(fixture_tourney_set(k->h, k->id, k->dir, "length 1"), TOURNEY_OK);
	fixture_tourney_follow(k->h, k->fay, k->id);
	fixture_settle(k->h);
	fixture_discard(k->h);
}

static void
close_test(struct news_test *k)
{
	fulldisk_close(&k->disk);
}

static enum tourney_err
act(struct news_test *k, enum tourney_act_kind kind)
{
	struct tourney_act a = { .kind = kind, .text = "" };

	return fixture_tourney_act(k->h, k->id, k->dir, &a);
}

/* Counts the users in the crowd who have received the text in their own language; none may have
 * received it twice or in another language. */
static unsigned
count_received(struct news_test *k, const char *const text[LANG_COUNT])
{
	unsigned n = 0;

	for (unsigned i = 0; i < k->n; i++) {
		const char *heard = fixture_read(k->h, k->first + i);

		for (unsigned l = 0; l < LANG_COUNT; l++)
			assert_true(
			    fixture_count_text(heard, text[l]) <= (l == i % LANG_COUNT));
		n += fixture_count_text(heard, text[i % LANG_COUNT]);
		assert_true(i != DEAF_MEMBER || heard[0] == '\0');
	}
	return n;
}

/* Runs turns until the whole crowd has received the text; no turn serves more users than
 * allowed. */
static void
assert_all_receive(struct news_test *k, const char *const text[LANG_COUNT])
{
	unsigned n = count_received(k, text);

	assert_true(n <= (k->n > FEED_AT_ONCE_SESSIONS ? FEED_SLICE_SESSIONS : k->n - 1));
	assert_true(k->n > FEED_AT_ONCE_SESSIONS ||
		    n == k->n - 1); /* a small crowd is served in one turn */
	while (domain_output_pending(fixture_world(k->h))) {
		unsigned more;

		fixture_turn(k->h);
		more = count_received(k, text);
		assert_true(more <= FEED_SLICE_SESSIONS);
		n += more;
	}
	assert_int_equal(n, k->n - 1);
}

static void
assert_programs_receive(struct news_test *k, bool ann, const char *text)
{
	assert_int_equal(fixture_count_text(fixture_read(k->h, k->ann), text), ann);
	assert_int_equal(fixture_count_text(fixture_read(k->h, k->dir), text), 1);
	assert_int_equal(fixture_count_text(fixture_read(k->h, k->fay), text), 1);
	assert_int_equal(fixture_count_text(fixture_read(k->h, k->tom), text), 1);
	assert_string_equal(fixture_read(k->h, k->bob), "");
}

static void
win(struct news_test *k)
{
	struct tourney *t = tourney_get(fixture_world(k->h), k->id);
	struct tourney_act a = {
		.kind = TACT_setresult, .pairing = t->open_first, .text = "agreed"
	};

	a.score[0] = 1;
	assert_int_equal(fixture_tourney_act(k->h, k->id, k->dir, &a), TOURNEY_OK);
	fixture_settle(k->h);
	fixture_discard(k->h);
	assert_int_equal(act(k, TACT_confirm), TOURNEY_OK);
}

static void
all_hear_of_its_course(struct news_test *k)
{
	static const char *const opened[LANG_COUNT] = { "** Cup: entries are open.",
		"** Cup: iscrizioni aperte.", "** Cup: inscrições abertas." };
	static const char *const begins[LANG_COUNT] = { "** Cup begins with 2 players.",
		"** Cup comincia con 2 giocatori.", "** Cup começa com 2 jogadores." };
	static const char *const over[LANG_COUNT] = { "** Cup is over. First: ann.",
		"** Cup è finito. Primo posto: ann.", "** Cup terminou. Primeiro lugar: ann." };
	struct tourney_act a = { .kind = TACT_checkin, .text = "" };

	assert_int_equal(act(k, TACT_open), TOURNEY_OK);
	assert_all_receive(k, opened);
	assert_programs_receive(k, false, opened[0]);
	assert_int_equal(fixture_tourney_enter(k->h, k->id, k->dir, "ann"), TOURNEY_OK);
	assert_int_equal(fixture_tourney_enter(k->h, k->id, k->dir, "tom"), TOURNEY_OK);
	for (; a.entry < 2; a.entry++)
		assert_int_equal(fixture_tourney_act(k->h, k->id, k->dir, &a), TOURNEY_OK);
	fixture_settle(k->h);
	fixture_discard(k->h);
	assert_int_equal(act(k, TACT_start), TOURNEY_OK);
	assert_all_receive(k, begins);
	assert_programs_receive(k, true, begins[0]);
	win(k);
	assert_all_receive(k, over);
	assert_int_equal(tourney_get(fixture_world(k->h), k->id)->phase, TOURNEY_FINISHED);
	assert_programs_receive(k, true, over[0]);
}

TEST(announcements_reach_many_users_in_slices)
{
	struct news_test k;

	fill(&k, MANY);
	all_hear_of_its_course(&k);
	close_test(&k);
}

TEST(announcements_reach_few_users_at_once)
{
	struct news_test k;

	fill(&k, FEW);
	all_hear_of_its_course(&k);
	close_test(&k);
}

/* A user who is sent a private line receives earlier announcements first. */
TEST(a_private_line_follows_earlier_announcements)
{
	struct news_test k;
	const char *heard, *news;

	fill(&k, MANY);
	fixture_queue(k.h, k.bob, "tell tom psst"); /* after the act, in the same turn */
	assert_int_equal(act(&k, TACT_open), TOURNEY_OK);
	heard = fixture_read(k.h, k.tom);
	news = strstr(heard, "** Cup: entries are open.");
	assert_non_null(news);
	assert_non_null(strstr(news, "bob says: psst"));
	assert_true(domain_output_pending(
	    fixture_world(k.h))); /* not all users have received the announcement yet */
	close_test(&k);
}
