/* SPDX-License-Identifier: MIT */
/* `tournament`: its words are rows of tournament.def; a word, the tournament it is about, who
 * may, and one act of the domain, whose refusals are worded here.  What players do with it is
 * here too.  Owns nothing.  Finding the tournament that is meant without its number is linear
 * in the entries of those that are not over. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/tournament.h"
#include "people/people.h"
#include "tournament/words.h"
#include "proto/line.h"
#include "proto/words.h"

#define SAY_AGAIN_MS 60000

const struct sub SUBS[] = {
#define SUB(n, a, who, which, acts, talks, f)                                                  \
	{ n, a, SUB_##who, SUB_##which, (acts) != 0, (talks) != 0, f },
#include "cmd/tournament.def"
#undef SUB
	{ 0 },
};

static const char *
sub_name(unsigned i)
{
	return SUBS[i].name;
}

const struct sub *
sub_find(const char *word)
{
	int i = word_pick(word, sub_name, ARRAY_LEN(SUBS) - 1);

	return i >= 0 ? &SUBS[i] : NULL;
}

void
sub_usage(struct ctx *c, sub_fn *of)
{
	const struct sub *sub = SUBS;

	while (sub->run != of)
		sub++;
	msg_trn_usage(c->out, sub->name,
	    sub->args[0] != '\0' && sub->args[0] != '\n' ? " " : "", sub->args);
}

/* ---- refusals ---- */

/* What is said when it is about himself, and when it is about somebody else. */
static const struct {
	enum msg_id self, other;
} REFUSALS[TOURNEY_ERR_COUNT] = {
	[TOURNEY_NOT_PLANNED] = { MSG_trn_not_planned, MSG_trn_not_planned },
	[TOURNEY_NOT_OPEN] = { MSG_trn_not_open, MSG_trn_not_open },
	[TOURNEY_IS_OPEN] = { MSG_trn_is_open, MSG_trn_is_open },
	[TOURNEY_HAS_STARTED] = { MSG_trn_has_started, MSG_trn_has_started },
	[TOURNEY_NOT_STARTED] = { MSG_trn_not_started, MSG_trn_not_started },
	[TOURNEY_IS_OVER] = { MSG_trn_is_over, MSG_trn_is_over },
	[TOURNEY_TOO_FEW] = { MSG_trn_too_few, MSG_trn_too_few },
	[TOURNEY_IS_FULL] = { MSG_trn_is_full, MSG_trn_is_full },
	[TOURNEY_ENTERED] = { MSG_trn_entered_already, MSG_trn_other_entered },
	[TOURNEY_NOT_ENTERED] = { MSG_trn_not_entered, MSG_trn_other_not_entered },
	[TOURNEY_WITHDRAWN] = { MSG_trn_have_withdrawn, MSG_trn_other_withdrawn },
	[TOURNEY_CHECKED_IN] = { MSG_trn_checked_already, MSG_trn_other_checked },
	[TOURNEY_TOO_EARLY] = { MSG_trn_too_early, MSG_trn_too_early },
	[TOURNEY_TOO_LATE] = { MSG_trn_too_late, MSG_trn_too_late },
	[TOURNEY_LOW_RATING] = { MSG_trn_low_rating, MSG_trn_other_low },
	[TOURNEY_HIGH_RATING] = { MSG_trn_high_rating, MSG_trn_other_high },
	[TOURNEY_NO_SUCH_PAIRING] = { MSG_trn_no_opponent, MSG_trn_no_pairing },
	[TOURNEY_PAIRING_OVER] = { MSG_trn_pairing_over, MSG_trn_pairing_over },
	[TOURNEY_BEGUN] = { MSG_trn_begun, MSG_trn_begun },
	[TOURNEY_NOT_BEGUN] = { MSG_trn_not_begun, MSG_trn_not_begun },
	[TOURNEY_BAD_SETTING] = { MSG_trn_bad_setting, MSG_trn_bad_setting },
	[TOURNEY_BAD_ORDER] = { MSG_trn_bad_order, MSG_trn_bad_order },
	[TOURNEY_BAD_SCORE] = { MSG_trn_bad_score, MSG_trn_bad_score },
	[TOURNEY_PAUSED] = { MSG_trn_paused_already, MSG_trn_paused_already },
	[TOURNEY_NOT_PAUSED] = { MSG_trn_not_paused, MSG_trn_not_paused },
	[TOURNEY_DIRECTS] = { MSG_trn_directs_already, MSG_trn_directs_already },
	[TOURNEY_DIRECTS_NOT] = { MSG_trn_directs_not, MSG_trn_directs_not },
	[TOURNEY_DIRECTORS] = { MSG_trn_directors_full, MSG_trn_directors_full },
	[TOURNEY_OWN_MATCH] = { MSG_trn_own_match, MSG_trn_own_match },
	[TOURNEY_PAIRS_FOLLOW] = { MSG_trn_pairs_follow, MSG_trn_pairs_follow },
	[TOURNEY_HAS_PAIR] = { MSG_trn_has_pair, MSG_trn_has_pair },
	[TOURNEY_NO_BYE] = { MSG_trn_no_bye, MSG_trn_no_bye },
	[TOURNEY_NOT_OVER] = { MSG_trn_not_over, MSG_trn_not_over },
	[TOURNEY_OWN_WILL] = { MSG_trn_own_will, MSG_trn_own_will },
	[TOURNEY_INVITED] = { MSG_trn_invited_already, MSG_trn_invited_already },
	[TOURNEY_WAITS] = { MSG_trn_waits, MSG_trn_other_waits },
	[TOURNEY_HAS_ROOM] = { MSG_trn_has_room, MSG_trn_has_room },
	[TOURNEY_LIST_FULL] = { MSG_trn_list_full, MSG_trn_invites_full },
	[TOURNEY_REFUSES] = { MSG_trn_refuses, MSG_trn_refuses },
	[TOURNEY_INVITED_LATE] = { MSG_trn_invited_late, MSG_trn_invited_late },
	[TOURNEY_INVITED_MUCH] = { MSG_trn_invited_much, MSG_trn_invited_much },
	[TOURNEY_INVITES_MUCH] = { MSG_trn_invites_much, MSG_trn_invites_much },
	/* these with how many there may be: refused_for_room */
	[TOURNEY_TABLE_FULL] = { MSG_trn_table_full, MSG_trn_table_full },
	[TOURNEY_PLANS_OWN] = { MSG_trn_plans_own, MSG_trn_plans_own },
	[TOURNEY_PLANS_HOST] = { MSG_trn_plans_host, MSG_trn_plans_host },
	[TOURNEY_PLANS_FULL] = { MSG_trn_plans_full, MSG_trn_plans_full },
	[TOURNEY_BAD_ACT] = { MSG_trn_impossible, MSG_trn_impossible },
};

