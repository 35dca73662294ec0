/* SPDX-License-Identifier: MIT */
/* A line of text becomes one call of the domain.  The path of a line, all in cmd.c:
 *
 *	net -> on_line -> cmd_line -> command_run -> cmd_NAME
 *
 * cmd_line knows sessions (log-in, pages, "!!", the prompt behind the answer), command_run
 *finds the row of commands.def that the words mean (resolve.c), takes its cost and asks the
 *gate: may it be used by this role, here, now?  The handler turns the rest of the words into a
 *call. Whatever depends on which command it is stands in its row, as a flag. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "people/people.h"
#include "output/output.h"

/* One line of a session. */
void cmd_line(struct world *w, struct session *s, char *text);

/* A job of the workers is done. */
void cmd_work_done(struct world *w, const struct work_result *r);

/* Everybody is told that the server ends, and the connections are closed once that has left: so
 * many in a turn.  True: there are more of them, for the next turn. */
#define CMD_SHUTDOWN_SESSIONS 200u
MUST_USE bool cmd_shutdown(struct world *w);

/* ---- for the files of server/cmd ---- */

struct command;

/* Who gives the command. */
struct ctx {
	struct world *w;
	struct session *s;
	struct player *p;
	struct out *out;
	const struct command *command; /* that is given */
	bool told_away; /* the line that follows each command of who is away is not due again */
};

/* rest: what follows the word, without blanks around it; may be cut up. */
typedef void cmd_fn(struct ctx *c, char *rest);

enum cmd_where {
	WHERE_ANY,
	WHERE_PLAYING,
};

/* See commands.def. */
enum cmd_flag {
	CMD_NONE = 0,
	CMD_SAVES = 1 << 0,
	CMD_OURS = 1 << 1,
	CMD_NEWS = 1 << 2,
	CMD_ONCE = 1 << 3,
	CMD_LETTER = 1 << 4,
	CMD_LEAVES = 1 << 5,
	CMD_GUEST = 1 << 6,
	CMD_SLIP = 1 << 7,
	CMD_POINTS = 1 << 8,
	CMD_READS = 1 << 9,
	CMD_TALK = 1 << 10,
	CMD_PROGRAM = 1 << 11,
};

struct command {
	const char *name;
	const char *shortest;
	enum cmd_where where;
	enum msg_id otherwise; /* told when not there */
	unsigned cost;         /* tenths of a second */
	cmd_fn *run;
	const char *help;
	enum role role; /* who may give it: this one and those above it */
	unsigned flags; /* CMD_ bits */
};

#define CMD(n, s, w, e, c, f, h, r, flags) cmd_fn f;
#include "cmd/commands.def"
#undef CMD

/* All rows; ends with a row whose name is NULL. */
extern const struct command COMMANDS[];

/* The command that a word means: exact name, short form, unique prefix; NULL unknown or
 * ambiguous (resolve.c). */
const struct command *cmd_find(const char *word);

/* Whether the word is the whole name of a command (resolve.c). */
bool cmd_named(const char *word);

/* Whether a line typed where a password is asked for looks like a command: its name, an answer
 * to an offer, a move, or a command with arguments (resolve.c). */
bool cmd_looks_typed(const struct session *s, const char *text);

/* The command that a line of somebody on line means; its word in *word_out, what follows in
 * *rest.  NULL: it means none, and that is told (resolve.c). */
const struct command *cmd_resolve(struct ctx *c, const char **word_out, char **rest);

/* A line before somebody is on line (login.c). */
void login_line(struct world *w, struct session *s, char *text);

/* Guests (guest.c): what they read first; their lines; the answer to a command that is typed at
 * "login: " and is not the name of a user. */
void guest_welcome(struct world *w, struct session *s);
void guest_line(struct world *w, struct session *s, char *text);
void guest_login_help(struct world *w, struct session *s, const char *word);

/* Restarts the time to log in of an interactive user who registers, a limited number of times
 * (login.c). */
void login_more_time(struct world *w, struct session *s);

/* Takes the price of a line from who is not on line; who goes on when it is used up is closed,
 * and their address refused for a while: false. */
bool login_pays(struct world *w, struct session *s);

/* One line that was too long. */
void cmd_overlong(struct world *w, struct session *s);

/* A line of somebody on line who is asked for a password (account.c). */
void account_line(struct world *w, struct session *s, char *text);

/* They are asked for their password, for such an errand, or have typed it (account.c). */
void account_ask_own(struct ctx *c, enum errand errand);
void account_check_own(struct ctx *c, enum errand errand, const char *password);

/* Something else of the workers for somebody on line is done. */
void account_work_done(struct world *w, struct session *s, const struct work_result *r);

