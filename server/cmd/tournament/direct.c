/* SPDX-License-Identifier: MIT */
/* Directors' commands.  Each act is public and stored with its reason.  run() in tournament.c
 * has checked that the user may direct; tourney_act decides whether the act is possible.
 * Finding a player by name is linear in the entries; correcting a result is linear in the
 * pairings as well. */
#include "cmd/tournament/tournament_command.h"

#include <stdlib.h>
#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "proto/line.h"
#include "proto/words.h"
#include "tourney/text.h"
#include "tournament_view/words.h"

#define REASON_MAX KICK_REASON_MAX
#define ANNOUNCEMENT_MAX 300u
#define ADDTIME_MINUTES_MAX 60
#define MATCHES_LISTED_MAX 20u /* matches listed when it is unclear which is meant */

/* ---- arguments ---- */

/* Reads the rest of the line as text of at most `most` bytes.  Returns false after printing an
 * error. */
static bool
parse_text(struct sub_call *x, size_t most)
{
	if (x->rest[0] == '\0')
		return sub_print_usage(x);
	x->a.text = x->rest;
	if (strlen(x->rest) <= most)
		return true;
	msg_why_long(x->out, (unsigned)most);
	return false;
}

static bool
parse_reason(struct sub_call *x)
{
	return parse_text(x, REASON_MAX);
}

static bool
parse_optional_reason(struct sub_call *x)
{
	return x->rest[0] == '\0' || (cmd_may_talk(x->c) && parse_reason(x));
}

entry_no
sub_find_entry(const struct tourney *t, const char *name)
{
	entry_no found = ENTRY_UNKNOWN;

	for (unsigned e = 0; e < t->entries_n; e++) {
		if (!word_is(name, t->entries[e].name))
			continue;
		found = (entry_no)e;
		if (!t->entries[e].withdrawn)
			break;
	}
	return found;
}

bool
sub_parse_entry(struct sub_call *x, entry_no *e_out)
{
	const char *name = word_next(&x->rest);

	if (name == NULL)
		return sub_print_usage(x);
	*e_out = sub_find_entry(x->t, name);
	if (*e_out != ENTRY_UNKNOWN)
		return true;
	msg_trn_no_player(x->out, name);
	return false;
}

/* Reads the whole name of a user into the act.  Returns false after printing that there is
 * none. */
static bool
parse_user(struct sub_call *x)
{
	const char *name = word_next(&x->rest);
	struct user_record u;

	if (name == NULL)
		return sub_print_usage(x);
	if (!cmd_find_account(x->c, name, msg_no_user_called, &u))
		return false;
	tourney_act_set_user(x->w, x->t, &u, &x->a);
	return true;
}

/* Returns false, after printing an error, if the tournament is in another game than backgammon
 * and the user is online and accepts only backgammon. */
static bool
accepts_tournament_game(struct sub_call *x)
{
	const struct session *s = session_by_name(x->w, x->a.name);

	if (s == NULL || tourney_game(&x->t->set)->fibs ||
	    player_has_toggle(s->player, TOGGLE_variants))
		return true;
	msg_only_backgammon(x->out, x->a.name);
	return false;
}

/* Returns false, after printing an error, if the user is a bot and bots may not enter. */
static bool
check_bot_admission(struct sub_call *x)
{
	struct user_record u;

	if (x->t->set.value[TSET_bots] != 0 || !store_user_by_id(x->w->store, x->a.user, &u) ||
	    !user_counts_as_bot(&u))
		return true;
	(u.marked_as_bot ? msg_trn_no_marked : msg_trn_no_bots)(x->out, u.name);
	return false;
}

/* ---- pairings ---- */

/* Returns the entry's last pairing with an opponent, finished or not. */
static uint32_t
last_pairing(const struct tourney *t, entry_no e)
{
	for (uint32_t p = t->pairings_n; p-- > 0;) {
		const struct pairing *x = &t->pairings[p];

		if ((x->side[0] == e && entry_is_player(x->side[1])) ||
		    (x->side[1] == e && entry_is_player(x->side[0])))
			if (x->end != PAIRING_OPEN || t->bouts[p].ready_ms != 0)
				return p;
	}
	return TOURNEY_NO_PAIRING;
}

/* Returns whether the act is possible for that pairing of the entry.  For a result, the check
 * uses any valid score. */
