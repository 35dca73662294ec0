/* SPDX-License-Identifier: MIT */
/* Turns a line of text into a call of the domain.  The path of a line (on_line is in
 * turn/turn.c, the functions from cmd_line to command_run in cmd.c):
 *
 *	net -> on_line -> cmd_line -> cmd_run_typed_line -> command_run -> cmd_NAME
 *
 * cmd_line dispatches lines before the log-in, and JSON lines, which are turned into typed
 * lines.  cmd_run_typed_line handles the state of the session: pages, "!!" and the prompt after
 * the answer.  command_run finds the row of commands.def that the words mean (resolve.c),
 * charges its cost, and checks whether the user's role allows the command and whether it is
 * possible now.  The handler parses the arguments and makes the call.  Everything that depends
 * on the command is in its row, as a flag. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "people/people.h"
#include "output/output.h"
#include "rules/position.h"

/* Handles one line of a session in any state.  `text` is modified. */
void cmd_line(struct world *w, struct session *s, char *text);

/* Handles the result of a worker's job.  The session that posted it may have ended. */
void cmd_work_done(struct world *w, const struct work_result *r);

/* Notifies at most CMD_CLOSE_SESSIONS_MAX sessions that the server is stopping, and closes them
 * once their output has been sent.  Returns true if more are left: call it again in the next
 * turn. */
#define CMD_CLOSE_SESSIONS_MAX 200u
MUST_USE bool cmd_close_sessions(struct world *w);

/* ---- for the files of server/cmd ---- */

struct command;

/* The command being run, and the user who gave it. */
struct ctx {
	struct world *w;
	struct session *s;
	struct player *p;
	struct out *out;
	const struct command *command; /* the row of commands.def */
	bool away_reported;            /* the command has already said that the user is away */
};

/* Handles a command.  rest: the arguments, without blanks around them; may be modified.  Errors
 * are reported to c->out. */
typedef void cmd_fn(struct ctx *c, char *rest);

enum cmd_place {
	WHERE_ANY,
	WHERE_PLAYING,
};

/* See commands.def. */
enum cmd_flag {
	CMD_NONE = 0,
	CMD_WRITES_STORE = 1 << 0,
	CMD_OURS = 1 << 1,
	CMD_NEVER_PAGED = 1 << 2,
	CMD_NO_REPEAT = 1 << 3,
	CMD_NO_REPEAT_ARGS = 1 << 4,
	CMD_LEAVES = 1 << 5,
	CMD_FOR_GUESTS = 1 << 6,
	CMD_TYPO = 1 << 7,
	CMD_BARE_MOVE = 1 << 8,
	CMD_READS_STORE = 1 << 9,
	CMD_CHAT_ONLY = 1 << 10,
	CMD_SENT_BY_PROGRAMS = 1 << 11,
};

struct command {
	const char *name;
	const char *short_form;
	enum cmd_place where;
	enum msg_id refusal_message; /* the message if `where` refuses the command */
	unsigned cost;               /* tenths of a second of the allowance */
	cmd_fn *run;
	const char *handler_name; /* name of run */
	const char *help_topic;
	enum role role; /* the lowest role whose users may give the command */
	unsigned flags; /* CMD_ bits */
};

#define CMD(n, s, w, e, c, f, h, r, flags) cmd_fn f;
#include "cmd/commands.def"
#undef CMD

/* All rows; ends with a row whose name is NULL. */
extern const struct command COMMANDS[];

/* Returns the command that a word means: by exact name, short form or unique prefix.  NULL if
 * unknown or ambiguous (resolve.c). */
const struct command *cmd_find(const char *word);

/* Returns whether the word is the whole name of a command (resolve.c). */
bool cmd_is_full_name(const char *word);

/* Returns whether a line typed at a password prompt looks like a command: a command's full
 * name, an answer to an offer, a move, or a command with arguments (resolve.c). */
bool cmd_looks_like_command(const struct session *s, const char *text);

/* Finds the command that an online user has typed.  *word_out is set to the word that names it,
 * *rest to its arguments.  Returns NULL after reporting that there is no such command, or after
 * asking for the whole word (resolve.c). */
const struct command *cmd_resolve(struct ctx *c, const char **word_out, char **rest);

/* Handles a line of a session that is not online; login_uncharged_line charges nothing
 * (login.c). */
void login_line(struct world *w, struct session *s, char *text);
void login_uncharged_line(struct world *w, struct session *s, char *text);

