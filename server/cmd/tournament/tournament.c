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

const struct subcommand SUBCOMMANDS[] = {
#define SUB(n, a, who, which, acts, talks, act, f)                                             \
	{ n, a, SUB_FOR_##who, SUB_TOURNAMENT_##which, (acts) != 0, (talks) != 0, TACT_##act,  \
		f },
#include "cmd/tournament/words.def"
#undef SUB
	{ 0 },
};

static const char *
sub_name(unsigned i)
{
	return SUBCOMMANDS[i].name;
}

const struct subcommand *
sub_find_row(const char *word)
{
	int i = word_match_name(word, sub_name, ARRAY_LEN(SUBCOMMANDS) - 1);

	return i >= 0 ? &SUBCOMMANDS[i] : NULL;
}

bool
sub_print_usage(struct sub_call *x)
{
	msg_trn_usage(
	    x->out, x->sub->name, x->sub->usage_args[0] != '\0' ? " " : "", x->sub->usage_args);
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
	[TOURNEY_ALREADY_ENTERED] = { MSG_trn_entered_already, MSG_trn_other_entered },
	[TOURNEY_NOT_ENTERED] = { MSG_trn_not_entered, MSG_trn_other_not_entered },
	[TOURNEY_WITHDRAWN] = { MSG_trn_have_withdrawn, MSG_trn_other_withdrawn },
	[TOURNEY_ALREADY_CHECKED_IN] = { MSG_trn_checked_already, MSG_trn_other_checked },
	[TOURNEY_TOO_EARLY] = { MSG_trn_too_early, MSG_trn_too_early },
	[TOURNEY_TOO_LATE] = { MSG_trn_too_late, MSG_trn_too_late },
	[TOURNEY_LOW_RATING] = { MSG_trn_low_rating, MSG_trn_other_low },
	[TOURNEY_HIGH_RATING] = { MSG_trn_high_rating, MSG_trn_other_high },
	[TOURNEY_NO_SUCH_PAIRING] = { MSG_trn_no_opponent, MSG_trn_no_pairing },
	[TOURNEY_PAIRING_OVER] = { MSG_trn_pairing_over, MSG_trn_pairing_over },
	[TOURNEY_MATCH_BEGUN] = { MSG_trn_begun, MSG_trn_begun },
	[TOURNEY_MATCH_NOT_BEGUN] = { MSG_trn_not_begun, MSG_trn_not_begun },
	[TOURNEY_BAD_SETTING] = { MSG_trn_bad_setting, MSG_trn_bad_setting },
	[TOURNEY_BAD_ORDER] = { MSG_trn_bad_order, MSG_trn_bad_order },
	[TOURNEY_BAD_SCORE] = { MSG_trn_bad_score, MSG_trn_bad_score },
	[TOURNEY_ALREADY_PAUSED] = { MSG_trn_paused_already, MSG_trn_paused_already },
	[TOURNEY_NOT_PAUSED] = { MSG_trn_not_paused, MSG_trn_not_paused },
	[TOURNEY_ALREADY_DIRECTOR] = { MSG_trn_directs_already, MSG_trn_directs_already },
	[TOURNEY_NOT_DIRECTOR] = { MSG_trn_directs_not, MSG_trn_directs_not },
	[TOURNEY_DIRECTORS_FULL] = { MSG_trn_directors_full, MSG_trn_directors_full },
	[TOURNEY_OWN_MATCH] = { MSG_trn_own_match, MSG_trn_own_match },
	[TOURNEY_PAIRS_ARE_FIXED] = { MSG_trn_pairs_follow, MSG_trn_pairs_follow },
	[TOURNEY_ALREADY_PAIRED] = { MSG_trn_has_pair, MSG_trn_has_pair },
	[TOURNEY_NO_BYE] = { MSG_trn_no_bye, MSG_trn_no_bye },
	[TOURNEY_NOT_OVER] = { MSG_trn_not_over, MSG_trn_not_over },
	[TOURNEY_CALLED_OFF] = { MSG_trn_off, MSG_trn_off },
	[TOURNEY_NOTHING_TO_UNDO] = { MSG_trn_no_undo, MSG_trn_no_undo },
	[TOURNEY_ALREADY_HELD_ONCE] = { MSG_trn_held_once, MSG_trn_held_once },
	[TOURNEY_NOT_HELD] = { MSG_trn_held_not, MSG_trn_held_not },
	[TOURNEY_LEFT_BY_CHOICE] = { MSG_trn_own_will, MSG_trn_own_will },
	[TOURNEY_ALREADY_INVITED] = { MSG_trn_invited_already, MSG_trn_invited_already },
	[TOURNEY_ALREADY_WAITING] = { MSG_trn_waits, MSG_trn_other_waits },
	[TOURNEY_HAS_ROOM] = { MSG_trn_has_room, MSG_trn_has_room },
	[TOURNEY_LIST_FULL] = { MSG_trn_list_full, MSG_trn_invites_full },
	[TOURNEY_INVITATION_REFUSED] = { MSG_trn_refuses, MSG_trn_refuses },
	[TOURNEY_INVITED_RECENTLY] = { MSG_trn_invited_late, MSG_trn_invited_late },
	[TOURNEY_TOO_MANY_INVITES_RECEIVED] = { MSG_trn_invited_much, MSG_trn_invited_much },
	[TOURNEY_TOO_MANY_INVITES_SENT] = { MSG_trn_invites_much, MSG_trn_invites_much },
	/* printed by report_limit with the limit */
	[TOURNEY_TOO_MANY_ACTS] = { MSG_trn_acts_much, MSG_trn_acts_much },
	[TOURNEY_TOO_MANY_ACTIVE] = { MSG_trn_table_full, MSG_trn_table_full },
	[TOURNEY_TOO_MANY_OWN_PLANS] = { MSG_trn_plans_own, MSG_trn_plans_own },
	[TOURNEY_TOO_MANY_HOST_PLANS] = { MSG_trn_plans_host, MSG_trn_plans_host },
	[TOURNEY_TOO_MANY_PLANS] = { MSG_trn_plans_full, MSG_trn_plans_full },
	[TOURNEY_BAD_ACT] = { MSG_trn_impossible, MSG_trn_impossible },
};

