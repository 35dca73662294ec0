/* SPDX-License-Identifier: MIT */
/* Reports the progress of a match to its players, its watchers and other users: beginning,
 * prompts to act, ends of games and of the match.  Linear in the recipients.  Other users are
 * notified through the feed. */
#include "tell/tell_internal.h"

#include <stdlib.h>
#include <string.h>

#include "fair/draw.h"
#include "login/saved.h"
#include "people/people.h"
#include "output/output.h"
#include "tell/news.h"

/* ---- news to all users ---- */

static void
set_names(struct feed_event *e, const char *a, const char *b)
{
	memcpy(e->names[0], a, strlen(a) + 1);
	memcpy(e->names[1], b, strlen(b) + 1);
}

/* Excludes the players from the next news: they are notified separately, or not at all. */
static void
skip_players_in_news(struct world *w, const struct match *m)
{
	for (unsigned seat = 0; seat < 2; seat++)
		match_session(w, m, (enum seat)seat)->news.skip_no = feed_next_number(w);
}

static void
tell_rating_allowance(struct world *w, struct session *to, const char *opponent,
    unsigned length, const struct match_rated_player *x, const struct match_rated_player *y,
    const struct variant *v)
{
	const struct rating_allowance a = rating_allowance(w, x, y, v);
	const struct standing own = x->standing, other = y->standing;

	if (rating_match(own.rating, own.experience, other.rating, other.experience, length)
		    .change_winner > a.room.up ||
	    -rating_match(other.rating, other.experience, own.rating, own.experience, length)
		    .change_loser > a.room.down)
		msg_rating_room(&to->out, opponent, a.room.up, a.room.down);
}

void
tell_rating_allowances(struct world *w, struct session *const who[2], unsigned length,
    const struct variant *v, bool rated)
{
	struct match_rated_player x[2];

	if (!rated || length == 0 ||
	    (w->config.own_ratings &&
		(player_counts_as_bot(who[0]->player) || player_counts_as_bot(who[1]->player))))
		return;
	for (unsigned i = 0; i < 2; i++)
		x[i] = (struct match_rated_player){
			.user = who[i]->player->user,
			.standing = player_standing(w, who[i]->player, v),
			.network = network_of_session(who[i], NETWORK_WIDE),
		};
	for (unsigned i = 0; i < 2; i++)
		if (session_is_interactive(who[i]))
			tell_rating_allowance(
			    w, who[i], who[1 - i]->player->name, length, &x[i], &x[1 - i], v);
}

/* Reports the start of a match to other users with `report` on, and in any case to its
 * watchers. */
static void
report_match_start(struct world *w, const struct match *m, bool resumed)
{
	struct feed_event e = { .kind = FEED_MATCH_START,
		.game = m->state.match_variant,
		.n = { m->state.length },
		.flag = resumed };
	struct recipient_it it = { 0 };
	struct recipient h;

	set_names(&e, match_player_name(w, m, m->seat_1_invited ? SEAT_0 : SEAT_1),
	    match_player_name(w, m, m->seat_1_invited ? SEAT_1 : SEAT_0));
	while (recipient_next(w, m, &it, &h))
		if (!h.is_player && !player_has_toggle(h.to->player, TOGGLE_report))
			NEWS_MATCH_START.say(h.to, &e);
	skip_players_in_news(w, m);
	feed_announce(w, &e, NULL, NULL);
}

void
announce_left_game(struct world *w, const struct match *m, enum seat who)
{
	struct feed_event e = { .kind = FEED_LEFT_GAME };

	set_names(&e, match_player_name(w, m, who), match_player_name(w, m, seat_other(who)));
	skip_players_in_news(w, m);
	feed_announce(w, &e, NULL, NULL);
}

/* ---- beginnings ---- */

bool
watcher_is_blinded(const struct world *w, const struct match *m, const struct recipient *h)
{
	return !h->is_player &&
	       session_blinding_player(w, match_session(w, m, h->view_seat), h->to) != NULL;
}

static void
remove_blinded_watchers(struct world *w, const struct match *m)
{
	enum seat joiner = m->seat_1_invited ? SEAT_0 : SEAT_1;
	const bool quiet = w->json_drops_text;
	struct recipient_it it = { 0 };
	struct recipient h;

	w->json_drops_text = false; /* no JSON event reports the end of watching, so the text is
				     * sent */
	while (recipient_next(w, m, &it, &h))
		if (watcher_is_blinded(w, m, &h))
			msg_cant_watch_match(&h.to->out, match_player_name(w, m, joiner),
			    match_player_name(w, m, seat_other(joiner)));
	w->json_drops_text = quiet;
	it = (struct recipient_it){ 0 };
	while (recipient_next(w, m, &it, &h)) {
		if (!watcher_is_blinded(w, m, &h))
			continue;
		session_set_watching(w, h.to, NULL);
		feed_row_changed(w, h.to);
	}
}

