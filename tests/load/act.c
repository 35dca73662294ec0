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

#define INVITE_AGAIN_NS (LOAD_S / 2)
#define WATCH_AGAIN_NS LOAD_S
#define STUCK_NS (10 * LOAD_S)
#define SHOUTS_KEPT 64u

/* An unknown word of 32 bytes with its line end.  The answer is one line to one user. */
static const char NOOP[] = "an_unknown_word_of_30_letters_";
static const char MARK[] = "gammonload no ";

static bool
begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* ---- pairs ---- */

static enum figure
figure_of(const struct pair *p)
{
	return p->is_move ? FIGURE_MOVE : FIGURE_ROLL;
}

static bool
playing(const struct pair *p)
{
	return p->player[0].in_match && p->player[1].in_match;
}

static void
send_command(struct load *l, struct pair *p)
{
	p->sent = true;
	p->is_move = p->next_is_move;
	p->waits = 3;
	p->sent_ns = load_now();
	if (p->is_move) {
		struct move_sent *m = &p->recent[p->moves++ % LOAD_RECENT];

		m->mover = p->actor == &p->player[1];
		m->sent_ns = p->sent_ns;
		(void)sbuf_copy(m->text, sizeof(m->text), p->command + strlen("move "));
	}
	l->counts.sent[figure_of(p)]++;
	user_send(l, p->actor->user, p->command);
}

static struct load *the_load; /* for the timers: there is one run per process */

static void
on_thought(evutil_socket_t fd, short what, void *ctx)
{
	struct pair *p = ctx;

	p->thinking = false;
	if (p->actor != NULL && !p->sent && p->waits == 0 && playing(p) && the_load->playing)
		send_command(the_load, p);
}

/* Sends a player's next command once both players have received the result of the previous one,
 * or starts the thinking time. */
static void
flush_command(struct load *l, struct pair *p)
{
	uint32_t ms;
	struct timeval t;

	if (p->actor == NULL || p->sent || p->waits != 0 || p->thinking || !playing(p) ||
	    !l->playing)
		return;
	if (l->opt.think_ms == 0) {
		send_command(l, p);
		return;
	}
	ms = rng_below(&l->rng, 2 * l->opt.think_ms + 1);
	t = (struct timeval){ ms / 1000, (suseconds_t)(ms % 1000) * 1000 };
	p->thinking = event_add(&p->think, &t) == 0;
}

static void
pair_reset(struct load *l, struct pair *p)
{
	if (p->waits != 0)
		l->counts.lost[figure_of(p)]++;
	if (p->thinking)
		(void)event_del(&p->think);
	p->thinking = p->sent = false;
	p->actor = NULL;
	p->waits = 0;
	for (unsigned i = 0; i < 2; i++) {
		p->player[i].match_over = p->player[i].in_match = false;
		p->player[i].rp.move_on_board = false;
	}
}

static void
board_came(struct load *l, struct pair *p, unsigned which, int64_t now)
{
	if ((p->waits & (1u << which)) == 0)
		return;
	p->waits &= ~(1u << which);
	if (p->waits == 0)
		load_answer(l, figure_of(p), p->sent_ns, now);
}

static void
match_ended(struct load *l, struct pair *p, unsigned which)
{
	p->player[which].match_over = true;
	if (!p->player[0].match_over || !p->player[1].match_over)
		return;
	l->counts.matches++;
	p->begun = false;
	pair_reset(l, p);
	p->invited_ns = 0;
}

static void
answer(struct load *l, struct pair *p, unsigned which, unsigned what, const char *command)
{
	struct player *pl = &p->player[which];

	if ((what & DUEL_MOVE) == 0 &&
	    strcmp(command, "roll") != 0) { /* join, accept and board are sent at once */
		user_send(l, pl->user, command);
		return;
	}
	if (!pl->in_match)
		return; /* belongs to a match that has since been interrupted */
	if (p->actor != NULL && !p->sent)
		return; /* the server has asked twice, as after a resume */
	(void)sbuf_copy(p->command, sizeof(p->command), command);
	p->actor = pl;
	p->sent = false;
	p->next_is_move = (what & DUEL_MOVE) != 0;
}

