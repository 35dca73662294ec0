/* SPDX-License-Identifier: MIT */
/* The state of the client: users, log, games in view, and pending questions.  Lines from the
 * server change it (receive.h); lines to be sent are collected in its outbox.  No terminal,
 * socket or clock: the time is passed with each line. */
#ifndef CLIENT_MODEL_H
#define CLIENT_MODEL_H

#include "base/tree.h"
#include "proto/msg.h"

#include "fibsline.h"
#include "position.h"
#include "record.h"

#define LOG_LINES 10000u
#define LOG_TEXT_MAX 2048u /* bytes of a line that are stored */
#define PEOPLE_MAX 10000u
#define TABLES_MAX 8u
#define TOKEN_DIGITS 32u
#define TOURNEYS_MAX 4u
#define MOTD_BYTES 8192u

enum log_kind {
	LOG_SERVER,
	LOG_ERROR, /* a refusal */
	LOG_GAME,
	LOG_TOLD, /* a message to the user only */
	LOG_TALK, /* a message to several users */
	LOG_PEOPLE,
	LOG_OWN,   /* a message of this program */
	LOG_TYPED, /* a line typed by the user */
};

struct log_line {
	enum log_kind kind;
	bool marked; /* contains a word that the user wants highlighted */
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
	int64_t at_ms; /* time at which these values were received */
};

/* A game in view: the user's own, or one being watched. */
struct table {
	struct position pos;
	const struct variant *game; /* NULL: backgammon, or not known */
	enum crawford crawford;
	bool crawford_known;
	uint32_t crawford_score[2];
	struct game_clock clock;
	char result[96];  /* how the game or match ended; "" if it continues */
	char last[2][64]; /* last move of each seat */
	bool practice;    /* a practice match */
	bool unseen;      /* changed while another table was shown */
	bool play_sent;   /* the user's play was sent, and no board has arrived in answer yet */
	bool replayed;    /* an earlier match, for viewing only */
	bool from_file;   /* replayed from a file; otherwise by the server */
	unsigned game_no; /* number of the replayed game */
	unsigned move_no; /* number of the replayed move; the log describes it */
};

enum attention {
	ATTENTION_TURN = 1,
	ATTENTION_INVITED = 2,
	ATTENTION_DOUBLED = 4,
	ATTENTION_TOLD = 8,
	ATTENTION_NEXT = 16,
};

#define MARKS_DUE_MAX 64u

enum mark { /* purpose of a QUERY_MARK */
	MARK_NONE,
	MARK_LIST, /* start of a list of users */
	MARK_LIST_END,
	MARK_REPLAY, /* a move of an earlier match has been shown or refused */
	MARK_SAVE,
	MARK_SEAL, /* end of an answer about the dice */
	MARK_PAGE, /* end of a help page or of an answer to `tournament` */
};

enum passage { /* group of related lines that is being received */
	PASSAGE_NONE,
	PASSAGE_MOTD,
	PASSAGE_AWAY, /* the list of users who are away */
};

