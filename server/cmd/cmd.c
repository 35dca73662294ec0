/* SPDX-License-Identifier: MIT */
/* Look-up, gate and dispatch.  What the gate refuses, only the gate words.  A command costs the
 * caller part of his allowance; when it is used up his lines wait, nothing is thrown away
 * (LIMITS.md 2.1). */
#include "cmd/cmd.h"

#include <string.h>

#include <sodium.h>

#include "people/pager.h"
#include "people/login_queue.h"
#include "people/player.h"
#include "people/session.h"
#include "tournament/tournament.h"
#include "stats/counters.h"
#include "proto/username.h"
#include "proto/words.h"

const struct command COMMANDS[] = {
#define CMD(n, s, w, e, c, v, f, h, o, r)                                                      \
	{ n, s, WHERE_##w, MSG_##e, c, (v) != 0, f, h, (o) != 0, ROLE_##r },
#include "cmd/commands.def"
#undef CMD
	{ 0 },
};

static const struct command *
find_exact(const char *word)
{
	for (const struct command *c = COMMANDS; c->name != NULL; c++)
		if (word_is(word, c->name))
			return c;
	for (const struct command *c = COMMANDS; c->name != NULL; c++)
		if (c->shortest[0] != '\0' && word_is(word, c->shortest))
			return c;
	return NULL;
}

/* The only one of FIBS's commands, or of ours, that the word begins. */
static const struct command *
find_prefix(const char *word, bool ours, bool *ambiguous_out)
{
	const struct command *found = NULL;

	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		if (c->ours != ours || !word_begins(word, c->name))
			continue;
		if (ours && found != NULL && found->run == c->run)
			continue; /* two words for the same */
		*ambiguous_out = found != NULL;
		if (*ambiguous_out)
			return NULL;
		found = c;
	}
	return found;
}

const struct command *
cmd_find(const char *word)
{
	const struct command *found = find_exact(word);
	bool ambiguous = false;

	if (found == NULL)
		found = find_prefix(word, false, &ambiguous);
	if (found == NULL && !ambiguous)
		found = find_prefix(word, true, &ambiguous);
	return found;
}

bool
cmd_tells_games(const struct ctx *c)
{
	return session_person(c->s) || player_has(c->p, TOGGLE_variants);
}

struct session *
cmd_someone(struct ctx *c, const char *name)
{
	char names[256];
	struct sbuf b;
	struct session *s;

	SBUF_ON(&b, names);
	s = session_complete(c->w, name, &b);
	if (s == NULL && b.len > 0)
		msg_ambiguous_name(c->out, names);
	return s;
}

/* ---- the gate ---- */

/* Commands are paid in advance: flood_ms is the time up to which they are. */
void
cmd_pay(struct world *w, struct session *s, unsigned tenths)
{
	int64_t per_s = w->config.flood_per_s > 0 ? (int64_t)w->config.flood_per_s : 1;
	int64_t burst_ms = (int64_t)w->config.flood_burst * 1000 / per_s;

	if (s->exempt || w->config.flood_burst == 0 || s->state == ST_CLOSED)
		return;
	if (s->flood_ms < w->mono_ms)
		s->flood_ms = w->mono_ms;
	s->flood_ms += (int64_t)tenths * 100 / per_s;
	if (s->flood_ms - w->mono_ms > burst_ms)
		session_sleep(w, s, s->flood_ms - burst_ms);
}

/* What happens in a game is news also to him who made it happen.  It is not held back in pages:
 * the next move would be seen before it. */
static bool
makes_news(const struct command *cmd)
{
	return cmd->where == WHERE_PLAYING || cmd->run == cmd_join || cmd->run == cmd_rematch;
}

static void
run(struct ctx *c, const struct command *cmd, char *rest)
{
	cmd_pay(c->w, c->s, cmd->cost);
	if (makes_news(cmd))
		session_answer(c->s, false);
	if (cmd->role > c->p->role) {
		msg_permission_denied(c->out);
		return;
	}
	if (cmd->where == WHERE_PLAYING && c->s->match == 0) {
		msg_plain(c->out, cmd->otherwise);
		return;
	}
	if (cmd->saves && store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
		return;
	}
	cmd->run(c, rest);
}

/* "8-5 6-5", "13 7", "bar-22", "res 22", and for people "bar/22", "enter 22": a move without
 * the word (PROTOCOL.md 1).  "res n" resigns. */