static void
player_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	struct pair *p = u->pair;
	unsigned which = u == p->player[1].user;
	char command[DUELIST_COMMAND_MAX];
	struct sbuf b;
	unsigned what;

	SBUF_ON(&b, command);
	what = random_player_line(&p->player[which].rp, line, &l->rng, l->space, &b);
	if (what == 0)
		return;
	if ((what & DUEL_BROKEN) != 0) {
		load_stop(l, "%s cannot play on: %s", u->name, line);
		return;
	}
	if ((what & DUEL_REFUSED) != 0 && begins(line, "** You're now refusing"))
		user_send(l, u, "toggle ready");
	else if ((what & DUEL_REFUSED) != 0)
		l->counts.refused_lines++;
	if ((what & DUEL_NO_SAVED) != 0)
		p->begun = false;
	if ((what & DUEL_STARTED) != 0)
		p->player[which].in_match = p->begun = true;
	if ((what & (DUEL_BOARD | DUEL_GAME_OVER)) != 0)
		board_came(l, p, which, now);
	if ((what & DUEL_GAME_OVER) != 0 && which == 0)
		l->counts.games++;
	if ((what & DUEL_MATCH_OVER) != 0)
		match_ended(l, p, which);
	/* If the generator dropped the opponent's connection itself, the opponent's next match
	 * may have begun. */
	if ((what & DUEL_STOPPED) != 0 && p->player[which].in_match)
		pair_reset(l, p);
	if ((what & DUEL_ASKED) != 0)
		answer(l, p, which, what, command);
	flush_command(l, p);
}

static void
invite(struct load *l, struct pair *p, int64_t now)
{
	const struct player *pl = &p->player[0];
	char line[DUELIST_COMMAND_MAX];
	struct sbuf b;

	if (p->player[0].in_match || p->player[1].in_match ||
	    now - p->invited_ns < INVITE_AGAIN_NS || pl->user->stage != STAGE_ON ||
	    p->player[1].user->stage != STAGE_ON)
		return;
	p->invited_ns = now;
	SBUF_ON(&b, line);
	sbuf_addf(&b, "invite %s", pl->rp.rival);
	if (!p->begun)
		sbuf_addf(&b, " %u", l->opt.length);
	user_send(l, pl->user, line);
}

static void
pair_tick(struct load *l, struct pair *p, int64_t now)
{
	if (!l->playing)
		return;
	if (p->waits != 0 && now - p->sent_ns > STUCK_NS) {
		load_stop(l, "%s gets no board after %s", p->player[0].rp.rival, p->command);
		return;
	}
	invite(l, p, now);
	flush_command(l, p);
}

/* ---- watchers ---- */

static void
watch(struct load *l, struct user *u, int64_t now)
{
	const struct pair *p = u->pair;
	char line[DUELIST_COMMAND_MAX];
	struct sbuf b;

	if (u->stage != STAGE_ON || u->watching || !playing(p) ||
	    now - u->asked_ns < WATCH_AGAIN_NS)
		return;
	u->asked_ns = now;
	SBUF_ON(&b, line);
	sbuf_addf(&b, "watch %s", p->player[0].user->name);
	user_send(l, u, line);
}

/* Handles "NAME moves 8-5 6-5 .".  The line belongs to the oldest recent move that the watcher
 * has not seen yet. */
static void
watched_move(struct load *l, struct user *u, const char *rest, unsigned mover, int64_t now)
{
	const struct pair *p = u->pair;
	unsigned first = p->moves > LOAD_RECENT ? p->moves - LOAD_RECENT : 0;

	for (unsigned i = u->seen_move > first ? u->seen_move : first; i < p->moves; i++) {
		const struct move_sent *m = &p->recent[i % LOAD_RECENT];
		size_t n = strlen(m->text);

		if (m->mover == mover && strncmp(rest, m->text, n) == 0 && rest[n] == ' ') {
			u->seen_move = i + 1;
			load_answer(l, FIGURE_WATCHED, m->sent_ns, now);
			return;
		}
	}
	l->counts.untracked++;
}

static void
watcher_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	const struct pair *p = u->pair;

	if (begins(line, "You're now watching ")) {
		u->watching = true;
		u->seen_move = p->moves;
		return;
	}
	if (begins(line, "You stop watching ") ||
	    strstr(line, "You're not watching anymore") != NULL) {
		u->watching = false;
		return;
	}
	for (unsigned i = 0; i < 2 && u->watching; i++) {
		const char *name = p->player[i].user->name;
		size_t n = strlen(name);

		if (strncmp(line, name, n) == 0 && begins(line + n, " moves "))
			watched_move(l, u, line + n + strlen(" moves "), i, now);
	}
}

/* ---- chatters ---- */

