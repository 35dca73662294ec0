/* SPDX-License-Identifier: MIT */
/* The user's configuration: ~/.config/gammon/config (XDG), an INI file; every option stands
 * explained in conf/gammon.conf and gammon(1). */
#ifndef CLIENT_CONFIG_H
#define CLIENT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/check.h"

#define SERVERS_MAX 16u
#define ALIASES_MAX 64u

enum config_glyphs {
	CONFIG_GLYPHS_AUTO,
	CONFIG_GLYPHS_ASCII,
	CONFIG_GLYPHS_UNICODE
};

enum config_notify {
	NOTIFY_NO,
	NOTIFY_OSC9,
	NOTIFY_OSC777
};

struct config_server {
	char name[32]; /* as it is called on the command line */
	char host[256];
	char port[16];
	char user[32];
	char password_command[256];
	char password_file[256];
	bool tls;
};

struct config_alias {
	char name[32];
	char text[256];
};

struct config {
	/* looks */
	int glyphs;   /* enum config_glyphs */
	int board;    /* enum large */
	int colours;  /* enum colours */
	int screen;   /* 0 the line client, 1 the screen, 2 sentences for a screen reader */
	int language; /* enum language, before the log-in and on other servers */
	bool mouse, bell;
	/* moves */
	bool play_forced; /* sends the only legal play by itself */
	bool finish_play; /* adds the last steps where there is one way */
	bool click_moves; /* a click moves a checker that has one way to go */
	/* attention */
	int notify; /* enum config_notify */
	char on_turn[256];
	char highlight[512]; /* words, with commas between */
	bool save_history;
	int new_keys;         /* enum new_keys */
	char log_folder[256]; /* "" nothing is kept */
	unsigned servers, aliases;
	struct config_server server[SERVERS_MAX];
	struct config_alias alias[ALIASES_MAX];
};

void config_defaults(struct config *c);

/* Sets one option; section "" for those of no section.  False when there is none of that name,
 * or the value is none of it. */
MUST_USE bool config_set(
    struct config *c, const char *section, const char *name, const char *value);

/* Reads the file.  0, -1 with errno when it cannot be read, or the number of the first line
 * that is wrong. */
MUST_USE int config_read(struct config *c, const char *path);

/* The server of that name; NULL none. */
const struct config_server *config_server_named(const struct config *c, const char *name);

/* Makes the folders above a file, for their owner alone. */
void config_folders(const char *path);

/* Writes a file anew, for its owner alone, its folders too: until config_rewritten it is as it
 * was.  NULL: it cannot be. */
FILE *config_rewrite(const char *path);
/* Closes it and puts it in place; with ok false all is as before.  False: it is not there. */
bool config_rewritten(FILE *f, const char *path, bool ok);

/* PATH of a file of ours under the folder that the variable names, or else home_folder in the
 * home.  False when neither is known or it does not fit. */
MUST_USE bool config_path(
    const char *variable, const char *home_folder, const char *file, char *out, size_t size);

#endif
