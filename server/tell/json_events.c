/* SPDX-License-Identifier: MIT */
/* Events of matches as JSON objects (PROTOCOL.md 14.3), one encoder for each kind of event in
 * world/events.def.  The members of an object are written once and shared by all recipients.
 * Linear in the recipients. */
#include "tell/tell_internal.h"

#include <string.h>

#include <sodium.h>

#include "output/json_lines.h"
#include "rules/listing.h"

#define SPECTATOR_BITS ((UINT64_C(1) << SPECTATORS_MAX) - 1)
#define EVENT_TEXT_MAX 2048u /* bytes of the members of an event; a snapshot has some 900 */

/* An event being written. */
struct json_match_event {
	struct world *w;
	struct match *m;
	const char *name;
	bool skips_late_watchers;    /* not sent to watchers who are behind: they get a snapshot
					later */
	bool skips_blinded_watchers; /* not sent to watchers who are blinded: they may no longer
					watch */
	char text[EVENT_TEXT_MAX];
	struct sbuf b;
	struct out out;
	struct json j;
};

static void
begin_event(struct json_match_event *x, struct world *w, struct match *m, const char *name)
{
	x->w = w;
	x->m = m;
	x->name = name;
	x->skips_late_watchers = true;
	x->skips_blinded_watchers = false;
	SBUF_INIT(&x->b, x->text);
	x->out = out_to_sbuf(&x->b);
	json_begin(&x->j, &x->out);
}

/* Returns whether a player or watcher of the match uses JSON lines. */
static bool
has_json_recipients(const struct world *w, const struct match *m)
{
	struct recipient_it it = { 0 };
	struct recipient h;

	while (recipient_next(w, m, &it, &h))
		if (session_is_json(h.to))
			return true;
	return m->followers != 0;
}

static struct json_field
seat_field(const char *key, enum seat seat)
{
	return json_int_or_null(key, seat != SEAT_NONE, seat);
}

/* ---- snapshots ---- */

/* Adds the position.  Points are numbered as on the board: checkers of seat 0 are positive, of
 * seat 1 negative; a pinned checker is not counted. */
static void
add_position(struct json *j, const struct match_state *st)
{
	const struct board *b = &st->board;

	json_open_key(j, "points", '[');
	for (unsigned p = 1; p <= 24; p++) {
		int n = 0;

		for (unsigned s = 0; s < 2; s++) {
			unsigned own = notation_renumber(p, match_numbering(st, (enum seat)s));

			if (!board_pinned(b, (enum seat)s, own))
				n += s == 0 ? b->at[s][own] : -(int)b->at[s][own];
		}
		json_add_int(j, n);
	}
	json_close(j, ']');
	json_fields(j, json_pair_or_null("bar", true, b->at[0][PT_BAR], b->at[1][PT_BAR]),
	    json_pair_or_null("off", true, b->at[0][PT_OFF], b->at[1][PT_OFF]),
	    json_pair_or_null("reserve", true, b->at[0][PT_RESERVE], b->at[1][PT_RESERVE]));
	json_open_key(j, "pinned", '[');
	for (unsigned s = 0; s < 2; s++) {
		json_open(j, '[');
		for (unsigned p = 1; p <= 24; p++)
			if (board_pinned(b, (enum seat)s, p))
				json_add_int(
				    j, notation_renumber(p, match_numbering(st, (enum seat)s)));
		json_close(j, ']');
	}
	json_close(j, ']');
}

static struct json_field
path_field(const struct match_state *st, const char *key)
{
	static const int starts[] = {
		[NUMBERS_SAME] = -24, [NUMBERS_TURNED] = 1, [NUMBERS_SHIFTED] = -12
	};

	return json_pair_or_null(key, true, starts[match_numbering(st, SEAT_0)],
	    starts[match_numbering(st, SEAT_1)]);
}

/* Adds the rules of the cube in this game. */
static void
add_cube_rules(struct json *j, const struct match_state *st)
{
	json_fields(j, json_bool_field("crawford", st->crawford == CRAWFORD_ACTIVE),
	    json_bool_field("jacoby", st->jacoby), json_int_field("redoubles", st->redoubles),
	    json_bool_field("no_cube", st->no_cube));
}

static struct json_field
clock_field(const struct world *w, const struct match *m)
{
	const struct match_clock *c = &m->state.clock;
	uint32_t elapsed = match_elapsed_ms(w, m);

	return json_pair_or_null("clock", c->on, clock_reserve_after(c, SEAT_0, elapsed),
	    clock_reserve_after(c, SEAT_1, elapsed));
}