static bool
chat(struct load *l, struct chatter *c, int64_t due)
{
	struct chatter *next = c + 1 < l->chatters + l->opt.chatters ? c + 1 : l->chatters;
	char line[LOAD_UNDER_WAY];
	struct sbuf b;

	if (c->user->stage != STAGE_ON ||
	    (l->opt.chat == CHAT_TELL && next->user->stage != STAGE_ON))
		return false;
	if (c->n == LOAD_UNDER_WAY)
		return false;
	SBUF_ON(&b, line);
	if (l->opt.chat == CHAT_NOOP)
		sbuf_add(&b, NOOP);
	else
		sbuf_addf(&b, "tell %s %s%" PRIu64, next->user->name, MARK,
		    l->counts.sent[FIGURE_CHAT]);
	c->due_ns[(c->first + c->n++) % LOAD_UNDER_WAY] = due;
	l->counts.sent[FIGURE_CHAT]++;
	user_send(l, c->user, line);
	return true;
}

static void
chat_answered(struct load *l, struct chatter *c, int64_t now)
{
	if (c->n == 0)
		return;
	load_answer(l, FIGURE_CHAT, c->due_ns[c->first], now);
	c->first = (c->first + 1) % LOAD_UNDER_WAY;
	c->n--;
	if (l->opt.rate <= 0 && l->playing)
		(void)chat(l, c, now);
}

static void
chat_lost(struct load *l, struct chatter *c)
{
	l->counts.lost[FIGURE_CHAT] += c->n;
	c->n = c->first = 0;
}

/* Handles a line for a chatter.  A tell comes from the previous chatter, and counts as answered
 * when this chatter reads it. */
static void
chatter_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	struct chatter *c = u->chatter;

	if (l->opt.chat == CHAT_NOOP) {
		if (begins(line, "** Unknown command"))
			chat_answered(l, c, now);
	} else if (strstr(line, MARK) != NULL && strstr(line, " shout") == NULL &&
		   !begins(line, "13 ") &&
		   (begins(line, "12 ") || strstr(line, " says: ") != NULL)) {
		chat_answered(
		    l, c > l->chatters ? c - 1 : l->chatters + l->opt.chatters - 1, now);
	} else if (begins(line, "** ") && !begins(line, "** You tell ")) {
		l->counts.refused_lines++;
	}
}

/* ---- all users ---- */

/* Handles "13 NAME gammonload no 17" or "NAME shouts: gammonload no 17".  Returns whether the
 * line is such a shout. */
static bool
shout_heard(struct load *l, const char *line, int64_t now)
{
	const char *at;
	unsigned long k;

	if (!begins(line, "13 ") && strstr(line, " shouts: ") == NULL)
		return false;
	at = strstr(line, MARK);
	if (at == NULL)
		return true;
	k = strtoul(at + strlen(MARK), NULL, 10);
	if (k < l->shout_k && l->shout_k - k <= SHOUTS_KEPT)
		load_answer(l, FIGURE_SHOUT, l->shout_ns[k % SHOUTS_KEPT], now);
	return true;
}

void
act_line(struct load *l, struct user *u, char *line, int64_t now)
{
	if (l->opt.shouts > 0 && shout_heard(l, line, now))
		return;
	switch (u->role) {
	case ROLE_IDLE:
		return;
	case ROLE_PLAYER:
		player_line(l, u, line, now);
		return;
	case ROLE_WATCHER:
		watcher_line(l, u, line, now);
		return;
	case ROLE_CHATTER:
		chatter_line(l, u, line, now);
		return;
	}
}

void
act_arrived(struct load *l, struct user *u, int64_t now)
{
	if (u->role == ROLE_PLAYER || u->role == ROLE_WATCHER)
		user_send(l, u, "set boardstyle 3");
	if (u->role == ROLE_PLAYER)
		user_send(l, u, "toggle ready");
	else if (l->playing && l->opt.then != NULL)
		user_send(l, u, l->opt.then);
	if (u->role == ROLE_CHATTER && l->playing && l->opt.rate <= 0)
		(void)chat(l, u->chatter, now);
}

void
act_gone(struct load *l, struct user *u)
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
		chat_lost(l, u->chatter);
		/* This user can no longer read tells. */
		if (l->opt.chat == CHAT_TELL)
			chat_lost(l, u->chatter > l->chatters
					 ? u->chatter - 1
					 : l->chatters + l->opt.chatters - 1);
		return;
	}
}

/* ---- making ---- */

static void
make_pairs(struct load *l)
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
		(void)event_assign(&p->think, l->base, -1, 0, on_thought, p);
	}
}