static bool
act_is_possible(const struct tourney *t, uint32_t p, entry_no e, struct tourney_act a)
{
	const struct pairing *x = &t->pairings[p];

	if (x->side[0] != e && x->side[1] != e)
		return false;
	a.pairing = p;
	a.side = (uint8_t)sub_side_of_entry(t, p, e);
	a.score[a.side] = x->length;
	return tourney_gate(t, &a) == TOURNEY_OK;
}

static void
tell_match(struct sub_call *x, uint32_t p)
{
	const struct tourney *t = x->t;
	const struct pairing *y = &t->pairings[p];
	const char *a = t->entries[y->side[0]].name, *b = t->entries[y->side[1]].name;
	char title[WORDS_TITLE_MAX];

	words_pairing_title(x->out, t, p, title);
	if (y->end == PAIRING_OPEN || (y->score[0] == 0 && y->score[1] == 0))
		msg_trn_match_open(x->out, (unsigned)p + 1, title, a, b);
	else
		msg_trn_match_row(
		    x->out, (unsigned)p + 1, title, a, b, y->score[0], y->score[1]);
}

/* Returns the only pairing of an entry for which the act is possible.  Finished pairings are
 * considered too.  If no pairing allows the act, returns the last one, so that the act reports
 * why it is refused.  If several do, lists them, sets *asked and returns TOURNEY_NO_PAIRING. */
static uint32_t
pairing_allowing_act(struct sub_call *x, entry_no e, bool *asked)
{
	const struct tourney *t = x->t;
	uint32_t found = TOURNEY_NO_PAIRING;
	unsigned n = 0;

	for (uint32_t p = t->pairings_n; p-- > 0;)
		if (act_is_possible(t, p, e, x->a)) {
			found = p;
			n++;
		}
	*asked = n > 1;
	if (n <= 1)
		return n == 0 ? last_pairing(t, e) : found;
	msg_trn_which_match(x->out, t->entries[e].name);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (act_is_possible(t, p, e, x->a) && n-- <= MATCHES_LISTED_MAX)
			tell_match(x, p);
	return TOURNEY_NO_PAIRING;
}

/* Reads NAME|PAIRING.  Sets the act's pairing, and its side to the named player's, or to
 * PAIRING_NOBODY if a number was typed.  Returns false after printing an error. */
static bool
parse_pairing(struct sub_call *x, bool also_over)
{
	const struct tourney *t = x->t;
	char *all = x->rest;
	const char *word = word_next(&x->rest);
	bool asked = false;
	entry_no e;
	long n;

	if (word == NULL)
		return sub_print_usage(x);
	if (t->phase != TOURNEY_RUNNING)
		return sub_report_refusal(x, TOURNEY_NOT_STARTED);
	x->a.side = PAIRING_NOBODY;
	if (word_number(word, &n)) {
		x->a.pairing =
		    n >= 1 && n <= (long)t->pairings_n ? (uint32_t)(n - 1) : TOURNEY_NO_PAIRING;
	} else {
		if (x->rest[0] != '\0')
			all[strlen(word)] = ' ';
		x->rest = all;
		if (!sub_parse_entry(x, &e))
			return false;
		x->a.pairing =
		    also_over ? pairing_allowing_act(x, e, &asked) : tourney_open_pairing(t, e);
		if (x->a.pairing != TOURNEY_NO_PAIRING)
			x->a.side = (uint8_t)sub_side_of_entry(t, x->a.pairing, e);
	}
	if (x->a.pairing == TOURNEY_NO_PAIRING && !asked)
		msg_trn_no_pairing(x->out);
	return x->a.pairing != TOURNEY_NO_PAIRING;
}

/* ---- confirmation ---- */

/* A command that needs confirmation: what was typed before `yes`, and whether `yes` was
 * typed. */
struct confirmation {
	char typed[LINE_BYTES_MAX + 1];
	bool yes;
};

/* Takes a `yes` off the end of the line. */
static void
remove_yes(struct sub_call *x, struct confirmation *c)
{
	size_t n = strlen(x->rest);

	while (n > 0 && x->rest[n - 1] == ' ')
		x->rest[--n] = '\0';
	c->yes = n >= 3 && strcmp(x->rest + n - 3, "yes") == 0 &&
		 (n == 3 || x->rest[n - 4] == ' ' || x->rest[n - 4] == '\t');
	if (c->yes)
		x->rest[n - 3] = '\0';
	for (n = strlen(x->rest); n > 0 && x->rest[n - 1] == ' ';)
		x->rest[--n] = '\0';
	CHECK(sbuf_copy(c->typed, sizeof(c->typed), x->rest));
}