void
tell_crawford(struct out *out, const struct match_state *st)
{
	if (st->crawford == CRAWFORD_ACTIVE && match_game_on(st) && st->variant->cube &&
	    !st->no_cube)
		msg_crawford_game(out);
}

/* Prints score and turn of a resumed match. */
static void
tell_resumed_score(struct world *w, const struct match *m, struct session *const both[2])
{
	const struct match_state *st = &m->state;

	for (unsigned i = 0; i < 2; i++) {
		struct out *out = &both[i]->out;

		if (session_is_interactive(both[i]))
			tell_crawford(out, st);
		if (st->turn != SEAT_NONE)
			msg_turn(out, match_player_name(w, m, match_to_act(st)));
		if (st->length > 0)
			msg_match_length(out, st->length);
		else
			msg_unlimited_length(out);
		for (unsigned k = 0; k < 2; k++)
			msg_points_for(out, both[k]->player->name, st->score[both[k]->seat]);
	}
}

/* Shows the seal of the dice (fair_seal_text) to interactive users who have `fair` on. */
static void
tell_dice_seal(struct session *to, const struct match *m)
{
	char seal[FAIR_SEAL_ROOM];

	if (!session_is_interactive(to) || !player_has_toggle(to->player, TOGGLE_fair))
		return;
	fair_seal_text(m->commitment, seal);
	msg_fair_seal(&to->out, (long long)m->row, seal);
}

static void
tell_match_begun(struct world *w, const struct match *m, bool resumed)
{
	const struct match_state *st = &m->state;
	struct session *s[2] = { match_session(w, m, SEAT_0), match_session(w, m, SEAT_1) };
	struct session *joiner = s[m->seat_1_invited ? 0 : 1],
		       *inviter = s[m->seat_1_invited ? 1 : 0];

	if (resumed) {
		msg_resumed_joiner(&joiner->out, inviter->player->name);
		msg_resumed_inviter(&inviter->out, joiner->player->name);
		tell_resumed_score(w, m, (struct session *const[]){ joiner, inviter });
	} else if (st->length > 0) {
		msg_now_playing(&joiner->out, st->length, inviter->player->name);
		msg_has_joined(&inviter->out, joiner->player->name, st->length);
	} else {
		msg_now_playing_unlimited(&joiner->out, inviter->player->name);
		msg_has_joined_unlimited(&inviter->out, joiner->player->name);
	}
	for (unsigned i = 0; i < 2; i++)
		tell_dice_seal(s[i], m);
	feed_row_changed(w, joiner);
	feed_row_changed(w, inviter);
	report_match_start(w, m, resumed);
	remove_blinded_watchers(w, m);
	/* in other matches the allowances were shown with the invitation */
	if (m->tournament != 0 && !resumed)
		tell_rating_allowances(w, s, st->length, st->match_variant, !m->unrated);
	for (unsigned i = 0; st->practice && i < 2; i++)
		if (session_gets_additions(s[i]))
			msg_practice(&s[i]->out);
	for (unsigned i = 0; st->clock.paused && i < 2; i++)
		msg_match_is_paused(&s[i]->out);
	for (unsigned i = 0; st->phase != PH_BETWEEN_GAMES && i < 2; i++)
		tell_board(w, m, st, (enum seat)i, s[i]);
}

/* ---- prompts to act ---- */

static void
tell_score(struct world *w, const struct match *m)
{
	const struct match_state *st = &m->state;
	struct recipient_it it = { 0 };
	struct recipient h;

	while (recipient_next(w, m, &it, &h)) {
		enum seat other = seat_other(h.view_seat);
		const char *a = match_player_name(w, m, h.view_seat);
		const char *b = match_player_name(w, m, other);

		if (st->length > 0)
			msg_score(&h.to->out, st->length, a, st->score[h.view_seat], b,
			    st->score[other]);
		else
			msg_score_unlimited(
			    &h.to->out, a, st->score[h.view_seat], b, st->score[other]);
		if (h.is_player)
			msg_join_or_leave(&h.to->out);
	}
}