/* Returns the time left before the reserve of the seat that must act starts to run. */
static struct json_field
free_time_field(const struct world *w, const struct match *m)
{
	const struct match_clock *c = &m->state.clock;
	enum seat seat = match_to_act(&m->state);
	uint32_t left = clock_free_ms(c, seat != SEAT_NONE ? seat : SEAT_0);
	uint32_t elapsed = match_elapsed_ms(w, m);

	return json_int_or_null("free", c->on, left > elapsed ? left - elapsed : 0);
}

static const char *
awaited_action_word(const struct match_state *st)
{
	static const char *const words[] = {
		[PH_BETWEEN_GAMES] = "join",
		[PH_ROLL] = "roll",
		[PH_MOVE] = "move",
		[PH_NAME_DOUBLE] = "name",
		[PH_DOUBLED] = "double",
		[PH_OVER] = NULL,
	};

	return st->resign_by != SEAT_NONE ? "resign" : words[st->phase];
}

static void
add_snapshot(struct json_match_event *x)
{
	const struct match *m = x->m;
	const struct match_state *st = &m->state;
	struct json *j = &x->j;

	json_fields(j, json_int_field("m", m->row), json_int_field("n", m->next_seq),
	    json_text_field("game", st->variant->name), json_int_field("length", st->length),
	    json_int_field("tournament", m->tournament), json_bool_field("rated", !m->unrated),
	    json_bool_field("practice", st->practice));
	json_open_key(j, "players", '[');
	for (unsigned s = 0; s < 2; s++)
		json_add_text(j, match_player_name(x->w, m, (enum seat)s));
	json_close(j, ']');
	json_fields(j, json_pair_or_null("score", true, st->score[0], st->score[1]),
	    json_int_field("game_no", st->game_no));
	add_cube_rules(j, st);
	json_fields(j, path_field(st, "path"));
	add_position(j, st);
	json_fields(j, seat_field("turn", st->turn),
	    json_pair_or_null("dice", st->dice.d[0] != 0, st->dice.d[0], st->dice.d[1]),
	    json_int_field("pieces", st->dice_to_play), json_int_field("cube", st->cube),
	    seat_field("owner", st->cube_owner),
	    json_int_or_null("offer", st->phase == PH_DOUBLED, st->offered_cube),
	    json_bool_field("paused", st->clock.paused), clock_field(x->w, m),
	    free_time_field(x->w, m), seat_field("seat", match_to_act(st)),
	    json_text_field("for", awaited_action_word(st)));
}

/* ---- sending ---- */

/* Sends the matches that a user watches and follows. */
static bool
snapshot_step(struct world *w, struct session *s, void *state)
{
	struct session *watched = session_watched(w, s);
	uint32_t cursor = 0;
	struct match *m;

	(void)state;
	if (watched != NULL && watched->match != 0)
		tell_json_match(w, session_match(w, watched), s);
	while (s->screen.json->bit != 0 && (m = match_next(w, &cursor)) != NULL)
		if ((m->followers & s->screen.json->bit) != 0)
			tell_json_match(w, m, s);
	return false;
}

/* Called after the snapshot, even if there was no memory to write the snapshot. */
static void
snapshot_done(void *state)
{
	struct session *const *s = state;

	(*s)->screen.json->needs_snapshot = false;
}

/* Returns whether a watcher or follower misses the event because earlier output is unsent.
 * Returns false if there is no memory for the snapshot that would be sent instead. */
static bool
misses_event(struct world *w, struct session *to)
{
	static const struct pager_kind snapshot = {
		.step = snapshot_step, .free_state = snapshot_done, .background = true
	};
	struct session *state = to;

	if (to->screen.json->needs_snapshot)
		return true;
	if (!session_output_full(w, to))
		return false;
	to->screen.json->needs_snapshot = true;
	pager_begin(w, to, &snapshot, &state, sizeof(state));
	return to->screen.json->needs_snapshot;
}

static void
send_event_to(const struct json_match_event *x, struct session *to)
{
	CHECK(sbuf_ok(&x->b));
	if (to != NULL && session_is_json(to))
		json_event_members(to, x->name, x->text);
}

/* Returns the next follower of the match who has one of `bits`, or NULL.  Clears the bits that
 * it has examined.  Skips users who also play or watch the match, as they receive its events
 * anyway. */
