/* SPDX-License-Identifier: MIT */
/* The user's configuration: see config.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ini.h>

#include "base/sbuf.h"
#include "proto/msg.h"

const char *
config_env_locale(const char *category)
{
	const char *const names[] = { "LC_ALL", category, "LANG" };

	for (unsigned i = 0; i < ARRAY_LEN(names); i++) {
		const char *value = getenv(names[i]);

		if (value != NULL && value[0] != '\0')
			return value;
	}
	return "";
}

/* Returns the language of a locale such as "it_IT.UTF-8", or English if that language is not
 * supported. */
static int
locale_language(void)
{
	const char *locale = config_env_locale("LC_MESSAGES");
	char word[8];
	int language;

	(void)snprintf(word, sizeof(word), "%.*s", (int)strcspn(locale, "_.@"), locale);
	language = language_find(word);
	return language < 0 ? LANG_EN : language;
}

void
config_defaults(struct config *c)
{
	memset(c, 0, sizeof(*c));
	c->display_mode = 1;
	c->language = locale_language();
	c->mouse = true;
	c->bell = true;
	c->click_moves = true;
	c->save_history = true;
}

static bool
parse_choice(const char *value, const char *words, int *out)
{
	size_t n = strlen(value);
	int i = 0;

	for (const char *at = words; *at != '\0'; i++) {
		size_t len = strcspn(at, " ");

		if (len == n && strncmp(at, value, n) == 0) {
			*out = i;
			return true;
		}
		at += len;
		at += *at == ' ';
	}
	return false;
}

static bool
parse_yes_no(const char *value, bool *out)
{
	int i;

	if (!parse_choice(value, "no yes", &i))
		return false;
	*out = i == 1;
	return true;
}

static bool
set_general(struct config *c, const char *name, const char *value)
{
	const struct {
		const char *name, *values;
		int *field;
	} CHOICES[] = {
		{ "glyphs", "auto ascii unicode", &c->glyphs },
		{ "board", "auto normal large", &c->large_board },
		{ "colors", "safe classic none", &c->colours },
		{ "screen", "no yes reader", &c->display_mode },
		{ "language", "en it pt", &c->language },
		{ "notify", "no osc9 osc777", &c->notify },
		{ "new_keys", "ask take refuse", &c->server_key_policy },
	};
	const struct {
		const char *name;
		bool *field;
	} SWITCHES[] = {
		{ "mouse", &c->mouse },
		{ "bell", &c->bell },
		{ "play_forced", &c->play_forced },
		{ "finish_play", &c->finish_play },
		{ "click_moves", &c->click_moves },
		{ "save_history", &c->save_history },
	};
	const struct {
		const char *name;
		char *field;
		size_t size;
	} TEXTS[] = {
		{ "on_turn", c->on_turn_command, sizeof(c->on_turn_command) },
		{ "highlight", c->highlight_words, sizeof(c->highlight_words) },
		{ "log_folder", c->log_folder, sizeof(c->log_folder) },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CHOICES); i++)
		if (strcmp(name, CHOICES[i].name) == 0)
			return parse_choice(value, CHOICES[i].values, CHOICES[i].field);
	for (unsigned i = 0; i < ARRAY_LEN(SWITCHES); i++)
		if (strcmp(name, SWITCHES[i].name) == 0)
			return parse_yes_no(value, SWITCHES[i].field);
	for (unsigned i = 0; i < ARRAY_LEN(TEXTS); i++)
		if (strcmp(name, TEXTS[i].name) == 0)
			return sbuf_copy(TEXTS[i].field, TEXTS[i].size, value);
	return false;
}

static bool
set_alias(struct config *c, const char *name, const char *value)
{
	struct config_alias *a = c->aliases;

	while (a < c->aliases + c->n_aliases && strcmp(a->name, name) != 0)
		a++;
	if (a == c->aliases + ALIASES_MAX)
		return false;
	if (a == c->aliases + c->n_aliases)
		c->n_aliases++;
	return sbuf_copy(a->name, sizeof(a->name), name) &&
	       sbuf_copy(a->text, sizeof(a->text), value);
}