/* Handles a command line of an online user, whatever its form (cmd.c). */
void cmd_run_typed_line(struct world *w, struct session *s, char *text);

/* Writes the XGIDs of the positions before the given moves of a past match, each as seen by the
 * side that moved; "" if there is no such move.  Moves are numbered as in `replay`.  Replays
 * the match up to the last of these moves (play/position.c). */
#define XGIDS_MAX 3u
struct xgids {
	unsigned n;
	uint32_t move[XGIDS_MAX];
	char text[XGIDS_MAX][POSITION_ID_ROOM];
};
struct match_record;
void cmd_write_xgids(struct world *w, const struct match_record *r, struct xgids *x);

/* Withdraws the invitation that the session has made, if any, and says so (invite.c). */
void cmd_withdraw_invitation(struct session *s);

/* Begins to write a match to a session of JSON lines, as the text of the answer (record.c). */
struct form;
void cmd_export_file(
    struct world *w, struct session *s, const struct match_record *r, const struct form *form);

/* JSON lines (json/json.c): json_start answers "json VERSION" at "login: "; json_line handles
 * a line of a session that uses them. */
void json_start(struct world *w, struct session *s, char *rest);
void json_line(struct world *w, struct session *s, char *text);

/* Functions for guests (guest.c): print the welcome text; handle a line; answer a command that
 * is typed at "login: " and is not the name of a user. */
void guest_welcome(struct world *w, struct session *s);
void guest_line(struct world *w, struct session *s, char *text);
void guest_login_help(struct world *w, struct session *s, const char *word);

/* Restarts the log-in time of a guest or of a user who is choosing a password.  Does so only a
 * limited number of times in a session (login.c). */
void login_restart_time(struct world *w, struct session *s);

/* Charges a line of a session that is not online.  If the session has sent too many lines over
 * its allowance, closes it, penalises its address and returns false (login.c). */
bool login_charge_line(struct world *w, struct session *s);

/* Reports a line that was too long. */
void cmd_overlong_line(struct world *w, struct session *s);

/* Handles a line of an online user in a dialog (account.c). */
void account_dialog_line(struct world *w, struct session *s, char *text);

/* Asks an online user for their password on behalf of a command, or checks one that was given
 * as its argument.  account_work_done continues the command (account.c). */
void account_ask_password(struct ctx *c, enum job_purpose purpose);
void account_check_password(struct ctx *c, enum job_purpose purpose, const char *password);

/* Handles a password that was checked or hashed for an online user.  Password changes are
 * handled by account_password_changed instead (account.c). */
void account_work_done(struct world *w, struct session *s, const struct work_result *r);

/* Parts of the log-in that recover.c needs (login.c):
 *
 *   login_failed             counts a failure and starts again, or closes the connection; told:
 *                            the reason has been printed
 *   login_report_busy        reports that the server is busy, and starts again
 *   login_refuses_banned     true: the user is banned, which was reported
 *   login_refuses_passwords  true: passwords require TLS here, which was reported */
void login_failed(struct world *w, struct session *s, bool told);
void login_report_busy(struct world *w, struct session *s);
bool login_refuses_banned(struct world *w, struct session *s, const struct user_record *u);
bool login_refuses_passwords(struct world *w, struct session *s);

/* Recovery of an account (recover.c); when each function is called:
 *
 *   recover_after_reset_login   after a log-in with a password that an operator made
 *   recover_password_hashed     after the new password was hashed
 *   recover_show_first_code     before the first command of a new user: shows the recovery
 *                               code; true: the command waits until the user has read it
 *   recover_code_seen           the next line of an online user after a code was shown
 *   recover_code_seen_at_login  the next line before the log-in, after a code was shown
 *   recover_give_new_code       after the password of a user who wants a code was checked;
 *                               true: the dialog continues
 *   recover_reset_hashed        after the password that an operator made was hashed */
void recover_after_reset_login(struct world *w, struct session *s, const struct user_record *u,
    const struct reset_record *r);
void recover_password_hashed(struct world *w, struct session *s, const struct work_result *r);
bool recover_show_first_code(struct ctx *c, const char *word, const char *rest);
void recover_code_seen(struct world *w, struct session *s, char *text);
void recover_code_seen_at_login(struct world *w, struct session *s, char *text);
bool recover_give_new_code(struct ctx *c, const struct work_result *r);
bool recover_reset_hashed(struct ctx *c, const struct work_result *r);

