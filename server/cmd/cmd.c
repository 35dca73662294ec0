/* SPDX-License-Identifier: MIT */
/* Handles input lines: see cmd.h.  Each command costs its session part of an allowance.  When
 * the allowance is used up, further lines wait; none is discarded (LIMITS.md 2.1). */
#include "cmd/cmd.h"

#include <string.h>

#include "domain.h"
#include "bot/bot.h"
#include "imports/imports.h"
#include "match/match.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "output/json_lines.h"
#include "output/output.h"
#include "review/review.h"
#include "tournament/tournament.h"
#include "stats/counters.h"
#include "proto/username.h"
#include "proto/words.h"

/* Costs in tenths of a second of the allowance, as in commands.def. */
#define EMPTY_LINE_COST 1 /* an empty line or a turned page */
#define BAD_TEXT_COST 10  /* invalid UTF-8 */

/* ---- helpers of many handlers ---- */

bool
cmd_mentions_variants(const struct ctx *c)
{
	return session_is_interactive(c->s) || player_has_toggle(c->p, TOGGLE_variants);
}

bool
cmd_mentions_tournaments(const struct ctx *c)
{
	return session_is_interactive(c->s) && player_has_toggle(c->p, TOGGLE_tournaments);
}

const struct tourney *
cmd_tournament_played(struct ctx *c, const struct session *s)
{
	const struct match *m = session_match(c->w, s);
	uint32_t pairing;

	return m != NULL ? tourney_of_match(c->w, m, &pairing) : NULL;
}

struct session *
cmd_find_online(struct ctx *c, const char *name, no_such_user_fn *nobody)
{
	char names[256];
	struct sbuf b;
	struct session *s;

	SBUF_INIT(&b, names);
	s = session_by_prefix(c->w, name, &b);
	if (s == NULL && b.len > 0)
		msg_ambiguous_name(c->out, names);
	if (s == NULL && nobody != NULL)
		nobody(c->out, name);
	return s;
}

struct session *
cmd_parse_online(
    struct ctx *c, char **rest, void (*who)(struct out *out), no_such_user_fn *nobody)
{
	const char *name = word_next(rest);

	if (name != NULL)
		return cmd_find_online(c, name, nobody);
	who(c->out);
	return NULL;
}

bool
cmd_find_account(
    struct ctx *c, const char *name, no_such_user_fn *nobody, struct user_record *u_out)
{
	if (strlen(name) <= STORE_NAME_MAX && store_user_by_name(c->w->store, name, u_out))
		return true;
	if (nobody != NULL)
		nobody(c->out, name);
	return false;
}

void
cmd_time_text(struct ctx *c, int64_t at_s, const char *format, char *text, size_t size)
{
	c->w->config.zone_format_time(c->p->timezone, at_s, format, text, size);
}

/* ---- the gate ---- */

/* Charges a session.  Each cost moves flood_ms forward.  The allowance is used up once flood_ms
 * is more than burst_ms ahead of the clock. */
bool
cmd_charge(struct world *w, struct session *s, unsigned tenths)
{
	int64_t per_s = w->config.flood_per_s > 0 ? (int64_t)w->config.flood_per_s : 1;
	int64_t burst_ms = (int64_t)w->config.flood_burst * 1000 / per_s;

	if (s->exempt || w->config.flood_burst == 0 || s->state == ST_CLOSED)
		return true;
	if (s->times.flood_ms < w->mono_ms)
		s->times.flood_ms = w->mono_ms;
	s->times.flood_ms += (int64_t)tenths * 100 / per_s;
	if (s->times.flood_ms - w->mono_ms <= burst_ms)
		return true;
	session_pause_input_until(w, s, s->times.flood_ms - burst_ms);
	return false;
}

/* Returns whether the user may use the command here and now.  Reports the reason if not. */
static bool
may_run(struct ctx *c, const struct command *cmd)
{
	if (cmd->role > c->p->role)
		msg_permission_denied(c->out);
	else if (cmd->where == WHERE_PLAYING && c->s->match == 0)
		msg_write(c->out, cmd->refusal_message);
	else if ((cmd->flags & CMD_WRITES_STORE) != 0 && store_refusing(c->w->store))
		msg_disk_refuse(c->out);
	else if ((cmd->flags & CMD_READS_STORE) != 0 && store_unreachable(c->w->store))
		msg_store_away(c->out);
	else
		return true;
	return false;
}

/* ---- one command ---- */

/* Stores the line for "!!", which repeats the last command (PROTOCOL.md 1).  Operators'
 * commands are not stored, so that a slip cannot repeat one. */
static void
store_for_repeat(struct ctx *c, const struct command *cmd, const char *word, const char *rest)
{
	struct sbuf b;

	SBUF_INIT(&b, c->s->last_line);
	if (cmd->role > ROLE_USER || (cmd->flags & CMD_NO_REPEAT) != 0 ||
	    ((cmd->flags & CMD_NO_REPEAT_ARGS) != 0 && rest[0] != '\0'))
		return;
	sbuf_addf(&b, "%s%s%s", word, rest[0] != '\0' ? " " : "", rest);
	if (!sbuf_ok(&b))
		c->s->last_line[0] = '\0';
}

/* Runs a command.  Events of a match are also sent as news to the player who caused them.
 * Paging does not hold these events back, because the next move would otherwise be shown first.
 *
 * A refusal shows nothing that a turn has changed, so it need not wait for a sync.  The same
 * holds for a CHAT_ONLY command, unless earlier output to this session waits for a sync: talk
 * shows that its sender is online, and the waiting output may contain the sender's log-in. */