/* Repeats an offer to the player who must answer it. */
static void
repeat_offer(const struct match_state *st, struct out *out, const char *other)
{
	bool more = match_redoubles_left(st) > 0;

	if (st->resign_by != SEAT_NONE)
		msg_resign_O(
		    out, other, match_resign_points(st, st->resign_by, st->resign_size));
	else if (st->redoubles_done == 0)
		(more ? msg_double_O_redouble : msg_double_O)(out, other);
	else
		(more ? msg_redouble_O : msg_redouble_O_last)(out, other, st->offered_cube);
}

/* Prompts the player to act.  Omits what the last notice already implies: an offer, a double to
 * be named, and the first play of the opening dice, which FIBS requests only once, before the
 * board. */
static void
prompt_to_act(struct world *w, const struct match *m, bool again)
{
	const struct match_state *st = &m->state;
	bool opening = st->opening && st->variant->opening == OPENING_USE_DICE;
	enum seat seat = match_to_act(st);
	struct out *out;

	if (seat == SEAT_NONE) {
		tell_score(w, m);
		return;
	}
	out = &match_session(w, m, seat)->out;
	if (st->resign_by != SEAT_NONE || st->phase == PH_DOUBLED) {
		if (again)
			repeat_offer(st, out, match_player_name(w, m, seat_other(seat)));
	} else if (st->phase == PH_ROLL) {
		msg_roll_or_double(out);
	} else if (st->phase == PH_NAME_DOUBLE) {
		if (again)
			msg_name_asked_M(out);
	} else if (st->variant->no_dice || (opening && again)) {
		msg_your_turn_move(out);
	} else if (!opening) {
		msg_please_move(out, st->dice_to_play);
	}
}

/* ---- ends ---- */

static void
show_move_lists(struct world *w, const struct match *m)
{
	struct recipient_it it = { 0 };
	struct recipient h;
	struct match_record r;
	/* texts, by numbering; each is written once for all recipients */
	char *text[SEAT_NONE + 1] = { NULL };

	while (recipient_next(w, m, &it, &h)) {
		enum seat side = session_direction_home(h.to) ? h.view_seat : SEAT_NONE;

		if (!player_has_toggle(h.to->player, TOGGLE_moves))
			continue;
		if (text[side] == NULL && store_match_by_id(w->store, m->row, &r))
			text[side] = match_move_list(w, &r, side);
		if (side != SEAT_NONE)
			msg_points_as_seen(&h.to->out);
		if (text[side] != NULL)
			out_text(&h.to->out, text[side]);
	}
	for (unsigned i = 0; i < ARRAY_LEN(text); i++)
		free(text[i]);
}

static void
tell_rating_calculation(
    struct session *to, const struct match_rating *x, const char *win, const char *lose)
{
	const struct rating_calc *c = &x->calc;

	if (player_has_toggle(to->player, TOGGLE_ratings))
		msg_rating_calc(&to->out, c->difference, x->points, win,
		    x->standing_before[0].experience, lose, x->standing_before[1].experience,
		    c->underdog_chance, c->p, c->k_winner, c->change_winner, c->k_loser,
		    c->change_loser);
}

static enum msg_id
why_unrated(const struct match_ending *e)
{
	if (e->st->practice)
		return MSG_not_rated_practice;
	if (e->r->unrated)
		return MSG_not_rated_tournament;
	return e->st->how > WON_ABANDON ? MSG_not_rated_decided : MSG_not_rated_moves;
}

/* Reports rating changes to sessions with additions. */
static void
tell_rating_changes(
    struct session *to, const struct match_ending *e, const char *win, const char *lose)
{
	const struct variant *game = e->st->match_variant;
	const double by[2] = { e->rating.calc.change_winner, e->rating.calc.change_loser };
	const double now[2] = { e->rating.standing_before[0].rating + by[0],
		e->rating.standing_before[1].rating + by[1] };

	if (!session_gets_additions(to))
		return;
	if (!e->rating.rated)
		msg_write(&to->out, why_unrated(e));
	else if (e->rating.bot_ratings)
		msg_ratings_changed_bots(
		    &to->out, game->title, win, now[0], by[0], lose, now[1], by[1]);
	else if (game->fibs)
		msg_ratings_changed(&to->out, win, now[0], by[0], lose, now[1], by[1]);
	else
		msg_ratings_changed_game(
		    &to->out, game->title, win, now[0], by[0], lose, now[1], by[1]);
	for (unsigned i = 0; e->rating.rated && i < 2; i++)
		if (e->rating.counted_fraction[i] < 1)
			msg_rating_cut(&to->out, i == 0 ? win : lose,
			    (unsigned)(100 * e->rating.counted_fraction[i]));
}

