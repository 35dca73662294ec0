/* SPDX-License-Identifier: MIT */
/* The actions of online users: pairs play, watchers watch, chatters send commands, and shouts
 * and lost connections occur at fixed rates.
 *
 * Owns the pairs and chatters.  A line costs a few comparisons, a move a list of all legal
 * plays.  The latency of requests at a fixed rate is measured from the time they were due, even
 * if they were sent later.  A request whose connection is lost counts as lost. */
#include "load.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define INVITE_AGAIN_NS (LOAD_NS_PER_S / 2)
#define WATCH_AGAIN_NS LOAD_NS_PER_S
#define NO_ANSWER_NS (10 * LOAD_NS_PER_S)
#define SHOUTS_KEPT 64u

/* An unknown word of 32 bytes with its line end.  The answer is one line to one user. */
static const char NOOP[] = "an_unknown_word_of_30_letters_";
static const char MARK[] = "gammonload no ";

static bool
starts_with(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* ---- pairs ---- */

static enum latency_kind
latency_kind_of(const struct pair *p)
{
	return p->sent_is_move ? LATENCY_MOVE : LATENCY_ROLL;
}

static bool
both_in_match(const struct pair *p)
{
	return p->player[0].in_match && p->player[1].in_match;
}

static void
send_command(struct load *l, struct pair *p)
{
	p->command_sent = true;
	p->sent_is_move = p->next_is_move;
	p->boards_awaited = 3;
	p->sent_ns = load_now_ns();
	if (p->sent_is_move) {
		struct move_sent *m = &p->recent_moves[p->moves_sent++ % LOAD_RECENT_MOVES];

		m->mover = p->commanding_player == &p->player[1];
		m->sent_ns = p->sent_ns;
		(void)sbuf_copy(m->text, sizeof(m->text), p->command + strlen("move "));
	}
	l->counts.sent[latency_kind_of(p)]++;
	user_send(l, p->commanding_player->user, p->command);
}

static struct load *current_load; /* for the timers: there is one run per process */

static void
on_think_end(evutil_socket_t fd, short what, void *ctx)
{
	struct pair *p = ctx;

	p->thinking = false;
	if (p->commanding_player != NULL && !p->command_sent && p->boards_awaited == 0 &&
	    both_in_match(p) && current_load->playing)
		send_command(current_load, p);
}

/* Sends a player's next command once both players have received the result of the previous one,
 * or starts the thinking time. */
static void
send_or_think(struct load *l, struct pair *p)
{
	uint32_t ms;
	struct timeval t;

	if (p->commanding_player == NULL || p->command_sent || p->boards_awaited != 0 ||
	    p->thinking || !both_in_match(p) || !l->playing)
		return;
	if (l->opt.think_ms == 0) {
		send_command(l, p);
		return;
	}
	ms = rng_below(&l->rng, 2 * l->opt.think_ms + 1);
	t = (struct timeval){ ms / 1000, (suseconds_t)(ms % 1000) * 1000 };
	p->thinking = event_add(&p->think_event, &t) == 0;
}

static void
pair_reset(struct load *l, struct pair *p)
{
	if (p->boards_awaited != 0)
		l->counts.unanswered[latency_kind_of(p)]++;
	if (p->thinking)
		(void)event_del(&p->think_event);
	p->thinking = p->command_sent = false;
	p->commanding_player = NULL;
	p->boards_awaited = 0;
	for (unsigned i = 0; i < 2; i++) {
		p->player[i].match_over = p->player[i].in_match = false;
		p->player[i].rp.move_on_board = false;
	}
}

static void
on_board(struct load *l, struct pair *p, unsigned which, int64_t now)
{
	if ((p->boards_awaited & (1u << which)) == 0)
		return;
	p->boards_awaited &= ~(1u << which);
	if (p->boards_awaited == 0)
		load_count_answer(l, latency_kind_of(p), p->sent_ns, now);
}

static void
on_match_end(struct load *l, struct pair *p, unsigned which)
{
	p->player[which].match_over = true;
	if (!p->player[0].match_over || !p->player[1].match_over)
		return;
	l->counts.matches_over++;
	p->may_resume = false;
	pair_reset(l, p);
	p->invited_ns = 0;
}

static void
choose_command(
    struct load *l, struct pair *p, unsigned which, unsigned what, const char *command)
{
	struct player *pl = &p->player[which];

	if ((what & DUEL_MOVE) == 0 &&
	    strcmp(command, "roll") != 0) { /* join, accept and board are sent at once */
		user_send(l, pl->user, command);
		return;
	}
	if (!pl->in_match)
		return; /* belongs to a match that has since been interrupted */
	if (p->commanding_player != NULL && !p->command_sent)
		return; /* the server has asked twice, as after a resume */
	(void)sbuf_copy(p->command, sizeof(p->command), command);
	p->commanding_player = pl;
	p->command_sent = false;
	p->next_is_move = (what & DUEL_MOVE) != 0;
}

static void
on_player_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	struct pair *p = u->pair;
	unsigned which = u == p->player[1].user;
	char command[RANDOM_PLAYER_COMMAND_MAX];
	struct sbuf b;
	unsigned what;

	SBUF_INIT(&b, command);
	what = random_player_line(&p->player[which].rp, line, &l->rng, l->move_space, &b);
	if (what == 0)
		return;
	if ((what & DUEL_BROKEN) != 0) {
		load_stop(l, "%s cannot play on: %s", u->name, line);
		return;
	}
	if ((what & DUEL_REFUSED) != 0 && starts_with(line, "** You're now refusing"))
		user_send(l, u, "toggle ready");
	else if ((what & DUEL_REFUSED) != 0)
		l->counts.refused_lines++;
	if ((what & DUEL_NO_SAVED) != 0)
		p->may_resume = false;
	if ((what & DUEL_STARTED) != 0)
		p->player[which].in_match = p->may_resume = true;
	if ((what & (DUEL_BOARD | DUEL_GAME_OVER)) != 0)
		on_board(l, p, which, now);
	if ((what & DUEL_GAME_OVER) != 0 && which == 0)
		l->counts.games_over++;
	if ((what & DUEL_MATCH_OVER) != 0)
		on_match_end(l, p, which);
	/* If the generator dropped the opponent's connection itself, the opponent's next match
	 * may have begun. */
	if ((what & DUEL_STOPPED) != 0 && p->player[which].in_match)
		pair_reset(l, p);
	if ((what & DUEL_ASKED) != 0)
		choose_command(l, p, which, what, command);
	send_or_think(l, p);
}