static void
command_run(struct ctx *c, char *rest)
{
	const char *word;
	const struct command *cmd = cmd_resolve(c, &word, &rest);
	bool talks, before;

	if (cmd == NULL)
		return;
	c->command = cmd;
	if (c->p->recovery_code_due &&
	    (cmd->flags & (CMD_LEAVES | CMD_SENT_BY_PROGRAMS)) == 0 &&
	    recover_show_first_code(c, word, rest))
		return;
	c->w->counters->commands_by_row[cmd - COMMANDS]++;
	store_for_repeat(c, cmd, word, rest);
	cmd_charge(c->w, c->s, cmd->cost);
	if (cmd->where == WHERE_PLAYING || (cmd->flags & CMD_NEVER_PAGED) != 0)
		session_mark_answer(c->s, false);
	talks = (cmd->flags & CMD_CHAT_ONLY) != 0 && !output_awaits_sync(c->w, c->s);
	before = output_bypass_sync(c->w, true);
	if (may_run(c, cmd)) {
		(void)output_bypass_sync(c->w, talks);
		cmd->run(c, rest);
	}
	(void)output_bypass_sync(c->w, before);
}

void
cmd_fixed_text(struct ctx *c, char *rest)
{
	(void)rest;
	msg_write(c->out, c->command->refusal_message);
}

/* ---- one line ---- */

/* Handles a line at the [Return] prompt.  An empty line shows the next page; "q" or any other
 * command drops the rest of the answer.  Returns true if the line needs no further handling. */
static bool
answer_return_prompt(struct session *s, const char *rest)
{
	if (rest[0] == '\0') {
		session_next_page(s);
		return true;
	}
	session_drop_held_text(s);
	pager_drop_at_return(s->world, s);
	return word_is(rest, "q");
}

/* After each command of a client program, reminds its user that they are away. */
static void
remind_away(struct ctx *c)
{
	struct session *s = c->s;

	if (s->state != ST_ONLINE || s->away_text[0] == '\0' || !session_is_clip(s) ||
	    c->away_reported)
		return;
	if (pager_blocks_input(s))
		s->screen.away_notice_due =
		    true; /* the reminder follows the rest of the answer */
	else
		msg_youre_away(&s->out);
}

void
cmd_run_typed_line(struct world *w, struct session *s, char *text)
{
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	char again[LAST_LINE_MAX];
	char *rest;

	if (imports_receives(s)) {
		(void)cmd_charge(w, s, imports_line(w, s, text));
		return;
	}
	if (s->form != NULL && s->form->question != ASK_NOTHING) {
		account_dialog_line(w, s, text);
		return;
	}
	session_mark_answer(s, true);
	rest = text_trim(text);
	if (strcmp(rest, "!!") == 0) {
		memcpy(again, s->last_line, sizeof(again));
		rest = again;
	}
	if (!text_make_safe(rest)) {
		session_mark_answer(s, false); /* the refusal is not held for the next page */
		cmd_charge(w, s, BAD_TEXT_COST);
		msg_bad_text(c.out);
	} else if ((session_has_held_text(s) && answer_return_prompt(s, rest)) ||
		   rest[0] == '\0') {
		cmd_charge(w, s, EMPTY_LINE_COST);
	} else {
		w->counters->commands++;
		command_run(&c, rest);
		remind_away(&c);
	}
	session_mark_answer(s, false);
	if (s->state != ST_ONLINE)
		return;
	session_ask_window_size(s);
	session_write_prompt(w, s);
}

void
cmd_line(struct world *w, struct session *s, char *text)
{
	session_line_received(w, s);
	if (session_is_json(s))
		json_line(w, s, text);
	else if (s->state != ST_ONLINE)
		login_line(w, s, text);
	else
		cmd_run_typed_line(w, s, text);
}

void
cmd_overlong_line(struct world *w, struct session *s)
{
	session_line_received(w, s);
	if (session_is_json(s))
		json_answer_begin(s, -1);
	if (s->state != ST_ONLINE && !login_charge_line(w, s))
		return;
	if (imports_receives(s))
		imports_overlong(w, s);
	msg_overlong(&s->out);
	session_write_prompt(w, s);
}

void
cmd_work_done(struct world *w, const struct work_result *r)
{
	struct session *s = session_get(w, r->ticket);

	if (r->kind == WORK_TASK)
		tourneys_round_paired(w, r->ticket);
	else if (r->kind == WORK_THOUGHT)
		bots_thought_done(w, r->used_engine);
	else if (r->kind == WORK_IDLE && r->ticket == ROLLOUT_TICKET)
		bots_rollout_job_done(w);
	else if (r->kind == WORK_IDLE)
		reviews_job_done(w);
	else if (r->kind == WORK_FILE)
		imports_match_read(w);
	else if (r->kind == WORK_CHANGE_PASSWORD)
		account_password_changed(w, s, r);
	else if (s != NULL && s->state == ST_ONLINE)
		account_work_done(w, s, r);
	else if (s != NULL)
		login_work_done(w, s, r);
}

bool
cmd_close_sessions(struct world *w)
{
	unsigned left = CMD_CLOSE_SESSIONS_MAX;
	uint32_t cursor = 0;
	struct session *s;
	uint64_t id;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL) {
		if (s->state == ST_CLOSED)
			continue;
		if (left-- == 0)
			return true;
		msg_shutdown_cause(&s->out);
		msg_shutdown_back(&s->out);
		msg_shutdown_saved(&s->out);
		session_shutdown(w, s);
	}
	counters_store(w);
	wallclock_store(w);
	return false;
}
