/* SPDX-License-Identifier: MIT */
/* The user's configuration: ~/.config/gammon/config (XDG), an INI file.  All options are
 * described in conf/gammon.conf and gammon(1). */
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
	char name[32]; /* name used on the command line */
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
	/* appearance */
	int glyphs;       /* enum config_glyphs */
	int large_board;  /* enum large_board */
	int colours;      /* enum colours */
	int display_mode; /* 0: lines, 1: screen, 2: sentences for a screen reader */
	int language;     /* enum language, used before the login and on other servers */
	bool mouse, bell;
	/* moves */
	bool play_forced; /* send the only legal play automatically */
	bool finish_play; /* complete a play when only one way is left */
	bool click_moves; /* a click moves a checker that has only one destination */
	/* notification */
	int notify; /* enum config_notify */
	char on_turn_command[256];
	char highlight_words[512]; /* words to highlight in the log, separated by commas */
	bool save_history;
	int server_key_policy; /* enum server_key_policy */
	char log_folder[256];  /* "" if nothing is logged */
	unsigned n_servers, n_aliases;
	struct config_server servers[SERVERS_MAX];
	struct config_alias aliases[ALIASES_MAX];
};

/* Returns the locale that the environment names for a category such as "LC_MESSAGES", "" if
 * none.  That locale may not be installed. */
const char *config_env_locale(const char *category);

void config_defaults(struct config *c);

/* Sets an option; section is "" for general options.  Returns false if there is no such option,
 * or the value is invalid. */
MUST_USE bool config_set(
    struct config *c, const char *section, const char *name, const char *value);

/* Reads the file.  Returns 0 on success, -1 with errno if the file cannot be read, or the
 * number of the first line with an error. */
MUST_USE int config_read(struct config *c, const char *path);

/* Returns the server with that name, or NULL. */
const struct config_server *config_server_named(const struct config *c, const char *name);

/* Creates the folders of a file's path, accessible only to their owner. */
void config_create_folders(const char *path);

/* Creates a new version of a file, and its folders, accessible only to their owner.  The old
 * file is kept until config_commit_replacement.  Returns NULL on failure. */
FILE *config_open_replacement(const char *path);
/* Closes the file and replaces the old one; if `ok` is false, the old file is kept.  Returns
 * false on failure. */
bool config_commit_replacement(FILE *f, const char *path, bool ok);

/* Builds the path of one of the client's files: in the folder named by the environment
 * variable, or otherwise in home_folder below the user's home directory.  Returns false if
 * neither is known or the path does not fit. */
MUST_USE bool config_path(
    const char *variable, const char *home_folder, const char *file, char *out, size_t size);

#endif