static void
send_invitation(struct load *l, struct pair *p, int64_t now)
{
	const struct player *pl = &p->player[0];
	char line[RANDOM_PLAYER_COMMAND_MAX];
	struct sbuf b;

	if (p->player[0].in_match || p->player[1].in_match ||
	    now - p->invited_ns < INVITE_AGAIN_NS || pl->user->stage != STAGE_ONLINE ||
	    p->player[1].user->stage != STAGE_ONLINE)
		return;
	p->invited_ns = now;
	SBUF_INIT(&b, line);
	sbuf_addf(&b, "invite %s", pl->rp.rival);
	if (!p->may_resume)
		sbuf_addf(&b, " %u", l->opt.match_length);
	user_send(l, pl->user, line);
}

static void
pair_tick(struct load *l, struct pair *p, int64_t now)
{
	if (!l->playing)
		return;
	if (p->boards_awaited != 0 && now - p->sent_ns > NO_ANSWER_NS) {
		load_stop(l, "%s gets no board after %s", p->player[0].rp.rival, p->command);
		return;
	}
	send_invitation(l, p, now);
	send_or_think(l, p);
}

/* ---- watchers ---- */

static void
send_watch(struct load *l, struct user *u, int64_t now)
{
	const struct pair *p = u->pair;
	char line[RANDOM_PLAYER_COMMAND_MAX];
	struct sbuf b;

	if (u->stage != STAGE_ONLINE || u->watching || !both_in_match(p) ||
	    now - u->watch_asked_ns < WATCH_AGAIN_NS)
		return;
	u->watch_asked_ns = now;
	SBUF_INIT(&b, line);
	sbuf_addf(&b, "watch %s", p->player[0].user->name);
	user_send(l, u, line);
}