/* Announces the winner of a match that was being played. */
static void
tell_match_won(struct world *w, const struct match_ending *e)
{
	const struct match_state *st = e->st;
	const struct match *m = e->live;
	struct session *winner = match_session(w, m, st->winner);
	const char *win = winner->player->name;
	const char *lose = match_player_name(w, m, seat_other(st->winner));
	struct feed_event news = { .kind = FEED_MATCH_WON,
		.game = st->match_variant,
		.n = { st->length, st->score[st->winner], st->score[seat_other(st->winner)] } };
	struct recipient_it it = { 0 };
	struct recipient h;

	for (unsigned i = 0; e->rating.rated && i < 2; i++)
		tell_rating_calculation(
		    match_session(w, m, (enum seat)i), &e->rating, win, lose);
	set_names(&news, win, lose);
	while (recipient_next(w, m, &it, &h)) {
		if (h.to == winner)
			msg_win_match_M(&h.to->out, st->length, news.n[1], news.n[2]);
		else
			msg_win_match_OW(&h.to->out, win, st->length, news.n[1], news.n[2]);
	}
	it = (struct recipient_it){ 0 };
	while (recipient_next(w, m, &it, &h))
		h.to->news.skip_no = feed_next_number(w);
	feed_announce(w, &news, NULL, NULL);
	it = (struct recipient_it){ 0 };
	while (recipient_next(w, m, &it, &h)) {
		tell_rating_changes(h.to, e, win, lose);
		if (h.is_player && !m->bound && session_is_interactive(h.to))
			msg_rematch_hint(&h.to->out, h.to == winner ? lose : win);
	}
}

/* Reports to the player of a seat why a match that was not being played is over.  If a director
 * set the result, the director's command announces it. */
static void
tell_end_reason(struct out *out, enum seat seat, const struct match_ending *e)
{
	const char *other = e->r->name[seat_other(seat)];
	bool lost = e->st->winner != seat;

	if (e->st->winner == SEAT_NONE)
		msg_forfeit_both(out);
	else if (e->how == MATCH_END_TIME && lost)
		msg_time_out_M(out);
	else if (e->how == MATCH_END_TIME)
		msg_time_out_OW(out, other);
	else if (e->how == MATCH_END_FORFEIT && lost)
		msg_forfeit_M(out);
	else if (e->how == MATCH_END_FORFEIT)
		msg_forfeit_OW(out, other);
}

/* Announces the end of a match that was not being played.  Interactive users get the same texts
 * as during play.  Client programs, which show no match at this time, receive only the notices
 * of its tournament. */
static void
tell_saved_match_end(struct world *w, const struct match_ending *e)
{
	const struct match_state *st = e->st;
	enum seat win = st->winner, lose = seat_other(win);
	const struct match_record *r = e->r;

	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_by_name(w, r->name[i]);

		if (s == NULL || !session_is_interactive(s))
			continue;
		if (!r->bound && e->how != MATCH_END_TIME)
			saved_tell_end(s, r, (int)win);
		else
			tell_end_reason(&s->out, (enum seat)i, e);
		if (win == SEAT_NONE)
			continue;
		if (win == i)
			msg_win_match_M(&s->out, r->length, st->score[win], st->score[lose]);
		else
			msg_win_match_OW(
			    &s->out, r->name[win], r->length, st->score[win], st->score[lose]);
		tell_rating_changes(s, e, r->name[win], r->name[lose]);
	}
}

/* Notifies both players that a saved match has ended without a winner. */
static void
tell_match_expired(struct world *w, const struct match_record *r)
{
	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_by_name(w, r->name[i]);

		if (s != NULL && session_is_interactive(s))
			saved_tell_end(s, r, -1);
	}
}

static void
tell_match_due(struct world *w, const struct match_record *r)
{
	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_by_name(w, r->name[i]);

		if (s != NULL && session_is_interactive(s))
			saved_tell_due(w, s, r);
	}
}

static void
tell_request_counted(struct session *to, const struct match_record *r, unsigned days)
{
	if (session_is_interactive(to))
		msg_ask_counted(
		    &to->out, r->name[r->user[0] == to->player->user ? 1 : 0], days);
}