static struct session *
next_follower(const struct world *w, const struct match *m, uint64_t *bits)
{
	while (*bits != 0) {
		unsigned place = (unsigned)__builtin_ctzll(*bits);
		struct session *to = json_follower_at(w, place);
		const struct session *watched = to != NULL ? session_watched(w, to) : NULL;

		*bits &= *bits - 1;
		if (to != NULL && session_match(w, to) != m &&
		    (watched == NULL || session_match(w, watched) != m))
			return to;
	}
	return NULL;
}

/* Sends the event to the followers with these bits. */
static void
send_to_followers(const struct json_match_event *x, uint64_t bits)
{
	struct session *to;

	while ((to = next_follower(x->w, x->m, &bits)) != NULL)
		if (to->screen.json->spectates || !x->skips_late_watchers ||
		    !misses_event(x->w, to))
			send_event_to(x, to);
}

static void
send_event(struct json_match_event *x)
{
	struct recipient_it it = { 0 };
	struct recipient h;

	while (recipient_next(x->w, x->m, &it, &h))
		if (session_is_json(h.to) &&
		    !(x->skips_late_watchers && !h.is_player && misses_event(x->w, h.to)) &&
		    !(x->skips_blinded_watchers && watcher_is_blinded(x->w, x->m, &h)))
			send_event_to(x, h.to);
	send_to_followers(x, x->m->followers);
}

void
tell_json_match(struct world *w, struct match *m, struct session *to)
{
	struct json_match_event x;

	begin_event(&x, w, m, "match");
	add_snapshot(&x);
	send_event_to(&x, to);
}

void
tell_json_talk(struct world *w, const struct match *m, const struct session *from,
    enum clip_no no, const char *text)
{
	uint64_t bits = m->followers;
	struct session *to;

	while ((to = next_follower(w, m, &bits)) != NULL)
		if (to->screen.json->spectates ? player_has_toggle(from->player, TOGGLE_public)
					       : to != from && !session_gags(to, from))
			json_chat(to, no, from->player->name, text, m->row);
}

void
tell_json_public(struct world *w, struct session *s)
{
	const bool shown = player_has_toggle(s->player, TOGGLE_public);
	struct match *m = session_match(w, s);
	struct json_match_event x;

	if (!shown)
		json_publish_left(w, s, "private");
	json_publish_who(w, s);
	for (const struct session *h = s->watchers; h != NULL; h = h->index.watch_next)
		json_publish_who(w, h);
	if (m == NULL || m->tournament != 0)
		return;
	json_publish_who(w, session_opponent(w, s));
	begin_event(&x, w, m, shown ? "begins" : "hidden");
	if (!shown)
		json_fields(&x.j, json_int_field("m", m->row));
	else if (match_live_public(w, m))
		add_snapshot(&x);
	else
		return;
	send_to_followers(&x, shown ? SPECTATOR_BITS : m->followers & SPECTATOR_BITS);
	if (!shown)
		m->followers &= ~SPECTATOR_BITS;
}

/* ---- encoders ---- */

static void
encode_match(struct world *w, const struct world_event *e)
{
	struct json_match_event x;

	begin_event(&x, w, e->match, "match");
	x.skips_late_watchers = false;
	x.skips_blinded_watchers = true;
	add_snapshot(&x);
	send_event(&x);
	x.name = "begins";
	if (match_live_public(w, e->match))
		send_to_followers(&x, SPECTATOR_BITS);
}

static const char *const ACTS[] = {
	[EV_GAME_STARTED] = "start",
	[EV_OPENING_ROLL] = "opening",
	[EV_CUBE_AUTODOUBLED] = "autodouble",
	[EV_MOVES_FIRST] = "first",
	[EV_ROLLED] = "roll",
	[EV_CANNOT_MOVE] = "blocked",
	[EV_MOVED] = "move",
	[EV_DOUBLED] = "double",
	[EV_REDOUBLED] = "redouble",
	[EV_DOUBLE_TAKEN] = "take",
	[EV_RESIGN_OFFERED] = "resign",
	[EV_RESIGN_REJECTED] = "resign-rejected",
	[EV_NAME_DOUBLE_ASKED] = "name",
	[EV_PLAYS_DOUBLE] = "plays-double",
	[EV_ROLLS_AGAIN] = "rolls-again",
	[EV_DRAW_OFFERED] = "draw",
	[EV_DRAW_REJECTED] = "draw-rejected",
	[EV_GAME_DRAWN] = "drawn",
	[EV_GAME_WON] = "won",
	[EV_MATCH_WON] = "match-won",
	[EV_CLOCK_SET] = "clock-set",
	[EV_PENALTY_POINTS] = "points",
	[EV_DISCONNECT] = "cut",
	[EV_RETURN] = "back",
	[EV_PAUSED] = "paused",
	[EV_UNPAUSED] = "unpaused",
	[EV_TIME_ADDED] = "time-added",
	[EV_BREAK] = "break",
	[EV_READY] = "ready",
	[EV_TIME_OUT] = "time-out",
	[EV_FORFEIT] = "forfeit",
	[EV_SAVED] = "saved",
	[EV_CLOCK_STOPPED] = "stopped",
	[EV_RESULT_SET] = "result",
	[EV_TAKEN_BACK] = "taken-back",
	[EV_PRACTICE] = "practice",
	[EV_SCORE_SET] = "score",
	[EV_POSITION_SET] = "position",
};

