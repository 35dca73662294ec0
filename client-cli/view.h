/* SPDX-License-Identifier: MIT */
/* The whole screen: where everything lies at a size, what can be pressed, and the drawing of
 * it.  Pure: draws what the model knows onto a canvas. */
#ifndef CLIENT_VIEW_H
#define CLIENT_VIEW_H

#include "boardview.h"
#include "canvas.h"
#include "edit.h"
#include "model.h"
#include "draft.h"
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

enum deed { /* what a button does besides sending a command */
	DEED_COMMAND,
	DEED_SEND, /* the play */
	DEED_UNDO,
	DEED_OFF,
	DEED_RESET,
	DEED_REPLAY,   /* passes the words to session_replay */
	DEED_PEOPLE,   /* the list of people */
	DEED_GAMES,    /* the list of games */
	DEED_LIST,     /* closes the list */
	DEED_CLOSE,    /* the board that is shown */
	DEED_MENU,     /* opens the menu of the start screen or of the match, or closes it */
	DEED_RESIGN,   /* asks before its command is sent */
	DEED_KEYS,     /* the page of keys */
	DEED_LANGUAGE, /* the words are its code */
	DEED_REGISTER,
	DEED_RECOVER,
	DEED_SUBMIT, /* the form */
	DEED_CANCEL,
};

struct button {
	enum deed deed;
	char label[40];
	char command[64];
	const char *about; /* on the start screen: what it does */
	unsigned x, y, w;  /* where it was drawn; w 0: it was not */
};

enum menu { /* which buttons are shown instead of the usual ones */
	MENU_NONE,
	MENU_HELP,   /* "Help" of the start screen */
	MENU_MORE,   /* "More" in a match */
	MENU_RESIGN, /* asks whether to resign */
};

enum large {
	LARGE_AUTO,
	LARGE_NEVER,
	LARGE_ALWAYS
};

struct rect {
	unsigned x, y, w, h; /* h 0: it is not shown */
};

struct view {
	/* chosen */
	enum glyphs glyphs;
	enum large large;
	bool list_wanted; /* where there is no room for it otherwise */
	bool games;       /* the list is one of games, not of people */
	bool help;
	enum menu menu;
	char resign[16];  /* the command that MENU_RESIGN asks about */
	enum asked asked; /* what the server asked when the keys were last settled */
	bool asks_name;   /* the line asks for the name to log in with */
	struct form form; /* of the registration */
	enum language language;
	/* where the user is */
	enum focus focus;
	struct board_cursor at;
	unsigned button_at;
	char picked[NAME_MAX_LETTERS + 1]; /* the row of the list; "" the first */
	uint64_t bottom; /* the last line shown, counted from the first ever; 0 the newest */
	char search[4 * SEARCH_LETTERS + 1];
	char notice[160];  /* why something was refused; "" nothing */
	const char *state; /* of the connection, for the line in the middle */
	uint64_t answer;   /* the first line of an answer to be read from its top; 0 none */
	/* worked out by view_layout */
	bool start; /* the buttons belong on the start screen */
	bool board_shown;
	struct board_box box;
	struct rect info, list, log, panel; /* panel: the start screen */
	unsigned bar_y, input_y;
	struct button button[BUTTONS_MAX];
	unsigned buttons;
	unsigned list_rows; /* names in list_row */
	char list_row[100][NAME_MAX_LETTERS + 1];
};

/* Works out where everything lies and which buttons there are. */
void view_layout(struct view *v, struct model *m, unsigned w, unsigned h);

/* The page of keys, line by line; NULL behind the last. */
const char *view_help_line(unsigned i);

/* Draws it; the layout must have been worked out for the size of the canvas. */
void view_draw(struct view *v, struct canvas *c, struct model *m, const struct draft *t,
    const struct edit *e, int64_t now_ms);

/* The button at a cell; BUTTONS_MAX none. */
unsigned view_button_at(const struct view *v, unsigned x, unsigned y);
/* The name in the list at a cell; NULL none. */
const char *view_name_at(const struct view *v, unsigned x, unsigned y);

/* Scrolls by pages, up is positive. */
void view_scroll(struct view *v, const struct model *m, int pages);
/* Goes to the next older line with the words searched for.  False when there is none. */
bool view_find(struct view *v, const struct model *m);

/* The row of the list that is so many below the picked one. */
void view_list_move(struct view *v, int by);

/* One sentence: what is going on in a game, for the one at the screen. */
void view_status(
    const struct model *m, const struct table *t, const struct draft *draft, struct sbuf *out);

#endif
