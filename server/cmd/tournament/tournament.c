/* SPDX-License-Identifier: MIT */
/* The command `tournament`: finds the subcommand and its tournament, checks whether the user
 * may use it, and words the refusals.  Finding a tournament without its number is linear in the
 * entries of those that are not over. */
#include "cmd/tournament/tournament_command.h"

#include <stdlib.h>
#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "proto/line.h"
#include "proto/words.h"

const struct sub SUBS[] = {
#define SUB(n, a, who, which, acts, talks, act, f)                                             \
	{ n, a, SUB_##who, SUB_##which, (acts) != 0, (talks) != 0, TACT_##act, f },
#include "cmd/tournament/words.def"
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

bool
call_usage(struct call *x)
{
	msg_trn_usage(x->out, x->sub->name, x->sub->args[0] != '\0' ? " " : "", x->sub->args);
	return false;
}

/* ---- refusals ---- */

/* The texts of refusals.  self: the act concerns the user; other: it concerns another user. */
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
	[TOURNEY_CALLED_OFF] = { MSG_trn_off, MSG_trn_off },
	[TOURNEY_NOTHING_DONE] = { MSG_trn_no_undo, MSG_trn_no_undo },
	[TOURNEY_HELD_ONCE] = { MSG_trn_held_once, MSG_trn_held_once },
	[TOURNEY_HELD_NOT] = { MSG_trn_held_not, MSG_trn_held_not },
	[TOURNEY_OWN_WILL] = { MSG_trn_own_will, MSG_trn_own_will },
	[TOURNEY_INVITED] = { MSG_trn_invited_already, MSG_trn_invited_already },
	[TOURNEY_WAITS] = { MSG_trn_waits, MSG_trn_other_waits },
	[TOURNEY_HAS_ROOM] = { MSG_trn_has_room, MSG_trn_has_room },
	[TOURNEY_LIST_FULL] = { MSG_trn_list_full, MSG_trn_invites_full },
	[TOURNEY_REFUSES] = { MSG_trn_refuses, MSG_trn_refuses },
	[TOURNEY_INVITED_LATE] = { MSG_trn_invited_late, MSG_trn_invited_late },
	[TOURNEY_INVITED_MUCH] = { MSG_trn_invited_much, MSG_trn_invited_much },
	[TOURNEY_INVITES_MUCH] = { MSG_trn_invites_much, MSG_trn_invites_much },
	/* printed by refused_for_number with the limit */
	[TOURNEY_ACTS_MUCH] = { MSG_trn_acts_much, MSG_trn_acts_much },
	[TOURNEY_TABLE_FULL] = { MSG_trn_table_full, MSG_trn_table_full },
	[TOURNEY_PLANS_OWN] = { MSG_trn_plans_own, MSG_trn_plans_own },
	[TOURNEY_PLANS_HOST] = { MSG_trn_plans_host, MSG_trn_plans_host },
	[TOURNEY_PLANS_FULL] = { MSG_trn_plans_full, MSG_trn_plans_full },
	[TOURNEY_BAD_ACT] = { MSG_trn_impossible, MSG_trn_impossible },
};

/* The texts of errors that mean something else after a particular act. */
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
	{ TACT_deadline, TOURNEY_TOO_EARLY, MSG_trn_deadline_later },
	{ TACT_set, TOURNEY_TOO_LATE, MSG_trn_draw_late },
	{ TACT_start, TOURNEY_NOT_OPEN, MSG_trn_has_started },
	{ TACT_close, TOURNEY_NOT_OPEN, MSG_trn_not_open },
	{ TACT_rename, TOURNEY_ENTERED, MSG_trn_name_taken },
	{ TACT_create, TOURNEY_ENTERED, MSG_trn_name_taken },
};

enum msg_id
sub_refusal(enum tourney_err err, bool self)
{
	return self ? REFUSALS[err].self : REFUSALS[err].other;
}

static bool
is_about_self(const struct call *x)
{
	unsigned fields = tourney_act_fields(x->a.kind);
	int64_t user = x->c->p->user;

	if ((fields & TF_USER) != 0)
		return x->a.user == user;
	if ((fields & TF_ENTRY) != 0)
		return x->a.entry >= x->t->entries_n || x->t->entries[x->a.entry].user == user;
	return x->a.kind == TACT_appoint || x->a.kind == TACT_agree;
}