/* Where an act means something else by it. */
static const struct {
	enum tourney_act_kind act;
	enum tourney_err err;
	enum msg_id text;
} OTHERWISE[] = {
	{ TACT_withdraw, TOURNEY_BEGUN, MSG_trn_withdraw_begun },
	{ TACT_replace, TOURNEY_BEGUN, MSG_trn_replace_begun },
	{ TACT_invite, TOURNEY_BEGUN, MSG_trn_replace_begun },
	{ TACT_setresult, TOURNEY_TOO_LATE, MSG_trn_result_late },
	{ TACT_setresult, TOURNEY_PAIRING_OVER, MSG_trn_result_late },
	{ TACT_reopen, TOURNEY_TOO_LATE, MSG_trn_result_late },
	{ TACT_reopen, TOURNEY_WITHDRAWN, MSG_trn_reopen_gone },
	{ TACT_restore, TOURNEY_TOO_LATE, MSG_trn_restore_late },
	{ TACT_restore, TOURNEY_REFUSES, MSG_trn_refuses_to_hear },
	{ TACT_director, TOURNEY_REFUSES, MSG_trn_refuses_to_hear },
	{ TACT_confirm, TOURNEY_NOT_OVER, MSG_trn_nothing_waits },
	{ TACT_hold, TOURNEY_PAUSED, MSG_trn_held_already },
	{ TACT_release, TOURNEY_NOT_PAUSED, MSG_trn_not_held },
	{ TACT_appoint, TOURNEY_BAD_SETTING, MSG_trn_time_past },
	{ TACT_deadline, TOURNEY_BAD_SETTING, MSG_trn_time_far },
	{ TACT_set, TOURNEY_TOO_LATE, MSG_trn_draw_late },
	{ TACT_start, TOURNEY_NOT_OPEN, MSG_trn_has_started },
	{ TACT_close, TOURNEY_NOT_OPEN, MSG_trn_not_open },
	{ TACT_rename, TOURNEY_ENTERED, MSG_trn_name_taken },
	{ TACT_create, TOURNEY_ENTERED, MSG_trn_name_taken },
};

enum msg_id
sub_refusal(enum tourney_err err, bool himself)
{
	return himself ? REFUSALS[err].self : REFUSALS[err].other;
}