/* Handles "NAME moves 8-5 6-5 .".  The line belongs to the oldest recent move that the watcher
 * has not seen yet. */
static void
on_watched_move(struct load *l, struct user *u, const char *rest, unsigned mover, int64_t now)
{
	const struct pair *p = u->pair;
	unsigned first =
	    p->moves_sent > LOAD_RECENT_MOVES ? p->moves_sent - LOAD_RECENT_MOVES : 0;

	for (unsigned i = u->last_seen_move > first ? u->last_seen_move : first;
	     i < p->moves_sent; i++) {
		const struct move_sent *m = &p->recent_moves[i % LOAD_RECENT_MOVES];
		size_t n = strlen(m->text);

		if (m->mover == mover && strncmp(rest, m->text, n) == 0 && rest[n] == ' ') {
			u->last_seen_move = i + 1;
			load_count_answer(l, LATENCY_WATCHED_MOVE, m->sent_ns, now);
			return;
		}
	}
	l->counts.unidentified_moves++;
}

static void
on_watcher_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	const struct pair *p = u->pair;

	if (starts_with(line, "You're now watching ")) {
		u->watching = true;
		u->last_seen_move = p->moves_sent;
		return;
	}
	if (starts_with(line, "You stop watching ") ||
	    strstr(line, "You're not watching anymore") != NULL) {
		u->watching = false;
		return;
	}
	for (unsigned i = 0; i < 2 && u->watching; i++) {
		const char *name = p->player[i].user->name;
		size_t n = strlen(name);

		if (strncmp(line, name, n) == 0 && starts_with(line + n, " moves "))
			on_watched_move(l, u, line + n + strlen(" moves "), i, now);
	}
}

/* ---- chatters ---- */

static bool
send_chat(struct load *l, struct chatter *c, int64_t due)
{
	struct chatter *next = c + 1 < l->chatters + l->opt.chatters ? c + 1 : l->chatters;
	char line[LOAD_PENDING_MAX];
	struct sbuf b;

	if (c->user->stage != STAGE_ONLINE ||
	    (l->opt.chat_kind == CHAT_TELL && next->user->stage != STAGE_ONLINE))
		return false;
	if (c->n_pending == LOAD_PENDING_MAX)
		return false;
	SBUF_INIT(&b, line);
	if (l->opt.chat_kind == CHAT_NOOP)
		sbuf_add(&b, NOOP);
	else
		sbuf_addf(&b, "tell %s %s%" PRIu64, next->user->name, MARK,
		    l->counts.sent[LATENCY_CHAT]);
	c->pending_due_ns[(c->first_pending + c->n_pending++) % LOAD_PENDING_MAX] = due;
	l->counts.sent[LATENCY_CHAT]++;
	user_send(l, c->user, line);
	return true;
}

static void
on_chat_answer(struct load *l, struct chatter *c, int64_t now)
{
	if (c->n_pending == 0)
		return;
	load_count_answer(l, LATENCY_CHAT, c->pending_due_ns[c->first_pending], now);
	c->first_pending = (c->first_pending + 1) % LOAD_PENDING_MAX;
	c->n_pending--;
	if (l->opt.chat_rate <= 0 && l->playing)
		(void)send_chat(l, c, now);
}

static void
forget_chats(struct load *l, struct chatter *c)
{
	l->counts.unanswered[LATENCY_CHAT] += c->n_pending;
	c->n_pending = c->first_pending = 0;
}

/* Handles a line for a chatter.  A tell comes from the previous chatter, and counts as answered
 * when this chatter reads it. */
static void
on_chatter_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	struct chatter *c = u->chatter;

	if (l->opt.chat_kind == CHAT_NOOP) {
		if (starts_with(line, "** Unknown command"))
			on_chat_answer(l, c, now);
	} else if (strstr(line, MARK) != NULL && strstr(line, " shout") == NULL &&
		   !starts_with(line, "13 ") &&
		   (starts_with(line, "12 ") || strstr(line, " says: ") != NULL)) {
		on_chat_answer(
		    l, c > l->chatters ? c - 1 : l->chatters + l->opt.chatters - 1, now);
	} else if (starts_with(line, "** ") && !starts_with(line, "** You tell ")) {
		l->counts.refused_lines++;
	}
}