/* Prints the command with `yes`, after the caller has explained its effect. */
static void
ask_for_confirmation(struct sub_call *x, const struct confirmation *c)
{
	msg_trn_repeat(x->out, x->sub->name, (long long)x->t->id,
	    c->typed[0] != '\0' ? " " : "", c->typed);
}

/* ---- progress ---- */

/* Warns a director who opens or starts a tournament that fewer users were notified than the
 * director may expect. */
static void
warn_few_notified(struct sub_call *x, bool first)
{
	if (first && x->t->phase != TOURNEY_PLANNED && tourney_is_members_only(x->t))
		msg_trn_quiet(x->out, TOURNEYS_ANNOUNCED_PER_DAY);
}

void
tournament_open(struct sub_call *x)
{
	bool first = x->t->phase == TOURNEY_PLANNED;

	if (sub_do_act_needs_answer(x, true))
		msg_trn_opened(x->out, x->t->name);
	warn_few_notified(x, first);
}

void
tournament_close(struct sub_call *x)
{
	if (sub_do_act_needs_answer(x, false))
		msg_trn_closed(x->out, x->t->name);
}

void
tournament_start(struct sub_call *x)
{
	bool first = x->t->phase == TOURNEY_PLANNED;
	struct confirmation c;

	remove_yes(x, &c);
	if (x->rest[0] != '\0') {
		sub_print_usage(x);
		return;
	}
	if (!c.yes && x->t->phase < TOURNEY_RUNNING) {
		msg_trn_ask_start(x->out, x->t->name);
		ask_for_confirmation(x, &c);
		return;
	}
	/* a name that was never announced is announced now, which a muted user must not
	 * cause */
	if (first && !cmd_may_talk(x->c))
		return;
	if (sub_do_act_needs_answer(x, true))
		msg_trn_started(x->out, x->t->name);
	warn_few_notified(x, first);
}

void
tournament_announce(struct sub_call *x)
{
	if (parse_text(x, ANNOUNCEMENT_MAX) && sub_do_act_needs_answer(x, false))
		msg_trn_announced(x->out, x->t->name);
}

void
tournament_pause(struct sub_call *x)
{
	if (parse_reason(x) && sub_do_act_needs_answer(x, false))
		msg_trn_paused(x->out, x->t->name);
}

void
tournament_resume(struct sub_call *x)
{
	if (sub_do_act_needs_answer(x, false))
		msg_trn_resumed(x->out, x->t->name);
}

/* Cancels at once if there are no entries.  Otherwise the cancellation can be undone for a
 * while. */
void
tournament_cancel(struct sub_call *x)
{
	bool empty =
	    x->t->phase < TOURNEY_RUNNING && x->t->in == 0 && tourney_waiting_count(x->t) == 0;
	struct confirmation c;

	remove_yes(x, &c);
	if (!parse_reason(x))
		return;
	if (x->t->undoing.called_off_ms != 0) {
		sub_report_refusal(x, TOURNEY_CALLED_OFF);
		return;
	}
	if (!c.yes) {
		(empty ? msg_trn_ask_cancel_empty : msg_trn_ask_cancel)(x->out, x->t->name);
		ask_for_confirmation(x, &c);
		return;
	}
	if (empty)
		x->a.kind = TACT_cancel;
	if (sub_do_act_needs_answer(x, false))
		(empty ? msg_trn_cancelled : msg_trn_called_off)(x->out, x->t->name);
}

void
tournament_undo(struct sub_call *x)
{
	if (!tourney_undo(x->t, x->c->p->user, tourney_now_ms(x->w), &x->a))
		sub_report_refusal(x, TOURNEY_NOTHING_TO_UNDO);
	else if (sub_do_act(x))
		msg_trn_undone(x->out, x->t->name);
}

void
tournament_confirm(struct sub_call *x)
{
	if (parse_optional_reason(x) && sub_do_act_needs_answer(x, false))
		msg_trn_confirmed(x->out, x->t->name);
}

/* ---- directors and players ---- */