static bool
about_himself(const struct ctx *c, const struct tourney *t, const struct tourney_act *a)
{
	unsigned fields = tourney_act_fields(a->kind);

	if ((fields & TF_USER) != 0)
		return a->user == c->p->user;
	if ((fields & TF_ENTRY) != 0)
		return a->entry >= t->entries_n || t->entries[a->entry].user == c->p->user;
	return a->kind == TACT_appoint;
}

/* Too many there are: how many, and until when. */
static bool
refused_for_room(struct ctx *c, enum tourney_err err)
{
	int64_t until_ms = tourneys_room_ms(c->w, c->s, err);
	char when[SUB_TIME_MAX];

	if (err == TOURNEY_TABLE_FULL)
		msg_trn_table_full(c->out, TOURNEYS_OPEN_MAX);
	else if (err == TOURNEY_PLANS_OWN)
		msg_trn_plans_own(c->out, TOURNEYS_PLANS_OWN);
	else if (err == TOURNEY_PLANS_HOST)
		msg_trn_plans_host(c->out, TOURNEYS_PLANS_HOST);
	else if (err == TOURNEY_PLANS_FULL)
		msg_trn_plans_full(c->out, TOURNEYS_PLANS_MAX);
	else
		return false;
	if (until_ms != 0) {
		sub_time_text(c, until_ms, when);
		msg_trn_room_at(c->out, when);
	}
	return true;
}

void
sub_refused(
    struct ctx *c, const struct tourney *t, const struct tourney_act *a, enum tourney_err err)
{
	if (err == TOURNEY_TOO_FEW && a->kind == TACT_start &&
	    t->set.value[TSET_checkin] != 0) {
		msg_trn_few_checked(c->out, (long long)t->id, (long long)t->id);
		return;
	}
	if (err == TOURNEY_PAIRS_FOLLOW && tourney_is_knockout(&t->set) &&
	    t->phase != TOURNEY_RUNNING) {
		msg_trn_pairs_seeding(c->out, (long long)t->id);
		return;
	}
	if (refused_for_room(c, err))
		return;
	for (unsigned i = 0; i < ARRAY_LEN(OTHERWISE); i++)
		if (OTHERWISE[i].act == a->kind && OTHERWISE[i].err == err) {
			msg_plain(c->out, OTHERWISE[i].text);
			return;
		}
	msg_plain(c->out, sub_refusal(err, about_himself(c, t, a)));
}

bool
sub_do(struct ctx *c, struct tourney *t, struct tourney_act *a)
{
	enum tourney_err err = tourney_act(c->w, t, c->s, a);

	if (err != TOURNEY_OK)
		sub_refused(c, t, a, err);
	else
		(void)feed_catch_up(c->w, c->s); /* what he has done, in its words */
	return err == TOURNEY_OK;
}

bool
sub_do_plain(struct ctx *c, struct tourney *t, enum tourney_act_kind kind)
{
	struct tourney_act a = { .kind = kind, .text = "" };

	return sub_do(c, t, &a);
}

/* ---- times ---- */

void
sub_time_text(const struct ctx *c, int64_t at_ms, char text[SUB_TIME_MAX])
{
	c->w->config.zone_text(
	    c->p->timezone, at_ms / 1000, "%Y-%m-%d %H:%M %Z", text, SUB_TIME_MAX);
}

bool
sub_take_time(struct ctx *c, sub_fn *of, char **rest, int64_t *at_s_out)
{
	switch (when_read(
	    &c->w->config, c->p->timezone, tourney_now_ms(c->w) / 1000, rest, at_s_out)) {
	case WHEN_OK:
		return true;
	case WHEN_NOTHING:
		sub_usage(c, of);
		break;
	case WHEN_BAD:
		msg_trn_time_bad(c->out);
		break;
	case WHEN_NO_DAY:
		msg_trn_time_no_day(c->out);
		break;
	case WHEN_GAP:
		msg_trn_time_gap(c->out, c->p->timezone);
		break;
	case WHEN_PAST:
		msg_trn_time_past(c->out);
		break;
	}
	return false;
}

/* ---- which tournament ---- */

static bool
is_over(const struct tourney *t)
{
	return t->phase == TOURNEY_FINISHED || t->phase == TOURNEY_CANCELLED;
}

bool
sub_directs(const struct ctx *c, const struct tourney *t)
{
	return c->p->role >= ROLE_OPERATOR || tourney_directs(t, c->p->user);
}

bool
sub_hears(const struct ctx *c, const struct tourney *t, bool all)
{
	bool wants = player_has(c->p, TOGGLE_tournaments);
	bool close = tourney_directs(t, c->p->user) || c->s->follow.id == t->id;
	bool member = tourney_entry_of(t, c->p->user) != ENTRY_UNKNOWN;

	if (all)
		return wants && (session_person(c->s) || close || member);
	return close || (wants && member);
}