struct model {
	bool clip; /* logged in as a client program (CLIP) */
	enum passage passage;
	bool ours;   /* the server is gammond and knows our additions */
	bool parted; /* the server has said why it is about to close the connection */
	char self[NAME_MAX_LETTERS + 1];
	char opponent[NAME_MAX_LETTERS + 1]; /* "" if the user is not playing */
	char watching[NAME_MAX_LETTERS + 1];
	char inviter[NAME_MAX_LETTERS + 1];
	char told_by[NAME_MAX_LETTERS + 1]; /* sender of the last message */
	char rematch[NAME_MAX_LETTERS + 1];
	char token[TOKEN_DIGITS + 1];
	bool autoboard, moreboards, ready, away;
	bool next_game;        /* the user has been asked whether to continue the match */
	bool joined;           /* the user has agreed to continue */
	bool redouble;         /* the pending double may be answered by a redouble */
	unsigned style_before; /* style to restore, even after a lost connection; 0: none */
	unsigned quiet; /* expected answers that are not shown: bits of enum quiet (query.c) */
	struct {
		uint8_t due[MARKS_DUE_MAX]; /* enum mark of each unanswered QUERY_MARK */
		unsigned n;
		bool list;     /* a requested list is arriving */
		bool page;     /* a page is arriving: empty lines are shown */
		unsigned rows; /* rows of the list so far */
		bool whole;    /* the end of the list has arrived */
		bool saved;    /* the answer to an export is complete; cleared by the session */
	} marks;
	struct {
		bool token;             /* a token was requested by the user */
		bool additions;         /* the additional lines were requested in this session
					   and not refused: PROTOCOL.md 10.2 */
		enum language language; /* language of the account, as far as known */
		struct {
			long match; /* the user's match to which the commitment belongs */
			char commitment[65]; /* "" if none */
			long told;           /* the match that the arriving answer is about */
			unsigned due;        /* answers whose MARK_SEAL has not arrived */
		} seal;
		struct {
			bool listed; /* the arriving answer is the list of tournaments */
			unsigned n;
			struct {
				unsigned number;
				char name[64];
			} row[TOURNEYS_MAX]; /* the first tournaments of the last list */
		} tourneys;
	} asked;
	struct {
		char text[MOTD_BYTES]; /* lines that wait until the language is known */
		size_t len;
		bool over; /* the message is complete; a later message is shown at once */
	} motd;
	unsigned attention; /* enum attention bits to notify the user of */
	struct tree people;
	unsigned people_count;
	struct table table[TABLES_MAX];
	struct table before; /* the user's previous table, in case its match is resumed; its
				names are "" if there is none */
	unsigned tables, shown;
	unsigned board_of; /* the table of the last board */
	struct {
		struct log_line *line; /* ring buffer */
		unsigned first, count;
		uint64_t total; /* number of lines ever logged */
	} log;
	struct {
		char text[4096]; /* lines to be sent, each terminated by \n */
		size_t len;
	} outbox;
	struct {
		unsigned due;      /* moves of earlier matches that were requested */
		char held[2][512]; /* board lines held back until the next line shows whether
				      they belong to a requested move; "" if none */
	} replays;
	bool game_begins;  /* the start of a game of the user was announced, and its first board
			      has not arrived yet */
	unsigned recorded; /* finished games in the record of the match */
	char record_opponent[NAME_MAX_LETTERS + 1]; /* name of the opponent in the record */
	struct record record;                       /* the record of the user's own match */
	const char *highlight; /* comma-separated words to highlight; NULL if none */
	struct {
		const struct variant *game; /* named in the last invitation or start */
		bool practice;              /* the user's match is a practice match */
	} announced;
};

/* Prepares an empty model.  Returns false if out of memory. */
MUST_USE bool model_open(struct model *m);
void model_close(struct model *m);

/* Clears everything that depended on the lost connection. */
void model_cut(struct model *m);

/* Adds a line to the log. */
void model_log(struct model *m, enum log_kind kind, const char *text);
/* Translates a line for display. */
void model_translate(const struct model *m, const char *line, char *out, size_t size);
const struct log_line *model_log_at(const struct model *m, unsigned i);

/* Appends one line, or several separated by \n, to the outbox.  Returns false if they do not
 * fit. */
bool model_send(struct model *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Return the table in view, and the table of the user's own match; NULL if there is none. */
struct table *model_shown_table(struct model *m);
struct table *model_own_table(struct model *m);
void model_drop_table(struct model *m, unsigned i);

/* Shows the position after a move that was sent, until the server confirms it. */
void model_moved(struct table *t, const struct board *after);

struct person *model_find(struct model *m, const char *name);
struct person *model_first(const struct model *m);
struct person *model_next(const struct person *p);

/* Actions that the user may take in the game in view. */
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
/* Returns the time left on the clock of a seat. */
int64_t table_clock_ms(const struct table *t, enum seat seat, int64_t now_ms);

#endif