/* Reports that a limit was reached, and when there will be room again if that is known.
 * Returns false for other errors. */
static bool
refused_for_number(struct call *x, enum tourney_err err)
{
	char when[SUB_TIME_MAX];
	int64_t until_ms;

	if (err == TOURNEY_ACTS_MUCH) {
		until_ms = tourney_may_act_ms(x->w, x->t, x->c->p->user);
		msg_trn_acts_much(
		    x->out, TOURNEYS_ACTS_HOUR, x->t->name, call_time(x, until_ms, when));
		return true;
	}
	until_ms = tourneys_room_ms(x->w, x->c->s, err);
	if (err == TOURNEY_TABLE_FULL)
		msg_trn_table_full(x->out, TOURNEYS_OPEN_MAX);
	else if (err == TOURNEY_PLANS_OWN)
		msg_trn_plans_own(x->out, TOURNEYS_PLANS_OWN);
	else if (err == TOURNEY_PLANS_HOST)
		msg_trn_plans_host(x->out, TOURNEYS_PLANS_HOST);
	else if (err == TOURNEY_PLANS_FULL)
		msg_trn_plans_full(x->out, TOURNEYS_PLANS_MAX);
	else
		return false;
	if (until_ms != 0)
		msg_trn_room_at(x->out, call_time(x, until_ms, when));
	return true;
}

bool
call_refused(struct call *x, enum tourney_err err)
{
	const struct tourney *t = x->t;

	if (err == TOURNEY_TOO_FEW && x->a.kind == TACT_start &&
	    t->set.value[TSET_checkin] != 0) {
		msg_trn_few_checked(x->out, (long long)t->id, (long long)t->id);
		return false;
	}
	if (err == TOURNEY_PAIRS_FOLLOW && tourney_is_knockout(&t->set) &&
	    t->phase != TOURNEY_RUNNING) {
		msg_trn_pairs_seeding(x->out, (long long)t->id);
		return false;
	}
	if (refused_for_number(x, err))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(OTHERWISE); i++)
		if (OTHERWISE[i].act == x->a.kind && OTHERWISE[i].err == err) {
			msg_plain(x->out, OTHERWISE[i].text);
			return false;
		}
	msg_plain(x->out, sub_refusal(err, is_about_self(x)));
	return false;
}

/* ---- acts ---- */

bool
call_act(struct call *x)
{
	enum tourney_err err = tourney_act(x->w, x->t, x->c->s, &x->a);

	if (err != TOURNEY_OK)
		return call_refused(x, err);
	(void)feed_catch_up(
	    x->w, x->c->s); /* prints the act's notification before the answer */
	return true;
}

bool
call_act_needs_answer(struct call *x, bool all)
{
	const struct session *s = x->c->s;
	const struct tourney *t = x->t;
	int64_t user = x->c->p->user;
	bool wants, close, member;

	if (!call_act(x))
		return false;
	wants = player_has(x->c->p, TOGGLE_tournaments);
	close = tourney_directs(t, user) || s->follow.id == t->id;
	member = tourney_entry_of(t, user) != ENTRY_UNKNOWN;
	if (all && tourney_phase_announced(t))
		return !(wants && (session_person(s) || close || member));
	return !(close || (wants && member));
}

unsigned
sub_side(const struct tourney *t, uint32_t pairing, entry_no e)
{
	return t->pairings[pairing].side[0] == e ? 0 : 1;
}

/* Needs no check for a bye: it is called after an act on a pairing, and acts are only accepted
 * on pairings of two players. */
const char *
call_side_name(const struct call *x, unsigned side)
{
	return x->t->entries[x->t->pairings[x->a.pairing].side[side]].name;
}

/* ---- times ---- */

const char *
call_time(const struct call *x, int64_t at_ms, char text[SUB_TIME_MAX])
{
	cmd_time_text(x->c, at_ms / 1000, "%Y-%m-%d %H:%M %Z", text, SUB_TIME_MAX);
	return text;
}