/* The texts of errors that mean something else after a particular act. */
static const struct {
	enum tourney_act_kind act;
	enum tourney_err err;
	enum msg_id text;
} ACT_REFUSALS[] = {
	{ TACT_withdraw, TOURNEY_MATCH_BEGUN, MSG_trn_withdraw_begun },
	{ TACT_replace, TOURNEY_MATCH_BEGUN, MSG_trn_replace_begun },
	{ TACT_invite, TOURNEY_MATCH_BEGUN, MSG_trn_replace_begun },
	{ TACT_setresult, TOURNEY_TOO_LATE, MSG_trn_result_late },
	{ TACT_setresult, TOURNEY_PAIRING_OVER, MSG_trn_result_late },
	{ TACT_reopen, TOURNEY_TOO_LATE, MSG_trn_result_late },
	{ TACT_reopen, TOURNEY_WITHDRAWN, MSG_trn_reopen_gone },
	{ TACT_restore, TOURNEY_TOO_LATE, MSG_trn_restore_late },
	{ TACT_restore, TOURNEY_INVITATION_REFUSED, MSG_trn_refuses_to_hear },
	{ TACT_director, TOURNEY_INVITATION_REFUSED, MSG_trn_refuses_to_hear },
	{ TACT_confirm, TOURNEY_NOT_OVER, MSG_trn_nothing_waits },
	{ TACT_hold, TOURNEY_ALREADY_PAUSED, MSG_trn_held_already },
	{ TACT_release, TOURNEY_NOT_PAUSED, MSG_trn_not_held },
	{ TACT_appoint, TOURNEY_BAD_SETTING, MSG_trn_time_past },
	{ TACT_deadline, TOURNEY_BAD_SETTING, MSG_trn_time_far },
	{ TACT_deadline, TOURNEY_TOO_EARLY, MSG_trn_deadline_later },
	{ TACT_set, TOURNEY_TOO_LATE, MSG_trn_draw_late },
	{ TACT_start, TOURNEY_NOT_OPEN, MSG_trn_has_started },
	{ TACT_close, TOURNEY_NOT_OPEN, MSG_trn_not_open },
	{ TACT_rename, TOURNEY_ALREADY_ENTERED, MSG_trn_name_taken },
	{ TACT_create, TOURNEY_ALREADY_ENTERED, MSG_trn_name_taken },
};