static bool
set_server(struct config *c, const char *server, const char *name, const char *value)
{
	struct config_server *s = c->servers;

	while (s < c->servers + c->n_servers && strcmp(s->name, server) != 0)
		s++;
	if (s == c->servers + SERVERS_MAX)
		return false;
	if (s == c->servers + c->n_servers) {
		c->n_servers++;
		if (!sbuf_copy(s->name, sizeof(s->name), server))
			return false;
	}
	if (strcmp(name, "host") == 0)
		return sbuf_copy(s->host, sizeof(s->host), value);
	if (strcmp(name, "port") == 0)
		return sbuf_copy(s->port, sizeof(s->port), value);
	if (strcmp(name, "user") == 0)
		return sbuf_copy(s->user, sizeof(s->user), value);
	if (strcmp(name, "password_command") == 0)
		return sbuf_copy(s->password_command, sizeof(s->password_command), value);
	if (strcmp(name, "tls") == 0)
		return parse_yes_no(value, &s->tls);
	if (strcmp(name, "password_file") == 0)
		return sbuf_copy(s->password_file, sizeof(s->password_file), value);
	return false;
}

bool
config_set(struct config *c, const char *section, const char *name, const char *value)
{
	if (section[0] == '\0')
		return set_general(c, name, value);
	if (strcmp(section, "alias") == 0)
		return set_alias(c, name, value);
	if (strncmp(section, "server ", 7) == 0 && section[7] != '\0')
		return set_server(c, section + 7, name, value);
	return false;
}

static int
set_from_file(void *ctx, const char *section, const char *name, const char *value)
{
	return config_set(ctx, section, name, value) ? 1 : 0;
}

int
config_read(struct config *c, const char *path)
{
	errno = 0;
	return ini_parse(path, set_from_file, c);
}

const struct config_server *
config_server_named(const struct config *c, const char *name)
{
	for (unsigned i = 0; i < c->n_servers; i++)
		if (strcmp(c->servers[i].name, name) == 0)
			return &c->servers[i];
	return NULL;
}

void
config_create_folders(const char *path)
{
	char folder[512];

	if (!sbuf_copy(folder, sizeof(folder), path))
		return;
	for (char *at = folder + 1; (at = strchr(at, '/')) != NULL; at++) {
		*at = '\0';
		(void)mkdir(folder, 0700);
		*at = '/';
	}
}

static void
temporary_path(const char *path, char out[520])
{
	(void)snprintf(out, 520, "%s.new", path);
}

FILE *
config_open_replacement(const char *path)
{
	char new_path[520];
	int fd;

	temporary_path(path, new_path);
	config_create_folders(path);
	fd = open(new_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	return fd >= 0 ? fdopen(fd, "w") : NULL;
}

bool
config_commit_replacement(FILE *f, const char *path, bool ok)
{
	char new_path[520];

	temporary_path(path, new_path);
	ok = fflush(f) == 0 && fsync(fileno(f)) == 0 && ok;
	ok = fclose(f) == 0 && ok;
	ok = ok && rename(new_path, path) == 0;
	if (!ok)
		(void)unlink(new_path);
	return ok;
}

bool
config_path(
    const char *variable, const char *home_folder, const char *file, char *out, size_t size)
{
	const char *folder = getenv(variable);
	const char *home = getenv("HOME");
	int n;

	if (folder != NULL && folder[0] == '/')
		n = snprintf(out, size, "%s/gammon/%s", folder, file);
	else if (home != NULL && home[0] == '/')
		n = snprintf(out, size, "%s/%s/gammon/%s", home, home_folder, file);
	else
		return false;
	return n > 0 && (size_t)n < size;
}