bool
call_take_time(struct call *x, int64_t *at_s_out)
{
	const char *zone = x->c->p->timezone;

	switch (
	    when_read(&x->w->config, zone, tourney_now_ms(x->w) / 1000, &x->rest, at_s_out)) {
	case WHEN_OK:
		return true;
	case WHEN_NOTHING:
		call_usage(x);
		break;
	case WHEN_BAD:
		msg_trn_time_bad(x->out);
		break;
	case WHEN_NO_DAY:
		msg_trn_time_no_day(x->out);
		break;
	case WHEN_GAP:
		msg_trn_time_gap(x->out, zone);
		break;
	case WHEN_PAST:
		msg_trn_time_past(x->out);
		break;
	}
	return false;
}

/* ---- which tournament ---- */

bool
call_directs(const struct call *x)
{
	return x->c->p->role >= ROLE_OPERATOR || tourney_directs(x->t, x->c->p->user);
}

/* Returns whether the subcommand could mean that tournament if none is named.  A players'
 * command can mean a tournament that the user has entered, and a directors' command one that
 * the user directs.  Other commands can mean both kinds. */
static bool
could_mean(const struct call *x, const struct tourney *t)
{
	int64_t user = x->c->p->user;
	bool directs = tourney_directs(t, user), guest = tourney_guest_of(t, user) != NULL;
	bool plays = guest || tourney_entry_of(t, user) != ENTRY_UNKNOWN;

	if (x->sub->act == TACT_enter)
		return t->phase == TOURNEY_OPEN || guest;
	return (directs && x->sub->who != SUB_PLAYER) || (plays && x->sub->who != SUB_DIRECTOR);
}

/* Returns the only tournament that could be meant, or if there is none the only one that
 * exists. */
