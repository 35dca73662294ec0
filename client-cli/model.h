/* SPDX-License-Identifier: MIT */
/* What the client knows: who is here, what was said, the games that are seen, and what the user
 * is asked.  It changes with the lines of the server alone, and says which lines it wants sent.
 * No terminal, no socket, no clock: the time comes in with the line. */
#ifndef CLIENT_MODEL_H
#define CLIENT_MODEL_H

#include "base/tree.h"
#include "proto/msg.h"

#include "fibsline.h"
#include "position.h"
#include "record.h"

#define LOG_LINES 10000u
#define LOG_TEXT_MAX 2048u /* bytes of a line that are kept */
#define PEOPLE_MAX 10000u
#define TABLES_MAX 8u
#define TOKEN_DIGITS 32u

enum log_kind {
	LOG_SERVER,
	LOG_ERROR, /* a refusal */
	LOG_GAME,
	LOG_TOLD, /* to the user alone */
	LOG_TALK, /* to several */
	LOG_PEOPLE,
	LOG_OWN,   /* by this program */
	LOG_TYPED, /* by the user */
};

struct log_line {
	enum log_kind kind;
	bool marked; /* a word that the user wants marked is in it */
	char *text;
};

struct person {
	struct fibs_who who;
	struct tree_node by_name;
};

struct game_clock {
	bool on;
	bool paused;
	int64_t left_ms[2];
	int64_t delay_ms;
	int64_t at_ms; /* when that was told */
};

/* A game that is seen: one's own, or one that is watched. */
struct table {
	struct position pos;
	const struct variant *game; /* as far as it is known; NULL backgammon */
	enum crawford crawford;
	bool crawford_known;
	uint32_t crawford_score[2];
	struct game_clock clock;
	char result[96];  /* how the game or match ended; "" it goes on */
	char last[2][64]; /* the last move of each */
	bool practice;    /* it counts for nothing */
	bool unseen;      /* something has changed while another one was shown */
	bool replayed;    /* an earlier match, for viewing only */
	bool from_file;   /* of these, one of a file; else the server shows it */
	unsigned game_no; /* of these */
	unsigned move_no; /* of these; what was done stands among the lines */
};

enum attention {
	ATTENTION_TURN = 1,
	ATTENTION_INVITED = 2,
	ATTENTION_DOUBLED = 4,
	ATTENTION_TOLD = 8,
	ATTENTION_NEXT = 16,
};

#define MARKS_DUE_MAX 64u

enum mark { /* what a QUERY_MARK is sent for */
	MARK_NONE,
	MARK_LIST, /* a list of people begins */
	MARK_LIST_END,
	MARK_REPLAY, /* a move of an earlier match has been shown or refused */
	MARK_SAVE,
	MARK_PAGE, /* a page to be read has come to its end */
};

enum passage { /* lines that belong together arrive */
	PASSAGE_NONE,
	PASSAGE_MOTD,
	PASSAGE_AWAY, /* the list of users who are away */
};