enum msg_id
sub_refusal_text(enum tourney_err err, bool self)
{
	return self ? REFUSALS[err].self : REFUSALS[err].other;
}

static bool
act_is_about_self(const struct sub_call *x)
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
report_limit(struct sub_call *x, enum tourney_err err)
{
	char when[SUB_TIME_MAX];
	int64_t until_ms;

	if (err == TOURNEY_TOO_MANY_ACTS) {
		until_ms = tourney_user_may_act_ms(x->w, x->t, x->c->p->user);
		msg_trn_acts_much(x->out, TOURNEYS_ACTS_PER_HOUR, x->t->name,
		    sub_time_text(x, until_ms, when));
		return true;
	}
	until_ms = tourneys_room_at_ms(x->w, x->c->s, err);
	if (err == TOURNEY_TOO_MANY_ACTIVE)
		msg_trn_table_full(x->out, TOURNEYS_OPEN_MAX);
	else if (err == TOURNEY_TOO_MANY_OWN_PLANS)
		msg_trn_plans_own(x->out, TOURNEYS_PLANS_PER_ACCOUNT);
	else if (err == TOURNEY_TOO_MANY_HOST_PLANS)
		msg_trn_plans_host(x->out, TOURNEYS_PLANS_PER_ADDRESS);
	else if (err == TOURNEY_TOO_MANY_PLANS)
		msg_trn_plans_full(x->out, TOURNEYS_PLANS_MAX);
	else
		return false;
	if (until_ms != 0)
		msg_trn_room_at(x->out, sub_time_text(x, until_ms, when));
	return true;
}

bool
sub_report_refusal(struct sub_call *x, enum tourney_err err)
{
	const struct tourney *t = x->t;

	if (err == TOURNEY_TOO_FEW && x->a.kind == TACT_start &&
	    t->set.value[TSET_checkin] != 0) {
		msg_trn_few_checked(x->out, (long long)t->id, (long long)t->id);
		return false;
	}
	if (err == TOURNEY_PAIRS_ARE_FIXED && tourney_is_knockout(&t->set) &&
	    t->phase != TOURNEY_RUNNING) {
		msg_trn_pairs_seeding(x->out, (long long)t->id);
		return false;
	}
	if (report_limit(x, err))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(ACT_REFUSALS); i++)
		if (ACT_REFUSALS[i].act == x->a.kind && ACT_REFUSALS[i].err == err) {
			msg_write(x->out, ACT_REFUSALS[i].text);
			return false;
		}
	msg_write(x->out, sub_refusal_text(err, act_is_about_self(x)));
	return false;
}

/* ---- acts ---- */

bool
sub_do_act(struct sub_call *x)
{
	enum tourney_err err = tourney_act(x->w, x->t, x->c->s, &x->a);

	if (err != TOURNEY_OK)
		return sub_report_refusal(x, err);
	(void)feed_catch_up(
	    x->w, x->c->s); /* prints the act's notification before the answer */
	return true;
}

bool
sub_do_act_needs_answer(struct sub_call *x, bool all)
{
	const struct session *s = x->c->s;
	const struct tourney *t = x->t;
	int64_t user = x->c->p->user;
	bool wants, close, member;

	if (!sub_do_act(x))
		return false;
	wants = player_has_toggle(x->c->p, TOGGLE_tournaments);
	close = tourney_directs(t, user) || s->follow.id == t->id;
	member = tourney_entry_of(t, user) != ENTRY_UNKNOWN;
	if (all && tourney_phase_announced(t))
		return !(wants && (session_is_interactive(s) || close || member));
	return !(close || (wants && member));
}

unsigned
sub_side_of_entry(const struct tourney *t, uint32_t pairing, entry_no e)
{
	return t->pairings[pairing].side[0] == e ? 0 : 1;
}

/* Needs no check for a bye: it is called after an act on a pairing, and acts are only accepted
 * on pairings of two players. */
const char *
sub_side_name(const struct sub_call *x, unsigned side)
{
	return x->t->entries[x->t->pairings[x->a.pairing].side[side]].name;
}

/* ---- times ---- */

const char *
sub_time_text(const struct sub_call *x, int64_t at_ms, char text[SUB_TIME_MAX])
{
	cmd_time_text(x->c, at_ms / 1000, "%Y-%m-%d %H:%M %Z", text, SUB_TIME_MAX);
	return text;
}

