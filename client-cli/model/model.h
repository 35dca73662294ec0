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

#define LOG_LINES_MAX 10000u
#define LOG_TEXT_MAX 2048u /* bytes of a line that are stored */
#define PEOPLE_MAX 10000u
#define TABLES_MAX 8u
#define TOKEN_DIGITS 32u
#define TOURNEYS_MAX 4u
#define MOTD_BYTES_MAX 8192u

enum log_kind {
	LOG_SERVER,
	LOG_REFUSAL, /* a refusal */
	LOG_GAME,
	LOG_PRIVATE, /* a message to the user only */
	LOG_PUBLIC,  /* a message to several users */
	LOG_LOGINS,
	LOG_CLIENT, /* a message of this program */
	LOG_TYPED,  /* a line typed by the user */
};

struct log_line {
	enum log_kind kind;
	bool highlighted; /* contains a word that the user wants highlighted */
	char *text;
};

struct person {
	struct fibs_who who;
	struct tree_node name_node;
};

struct game_clock {
	bool on;
	bool paused;
	int64_t left_ms[2];
	int64_t delay_ms;
	int64_t received_ms; /* time at which these values were received */
};

/* A game in view: the user's own, or one being watched. */
struct table {
	struct position pos;
	const struct variant *variant; /* NULL: backgammon, or not known */
	enum crawford crawford;
	bool crawford_known;
	uint32_t crawford_score[2];
	struct game_clock clock;
	char result[96];       /* how the game or match ended; "" if it continues */
	char last_move[2][64]; /* last move of each seat */
	bool practice;         /* a practice match */
	bool unseen;           /* changed while another table was shown */
	bool play_sent; /* the user's play was sent, and no board has arrived in answer yet */
	bool replayed;  /* an earlier match, for viewing only */
	bool replayed_from_file; /* replayed from a file; otherwise by the server */
	unsigned game_no;        /* number of the replayed game */
	unsigned move_no;        /* number of the replayed move; the log describes it */
};

enum attention {
	ATTENTION_TURN = 1,
	ATTENTION_INVITED = 2,
	ATTENTION_OFFER = 4,
	ATTENTION_MESSAGE = 8,
	ATTENTION_NEXT_GAME = 16,
};

#define MARKS_DUE_MAX 64u

enum mark_kind { /* purpose of a QUERY_MARK */
	MARK_NONE,
	MARK_LIST_START, /* start of a list of users */
	MARK_LIST_END,
	MARK_REPLAYED_MOVE, /* a move of an earlier match has been shown or refused */
	MARK_EXPORT_END,
	MARK_DICE_ANSWER_END, /* end of an answer about the dice */
	MARK_PAGE_END,        /* end of a help page or of an answer to `tournament` */
};

enum message_group { /* group of related lines that is being received */
	GROUP_NONE,
	GROUP_MOTD,
	GROUP_AWAY_LIST, /* the list of users who are away */
};