/* ---- all users ---- */

/* Handles "13 NAME gammonload no 17" or "NAME shouts: gammonload no 17".  Returns whether the
 * line is such a shout. */
static bool
on_shout(struct load *l, const char *line, int64_t now)
{
	const char *at;
	unsigned long k;

	if (!starts_with(line, "13 ") && strstr(line, " shouts: ") == NULL)
		return false;
	at = strstr(line, MARK);
	if (at == NULL)
		return true;
	k = strtoul(at + strlen(MARK), NULL, 10);
	if (k < l->shouts_due && l->shouts_due - k <= SHOUTS_KEPT)
		load_count_answer(l, LATENCY_SHOUT, l->shout_due_ns[k % SHOUTS_KEPT], now);
	return true;
}

void
act_on_line(struct load *l, struct user *u, char *line, int64_t now)
{
	if (l->opt.shout_rate > 0 && on_shout(l, line, now))
		return;
	switch (u->role) {
	case ROLE_IDLE:
		return;
	case ROLE_PLAYER:
		on_player_line(l, u, line, now);
		return;
	case ROLE_WATCHER:
		on_watcher_line(l, u, line, now);
		return;
	case ROLE_CHATTER:
		on_chatter_line(l, u, line, now);
		return;
	}
}

void
act_on_login(struct load *l, struct user *u, int64_t now)
{
	if (u->role == ROLE_PLAYER || u->role == ROLE_WATCHER)
		user_send(l, u, "set boardstyle 3");
	if (u->role == ROLE_PLAYER)
		user_send(l, u, "toggle ready");
	else if (l->playing && l->opt.line_when_online != NULL)
		user_send(l, u, l->opt.line_when_online);
	if (u->role == ROLE_CHATTER && l->playing && l->opt.chat_rate <= 0)
		(void)send_chat(l, u->chatter, now);
}

void
act_on_disconnect(struct load *l, struct user *u)
{
	switch (u->role) {
	case ROLE_IDLE:
		return;
	case ROLE_PLAYER:
		pair_reset(l, u->pair);
		return;
	case ROLE_WATCHER:
		u->watching = false;
		return;
	case ROLE_CHATTER:
		forget_chats(l, u->chatter);
		/* This user can no longer read tells. */
		if (l->opt.chat_kind == CHAT_TELL)
			forget_chats(l, u->chatter > l->chatters
					    ? u->chatter - 1
					    : l->chatters + l->opt.chatters - 1);
		return;
	}
}

/* ---- making ---- */

static void
create_pairs(struct load *l)
{
	for (unsigned i = 0; i < l->opt.pairs; i++) {
		struct pair *p = &l->pairs[i];

		for (unsigned k = 0; k < 2; k++) {
			struct user *u = &l->users[2 * i + k];

			u->role = ROLE_PLAYER;
			u->pair = p;
			p->player[k].user = u;
			p->player[k].rp.rival = l->users[2 * i + 1 - k].name;
		}
		(void)event_assign(&p->think_event, l->event_base, -1, 0, on_think_end, p);
	}
}

bool
act_set_up(struct load *l)
{
	struct user *u = l->users + 2 * (size_t)l->opt.pairs;

	current_load = l;
	l->pairs = calloc(l->opt.pairs + 1u, sizeof(l->pairs[0]));
	l->chatters = calloc(l->opt.chatters + 1u, sizeof(l->chatters[0]));
	l->move_space = malloc(sizeof(*l->move_space));
	if (l->pairs == NULL || l->chatters == NULL || l->move_space == NULL) {
		load_stop(l, "out of memory");
		return false;
	}
	create_pairs(l);
	for (unsigned i = 0; i < l->opt.watchers; i++, u++) {
		u->role = ROLE_WATCHER;
		u->pair = &l->pairs[i % l->opt.pairs];
	}
	for (unsigned i = 0; i < l->opt.chatters; i++, u++) {
		u->role = ROLE_CHATTER;
		u->chatter = &l->chatters[i];
		l->chatters[i].user = u;
	}
	return true;
}