bool
act_make(struct load *l)
{
	struct user *u = l->users + 2 * (size_t)l->opt.pairs;

	the_load = l;
	l->pairs = calloc(l->opt.pairs + 1u, sizeof(l->pairs[0]));
	l->chatters = calloc(l->opt.chatters + 1u, sizeof(l->chatters[0]));
	l->space = malloc(sizeof(*l->space));
	if (l->pairs == NULL || l->chatters == NULL || l->space == NULL) {
		load_stop(l, "out of memory");
		return false;
	}
	make_pairs(l);
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
act_begin(struct load *l, int64_t now)
{
	l->playing = true;
	l->chat_start_ns = l->shout_start_ns = l->drop_start_ns = now;
	for (unsigned i = 0; i < l->opt.users && l->opt.then != NULL; i++)
		if (l->users[i].role == ROLE_IDLE)
			user_send(l, &l->users[i], l->opt.then);
	for (unsigned i = 0; i < l->opt.chatters && l->opt.rate <= 0; i++)
		(void)chat(l, &l->chatters[i], now);
}

/* Returns how many requests have become due by now at the given rate. */
static uint64_t
due_by(double rate, int64_t start, int64_t now)
{
	return rate <= 0 ? 0 : (uint64_t)((double)(now - start) / 1e9 * rate) + 1;
}

static int64_t
due_at(double rate, int64_t start, uint64_t k)
{
	return start + (int64_t)((double)k / rate * 1e9);
}

static struct user *
anybody_on(struct load *l)
{
	for (unsigned i = 0; i < 10; i++) {
		struct user *u = &l->users[rng_below(&l->rng, l->opt.users)];

		if (u->stage == STAGE_ON)
			return u;
	}
	return NULL;
}

static void
shout(struct load *l, int64_t due)
{
	struct user *u = anybody_on(l);
	char line[64];
	struct sbuf b;

	if (u == NULL) {
		l->counts.skipped++;
		l->shout_k++;
		return;
	}
	SBUF_ON(&b, line);
	sbuf_addf(&b, "shout %s%" PRIu64, MARK, l->shout_k);
	l->shout_ns[l->shout_k++ % SHOUTS_KEPT] = due;
	l->counts.sent[FIGURE_SHOUT]++;
	user_send(l, u, line);
}

static void
drop_somebody(struct load *l, int64_t due)
{
	struct user *u = anybody_on(l);

	l->drop_k++;
	if (u == NULL)
		return;
	l->counts.drops++;
	l->counts.sent[FIGURE_BACK]++;
	user_drop(l, u);
	user_want(l, u, due);
}

void
act_due(struct load *l, int64_t now)
{
	uint64_t chats = due_by(l->opt.rate, l->chat_start_ns, now);
	uint64_t shouts = due_by(l->opt.shouts, l->shout_start_ns, now);
	uint64_t drops = due_by(l->opt.drops, l->drop_start_ns, now);

	if (!l->playing)
		return;
	for (; l->opt.chatters > 0 && l->chat_k < chats; l->chat_k++)
		if (!chat(l, &l->chatters[l->chat_k % l->opt.chatters],
			due_at(l->opt.rate, l->chat_start_ns, l->chat_k)))
			l->counts.skipped++;
	while (l->shout_k < shouts)
		shout(l, due_at(l->opt.shouts, l->shout_start_ns, l->shout_k));
	while (l->drop_k < drops)
		drop_somebody(l, due_at(l->opt.drops, l->drop_start_ns, l->drop_k));
}

void
act_tick(struct load *l, int64_t now)
{
	for (unsigned i = 0; i < l->opt.pairs; i++)
		pair_tick(l, &l->pairs[i], now);
	for (unsigned i = 0; i < l->opt.watchers && l->playing; i++)
		watch(l, &l->users[2 * l->opt.pairs + i], now);
}

unsigned
act_under_way(const struct load *l)
{
	unsigned n = 0;

	for (unsigned i = 0; i < l->opt.pairs; i++)
		n += l->pairs[i].waits != 0;
	for (unsigned i = 0; i < l->opt.chatters; i++)
		n += l->chatters[i].n;
	return n;
}

void
act_end(struct load *l)
{
	for (unsigned i = 0; i < l->opt.pairs; i++)
		pair_reset(l, &l->pairs[i]);
	for (unsigned i = 0; i < l->opt.chatters; i++)
		chat_lost(l, &l->chatters[i]);
}