/* One that a word could mean although nobody has said which: for a player what he is in, for a
 * director what he directs, for all others either. */
static bool
could_mean(const struct ctx *c, const struct tourney *t, const struct sub *sub)
{
	bool directs = tourney_directs(t, c->p->user);
	bool guest = tourney_guest_of(t, c->p->user) != NULL;
	bool plays = guest || tourney_entry_of(t, c->p->user) != ENTRY_UNKNOWN;

	if (sub->run == tournament_register)
		return t->phase == TOURNEY_OPEN || guest;
	switch (sub->who) {
	case SUB_DIRECTOR:
		return directs;
	case SUB_PLAYER:
		return plays;
	case SUB_ANYBODY:
		break;
	}
	return directs || plays;
}

/* The only one it could mean; else the only one there is. */
static struct tourney *
only_one(const struct ctx *c, const struct sub *sub)
{
	struct tourney *found = NULL, *any = NULL;
	unsigned n = 0, all = 0;

	for (struct tourney *t = tourney_next(c->w, NULL); t != NULL;
	     t = tourney_next(c->w, t)) {
		any = t;
		all++;
		if (!could_mean(c, t, sub))
			continue;
		found = t;
		n++;
	}
	if (n == 0 && all == 1)
		return any;
	return n == 1 ? found : NULL;
}