void
tournament_director(struct sub_call *x)
{
	const char *word = word_next(&x->rest);

	if (word == NULL || (!word_is_prefix(word, "add") && !word_is_prefix(word, "remove"))) {
		sub_print_usage(x);
		return;
	}
	x->a.value = word_is_prefix(word, "add");
	if (parse_user(x) && sub_do_act(x))
		(x->a.value != 0 ? msg_trn_director_added : msg_trn_director_gone)(
		    x->out, x->a.name, x->t->name);
}

/* Invites the user, because a user must not be entered against their will.  Directors enter
 * themselves at once. */
void
tournament_add(struct sub_call *x)
{
	if (!parse_user(x) || !check_bot_admission(x) || !accepts_tournament_game(x))
		return;
	if (x->a.user == x->c->p->user)
		x->a.kind = TACT_admit;
	if (!sub_do_act(x))
		return;
	if (x->a.kind == TACT_admit)
		msg_trn_entered(x->out, x->t->name);
	else
		msg_trn_invited(x->out, x->a.name, x->t->name);
}

/* Finds a user who is invited or on the waiting list, by the whole name, and prepares the act
 * that removes them.  Returns false, without consuming the name, if there is none. */
static bool
parse_guest(struct sub_call *x)
{
	char word[TOURNEY_USER_NAME_MAX + 1];
	size_t n = strcspn(x->rest, " \t");
	struct user_record u;
	struct sbuf b;

	SBUF_INIT(&b, word);
	sbuf_addn(&b, x->rest, n);
	for (unsigned i = 0; i < x->t->guests_n && sbuf_ok(&b); i++) {
		if (!word_is(word, x->t->guests[i].name) ||
		    !store_user_by_id(x->w->store, x->t->guests[i].user, &u))
			continue;
		x->a.kind = TACT_decline;
		tourney_act_set_user(x->w, x->t, &u, &x->a);
		return true;
	}
	return false;
}

/* Returns whether removing the entry requires a reason, which is shown to all: it does if the
 * entry belongs to another user and has a match to play. */
static bool
needs_reason(const struct sub_call *x)
{
	const struct tourney *t = x->t;

	return t->phase == TOURNEY_RUNNING && t->entries[x->a.entry].user != x->c->p->user &&
	       tourney_open_pairing(t, x->a.entry) != TOURNEY_NO_PAIRING;
}

void
tournament_remove(struct sub_call *x)
{
	char name[TOURNEY_USER_NAME_MAX + 1];
	struct confirmation c;
	bool guest;

	remove_yes(x, &c);
	guest = parse_guest(x);
	if (!guest && !sub_parse_entry(x, &x->a.entry))
		return;
	if (!guest && (needs_reason(x) || x->rest[0] != '\0') && !parse_reason(x))
		return;
	CHECK(
	    sbuf_copy(name, sizeof(name), guest ? x->a.name : x->t->entries[x->a.entry].name));
	if (!c.yes) {
		(guest ? msg_trn_ask_uninvite : msg_trn_ask_remove)(x->out, name, x->t->name);
		ask_for_confirmation(x, &c);
	} else if (sub_do_act(x)) {
		msg_trn_removed(x->out, name, x->t->name);
	}
}

/* Restores a player.  Directors who restore themselves, and players who are waiting for a
 * place, return at once.  Others get an offer. */
void
tournament_restore(struct sub_call *x)
{
	struct user_record u;
	const char *name;

	if (!sub_parse_entry(x, &x->a.entry))
		return;
	name = x->t->entries[x->a.entry].name;
	if (!store_user_by_id(x->w->store, x->t->entries[x->a.entry].user, &u))
		msg_no_user_called(x->out, name);
	else if (sub_do_act_needs_answer(x, false))
		msg_trn_restored(x->out, name, x->t->name);
}