static void
add_play(struct json *j, const struct match_state *st, const struct match_event *ev)
{
	char text[64];
	struct sbuf b;

	SBUF_INIT(&b, text);
	notation_write_book(&b, &ev->play, match_numbering(st, ev->seat));
	json_fields(j, json_text_field("play", text), json_bool_field("auto", ev->automatic));
}

static void
add_xgid(struct json *j, const struct match_state *st, const struct match_event *ev)
{
	char text[POSITION_ID_ROOM];
	struct sbuf b;

	SBUF_INIT(&b, text);
	(void)position_xgid(&b, st, SEAT_0);
	json_fields(j,
	    json_pair_or_null("dice", ev->dice.d[0] > 0, ev->dice.d[0], ev->dice.d[1]),
	    json_text_field("xgid", text));
}

/* Adds what depends on the kind of a match event. */
static void
add_event_details(struct json *j, const struct match_state *st, const struct match_event *ev)
{
	switch (ev->kind) {
	case EV_GAME_STARTED:
		json_fields(j, json_int_field("game_no", st->game_no),
		    json_text_field("game", st->variant->name));
		add_cube_rules(j, st);
		json_fields(j, path_field(st, "path"));
		break;
	case EV_OPENING_ROLL:
	case EV_ROLLED:
	case EV_PLAYS_DOUBLE:
		json_fields(j, json_pair_or_null("dice", true, ev->dice.d[0], ev->dice.d[1]));
		break;
	case EV_POSITION_SET:
		add_xgid(j, st, ev);
		break;
	case EV_MOVED:
		add_play(j, st, ev);
		break;
	case EV_CUBE_AUTODOUBLED:
	case EV_DOUBLED:
	case EV_REDOUBLED:
	case EV_DOUBLE_TAKEN:
		json_fields(j, json_int_field("value", ev->value));
		break;
	case EV_TIME_ADDED:
	case EV_CLOCK_STOPPED:
		json_fields(j, json_int_field("ms", ev->value));
		break;
	case EV_RESIGN_OFFERED:
	case EV_GAME_WON:
	case EV_PENALTY_POINTS:
		json_fields(j, json_int_field("points", ev->points));
		break;
	default:
		break;
	}
	if (ev->kind == EV_GAME_STARTED || ev->kind == EV_MOVED || ev->kind == EV_TAKEN_BACK)
		add_position(j, st);
}

static void
encode_actions(struct world *w, const struct world_event *e)
{
	struct match *m = e->match_acted.match;
	const unsigned n = has_json_recipients(w, m) ? e->match_acted.events->n : 0;

	for (unsigned i = 0; i < n; i++) {
		const struct match_event *ev = &e->match_acted.events->e[i];
		struct json_match_event x;

		begin_event(&x, w, m, "act");
		json_fields(&x.j, json_int_field("m", m->row), json_int_field("n", m->next_seq),
		    seat_field("seat", ev->kind == EV_OPENING_ROLL ? SEAT_NONE : ev->seat),
		    json_text_field("kind", ACTS[ev->kind]));
		add_event_details(&x.j, &m->state, ev);
		if (m->state.clock.on)
			json_fields(&x.j, clock_field(w, m));
		send_event(&x);
	}
}

/* Sends an event with the number of the match and these members. */
#define SEND_FIELDS(w, m, name, ...)                                                           \
	send_fields(w, m, name, (const struct json_field[]){ __VA_ARGS__, { 0 } })

static void
send_fields(struct world *w, struct match *m, const char *name, const struct json_field *fields)
{
	struct json_match_event x;

	begin_event(&x, w, m, name);
	json_fields(&x.j, json_int_field("m", m->row));
	json_add_fields(&x.j, fields);
	send_event(&x);
}

static void
encode_game_end(struct world *w, const struct world_event *e)
{
	const struct match_state *st = &e->match->state;

	SEND_FIELDS(w, e->match, "game",
	    seat_field("winner", st->phase == PH_OVER ? st->winner : st->last_winner),
	    json_pair_or_null("score", true, st->score[0], st->score[1]));
}