static bool
is_number(const char *word)
{
	return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* The word that names a tournament: one word, or several in quotes.  NULL nothing. */
static char *
take_naming(char **rest)
{
	char *word = *rest, *end;

	if (word[0] != '"' || (end = strchr(word + 1, '"')) == NULL)
		return word_next(rest);
	*end = '\0';
	*rest = end + 1 + strspn(end + 1, " \t");
	return word + 1;
}

/* NULL: told that there is none, or that its number is needed. */
static struct tourney *
find(struct ctx *c, const struct sub *sub, char **rest)
{
	char *all = *rest;
	char *word = take_naming(rest);
	struct tourney *t = word != NULL ? tourney_named(c->w, word) : NULL;

	if (t != NULL)
		return t;
	if (word != NULL && (sub->which == SUB_NAMED || all[0] == '"' || is_number(word) ||
				strcmp(sub->args, "N") == 0)) {
		if (is_number(word))
			msg_trn_no_number(c->out, word);
		else
			msg_trn_none_such(c->out, word);
		return NULL;
	}
	if (word != NULL && **rest != '\0')
		word[strlen(word)] = ' '; /* it belongs to what follows */
	*rest = all;
	t = sub->which == SUB_OWN ? only_one(c, sub) : NULL;
	if (t != NULL)
		return t;
	if (sub->which == SUB_NAMED)
		sub_usage(c, sub->run);
	else
		msg_trn_which(c->out);
	return NULL;
}

/* ---- the command ---- */

#define WORDS_MAX 600u
#define WORDS_WIDTH 72u

void
sub_words(struct ctx *c, const char *words)
{
	while (words[0] != '\0') {
		size_t n = strlen(words);

		if (n > WORDS_WIDTH)
			for (n = WORDS_WIDTH; n > 0 && words[n] != ' ';)
				n--;
		out_addf(c->out, "    %.*s\n", (int)n, words);
		words += n + (words[n] == ' ');
	}
}

/* All words, or those that one begins. */
static void
tell_words(struct ctx *c, const char *word)
{
	char text[WORDS_MAX];
	unsigned n = 0;
	struct sbuf b;

	SBUF_ON(&b, text);
	for (const struct sub *sub = SUBS; sub->name != NULL; sub++) {
		if (word[0] != '\0' && !word_begins(word, sub->name))
			continue;
		sbuf_addf(&b, "%s%s", n > 0 ? " " : "", sub->name);
		n++;
	}
	if (word[0] != '\0') {
		msg_trn_several(c->out, word, text);
	} else {
		msg_trn_words(c->out);
		sub_words(c, text);
	}
}

static void
tell_unknown(struct ctx *c, const char *word)
{
	for (const struct sub *sub = SUBS; sub->name != NULL; sub++)
		if (word_begins(word, sub->name)) {
			tell_words(c, word);
			return;
		}
	msg_trn_unknown(c->out, word);
	tell_words(c, "");
}

static void
run_with(struct ctx *c, const struct sub *sub, char *rest)
{
	struct tourney_act none = { .kind = TACT_announce };
	struct tourney *t = NULL;

	if (sub->talks && !cmd_may_talk(c))
		return;
	if (sub->acts && store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
		return;
	}
	if (sub->which != SUB_NONE) {
		t = find(c, sub, &rest);
		if (t == NULL)
			return;
	}
	if (sub->who == SUB_DIRECTOR && !sub_directs(c, t))
		msg_trn_only_directors(c->out);
	else if (sub->acts && t != NULL && is_over(t))
		sub_refused(c, t, &none, TOURNEY_IS_OVER);
	else
		sub->run(c, t, rest);
}

/* ---- one that is over is read before the command is run ---- */

#define ACTS_A_STEP 64u
#define STEP_COST 16u /* of those of a list of people */

struct reading {
	int64_t id;
	const struct sub *sub;
	char *rest;
};

static bool
reading_step(struct world *w, struct session *s, void *state)
{
	struct reading *r = state;
	struct ctx c = { w, s, s->player, &s->out, false };

	if (tourney_read_on(w, r->id, ACTS_A_STEP))
		return true;
	run_with(&c, r->sub, r->rest);
	return false;
}

static void
reading_done(void *state)
{
	free(((struct reading *)state)->rest);
}

/* The number of one that is over and not in memory; 0 none is meant. */
static int64_t
names_unread(struct ctx *c, const struct sub *sub, const char *rest)
{
	char text[LINE_BYTES_MAX + 1], *at = text, *word;
	long id;

	if (sub->which == SUB_NONE || !sbuf_copy(text, sizeof(text), rest))
		return 0;
	word = take_naming(&at);
	if (word == NULL || !word_number(word, &id) || id <= 0)
		return 0;
	return tourney_unread(c->w, id) ? id : 0;
}

static void
run(struct ctx *c, const struct sub *sub, char *rest)
{
	static const struct pager_kind kind = {
		.step = reading_step,
		.done = reading_done,
		.cost = STEP_COST,
	};
	struct reading r = { .id = names_unread(c, sub, rest), .sub = sub };

	r.rest = r.id != 0 ? strdup(rest) : NULL;
	if (r.rest != NULL)
		pager_begin(c->w, c->s, &kind, &r, sizeof(r));
	else
		run_with(c, sub, rest);
}

void
cmd_tournament(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const struct sub *sub = word != NULL ? sub_find(word) : NULL;

	if (word == NULL)
		tournament_list(c, NULL, rest);
	else if (sub == NULL)
		tell_unknown(c, word);
	else
		run(c, sub, rest);
}

/* ---- entering ---- */

/* Before a start at a time people are called to check in; else they may at any time. */
static bool
may_check_in(const struct tourney *t)
{
	return t->set.value[TSET_starts] == 0 || t->called;
}

static void
tell_checkin_at(struct ctx *c, const struct tourney *t)
{
	const int64_t *v = t->set.value;
	char when[SUB_TIME_MAX];

	sub_time_text(c, (v[TSET_starts] - v[TSET_checkin] * 60) * 1000, when);
	msg_trn_checkin_at(c->out, when, (long long)t->id);
}

static void
tell_next_step(struct ctx *c, const struct tourney *t)
{
	if (t->phase == TOURNEY_RUNNING || t->set.value[TSET_checkin] == 0)
		return;
	if (may_check_in(t))
		msg_trn_checkin_now(c->out, (long long)t->id);
	else
		tell_checkin_at(c, t);
}

/* Who has withdrawn while it is played comes back, as long as that can be; false: nobody has.
 */
static bool
come_back(struct ctx *c, struct tourney *t)
{
	struct tourney_act a = { .kind = TACT_restore, .text = "" };
	unsigned e = 0;

	while (
	    e < t->entries_n && (t->entries[e].user != c->p->user || !t->entries[e].own_will))
		e++;
	a.entry = (entry_no)e;
	if (e == t->entries_n || t->phase != TOURNEY_RUNNING)
		return false;
	if (sub_do(c, t, &a) && !sub_hears(c, t, false))
		msg_trn_came_back(c->out, t->name);
	return true;
}

/* The number of somebody on the waiting list, from 1. */
static unsigned
place_in_line(const struct tourney *t, int64_t user)
{
	unsigned n = 1;

	for (unsigned i = 0; i < t->guests_n && t->guests[i].user != user; i++)
		n += t->guests[i].waits;
	return n;
}

/* The act by which somebody takes part: in place of the one for whom they were invited, if that
 * one is still in it. */
static struct tourney_act
accepting(const struct tourney *t, int64_t user)
{
	const struct tourney_guest *g = tourney_guest_of(t, user);
	struct tourney_act a = { .kind = TACT_enter, .text = "" };

	if (g != NULL && entry_is_player(g->place) && !t->entries[g->place].withdrawn) {
		a.kind = TACT_replace;
		a.entry = g->place;
	}
	return a;
}

/* Enters, or gets in line; false: told why not, or has come back. */
static bool
enter(struct ctx *c, struct tourney *t)
{
	struct tourney_act a = accepting(t, c->p->user);
	enum tourney_err err;
	struct user_record u;

	if (!tourney_game(&t->set)->fibs && !player_has(c->p, TOGGLE_variants)) {
		msg_variants_off(c->out);
		return false;
	}
	if (come_back(c, t))
		return false;
	CHECK(store_user_by_id(c->w->store, c->p->user, &u));
	tourney_act_user(c->w, t, &u, &a);
	err = tourney_act(c->w, t, c->s, &a);
	if (err == TOURNEY_IS_FULL && t->phase < TOURNEY_RUNNING) {
		a.kind = TACT_wait;
		err = tourney_act(c->w, t, c->s, &a);
	}
	if (err != TOURNEY_OK) {
		sub_refused(c, t, &a, err);
		return false;
	}
	if (a.kind == TACT_wait)
		msg_trn_waiting(c->out, t->name, place_in_line(t, c->p->user));
	else
		msg_trn_entered(c->out, t->name);
	return true;
}

void
tournament_register(struct ctx *c, struct tourney *t, char *rest)
{
	(void)rest;
	if (enter(c, t))
		tell_next_step(c, t);
}

/* His entry; ENTRY_UNKNOWN: told that he has none, or has withdrawn. */
static entry_no
own_entry(struct ctx *c, const struct tourney *t)
{
	struct tourney_act a = { .kind = TACT_checkin, .entry = ENTRY_UNKNOWN };
	entry_no e = tourney_entry_of(t, c->p->user);
	enum tourney_err err = TOURNEY_NOT_ENTERED;

	if (e != ENTRY_UNKNOWN)
		return e;
	for (unsigned i = 0; i < t->entries_n; i++)
		if (t->entries[i].user == c->p->user)
			err = TOURNEY_WITHDRAWN;
	sub_refused(c, t, &a, err);
	return ENTRY_UNKNOWN;
}

/* An act about the session's user that carries nothing else. */
static bool
do_own(struct ctx *c, struct tourney *t, enum tourney_act_kind kind)
{
	struct tourney_act a = { .kind = kind, .text = "" };
	struct user_record u;

	CHECK(store_user_by_id(c->w->store, c->p->user, &u));
	tourney_act_user(c->w, t, &u, &a);
	return sub_do(c, t, &a);
}

/* Who waits for a place. */
static void
attend(struct ctx *c, struct tourney *t)
{
	if (do_own(c, t, TACT_attend))
		msg_trn_attends(c->out, t->name);
}

/* Checking in accepts an invitation. */
void
tournament_checkin(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_checkin, .text = "" };
	const struct tourney_guest *g = tourney_guest_of(t, c->p->user);

	(void)rest;
	if (g != NULL && !g->waits) {
		if (!enter(c, t) || t->phase == TOURNEY_RUNNING ||
		    t->set.value[TSET_checkin] == 0)
			return;
		g = tourney_guest_of(t, c->p->user);
	}
	a.entry = g == NULL ? own_entry(c, t) : ENTRY_UNKNOWN;
	if (g == NULL && a.entry == ENTRY_UNKNOWN)
		return;
	if (t->phase != TOURNEY_RUNNING && t->set.value[TSET_checkin] == 0)
		msg_trn_checkin_none(c->out);
	else if (t->phase != TOURNEY_RUNNING && !may_check_in(t))
		tell_checkin_at(c, t);
	else if (g != NULL)
		attend(c, t);
	else if (sub_do(c, t, &a))
		msg_trn_checked(c->out, t->name);
}