/* Returns whether an operator may act on the user.  Reports the reason if not (operate.c). */
bool cmd_may_act_on(struct ctx *c, const struct user_record *u);

/* Handles the result of a password change.  s: the session that asked for it, NULL if it has
 * ended (account.c). */
void account_password_changed(struct world *w, struct session *s, const struct work_result *r);

/* Handles a password that was checked or hashed for a session that is not online (login.c). */
void login_work_done(struct world *w, struct session *s, const struct work_result *r);

/* Tries to resume the match in which a user was cut off, after a log-in by token (invite.c). */
void cmd_resume_by_token(struct ctx *c);

/* Called after the user has read a recovery code.  Joins the opponent of the user's unfinished
 * match if the opponent has invited the user meanwhile.  Does so only if both have logged in by
 * token (invite.c). */
void cmd_resume_after_code(struct ctx *c);

/* Names the help page that an interactive user means by a word that is not a command: "rules",
 * "settings"; "?" runs `help`.  Returns false if there is none (help.c). */
bool cmd_suggest_help(struct ctx *c, const char *word, char *rest);

/* Finds a match by its number, if it is over or the user plays in it.  Returns false after
 * reporting the reason (record.c). */
struct match_record;
bool cmd_find_match(struct ctx *c, const char *word, struct match_record *r_out);

/* Returns whether to mention games other than backgammon.  Interactive users see them, and so
 * do client programs that asked for them. */
bool cmd_mentions_variants(const struct ctx *c);

/* Returns whether to mention tournaments.  Interactive users see them unless `toggle
 * tournaments` is off.  Client programs never do, because their lines must not change. */
bool cmd_mentions_tournaments(const struct ctx *c);

/* Returns the tournament of the match that a session is playing, NULL if none. */
const struct tourney *cmd_tournament_played(struct ctx *c, const struct session *s);

/* Charges a cost, in tenths of a second, to a session's allowance.  Returns false if the
 * allowance is used up; further lines then wait. */
bool cmd_charge(struct world *w, struct session *s, unsigned tenths);

/* Posts a password to a worker, to be checked against `hash` or to be hashed.  Both are copied.
 * Returns false if too many jobs wait. */
bool cmd_post_password(struct world *w, struct session *s, enum work_kind kind,
    const char *password, const char *hash);

/* Returns whether the text is acceptable as a new password.  Reports the reason if not
 * (login.c). */
bool login_password_ok(const struct world *w, struct out *out, const char *text);
/* Returns true, after printing the reason, if no account may be registered from the session's
 * address now (login.c). */
bool login_refuses_registration(struct world *w, struct session *s);
/* Handles the command `name` of a guest, which starts a registration (login.c). */
void login_begin_registration(struct world *w, struct session *s, char *rest);

/* Returns whether the user may talk.  Reports the mute if not (social.c). */
bool cmd_may_talk(struct ctx *c);

/* A function that reports that no user has the name.  If a caller passes NULL, nothing is
 * reported. */
typedef void no_such_user_fn(struct out *out, const char *name);

/* Finds an online user by the name typed or a unique prefix of it.  Returns NULL after
 * reporting that no user matches or that several do. */
struct session *cmd_find_online(struct ctx *c, const char *name, no_such_user_fn *nobody);

/* Like cmd_find_online, for the user named by the next word.  Without a word, calls `who`,
 * which asks for a name, and returns NULL. */
struct session *cmd_parse_online(
    struct ctx *c, char **rest, void (*who)(struct out *out), no_such_user_fn *nobody);

/* Finds a user by the whole name, online or not.  Returns false after reporting that no user
 * has the name. */
bool cmd_find_account(
    struct ctx *c, const char *name, no_such_user_fn *nobody, struct user_record *u_out);

/* Prints a user's error rates and luck, as far as known (analyse.c). */
void cmd_print_error_rates(struct ctx *c, int64_t user);

/* Runs `dicetest NAME` (user_stats.c).  Returns false, without output, if no user has that
 * name. */
bool cmd_dicetest_user(struct ctx *c, const char *name);

/* Finds the time zone named by `words`, which must not be blank (settings.c).  Interactive
 * users, and client programs that asked for additions, may give a city or another part of the
 * zone's name.  Returns false after printing zones to choose from. */
bool cmd_find_zone(struct ctx *c, char *words, struct sbuf *zone_out);

/* Formats a time in the user's time zone, in a strftime format. */
void cmd_time_text(struct ctx *c, int64_t at_s, const char *format, char *text, size_t size);

#endif