void
tournament_replace(struct sub_call *x)
{
	const struct tourney_guest *g;
	char old[TOURNEY_USER_NAME_MAX + 1];
	struct confirmation c;

	remove_yes(x, &c);
	if (!sub_parse_entry(x, &x->a.entry) || !parse_user(x) || !check_bot_admission(x) ||
	    !parse_reason(x) || !accepts_tournament_game(x))
		return;
	(void)sbuf_copy(old, sizeof(old), x->t->entries[x->a.entry].name);
	if (!c.yes) {
		msg_trn_ask_replace(x->out, x->a.name, old);
		ask_for_confirmation(x, &c);
		return;
	}
	g = tourney_guest_of(x->t, x->a.user);
	if (x->a.user != x->c->p->user && (g == NULL || !g->waiting)) {
		x->a.kind = TACT_invite;
		x->a.value = (int64_t)x->a.entry + 1;
		if (sub_do_act(x))
			msg_trn_invited_for(x->out, x->a.name, old);
	} else if (sub_do_act_needs_answer(x, false)) {
		msg_trn_replaced(x->out, x->a.name, old);
	}
}

/* ---- seeding by hand ---- */

/* An entry with its rating, so that the comparison for sorting needs no access to the
 * tournament. */
struct rated_entry {
	double rating;
	entry_no entry;
};

static int
compare_ratings(const void *a, const void *b)
{
	const struct rated_entry *x = a, *y = b;

	if (x->rating != y->rating)
		return x->rating > y->rating ? -1 : 1;
	return x->entry < y->entry ? -1 : 1;
}

/* Appends the entries that were not named, best rating first, after the n named ones.  Returns
 * the new number. */
static unsigned
append_unnamed_entries(const struct tourney *t, const bool *named, entry_no *order, unsigned n)
{
	struct rated_entry *list = calloc(t->entries_n + 1, sizeof(*list));
	unsigned k = 0;

	CHECK(list != NULL);
	for (unsigned e = 0; e < t->entries_n; e++)
		if (!named[e] && !t->entries[e].withdrawn)
			list[k++] = (struct rated_entry){ t->entries[e].rating, (entry_no)e };
	qsort(list, k, sizeof(list[0]), compare_ratings);
	for (unsigned i = 0; i < k; i++)
		order[n++] = list[i].entry;
	free(list);
	return n;
}

/* Reads the named entries in order.  Returns their number, or -1 after printing an error. */
static int
parse_entry_order(struct sub_call *x, bool *named, entry_no *order)
{
	int n = 0;

	while (x->rest[0] != '\0') {
		entry_no e;

		if (!sub_parse_entry(x, &e))
			return -1;
		if (named[e] || x->t->entries[e].withdrawn) {
			sub_report_refusal(x, named[e] ? TOURNEY_BAD_ORDER : TOURNEY_WITHDRAWN);
			return -1;
		}
		named[e] = true;
		order[n++] = e;
	}
	return n;
}

void
tournament_order(struct sub_call *x)
{
	static char text[TOURNEY_ENTRIES_MAX * 5 + 1]; /* the text of the act */
	static entry_no order[TOURNEY_ENTRIES_MAX];
	bool named[TOURNEY_ENTRIES_MAX] = { false };
	struct sbuf b;
	int n;

	if (x->rest[0] == '\0') {
		sub_print_usage(x);
		return;
	}
	n = parse_entry_order(x, named, order);
	if (n < 0)
		return;
	if (x->t->set.value[TSET_seeding] != SEEDING_HAND) {
		msg_trn_not_by_hand(x->out, (long long)x->t->id);
		return;
	}
	SBUF_INIT(&b, text);
	order_write(order, append_unnamed_entries(x->t, named, order, (unsigned)n), &b);
	CHECK(sbuf_ok(&b));
	x->a.text = text;
	if (sub_do_act(x))
		msg_trn_ordered(x->out, (unsigned)n, x->t->in);
}

/* ---- matches ---- */

void
tournament_hold_pairing(struct sub_call *x)
{
	if (parse_pairing(x, false) && parse_reason(x) && sub_do_act_needs_answer(x, false))
		msg_trn_held(x->out, sub_side_name(x, 0), sub_side_name(x, 1));
}

void
tournament_release_pairing(struct sub_call *x)
{
	if (parse_pairing(x, false) && parse_optional_reason(x) &&
	    sub_do_act_needs_answer(x, false))
		msg_trn_released(x->out, sub_side_name(x, 0), sub_side_name(x, 1));
}

/* Reads a pairing by the name of a player, because a number does not say which side is
 * meant. */
static bool
parse_player_pairing(struct sub_call *x)
{
	if (x->rest[0] >= '0' && x->rest[0] <= '9')
		return sub_print_usage(x);
	return parse_pairing(x, false);
}