/* Also who is invited, or waits. */
void
tournament_withdraw(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_withdraw, .text = "" };

	(void)rest;
	if (tourney_guest_of(t, c->p->user) != NULL) {
		if (do_own(c, t, TACT_decline))
			msg_trn_declined(c->out, t->name);
		return;
	}
	a.entry = own_entry(c, t);
	if (a.entry != ENTRY_UNKNOWN && sub_do(c, t, &a))
		msg_trn_have_left(c->out, t->name);
}

/* ---- following ---- */

void
tournament_follow(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act none = { .kind = TACT_announce };
	const char *word = word_next(&rest);

	if (is_over(t)) {
		sub_refused(c, t, &none, TOURNEY_IS_OVER);
		return;
	}
	if (word != NULL && !word_begins(word, "results")) {
		sub_usage(c, tournament_follow);
		return;
	}
	tourney_follow(c->w, c->s, t->id, word == NULL);
	(word == NULL ? msg_trn_following : msg_trn_following_results)(c->out, t->name);
}

void
tournament_unfollow(struct ctx *c, struct tourney *t, char *rest)
{
	(void)t;
	(void)rest;
	tourney_follow(c->w, c->s, 0, false);
	msg_trn_unfollowed(c->out);
}

/* ---- times of matches ---- */

