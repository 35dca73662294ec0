/* SPDX-License-Identifier: MIT */
/* The hall: a line of text becomes a command, the gate decides, a handler turns words into one
 * verb of the domain. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "world/world.h"

/* What the network reports, wired to a world. */
struct net_events cmd_events(struct world *w);

/* One line of a session. */
void cmd_line(struct world *w, struct session *s, char *text);

/* A password job is done. */
void cmd_work_done(struct world *w, const struct work_result *r);

/* Everybody is told that the server ends, and the connections are closed once that has left: so
 * many in a turn.  True: there are more of them, for the next turn. */
#define CMD_SHUTDOWN_SESSIONS 200u
MUST_USE bool cmd_shutdown(struct world *w);

/* ---- for the files of server/cmd ---- */

/* Who gives the command. */
struct ctx {
	struct world *w;
	struct session *s;
	struct player *p;
	struct out *out;
	bool told_away; /* the line that follows each command of who is away is not due again */
};

/* rest: what follows the word, without blanks around it; may be cut up. */
typedef void cmd_fn(struct ctx *c, char *rest);

enum cmd_where {
	WHERE_ANY,
	WHERE_PLAYING,
};

struct command {
	const char *name;
	const char *shortest;
	enum cmd_where where;
	enum msg_id otherwise; /* told when not there */
	unsigned cost;         /* tenths of a second */
	bool saves;
	cmd_fn *run;
	const char *help;
	bool ours;      /* not a command of FIBS */
	enum role role; /* who may give it: this one and those above it */
};

#define CMD(n, s, w, e, c, v, f, h, o, r) cmd_fn f;
#include "cmd/commands.def"
#undef CMD

/* All rows; ends with a row whose name is NULL. */
extern const struct command COMMANDS[];

/* The command that a word means: exact name, short form, unique prefix; NULL unknown or
 * ambiguous. */
const struct command *cmd_find(const char *word);

/* A line before somebody is on line (login.c). */
void login_line(struct world *w, struct session *s, char *text);
/* The same for somebody who changes his password (account.c). */
void account_work_done(struct world *w, struct session *s, const struct work_result *r);
void login_work_done(struct world *w, struct session *s, const struct work_result *r);

/* He has come back by a token: he is brought back to the match that was cut off (play.c). */
void cmd_go_back(struct ctx *c);

/* Shows a person the page that a word means which is no command: "settings", or "?" and a
 * topic. False when there is none (help.c). */
bool cmd_help_meant(struct ctx *c, const char *word, char *rest);

/* Whether he is told about games other than backgammon: at telnet, or when he has asked for
 * them.
 */
bool cmd_tells_games(const struct ctx *c);

/* Takes tenths of a second from his allowance; when it is used up his lines wait. */
void cmd_pay(struct world *w, struct session *s, unsigned tenths);

/* Hands a password to the worker: to be checked against hash, or to be hashed.  False when too
 * many wait. */
bool cmd_post(struct world *w, struct session *s, enum work_kind kind, const char *password,
    const char *hash);

/* He may say something that others read; else he is told that he may not. */
bool cmd_may_talk(struct ctx *c);

/* Somebody on line by the name typed, with completion.  When there is none, or several, the
 * ambiguity is told and NULL returned; the caller words the rest. */
struct session *cmd_someone(struct ctx *c, const char *name);

#endif