void
tournament_addtime(struct sub_call *x)
{
	const char *word;
	long minutes;

	if (!parse_player_pairing(x))
		return;
	word = word_next(&x->rest);
	if (word == NULL || !word_number(word, &minutes)) {
		sub_print_usage(x);
		return;
	}
	if (minutes < 1 || minutes > ADDTIME_MINUTES_MAX) {
		msg_trn_minutes(x->out, ADDTIME_MINUTES_MAX);
		return;
	}
	if (x->t->bouts[x->a.pairing].terms.clock == 0) {
		msg_trn_no_clock(x->out);
		return;
	}
	x->a.value = minutes * 60000;
	if (parse_reason(x) && sub_do_act_needs_answer(x, false))
		msg_trn_time_added(x->out, sub_side_name(x, x->a.side), (unsigned)minutes);
}

void
tournament_deadline(struct sub_call *x)
{
	char when[SUB_TIME_MAX];
	int64_t at_s;

	if (!parse_pairing(x, false) || !sub_parse_time(x, &at_s) || !parse_reason(x))
		return;
	x->a.value = at_s * 1000;
	if (sub_do_act_needs_answer(x, false))
		msg_trn_deadline(x->out, sub_side_name(x, 0), sub_side_name(x, 1),
		    sub_time_text(x, x->a.value, when));
}

void
tournament_forfeit(struct sub_call *x)
{
	if (!parse_player_pairing(x) || !parse_reason(x))
		return;
	if (x->t->bouts[x->a.pairing].match != 0)
		msg_trn_forfeit_begun(x->out);
	else if (sub_do_act(x))
		msg_trn_forfeited(
		    x->out, sub_side_name(x, x->a.side), sub_side_name(x, 1u - x->a.side));
}

/* Reads "5-3", each at most 999.  Modifies the word. */
static bool
parse_score(char *word, long score[2])
{
	char *dash = strchr(word, '-');

	if (dash == NULL || dash == word || word[0] == '+')
		return false;
	*dash = '\0';
	return word_number(word, &score[0]) && word_number(dash + 1, &score[1]) &&
	       score[0] >= 0 && score[1] >= 0 && score[0] <= 999 && score[1] <= 999;
}

/* Returns whether changing the result also requires removing what followed from it. */
static bool
needs_correction_act(const struct sub_call *x)
{
	struct tourney_act a = x->a;

	if (tourney_gate(x->t, &a) != TOURNEY_TOO_LATE &&
	    tourney_gate(x->t, &a) != TOURNEY_PAIRING_OVER)
		return false;
	a.kind = TACT_correct;
	return tourney_gate(x->t, &a) == TOURNEY_OK;
}

void
tournament_setresult(struct sub_call *x)
{
	struct confirmation c;
	unsigned first, winner;
	long score[2];
	char *word;

	CHECK(sbuf_copy(c.typed, sizeof(c.typed), x->rest));
	if (!parse_pairing(x, true))
		return;
	word = word_next(&x->rest);
	if (word == NULL || !parse_score(word, score)) {
		sub_print_usage(x);
		return;
	}
	first = x->a.side == PAIRING_NOBODY ? 0 : x->a.side;
	x->a.score[first] = (uint16_t)score[0];
	x->a.score[1 - first] = (uint16_t)score[1];
	winner = x->a.score[1] > x->a.score[0];
	x->a.side = (uint8_t)winner;
	if (needs_correction_act(x)) {
		char typed[sizeof(c.typed)];

		CHECK(sbuf_copy(typed, sizeof(typed), c.typed));
		remove_yes(x, &c);
		CHECK(sbuf_copy(c.typed, sizeof(c.typed), typed));
		x->a.kind = TACT_correct;
		if (!parse_reason(x))
			return;
		if (!c.yes) {
			msg_trn_ask_correct(x->out);
			ask_for_confirmation(x, &c);
			return;
		}
	}
	if (parse_reason(x) && sub_do_act_needs_answer(x, false))
		msg_trn_result_set(x->out, sub_side_name(x, winner),
		    sub_side_name(x, 1 - winner), x->a.score[winner], x->a.score[1 - winner]);
}

void
tournament_reopen(struct sub_call *x)
{
	if (parse_pairing(x, true) && parse_reason(x) && sub_do_act_needs_answer(x, false))
		msg_trn_taken_back(x->out, sub_side_name(x, 0), sub_side_name(x, 1));
}