static struct tourney *
only_tournament(const struct call *x)
{
	struct tourney *found = NULL, *any = NULL;
	unsigned n = 0, all = 0;

	for (struct tourney *t = tourney_next(x->w, NULL); t != NULL;
	     t = tourney_next(x->w, t)) {
		any = t;
		all++;
		if (!could_mean(x, t))
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

/* Takes the name or number of a tournament: one word, or several in quotes.  Returns NULL if
 * the line is empty. */
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

/* Finds the tournament that the arguments name or, if the row says OWN, imply.  Returns false
 * after printing that there is none or that its number is needed. */
static bool
find(struct call *x)
{
	const struct sub *sub = x->sub;
	char *all = x->rest;
	char *word = take_naming(&x->rest);

	x->t = word != NULL ? tourney_named(x->w, word) : NULL;
	if (x->t != NULL)
		return true;
	if (word != NULL && (sub->which == SUB_NAMED || all[0] == '"' || is_number(word) ||
				strcmp(sub->args, "N") == 0)) {
		(is_number(word) ? msg_trn_no_number : msg_trn_none_such)(x->out, word);
		return false;
	}
	if (word != NULL && x->rest[0] != '\0')
		word[strlen(word)] = ' '; /* the word is part of the arguments */
	x->rest = all;
	x->t = sub->which == SUB_OWN ? only_tournament(x) : NULL;
	if (x->t != NULL)
		return true;
	if (sub->which == SUB_NAMED)
		return call_usage(x);
	msg_trn_which(x->out);
	return false;
}

/* ---- the command ---- */

#define WORDS_MAX 600u
#define WORDS_WIDTH 72u

void
call_words(struct call *x, const char *words)
{
	while (words[0] != '\0') {
		size_t n = strlen(words);

		if (n > WORDS_WIDTH)
			for (n = WORDS_WIDTH; n > 0 && words[n] != ' ';)
				n--;
		out_addf(x->out, "    %.*s\n", (int)n, words);
		words += n + (words[n] == ' ');
	}
}

/* Lists the subcommands that begin with the word, or all if there are none. */
static void
tell_words(struct call *x, const char *word)
{
	char some[WORDS_MAX], all[WORDS_MAX];
	struct sbuf s, a;

	SBUF_ON(&s, some);
	SBUF_ON(&a, all);
	for (const struct sub *sub = SUBS; sub->name != NULL; sub++) {
		if (word_begins(word, sub->name))
			sbuf_addf(&s, "%s%s", s.len > 0 ? " " : "", sub->name);
		sbuf_addf(&a, "%s%s", a.len > 0 ? " " : "", sub->name);
	}
	if (s.len > 0) {
		msg_trn_several(x->out, word, some);
		return;
	}
	msg_trn_unknown(x->out, word);
	msg_trn_words(x->out);
	call_words(x, all);
}

static void
run(struct call *x)
{
	const struct sub *sub = x->sub;

	if (sub->talks && !cmd_may_talk(x->c))
		return;
	if (sub->acts && store_refusing(x->w->store)) {
		msg_disk_refuse(x->out);
		return;
	}
	if (sub->which != SUB_NONE && !find(x))
		return;
	if (sub->who == SUB_DIRECTOR && !call_directs(x))
		msg_trn_only_directors(x->out);
	else if (sub->acts && x->t != NULL && x->t->phase > TOURNEY_RUNNING)
		call_refused(x, TOURNEY_IS_OVER);
	else
		sub->run(x);
}

/* Runs a subcommand.  The output of a subcommand that only reads is in the language of the help
 * pages.  A subcommand that acts may begin a match, and client programs know the lines of
 * matches in English only.  Its output is therefore in the session's usual language. */
static void
run_in_language(struct call *x, void (*does)(struct call *))
{
	const struct catalogue *before = x->out->catalogue;

	if (x->sub != NULL && x->sub->acts) {
		does(x);
		return;
	}
	x->out->catalogue = &CATALOGUES[session_page_language(x->c->s)];
	does(x);
	x->out->catalogue = before;
}

static struct call
call_of(struct ctx *c, const struct sub *sub, char *rest)
{
	return (struct call){ .c = c,
		.w = c->w,
		.out = c->out,
		.sub = sub,
		.rest = rest,
		.a = { .kind = sub != NULL ? sub->act : TACT_announce, .text = "" } };
}

/* ---- finished tournaments are read before the command runs ---- */

#define ACTS_A_STEP 64u
#define STEP_COST 16u /* cost of a step; a line of a list of users costs 1 */

struct reading {
	int64_t id;
	const struct sub *sub;
	char *rest;
};

static bool
reading_step(struct world *w, struct session *s, void *state)
{
	struct reading *r = state;
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	struct call x = call_of(&c, r->sub, r->rest);

	if (tourney_read_on(w, r->id, ACTS_A_STEP))
		return true;
	run_in_language(&x, run);
	return false;
}

static void
reading_done(void *state)
{
	free(((struct reading *)state)->rest);
}

/* Returns the number of a finished tournament that the line names and that is not in memory; 0
 * if it names none. */
static int64_t
names_unread(const struct call *x)
{
	char text[LINE_BYTES_MAX + 1], *at = text, *word;
	long id;

	if (x->sub->which == SUB_NONE || !sbuf_copy(text, sizeof(text), x->rest))
		return 0;
	word = take_naming(&at);
	if (word == NULL || !word_number(word, &id) || id <= 0)
		return 0;
	return tourney_unread(x->w, id) ? id : 0;
}

void
cmd_tournament(struct ctx *c, char *rest)
{
	static const struct pager_kind kind = {
		.step = reading_step,
		.done = reading_done,
		.cost = STEP_COST,
		.reads = true,
	};
	/* `tournament 3` means `tournament info 3` */
	bool number = rest[strspn(rest, " ")] >= '0' && rest[strspn(rest, " ")] <= '9';
	const char *word = number ? "info" : word_next(&rest);
	struct call x = call_of(c, word != NULL ? sub_find(word) : NULL, rest);
	struct reading r = { .sub = x.sub };

	if (word == NULL) {
		run_in_language(&x, tournament_list);
		return;
	}
	if (x.sub == NULL) {
		tell_words(&x, word);
		return;
	}
	r.id = names_unread(&x);
	r.rest = r.id != 0 ? strdup(rest) : NULL;
	if (r.rest != NULL)
		pager_begin(c->w, c->s, &kind, &r, sizeof(r));
	else
		run_in_language(&x, run);
}