unsigned
sub_side(const struct tourney *t, uint32_t pairing, entry_no e)
{
	return t->pairings[pairing].side[0] == e ? 0 : 1;
}

static const char *
opponent_name(const struct tourney *t, uint32_t pairing, unsigned side)
{
	return t->entries[t->pairings[pairing].side[1 - side]].name;
}

/* His pairing that waits to be played; false: told that there is none. */
static bool
own_pairing(struct ctx *c, struct tourney *t, struct tourney_act *a)
{
	entry_no e = own_entry(c, t);

	if (e == ENTRY_UNKNOWN)
		return false;
	a->pairing =
	    t->phase == TOURNEY_RUNNING ? tourney_open_pairing(t, e) : TOURNEY_NO_PAIRING;
	if (a->pairing == TOURNEY_NO_PAIRING) {
		sub_refused(c, t, a,
		    t->phase == TOURNEY_RUNNING ? TOURNEY_NO_SUCH_PAIRING
						: TOURNEY_NOT_STARTED);
		return false;
	}
	a->side = (uint8_t)sub_side(t, a->pairing, e);
	return true;
}

/* It has been said before and still stands; "now" may be said again after a while. */
static bool
said_already(const struct ctx *c, const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_bout *b = &t->bouts[a->pairing];

	if (b->match != 0)
		return false; /* it has begun: that is what he is told */
	if (a->value == 1)
		return b->proposed_ms[a->side] == 1 &&
		       tourney_now_ms(c->w) - b->said_ms[a->side] < SAY_AGAIN_MS;
	return b->proposed_ms[a->side] == a->value ||
	       (b->due_ms == a->value && b->due_ms != b->limit_ms);
}

static void
appoint(struct ctx *c, struct tourney *t, struct tourney_act *a)
{
	const struct tourney_bout *b;
	char when[SUB_TIME_MAX];
	const char *name;

	b = &t->bouts[a->pairing];
	if (said_already(c, t, a)) {
		msg_trn_said(c->out);
		return;
	}
	if (b->match == 0 && a->value > b->limit_ms) {
		sub_time_text(c, b->limit_ms, when);
		msg_trn_time_limit(c->out, when);
		return;
	}
	if (!sub_do(c, t, a))
		return;
	name = opponent_name(t, a->pairing, a->side);
	if (b->proposed_ms[0] == b->proposed_ms[1])
		return; /* both hear that they agree */
	if (a->value == 1) {
		msg_trn_ready(c->out, name);
		return;
	}
	sub_time_text(c, a->value, when);
	msg_trn_proposed(c->out, when, name);
}

void
tournament_play(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_appoint, .value = 1, .text = "" };

	(void)rest;
	if (own_pairing(c, t, &a))
		appoint(c, t, &a);
}

void
tournament_time(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_appoint, .text = "" };
	int64_t at_s;

	if (!own_pairing(c, t, &a))
		return;
	if (word_begins(rest, "accept")) {
		a.value = t->bouts[a.pairing].proposed_ms[1 - a.side];
		if (a.value == 0) {
			msg_trn_nothing_proposed(c->out, opponent_name(t, a.pairing, a.side));
			return;
		}
	} else if (sub_take_time(c, tournament_time, &rest, &at_s)) {
		a.value = at_s * 1000;
	} else {
		return;
	}
	appoint(c, t, &a);
}

/* ---- my: what must I do now ---- */

static void
my_before(struct ctx *c, const struct tourney *t, entry_no e)
{
	bool asked = t->set.value[TSET_checkin] != 0;
	char when[SUB_TIME_MAX];

	if (t->phase == TOURNEY_PLANNED)
		msg_trn_my_planned(c->out);
	else if (t->entries[e].checked_in)
		msg_trn_my_checked(c->out);
	else
		msg_trn_my_entered(c->out);
	if (asked && t->phase != TOURNEY_PLANNED && !t->entries[e].checked_in)
		tell_next_step(c, t);
	if (t->set.value[TSET_starts] == 0) {
		msg_trn_my_by_hand(c->out);
		return;
	}
	sub_time_text(c, t->set.value[TSET_starts] * 1000, when);
	msg_trn_my_starts(c->out, when);
}