static void
tell_match_ended(struct world *w, const struct match_ending *e)
{
	if (e->st != NULL && e->live == NULL)
		tell_saved_match_end(w, e);
	else if (e->st != NULL && e->st->winner != SEAT_NONE)
		tell_match_won(w, e);
	else if (e->how == MATCH_END_EXPIRED)
		tell_match_expired(w, e->r);
}

/* Updates the rows of both players in lists of `who`.  If the match is suspended, the code that
 * suspends it updates these rows. */
static void
update_player_rows(struct world *w, const struct match_ending *e)
{
	enum seat first = e->st != NULL && e->st->winner == SEAT_1 ? SEAT_1 : SEAT_0;

	if (e->live == NULL || e->how == MATCH_END_SUSPENDED)
		return;
	feed_row_changed(w, match_session(w, e->live, first));
	feed_row_changed(w, match_session(w, e->live, seat_other(first)));
}

/* Notifies the opponent if a user leaves during a match. */
static void
tell_user_leaving(struct world *w, struct session *s, const struct session_ending *p)
{
	struct session *opponent = session_opponent(w, s);
	char farewell[SESSION_LOGOUT_TEXT_MAX];

	if (opponent == NULL || p->how == END_SHUTDOWN)
		return;
	if (p->how == END_LOGOUT)
		msg_your_game_saved(&s->out, opponent->player->name);
	session_logout_text(opponent, s, p, farewell);
	msg_gone_saved(&opponent->out, farewell);
}

void
tell_adjourned(struct session *to, const char *other)
{
	if (session_is_interactive(to))
		msg_adjourned(&to->out, other);
}

/* Notifies the players who are online that an interrupted match is adjourned, or its clock
 * stopped. */
static void
tell_absence(struct world *w, const struct match_absence *x)
{
	char text[DURATION_TEXT_MAX];

	duration_text(x->stop_ms, text);
	for (unsigned i = 0; i < 2; i++) {
		struct session *to = session_by_name(w, x->name[i]);

		if (to == NULL || !session_is_interactive(to))
			continue;
		if (x->stop_ms > 0)
			msg_clock_stopped(&to->out, x->name[1 - i], text);
		else
			tell_adjourned(to, x->name[1 - i]);
	}
}

/* At log-in, reports the user's interrupted match if the opponent is still offline. */
static void
tell_interrupted(struct world *w, struct session *to)
{
	struct match_absence x;

	if (!session_is_interactive(to) || !match_absence_of_user(w, to->player->user, &x))
		return;
	for (unsigned i = 0; i < 2; i++)
		if (session_by_name(w, x.name[i]) == NULL)
			msg_interrupted_match(&to->out, x.name[0], x.name[1]);
}

static void
tell_clock_low(struct session *to, uint32_t left_ms)
{
	if (session_is_interactive(to))
		msg_clock_low(&to->out, left_ms / 1000);
}

static void
tell_as_text(struct world *w, const struct world_event *e)
{
	switch (e->kind) {
	case EVENT_session_online:
		tell_interrupted(w, e->session);
		break;
	case EVENT_session_leaving:
		tell_user_leaving(w, e->session_leaving.session, e->session_leaving.how);
		break;
	case EVENT_match_begun:
	case EVENT_match_resumed:
		tell_match_begun(w, e->match, e->kind == EVENT_match_resumed);
		break;
	case EVENT_match_acted:
		tell_action_events(
		    w, e->match_acted.match, e->match_acted.events, e->match_acted.how);
		break;
	case EVENT_game_ended:
		show_move_lists(w, e->match);
		break;
	case EVENT_match_waits:
		prompt_to_act(w, e->match_waits.match, e->match_waits.reminder);
		break;
	case EVENT_clock_low:
		tell_clock_low(match_session(w, e->clock_low.match, e->clock_low.seat),
		    e->clock_low.left_ms);
		break;
	case EVENT_ask_counted:
		tell_request_counted(
		    e->saved_match.session, e->saved_match.match, e->saved_match.days_asked);
		break;
	case EVENT_match_due:
		tell_match_due(w, e->saved_match.match);
		break;
	case EVENT_match_ended:
		tell_match_ended(w, e->match_ending);
		break;
	case EVENT_match_adjourned:
	case EVENT_clock_stopped:
		tell_absence(w, e->absence);
		break;
	case EVENT_match_left:
		update_player_rows(w, e->match_ending);
		break;
	default:
		break;
	}
}

void
tell_on_event(struct world *w, const struct world_event *e)
{
	w->json_drops_text = tell_as_json(w, e);
	tell_as_text(w, e);
	w->json_drops_text = false;
}