struct model {
	bool clip; /* logged in as a client program */
	enum passage passage;
	bool ours;   /* the server knows our additions */
	bool parted; /* it has said why it closes */
	char self[NAME_MAX_LETTERS + 1];
	char opponent[NAME_MAX_LETTERS + 1]; /* "" the user plays nobody */
	char watching[NAME_MAX_LETTERS + 1];
	char inviter[NAME_MAX_LETTERS + 1];
	char told_by[NAME_MAX_LETTERS + 1]; /* the last */
	char rematch[NAME_MAX_LETTERS + 1];
	char token[TOKEN_DIGITS + 1];
	bool autoboard, moreboards, ready, away;
	bool next_game;        /* the user is asked whether to play on */
	bool joined;           /* and has said so */
	bool redouble;         /* the pending double may be answered by another */
	unsigned style_before; /* the board style to put back, also after a cut; 0 none */
	unsigned quiet;        /* answers awaited that are not shown */
	struct {
		uint8_t due[MARKS_DUE_MAX]; /* enum mark of each QUERY_MARK without an answer */
		unsigned n;
		bool list;     /* a list that was asked for is arriving */
		bool page;     /* a page is arriving: its empty lines count */
		unsigned rows; /* of it, so far */
		bool whole;    /* the end of that list has come, too */
		bool saved;    /* the answer to an export is complete; the session clears it */
	} marks;
	struct {
		bool token;             /* by the user */
		bool additions;         /* in this session: PROTOCOL.md 10.2 */
		enum language language; /* of the account, as far as it is known */
		struct {
			long match;          /* the user's match that has this commitment */
			char commitment[65]; /* "" none */
			long told;           /* the match of the answer that is arriving */
			unsigned due;        /* answers not yet complete */
		} seal;
	} asked;
	unsigned attention; /* what the user should be told, of enum attention */
	struct tree people;
	unsigned people_count;
	struct table table[TABLES_MAX];
	struct table before; /* of the user, until the match goes on; no name: none */
	unsigned tables, shown;
	unsigned board_of; /* the table of the last board that came */
	struct {
		struct log_line *line; /* a ring */
		unsigned first, count;
		uint64_t total; /* lines ever */
	} log;
	struct {
		char text[4096]; /* lines to be sent, each ended by \n */
		size_t len;
	} outbox;
	struct {
		unsigned due;      /* moves of earlier matches requested from the server */
		char held[2][512]; /* the board lines that may be that, until the next line; ""
				      none */
	} replays;
	bool game_begins;  /* and its first board has not come yet */
	unsigned recorded; /* games of the match that have ended in the record */
	char record_name[NAME_MAX_LETTERS + 1]; /* the other in it */
	struct record record;                   /* of the user's own match */
	const char *highlight; /* words to be marked, with commas between; NULL none */
	struct {
		const struct variant *game; /* named in the last invitation or start */
		bool practice;              /* the user's match counts for nothing */
	} announced;
};

/* False when there is no memory. */
MUST_USE bool model_open(struct model *m);
void model_close(struct model *m);

/* A whole line of the server, without its end. */
void model_line(struct model *m, const char *line, int64_t now_ms);

/* The connection is gone: what was true of it is not any more. */
void model_cut(struct model *m);

/* A line for the user, of this program's or of what was typed. */
void model_log(struct model *m, enum log_kind kind, const char *text);
/* The line as the user reads it. */
void model_translate(const struct model *m, const char *line, char *out, size_t size);
const struct log_line *model_log_at(const struct model *m, unsigned i);

/* Shows a move of an earlier match: its board lines (extra "" none) and the line about it. */
void model_replayed(
    struct model *m, const char *board, const char *extra, const char *line, bool from_file);

/* Puts a line into the outbox. */
void model_send(struct model *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* The game that is shown; NULL none.  Its own: that which the user plays. */
struct table *model_shown(struct model *m);
struct table *model_own(struct model *m);
/* Forgets a table. */
void model_drop_table(struct model *m, unsigned i);

/* The move has been sent: shows what it leads to until the server says more. */
void model_moved(struct table *t, const struct board *after);

/* The first word is a beginning of the command's name, so many letters long at least. */
MUST_USE bool command_is(const char *text, const char *name, size_t least);

/* The user is about to send a command: notes what to make of the lines that answer it.  Returns
 * the mark that ends the answer, or MARK_NONE. */
MUST_USE enum mark model_asked(struct model *m, const char *command);

struct person *model_find(struct model *m, const char *name);
struct person *model_first(const struct model *m);
struct person *model_next(const struct person *p);

/* What the user may do about the game that is shown. */
enum asked {
	ASKED_NOTHING,
	ASKED_ROLL,
	ASKED_MOVE,
	ASKED_NAME,
	ASKED_DOUBLE, /* accept or reject */
	ASKED_RESIGN,
	ASKED_DRAW,
	ASKED_NEXT,
};
enum asked table_asks(const struct model *m, const struct table *t);
bool table_may_double(const struct table *t);
/* Time left on the clock of a seat. */
int64_t table_clock_ms(const struct table *t, enum seat seat, int64_t now_ms);

#endif