/* What the two have said about when they play. */
static void
my_proposals(struct ctx *c, const struct tourney *t, uint32_t p, unsigned side)
{
	const struct tourney_bout *b = &t->bouts[p];
	const char *name = opponent_name(t, p, side);
	char when[SUB_TIME_MAX];
	int64_t at[2];

	for (unsigned i = 0; i < 2; i++) {
		bool stale = b->proposed_ms[i] == 1 &&
			     tourney_now_ms(c->w) - b->said_ms[i] > TOURNEY_NOW_MS;

		at[i] = stale ? 0 : b->proposed_ms[i];
	}
	if (at[side] == 1) {
		msg_trn_my_ready(c->out);
	} else if (at[side] != 0) {
		sub_time_text(c, at[side], when);
		msg_trn_my_proposed(c->out, when);
	}
	if (at[1 - side] == 1) {
		msg_trn_my_his_ready(c->out, name, (long long)t->id);
	} else if (at[1 - side] != 0) {
		sub_time_text(c, at[1 - side], when);
		msg_trn_my_his_time(c->out, name, when, (long long)t->id);
	}
}

static void
my_pairing(struct ctx *c, const struct tourney *t, uint32_t p, unsigned side)
{
	const struct tourney_bout *b = &t->bouts[p];
	char title[WORDS_TITLE_MAX], when[SUB_TIME_MAX];

	msg_trn_my_plays(c->out, opponent_name(t, p, side), t->pairings[p].length,
	    words_title(c->out, t, p, title));
	if (b->held)
		msg_trn_my_held(c->out);
	if (b->match != 0)
		msg_trn_my_begun(c->out);
	if (b->match != 0 || b->held || t->paused)
		return;
	sub_time_text(c, b->due_ms, when);
	if (t->set.value[TSET_schedule] == SCHEDULE_DEADLINE && b->due_ms == b->limit_ms)
		msg_trn_my_by(c->out, when);
	else
		msg_trn_my_at(c->out, when);
	my_proposals(c, t, p, side);
}

static void
my_place(struct ctx *c, const struct tourney *t, entry_no e)
{
	struct bracket_place *places = calloc(t->entries_n, sizeof(*places));

	if (places == NULL)
		return;
	tourney_places(t, tourneys_scratch(c->w, t), places);
	if (places[e].from == 1 && places[e].to >= t->in && t->in > 1)
		; /* nobody has done better than anybody yet */
	else if (places[e].from != 0 && places[e].from == places[e].to)
		msg_trn_my_place(c->out, places[e].from, t->entries_n);
	else if (places[e].from != 0)
		msg_trn_my_places(c->out, places[e].from, places[e].to, t->entries_n);
	free(places);
}

static void
my_running(struct ctx *c, const struct tourney *t, entry_no e)
{
	uint32_t p = tourney_open_pairing(t, e);

	if (t->paused)
		msg_trn_my_paused(c->out);
	if (p != TOURNEY_NO_PAIRING)
		my_pairing(c, t, p, sub_side(t, p, e));
	else if (tourney_plays_on(t, e))
		msg_trn_my_waits(c->out);
	else
		msg_trn_my_out(c->out);
	my_place(c, t, e);
}

static bool
my_one(struct ctx *c, const struct tourney *t)
{
	const struct tourney_guest *g = tourney_guest_of(t, c->p->user);
	entry_no e = tourney_entry_of(t, c->p->user);
	bool directs = tourney_directs(t, c->p->user);
	char when[SUB_TIME_MAX];

	if (e == ENTRY_UNKNOWN && !directs && g == NULL)
		return false;
	msg_trn_my_head(c->out, (long long)t->id, t->name);
	if (directs)
		msg_trn_my_directs(c->out);
	if (directs && tourney_settled_ms(t) != 0) {
		sub_time_text(c, tourney_settled_ms(t), when);
		msg_trn_my_confirm(c->out, when, (long long)t->id);
	}
	if (g != NULL && g->waits)
		msg_trn_my_waiting(c->out, place_in_line(t, c->p->user));
	else if (g != NULL)
		msg_trn_my_invited(c->out, (long long)t->id);
	if (e != ENTRY_UNKNOWN && t->phase == TOURNEY_RUNNING)
		my_running(c, t, e);
	else if (e != ENTRY_UNKNOWN)
		my_before(c, t, e);
	return true;
}

void
tournament_my(struct ctx *c, struct tourney *t, char *rest)
{
	bool any = false;

	(void)rest;
	for (t = tourney_next(c->w, NULL); t != NULL; t = tourney_next(c->w, t))
		any = my_one(c, t) || any;
	if (!any)
		msg_trn_my_none(c->out);
}
