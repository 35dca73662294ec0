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

#define SEARCH_LETTERS 60u

#define VIEW_LEAST_W 20u
#define VIEW_LEAST_H 4u
#define BUTTONS_MAX 8u
#define PANEL_TOP 2u /* rows of the start screen above its buttons */

enum focus {
	FOCUS_INPUT,
	FOCUS_BOARD,
	FOCUS_BUTTONS,
	FOCUS_LIST
};

enum deed { /* effect of a button */
	DEED_COMMAND,
	DEED_SEND, /* sends the play */
	DEED_UNDO,
	DEED_OFF,
	DEED_RESET,
	DEED_REPLAY,   /* passes its command to session_replay */
	DEED_PEOPLE,   /* shows the list of users */
	DEED_GAMES,    /* shows the list of games */
	DEED_LIST,     /* closes the list */
	DEED_CLOSE,    /* closes the board in view */
	DEED_MENU,     /* opens or closes the menu of the start screen or of the match */
	DEED_TOURNEYS, /* sends its command and opens the menu of the tournaments listed */
	DEED_TOURNEY,  /* sends its command and opens the menu of that tournament */
	DEED_RESIGN,   /* asks before its command is sent */
	DEED_KEYS,     /* shows the page of keys */
	DEED_LANGUAGE, /* selects the language whose code is the command */
	DEED_REGISTER,
	DEED_RECOVER,
	DEED_SUBMIT, /* submits the form */
	DEED_CANCEL,
};

struct button {
	enum deed deed;
	char label[40];
	char command[64];
	const char *about; /* start screen: description */
	unsigned x, y, w;  /* where the button was drawn; w is 0 if it was not drawn */
};

enum menu { /* which buttons replace the usual ones */
	MENU_NONE,
	MENU_HELP, /* "Help" of the start screen */
	MENU_TOURNEYS,
	MENU_TOURNEY,
	MENU_MORE,   /* "More" in a match */
	MENU_RESIGN, /* asks for confirmation of resigning */
};

enum large {
	LARGE_AUTO,
	LARGE_NEVER,
	LARGE_ALWAYS
};

struct rect {
	unsigned x, y, w, h; /* h is 0 if the part is not shown */
};

struct view {
	/* settings */
	enum glyphs glyphs;
	enum large large;
	bool list_wanted;   /* show the list even where it covers the board */
	bool games;         /* the list shows games instead of users */
	bool help;          /* the page of keys is shown */
	unsigned help_from; /* first line of that page on the screen */
	enum menu menu;
	unsigned tourney; /* the tournament of MENU_TOURNEY */
	char resign[16];  /* the command that MENU_RESIGN asks about */
	enum asked asked; /* what the server asked at the last keys_settle */
	bool asks_name;   /* the input line is for the login name */
	struct form form; /* registration form */
	enum language language;
	/* what the user has selected */
	enum focus focus;
	struct board_cursor at;
	unsigned button_at;
	char picked[NAME_MAX_LETTERS + 1]; /* selected row of the list; "" for the first */
	uint64_t bottom; /* number of the last log line shown; 0: the newest */
	char search[4 * SEARCH_LETTERS + 1];
	char notice[160];  /* why the last input was refused; "" if it was not */
	const char *state; /* state of the connection, shown in the status line */
	uint64_t answer;   /* first line of an answer that is shown from its start; 0: none */
	/* computed by view_layout */
	bool start; /* the buttons belong on the start screen */
	bool board_shown;
	struct board_box box;
	struct rect info, list, log, panel; /* `panel` is the start screen */
	unsigned bar_y, input_y;
	struct button button[BUTTONS_MAX];
	unsigned buttons;
	unsigned list_rows; /* number of names in list_row */
	char list_row[100][NAME_MAX_LETTERS + 1];
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
bool view_find(struct view *v, const struct model *m);

/* Moves the selection in the list down by `by` rows. */
void view_list_move(struct view *v, int by);

/* Appends one sentence on what is happening in a game, for the user at the screen. */
void view_status(
    const struct model *m, const struct table *t, const struct draft *draft, struct sbuf *out);

#endif