bool
sub_parse_time(struct sub_call *x, int64_t *at_s_out)
{
	const char *zone = x->c->p->timezone;

	switch (
	    when_parse(&x->w->config, zone, tourney_now_ms(x->w) / 1000, &x->rest, at_s_out)) {
	case WHEN_OK:
		return true;
	case WHEN_MISSING:
		sub_print_usage(x);
		break;
	case WHEN_INVALID:
		msg_trn_time_bad(x->out);
		break;
	case WHEN_NO_SUCH_DAY:
		msg_trn_time_no_day(x->out);
		break;
	case WHEN_SKIPPED_BY_CLOCK:
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
sub_user_directs(const struct sub_call *x)
{
	return x->c->p->role >= ROLE_OPERATOR || tourney_directs(x->t, x->c->p->user);
}

/* Returns whether the subcommand could mean that tournament if none is named.  A players'
 * command can mean a tournament that the user has entered, and a directors' command one that
 * the user directs.  Other commands can mean both kinds. */
static bool
may_be_meant(const struct sub_call *x, const struct tourney *t)
{
	int64_t user = x->c->p->user;
	bool directs = tourney_directs(t, user), guest = tourney_guest_of(t, user) != NULL;
	bool plays = guest || tourney_entry_of(t, user) != ENTRY_UNKNOWN;

	if (x->sub->act == TACT_enter)
		return t->phase == TOURNEY_OPEN || guest;
	return (directs && x->sub->who != SUB_FOR_PLAYER) ||
	       (plays && x->sub->who != SUB_FOR_DIRECTOR);
}

/* Returns the only tournament that could be meant, or if there is none the only one that
 * exists. */
static struct tourney *
implied_tournament(const struct sub_call *x)
{
	struct tourney *found = NULL, *any = NULL;
	unsigned n = 0, all = 0;

	for (struct tourney *t = tourney_next(x->w, NULL); t != NULL;
	     t = tourney_next(x->w, t)) {
		any = t;
		all++;
		if (!may_be_meant(x, t))
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
parse_tournament_name(char **rest)
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
find_tournament(struct sub_call *x)
{
	const struct subcommand *sub = x->sub;
	char *all = x->rest;
	char *word = parse_tournament_name(&x->rest);

	x->t = word != NULL ? tourney_by_word(x->w, word) : NULL;
	if (x->t != NULL)
		return true;
	if (word != NULL && (sub->tournament_arg == SUB_TOURNAMENT_NAMED || all[0] == '"' ||
				is_number(word) || strcmp(sub->usage_args, "N") == 0)) {
		(is_number(word) ? msg_trn_no_number : msg_trn_none_such)(x->out, word);
		return false;
	}
	if (word != NULL && x->rest[0] != '\0')
		word[strlen(word)] = ' '; /* the word is part of the arguments */
	x->rest = all;
	x->t = sub->tournament_arg == SUB_TOURNAMENT_OWN ? implied_tournament(x) : NULL;
	if (x->t != NULL)
		return true;
	if (sub->tournament_arg == SUB_TOURNAMENT_NAMED)
		return sub_print_usage(x);
	msg_trn_which(x->out);
	return false;
}

/* ---- the command ---- */

#define SUBCOMMAND_NAMES_MAX 600u
#define NAMES_WIDTH 72u

void
sub_print_words(struct sub_call *x, const char *words)
{
	while (words[0] != '\0') {
		size_t n = strlen(words);

		if (n > NAMES_WIDTH)
			for (n = NAMES_WIDTH; n > 0 && words[n] != ' ';)
				n--;
		out_addf(x->out, "    %.*s\n", (int)n, words);
		words += n + (words[n] == ' ');
	}
}

/* Lists the subcommands that begin with the word, or all if there are none. */
static void
list_subcommands(struct sub_call *x, const char *word)
{
	char some[SUBCOMMAND_NAMES_MAX], all[SUBCOMMAND_NAMES_MAX];
	struct sbuf s, a;

	SBUF_INIT(&s, some);
	SBUF_INIT(&a, all);
	for (const struct subcommand *sub = SUBCOMMANDS; sub->name != NULL; sub++) {
		if (word_is_prefix(word, sub->name))
			sbuf_addf(&s, "%s%s", s.len > 0 ? " " : "", sub->name);
		sbuf_addf(&a, "%s%s", a.len > 0 ? " " : "", sub->name);
	}
	if (s.len > 0) {
		msg_trn_several(x->out, word, some);
		return;
	}
	msg_trn_unknown(x->out, word);
	msg_trn_words(x->out);
	sub_print_words(x, all);
}

static void
run(struct sub_call *x)
{
	const struct subcommand *sub = x->sub;

	if (sub->publishes_text && !cmd_may_talk(x->c))
		return;
	if (sub->changes && store_refusing(x->w->store)) {
		msg_disk_refuse(x->out);
		return;
	}
	if (sub->tournament_arg != SUB_TOURNAMENT_NONE && !find_tournament(x))
		return;
	if (sub->who == SUB_FOR_DIRECTOR && !sub_user_directs(x))
		msg_trn_only_directors(x->out);
	else if (sub->changes && x->t != NULL && x->t->phase > TOURNEY_RUNNING)
		sub_report_refusal(x, TOURNEY_IS_OVER);
	else
		sub->run(x);
}

/* Runs a subcommand.  The output of a subcommand that only reads is in the language of the help
 * pages.  A subcommand that acts may begin a match, and client programs know the lines of
 * matches in English only.  Its output is therefore in the session's usual language. */
static void
run_in_language(struct sub_call *x, void (*does)(struct sub_call *))
{
	const struct catalogue *before = x->out->catalogue;

	if (x->sub != NULL && x->sub->changes) {
		does(x);
		return;
	}
	x->out->catalogue = &CATALOGUES[session_page_language(x->c->s)];
	does(x);
	x->out->catalogue = before;
}

static struct sub_call
new_sub_call(struct ctx *c, const struct subcommand *sub, char *rest)
{
	return (struct sub_call){ .c = c,
		.w = c->w,
		.out = c->out,
		.sub = sub,
		.rest = rest,
		.a = { .kind = sub != NULL ? sub->act : TACT_announce, .text = "" } };
}

/* ---- finished tournaments are read before the command runs ---- */

#define ACTS_PER_STEP 64u
#define STEP_COST 16u /* cost of a step; a line of a list of users costs 1 */

struct waiting_call {
	int64_t id;
	const struct subcommand *sub;
	char *rest;
};

static bool
read_tournament_step(struct world *w, struct session *s, void *state)
{
	struct waiting_call *r = state;
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	struct sub_call x = new_sub_call(&c, r->sub, r->rest);

	if (tourney_read_more(w, r->id, ACTS_PER_STEP))
		return true;
	run_in_language(&x, run);
	return false;
}

static void
free_waiting_call(void *state)
{
	free(((struct waiting_call *)state)->rest);
}

/* Returns the number of a finished tournament that the line names and that is not in memory; 0
 * if it names none. */
static int64_t
unread_tournament_named(const struct sub_call *x)
{
	char text[LINE_BYTES_MAX + 1], *at = text, *word;
	long id;

	if (x->sub->tournament_arg == SUB_TOURNAMENT_NONE ||
	    !sbuf_copy(text, sizeof(text), x->rest))
		return 0;
	word = parse_tournament_name(&at);
	if (word == NULL || !word_number(word, &id) || id <= 0)
		return 0;
	return tourney_must_be_read(x->w, id) ? id : 0;
}

void
cmd_tournament(struct ctx *c, char *rest)
{
	static const struct pager_kind kind = {
		.step = read_tournament_step,
		.free_state = free_waiting_call,
		.step_cost = STEP_COST,
		.reads_store = true,
	};
	/* `tournament 3` means `tournament info 3` */
	bool number = rest[strspn(rest, " ")] >= '0' && rest[strspn(rest, " ")] <= '9';
	const char *word = number ? "info" : word_next(&rest);
	struct sub_call x = new_sub_call(c, word != NULL ? sub_find_row(word) : NULL, rest);
	struct waiting_call r = { .sub = x.sub };

	if (word == NULL) {
		run_in_language(&x, tournament_list);
		return;
	}
	if (x.sub == NULL) {
		list_subcommands(&x, word);
		return;
	}
	r.id = unread_tournament_named(&x);
	r.rest = r.id != 0 ? strdup(rest) : NULL;
	if (r.rest != NULL)
		pager_begin(c->w, c->s, &kind, &r, sizeof(r));
	else
		run_in_language(&x, run);
}