/* For recover.c: the log-in fails (told: with a reason that they have been told); it could not
 * be looked at; whether somebody is banned, or may not give a password in the clear, which is
 * told (login.c). */
void login_failed(struct world *w, struct session *s, bool told);
void login_try_again(struct world *w, struct session *s);
bool login_kept_out(struct world *w, struct session *s, const struct user_record *u);
bool login_refuses_passwords(struct world *w, struct session *s);

/* Recovery of an account (recover.c).
 *
 *   recover_by_reset    after a log-in with a password that an operator made
 *   recover_hashed      after the new password was hashed
 *   recover_first       before the first command of a new user: shows the recovery code; true:
 *                       the command waits until the user has read it
 *   recover_code_seen   the next line of an online user after a code was shown
 *   recover_code_line   the same before the log-in
 *   recover_code        after the password of a user who wants a code was checked; true: the
 *                       dialog continues
 *   recover_reset_done  after the password that an operator made was hashed */
void recover_by_reset(struct world *w, struct session *s, const struct user_record *u,
    const struct reset_record *r);
void recover_hashed(struct world *w, struct session *s, const struct work_result *r);
bool recover_first(struct ctx *c, const char *word, const char *rest);
void recover_code_seen(struct world *w, struct session *s, char *text);
void recover_code_line(struct world *w, struct session *s, char *text);
bool recover_code(struct ctx *c, const struct work_result *r);
bool recover_reset_done(struct ctx *c, const struct work_result *r);

/* Whether they may do what operators do to that user; else it is told why not (operate.c). */
bool cmd_may_do_to(struct ctx *c, const struct user_record *u);

/* A change of password was looked at; s: who asked, NULL they are gone. */
void account_changed(struct world *w, struct session *s, const struct work_result *r);

/* A password was checked or hashed for somebody who is not on line yet (login.c). */
void login_work_done(struct world *w, struct session *s, const struct work_result *r);

/* Whoever has come back by a token is brought back to the match that was cut off
 * (invite.c). */
void cmd_go_back(struct ctx *c);

/* Names the help page that an interactive user means by a word that is no command: "rules",
 * "settings"; "?" is `help`.  False if there is none (help.c). */
bool cmd_help_meant(struct ctx *c, const char *word, char *rest);

/* The match of a number, which who asks may look at; false: told why not (record.c). */
struct match_record;
bool cmd_match_of(struct ctx *c, const char *word, struct match_record *r_out);

/* Whether they are told about games other than backgammon: at telnet, or when asked for. */
bool cmd_tells_games(const struct ctx *c);

/* Whether they are told about tournaments, as people are unless they don't want to be; the
 * lines that client programs read stay as they are. */
bool cmd_tells_tournaments(const struct ctx *c);

/* The tournament of the match that somebody plays, NULL none. */
const struct tourney *cmd_tournament_of(struct ctx *c, const struct session *s);

/* Takes tenths of a second from the allowance of a session; when it is used up its lines wait:
 * false. */
bool cmd_pay(struct world *w, struct session *s, unsigned tenths);

/* Hands a password to the worker: to be checked against hash, or to be hashed.  False when too
 * many wait. */
bool cmd_post(struct world *w, struct session *s, enum work_kind kind, const char *password,
    const char *hash);

/* Whether a password may be chosen; else it is told why not (login.c). */
bool login_password_ok(const struct world *w, struct out *out, const char *text);
/* A guest's `name` (login.c). */
void login_guest_name(struct world *w, struct session *s, char *rest);

/* True: they may say something that others read; else they are told that they may not. */
bool cmd_may_talk(struct ctx *c);

/* What is told of a name that is nobody's; NULL nothing. */
typedef void nobody_fn(struct out *out, const char *name);

/* Somebody on line by the name typed, with completion.  NULL: there is none, or there are
 * several, and it is told. */
struct session *cmd_someone(struct ctx *c, const char *name, nobody_fn *nobody);

/* The same of the next word; without one `who` is asked. */
struct session *cmd_next_someone(
    struct ctx *c, char **rest, void (*who)(struct out *out), nobody_fn *nobody);

/* A user by the whole name, on line or not; false: there is none, and it is told. */
bool cmd_user(struct ctx *c, const char *name, nobody_fn *nobody, struct user_record *u_out);

/* Errors and luck of a user, as far as they are known (analyse.c). */
void cmd_errors_of(struct ctx *c, int64_t user);

/* `dicetest NAME` (stats.c); false: nobody has that name, and nothing was said. */
bool cmd_dicetest_of(struct ctx *c, const char *name);

/* A time in the zone of who asks, in a format of strftime. */
void cmd_time_text(struct ctx *c, int64_t at_s, const char *format, char *text, size_t size);

#endif