static void
encode_awaited_action(struct world *w, const struct world_event *e)
{
	struct match *m = e->match_waits.match;

	if (has_json_recipients(w, m))
		SEND_FIELDS(w, m, "waits", json_int_field("n", m->next_seq),
		    seat_field("seat", match_to_act(&m->state)),
		    json_text_field("for", awaited_action_word(&m->state)),
		    json_int_field("pieces", m->state.dice_to_play), free_time_field(w, m));
}

static void
encode_clock_low(struct world *w, const struct world_event *e)
{
	SEND_FIELDS(w, e->clock_low.match, "clock", seat_field("seat", e->clock_low.seat),
	    json_int_field("left", e->clock_low.left_ms));
}

static void
add_ratings(struct json *j, const struct match_ending *e)
{
	const struct match_rating *r = &e->rating;
	const double by[2] = { r->calc.change_winner, r->calc.change_loser };

	json_open_key(j, "ratings", '[');
	for (unsigned seat = 0; r->rated && seat < 2; seat++) {
		unsigned i = e->st->winner == seat ? 0 : 1;

		json_open(j, '[');
		json_add_real(j, r->standing_before[i].rating, 2);
		json_add_real(j, r->standing_before[i].rating + by[i], 2);
		json_close(j, ']');
	}
	json_close(j, ']');
}

/* Adds the seed of the dice of a match that is over. */
static void
add_seed(struct json *j, struct world *w, int64_t match)
{
	char hex[2 * STORE_SEED_BYTES + 1];
	struct match_record r;

	if (store_match_by_id(w->store, match, &r) && r.ended_ms != 0)
		json_fields(j, json_text_field("seed",
				   sodium_bin2hex(hex, sizeof(hex), r.seed, sizeof(r.seed))));
}

/* If the match was not being played, sends its end only to those players who are online. */
static void
encode_match_end(struct world *w, const struct world_event *event)
{
	const struct match_ending *e = event->match_ending;
	struct json_match_event x;

	if (e->st == NULL || (e->live != NULL && !has_json_recipients(w, e->live)))
		return;
	begin_event(&x, w, e->live, "end");
	x.skips_late_watchers = false;
	json_fields(&x.j, json_int_field("m", e->r->id), seat_field("winner", e->st->winner),
	    json_pair_or_null("score", true, e->st->score[0], e->st->score[1]),
	    json_text_field("how", match_end_word(e->how)),
	    json_bool_field("rated", e->rating.rated));
	add_ratings(&x.j, e);
	add_seed(&x.j, w, e->r->id);
	if (e->live != NULL)
		send_event(&x);
	for (unsigned i = 0; e->live == NULL && i < 2; i++)
		send_event_to(&x, session_by_name(w, e->r->name[i]));
}

/* Announces only a suspended match; any other end has been announced already. */
static void
encode_match_saved(struct world *w, const struct world_event *e)
{
	struct json_match_event x;

	if (e->match_ending->live == NULL || e->match_ending->how != MATCH_END_SUSPENDED)
		return;
	begin_event(&x, w, e->match_ending->live, "saved");
	x.skips_late_watchers = false;
	json_fields(&x.j, json_int_field("m", e->match_ending->live->row));
	send_event(&x);
}

static void
encode_absence(struct world *w, const struct world_event *e)
{
	const struct match_absence *a = e->absence;
	struct json_match_event x;

	begin_event(&x, w, NULL, "away");
	json_fields(&x.j, json_int_field("m", a->row), json_int_field("stop", a->stop_ms));
	for (unsigned i = 0; i < 2; i++)
		send_event_to(&x, session_by_name(w, a->name[i]));
}

static void (*const ENCODERS[EVENT_KINDS])(struct world *w, const struct world_event *e) = {
	[EVENT_match_begun] = encode_match,
	[EVENT_match_resumed] = encode_match,
	[EVENT_match_acted] = encode_actions,
	[EVENT_game_ended] = encode_game_end,
	[EVENT_match_waits] = encode_awaited_action,
	[EVENT_clock_low] = encode_clock_low,
	[EVENT_match_ended] = encode_match_end,
	[EVENT_match_left] = encode_match_saved,
	[EVENT_match_adjourned] = encode_absence,
	[EVENT_clock_stopped] = encode_absence,
};

bool
tell_as_json(struct world *w, const struct world_event *e)
{
	if (ENCODERS[e->kind] == NULL)
		return false;
	ENCODERS[e->kind](w, e);
	return true;
}