struct model {
	bool clip; /* logged in as a client program (CLIP) */
	enum message_group message_group;
	bool server_is_gammond; /* the server is gammond and knows our additions */
	bool farewell_received; /* the server has said why it closes the connection */
	char self[NAME_MAX_LETTERS + 1];
	char opponent[NAME_MAX_LETTERS + 1]; /* "" if the user is not playing */
	char watching[NAME_MAX_LETTERS + 1];
	char inviter[NAME_MAX_LETTERS + 1];
	char last_sender[NAME_MAX_LETTERS + 1]; /* sender of the last message */
	char rematch_opponent[NAME_MAX_LETTERS + 1];
	char token[TOKEN_DIGITS + 1];
	bool autoboard, moreboards, ready, away;
	bool next_game_offered; /* the user has been asked whether to continue the match */
	bool next_game_joined;  /* the user has agreed to continue */
	bool may_redouble;      /* the pending double may be answered by a redouble */
	unsigned boardstyle_to_restore; /* kept after a lost connection; 0: none */
	unsigned hidden_answers;        /* expected answers that are not shown: bits of enum
					   hidden_answer (query.c) */
	struct {
		uint8_t due[MARKS_DUE_MAX]; /* enum mark_kind of each unanswered QUERY_MARK */
		unsigned n;
		bool list_arriving;   /* a requested list is arriving */
		bool page_arriving;   /* a page is arriving: empty lines are shown */
		unsigned list_rows;   /* rows of the list so far */
		bool list_complete;   /* the end of the list has arrived */
		bool export_complete; /* the answer to an export is complete; cleared by the
					 session */
	} query_marks;
	struct {
		bool token_requested;   /* a token was requested by the user */
		bool additions_on;      /* the additional lines were requested in this session
					and not refused: PROTOCOL.md 10.2 */
		enum language language; /* language of the account, as far as known */
		struct {
			long match_no; /* the user's match to which the commitment belongs */
			char commitment[65];  /* "" if none */
			long answer_match_no; /* the match that the arriving answer is about */
			unsigned due; /* answers whose MARK_DICE_ANSWER_END has not arrived */
		} seal;
		struct {
			bool list_arriving; /* the arriving answer is the list of tournaments */
			unsigned n;
			struct {
				unsigned number;
				char name[64];
			} row[TOURNEYS_MAX]; /* the first tournaments of the last list */
		} tourneys;
	} queries;
	struct {
		char text[MOTD_BYTES_MAX]; /* lines that wait until the language is known */
		size_t len;
		bool complete; /* the message is complete; a later message is shown at once */
	} motd;
	unsigned attention; /* enum attention bits to notify the user of */
	struct tree people;
	unsigned n_people;
	struct table tables[TABLES_MAX];
	struct table previous_table; /* the user's previous table, in case its match is resumed;
				its names are "" if there is none */
	unsigned n_tables, shown_index;
	unsigned last_board_index; /* the table of the last board */
	struct {
		struct log_line *lines; /* ring buffer */
		unsigned first, count;
		uint64_t total; /* number of lines ever logged */
	} log;
	struct {
		char text[4096]; /* lines to be sent, each terminated by \n */
		size_t len;
	} outbox;
	struct {
		unsigned due;             /* moves of earlier matches that were requested */
		char held_boards[2][512]; /* board lines held back until the next line shows
				      whether they belong to a requested move; "" if none */
	} replays;
	bool game_announced;     /* a game has started and its first board is due */
	unsigned games_recorded; /* finished games in the record of the match */
	char record_opponent[NAME_MAX_LETTERS + 1]; /* name of the opponent in the record */
	struct record record;                       /* the record of the user's own match */
	const char *highlight_words; /* comma-separated words to highlight; NULL if none */
	struct {
		const struct variant *variant; /* named in the last invitation or start */
		bool practice;                 /* the user's match is a practice match */
	} announced;
};

/* Prepares an empty model.  Returns false if out of memory. */
MUST_USE bool model_open(struct model *m);
void model_close(struct model *m);

/* Clears everything that depended on the lost connection. */
void model_connection_lost(struct model *m);

/* Adds a line to the log. */
void model_log(struct model *m, enum log_kind kind, const char *text);
/* Translates a line for display. */
void model_translate(const struct model *m, const char *line, char *out, size_t size);
const struct log_line *model_log_at(const struct model *m, unsigned i);

/* Appends one line, or several separated by \n, to the outbox.  Returns false if they do not
 * fit. */
bool model_queue_line(struct model *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Return the table in view, and the table of the user's own match; NULL if there is none. */
struct table *model_shown_table(struct model *m);
struct table *model_own_table(struct model *m);
void model_drop_table(struct model *m, unsigned i);

/* Shows the position after a move that was sent, until the server confirms it. */
void model_show_sent_move(struct table *t, const struct board *after);

struct person *model_find_person(struct model *m, const char *name);
struct person *model_first_person(const struct model *m);
struct person *model_next_person(const struct person *p);

/* Actions that the user may take in the game in view. */
enum expected_action {
	EXPECTED_NOTHING,
	EXPECTED_ROLL,
	EXPECTED_MOVE,
	EXPECTED_NAMED_DICE,
	EXPECTED_DOUBLE_ANSWER, /* accept or reject */
	EXPECTED_RESIGN_ANSWER,
	EXPECTED_DRAW_ANSWER,
	EXPECTED_JOIN,
};
enum expected_action table_expected_action(const struct model *m, const struct table *t);
bool table_may_double(const struct table *t);
/* Returns the time left on the clock of a seat. */
int64_t table_clock_ms(const struct table *t, enum seat seat, int64_t now_ms);

#endif