static bool
looks_like_move(const struct session *s, const char *text)
{
	static const struct {
		const char *begins;
		bool number; /* one must follow */
		bool people; /* for them only */
	} forms[] = {
		{ "bar-", false, false },
		{ "bar ", false, false },
		{ "res-", false, false },
		{ "res ", true, false },
		{ "bar/", false, true },
		{ "b/", true, true },
		{ "res/", false, true },
		{ "enter-", true, true },
		{ "enter/", true, true },
		{ "enter ", true, true },
	};

	if (text[0] >= '0' && text[0] <= '9')
		return true;
	for (unsigned i = 0; i < ARRAY_LEN(forms); i++) {
		const char *next = text + strlen(forms[i].begins);

		if (!word_begins(forms[i].begins, text) ||
		    (forms[i].people && !session_person(s)))
			continue;
		next += strspn(next, " ");
		if (!forms[i].number || (*next >= '0' && *next <= '9'))
			return true;
	}
	return false;
}

/* "!!" is the last command once more; not what is said to others (PROTOCOL.md 1), nor what
 * an operator does. */
static bool
may_repeat(const struct command *cmd, const char *rest)
{
	static cmd_fn *const never[] = { cmd_shout, cmd_tell, cmd_tellx, cmd_say, cmd_kibitz,
		cmd_whisper, cmd_alert, cmd_password, cmd_token };

	if (cmd->role > ROLE_USER) /* not twice by a slip */
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(never); i++)
		if (cmd->run == never[i])
			return false;
	return cmd->run != cmd_message || rest[0] == '\0';
}

static void
remember(struct ctx *c, const struct command *cmd, const char *word, const char *rest)
{
	struct session *d = c->s;
	struct sbuf b;

	SBUF_ON(&b, d->last_line);
	if (!may_repeat(cmd, rest))
		return;
	sbuf_addf(&b, "%s%s%s", word, rest[0] != '\0' ? " " : "", rest);
	if (!sbuf_ok(&b))
		d->last_line[0] = '\0';
}

/* ---- words that are no command ---- */

/* Those that somebody could have meant; not FIBS's own slips of the pen. */
static bool
can_be_meant(const struct ctx *c, const struct command *cmd)
{
	return cmd->role <= c->p->role && cmd->run != cmd_misspelt;
}

/* Appends all that the word begins. */
static void
list_begun(const struct ctx *c, const char *word, struct sbuf *names)
{
	for (const struct command *cmd = COMMANDS; cmd->name != NULL; cmd++)
		if (word_begins(word, cmd->name) && can_be_meant(c, cmd))
			sbuf_addf(names, "%s%s", names->len > 0 ? ", " : "", cmd->name);
}

/* The one that the word is like: of those equally near one with the same first letter.  NULL
 * none; a short word must be nearer. */
static const char *
nearest(const struct ctx *c, const char *word)
{
	size_t n = strlen(word);
	unsigned most = n < 3 ? 0 : n < 5 ? 1 : 2, best = 2 * most + 2;
	const char *found = NULL;

	for (const struct command *cmd = COMMANDS; cmd->name != NULL; cmd++) {
		unsigned distance = word_distance(word, cmd->name);
		unsigned cost = 2 * distance + (word[0] != cmd->name[0]);

		if (distance > most || cost >= best || !can_be_meant(c, cmd))
			continue;
		best = cost;
		found = cmd->name;
	}
	return found;
}

/* The first line is for all; people hear what they could have meant. */
static void
unknown(struct ctx *c, const char *word, char *rest)
{
	char names[256];
	const char *near;
	struct sbuf b;

	cmd_pay(c->w, c->s, 10);
	msg_unknown_command(c->out, word);
	if (!session_person(c->s))
		return;
	SBUF_ON(&b, names);
	list_begun(c, word, &b);
	near = nearest(c, word);
	if (b.len > 0)
		msg_unknown_several(c->out, names);
	else if (!cmd_help_meant(c, word, rest) && near != NULL)
		msg_unknown_nearest(c->out, near);
}

/* A slip is not to end a match: who plays leaves by a whole word. */
static bool
leaves_by_a_slip(const struct ctx *c, const struct command *cmd, const char *word)
{
	return cmd->run == cmd_bye && !word_is(word, cmd->name) && c->s->match != 0 &&
	       session_person(c->s);
}

static void
command_line(struct ctx *c, char *rest)
{
	const struct command *cmd;
	char *word;

	if (looks_like_move(c->s, rest)) {
		cmd = cmd_find("move");
		remember(c, cmd, cmd->name, rest);
		run(c, cmd, rest);
		return;
	}
	word = word_next(&rest);
	if (word == NULL)
		return;
	cmd = cmd_find(word);
	if (cmd == NULL) {
		unknown(c, word, rest);
	} else if (leaves_by_a_slip(c, cmd, word)) {
		msg_quit_asked(c->out, session_opponent(c->w, c->s)->player->name, cmd->name);
	} else {
		remember(c, cmd, word, rest);
		run(c, cmd, rest);
	}
}