/* ---- fixed rates ---- */

void
act_start(struct load *l, int64_t now)
{
	l->playing = true;
	l->chat_start_ns = l->shout_start_ns = l->drop_start_ns = now;
	for (unsigned i = 0; i < l->opt.users && l->opt.line_when_online != NULL; i++)
		if (l->users[i].role == ROLE_IDLE)
			user_send(l, &l->users[i], l->opt.line_when_online);
	for (unsigned i = 0; i < l->opt.chatters && l->opt.chat_rate <= 0; i++)
		(void)send_chat(l, &l->chatters[i], now);
}

/* Returns how many requests have become due by now at the given rate. */
static uint64_t
due_count(double rate, int64_t start, int64_t now)
{
	return rate <= 0 ? 0 : (uint64_t)((double)(now - start) / 1e9 * rate) + 1;
}

static int64_t
due_time_ns(double rate, int64_t start, uint64_t k)
{
	return start + (int64_t)((double)k / rate * 1e9);
}

static struct user *
random_online_user(struct load *l)
{
	for (unsigned i = 0; i < 10; i++) {
		struct user *u = &l->users[rng_below(&l->rng, l->opt.users)];

		if (u->stage == STAGE_ONLINE)
			return u;
	}
	return NULL;
}

static void
send_shout(struct load *l, int64_t due)
{
	struct user *u = random_online_user(l);
	char line[64];
	struct sbuf b;

	if (u == NULL) {
		l->counts.not_sent++;
		l->shouts_due++;
		return;
	}
	SBUF_INIT(&b, line);
	sbuf_addf(&b, "shout %s%" PRIu64, MARK, l->shouts_due);
	l->shout_due_ns[l->shouts_due++ % SHOUTS_KEPT] = due;
	l->counts.sent[LATENCY_SHOUT]++;
	user_send(l, u, line);
}

static void
drop_random_user(struct load *l, int64_t due)
{
	struct user *u = random_online_user(l);

	l->drops_due++;
	if (u == NULL)
		return;
	l->counts.drops_made++;
	l->counts.sent[LATENCY_RETURN]++;
	user_drop(l, u);
	user_queue_login(l, u, due);
}

void
act_send_due(struct load *l, int64_t now)
{
	uint64_t chats = due_count(l->opt.chat_rate, l->chat_start_ns, now);
	uint64_t shouts = due_count(l->opt.shout_rate, l->shout_start_ns, now);
	uint64_t drops = due_count(l->opt.drop_rate, l->drop_start_ns, now);

	if (!l->playing)
		return;
	for (; l->opt.chatters > 0 && l->chats_due < chats; l->chats_due++)
		if (!send_chat(l, &l->chatters[l->chats_due % l->opt.chatters],
			due_time_ns(l->opt.chat_rate, l->chat_start_ns, l->chats_due)))
			l->counts.not_sent++;
	while (l->shouts_due < shouts)
		send_shout(l, due_time_ns(l->opt.shout_rate, l->shout_start_ns, l->shouts_due));
	while (l->drops_due < drops)
		drop_random_user(
		    l, due_time_ns(l->opt.drop_rate, l->drop_start_ns, l->drops_due));
}

void
act_tick(struct load *l, int64_t now)
{
	for (unsigned i = 0; i < l->opt.pairs; i++)
		pair_tick(l, &l->pairs[i], now);
	for (unsigned i = 0; i < l->opt.watchers && l->playing; i++)
		send_watch(l, &l->users[2 * l->opt.pairs + i], now);
}

unsigned
act_pending_count(const struct load *l)
{
	unsigned n = 0;

	for (unsigned i = 0; i < l->opt.pairs; i++)
		n += l->pairs[i].boards_awaited != 0;
	for (unsigned i = 0; i < l->opt.chatters; i++)
		n += l->chatters[i].n_pending;
	return n;
}

void
act_stop(struct load *l)
{
	for (unsigned i = 0; i < l->opt.pairs; i++)
		pair_reset(l, &l->pairs[i]);
	for (unsigned i = 0; i < l->opt.chatters; i++)
		forget_chats(l, &l->chatters[i]);
}
