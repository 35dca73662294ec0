/* SPDX-License-Identifier: MIT */
/* The whole screen: the layout at a given size, the buttons, and drawing.  Pure: draws the
 * model onto a canvas. */
#ifndef CLIENT_VIEW_H
#define CLIENT_VIEW_H

#include "boardview.h"
#include "canvas.h"
#include "edit.h"
#include "client-cli/model/model.h"
#include "client-cli/model/draft.h"
#include "form.h"

#define SEARCH_LETTERS_MAX 60u

#define VIEW_MIN_W 20u
#define VIEW_MIN_H 4u
#define BUTTONS_MAX 8u
#define PANEL_HEAD_ROWS 2u /* rows of the start screen above its buttons */

enum focus {
	FOCUS_INPUT,
	FOCUS_BOARD,
	FOCUS_BUTTONS,
	FOCUS_LIST
};

enum button_action { /* effect of a button */
	BUTTON_COMMAND,
	BUTTON_SEND_PLAY, /* sends the play */
	BUTTON_UNDO_STEP,
	BUTTON_BEAR_OFF,
	BUTTON_RESET_PLAY,
	BUTTON_REPLAY,      /* passes its command to session_replay_command */
	BUTTON_SHOW_PEOPLE, /* shows the list of users */
	BUTTON_SHOW_GAMES,  /* shows the list of games */
	BUTTON_CLOSE_LIST,  /* closes the list */
	BUTTON_CLOSE_BOARD, /* closes the board in view */
	BUTTON_MENU,        /* opens or closes the menu of the start screen or of the match */
	BUTTON_TOURNEYS,    /* sends its command and opens the menu of the tournaments listed */
	BUTTON_TOURNEY,     /* sends its command and opens the menu of that tournament */
	BUTTON_RESIGN,      /* asks before its command is sent */
	BUTTON_SHOW_KEYS,   /* shows the page of keys */
	BUTTON_LANGUAGE,    /* selects the language whose code is the command */
	BUTTON_REGISTER,
	BUTTON_RECOVER,
	BUTTON_SUBMIT_FORM, /* submits the form */
	BUTTON_CANCEL_FORM,
};

struct button {
	enum button_action action;
	char label[40];
	char command[64];
	const char *description; /* start screen: description */
	unsigned x, y, w;        /* where the button was drawn; w is 0 if it was not drawn */
};

enum menu { /* which buttons replace the usual ones */
	MENU_NONE,
	MENU_HELP, /* "Help" of the start screen */
	MENU_TOURNEYS,
	MENU_TOURNEY,
	MENU_MATCH_MORE, /* "More" in a match */
	MENU_RESIGN,     /* asks for confirmation of resigning */
};

enum large_board {
	LARGE_BOARD_AUTO,
	LARGE_BOARD_NEVER,
	LARGE_BOARD_ALWAYS
};

struct rect {
	unsigned x, y, w, h; /* h is 0 if the part is not shown */
};

struct view {
	/* settings */
	enum glyphs glyphs;
	enum large_board large_board;
	bool list_over_board;    /* show the list even where it covers the board */
	bool list_shows_games;   /* the list shows games instead of users */
	bool keys_page_shown;    /* the page of keys is shown */
	unsigned keys_page_from; /* first line of that page on the screen */
	enum menu menu;
	unsigned menu_tourney;                /* the tournament of MENU_TOURNEY */
	char resign_command[16];              /* the command that MENU_RESIGN asks about */
	enum expected_action expected_action; /* at the last keys_update */
	bool asks_login_name;                 /* the input line is for the login name */
	struct form form;                     /* registration form */
	enum language language;
	/* what the user has selected */
	enum focus focus;
	struct board_cursor at;
	unsigned focused_button;
	char selected_name[NAME_MAX_LETTERS + 1]; /* "" for the first row of the list */
	uint64_t bottom_line; /* number of the last log line shown; 0: the newest */
	char search_words[4 * SEARCH_LETTERS_MAX + 1];
	char notice[160];             /* why the last input was refused; "" if it was not */
	const char *connection_state; /* state of the connection, shown in the status line */
	uint64_t answer_start; /* first line of an answer shown from its start; 0: none */
	/* computed by view_layout */
	bool on_start_screen; /* the buttons belong on the start screen */
	bool board_shown;
	struct board_box box;
	struct rect info, list, log, start_panel;
	unsigned status_y, input_y;
	struct button buttons[BUTTONS_MAX];
	unsigned n_buttons;
	unsigned n_list_rows; /* number of names in list_rows */
	char list_rows[100][NAME_MAX_LETTERS + 1];
};

/* Computes the layout and the buttons. */
void view_layout(struct view *v, struct model *m, unsigned w, unsigned h);

/* Draws the screen.  view_layout must have been called for the size of the canvas. */
void view_draw(struct view *v, struct canvas *c, struct model *m, const struct draft *t,
    const struct edit *e, int64_t now_ms);

/* Returns the button at a cell; BUTTONS_MAX if there is none. */
unsigned view_button_at(const struct view *v, unsigned x, unsigned y);
/* Returns the name in the list at a cell; NULL if there is none. */
const char *view_name_at(const struct view *v, unsigned x, unsigned y);

/* Scrolls by pages; positive is up. */
void view_scroll(struct view *v, const struct model *m, int pages);
/* Scrolls to the next older line that contains the search words.  Returns false if there is
 * none. */
bool view_search_older(struct view *v, const struct model *m);

/* Moves the selection in the list down by `by` rows. */
void view_list_move(struct view *v, int by);

/* Appends one sentence on what is happening in a game, for the user at the screen. */
void view_status(
    const struct model *m, const struct table *t, const struct draft *draft, struct sbuf *out);

#endif