/* At [Return]: Enter goes on, q ends the answer, and any command does so too.  True when that
 * was all that was meant. */
static bool
turn_page(struct session *s, const char *rest)
{
	if (rest[0] == '\0') {
		session_next_page(s);
		return true;
	}
	session_drop_held(s);
	pager_drop(s->world, s);
	return word_is(rest, "q");
}

static void
online_line(struct world *w, struct session *s, char *text)
{
	struct ctx c = { w, s, s->player, &s->out, false };
	char again[LAST_LINE_MAX];
	char *rest = text_trim(text);

	if (!text_clean(rest)) {
		session_answer(s, false); /* at once, also in front of the rest of an answer */
		msg_bad_text(c.out);
		return;
	}
	if (strcmp(rest, "!!") == 0) {
		memcpy(again, s->last_line, sizeof(again));
		rest = again;
	}
	if (session_holds(s) && turn_page(s, rest))
		return;
	if (rest[0] == '\0')
		return;
	w->counters.commands++;
	command_line(&c, rest);
	if (s->state != ST_ONLINE || s->away[0] == '\0' || !session_clip(s) || c.told_away)
		return;
	if (pager_blocks(s))
		s->away_due = true; /* the rest of the answer comes first */
	else
		msg_youre_away(&s->out);
}

void
cmd_line(struct world *w, struct session *s, char *text)
{
	session_spoke(w, s);
	if (s->state != ST_ONLINE) {
		login_line(w, s, text);
		return;
	}
	session_answer(s, true);
	online_line(w, s, text);
	session_answer(s, false);
	if (s->state != ST_ONLINE)
		return;
	session_ask_window(s);
	session_prompt(w, s);
}

/* ---- events of the network ---- */

static session_id
on_opened(void *ctx, conn_id conn, const char *addr)
{
	struct world *w = ctx;
	struct session *s = session_open(w, conn, addr);

	if (s == NULL)
		return 0;
	session_greet(w, s);
	return s->id;
}

static void
on_line(void *ctx, session_id id, char *text, size_t n)
{
	struct world *w = ctx;
	struct session *s = session_get(w, id);

	(void)n;
	if (s != NULL)
		cmd_line(w, s, text);
}

static void
on_overlong(void *ctx, session_id id)
{
	struct world *w = ctx;
	struct session *s = session_get(w, id);

	if (s == NULL)
		return;
	session_spoke(w, s);
	msg_overlong(&s->out);
	session_prompt(w, s);
}

static void
on_closed(void *ctx, session_id id, enum net_close why)
{
	session_gone(ctx, id, why);
}

static void
on_drained(void *ctx, session_id id)
{
	world_drained(ctx, id);
}

static void
on_size(void *ctx, session_id id, unsigned columns, unsigned rows)
{
	struct session *s = session_get(ctx, id);

	if (s != NULL)
		session_window(s, columns, rows);
}

struct net_events
cmd_events(struct world *w)
{
	return (struct net_events){ w, on_opened, on_line, on_overlong, on_closed, on_drained,
		on_size };
}

void
cmd_work_done(struct world *w, const struct work_result *r)
{
	struct session *s = session_get(w, r->ticket);

	if (r->kind == WORK_TASK)
		tourneys_paired(w, r->ticket);
	else if (s != NULL)
		login_work_done(w, s, r);
}

bool
cmd_shutdown(struct world *w)
{
	unsigned left = CMD_SHUTDOWN_SESSIONS;
	uint32_t cursor = 0;
	struct session *s;
	uint64_t id;

	while ((s = pool_next(&w->sessions, &cursor, &id)) != NULL) {
		if (s->state == ST_CLOSED)
			continue;
		if (left-- == 0)
			return true;
		msg_shutdown_cause(&s->out);
		msg_shutdown_back(&s->out);
		msg_shutdown_saved(&s->out);
		session_shutdown(w, s);
	}
	counters_write(w);
	return false;
}

bool
cmd_post(struct world *w, struct session *s, enum work_kind kind, const char *password,
    const char *hash)
{
	struct work_job job = { .kind = kind, .ticket = s->id, .exempt = s->exempt };
	bool posted;

	(void)sbuf_copy(job.password, sizeof(job.password), password);
	(void)sbuf_copy(job.hash, sizeof(job.hash), hash);
	login_queue_from(s, job.from);
	posted = w->work.post(w->work.ctx, &job);
	sodium_memzero(&job, sizeof(job));
	if (posted)
		login_queue_begins(w, s);
	return posted;
}
