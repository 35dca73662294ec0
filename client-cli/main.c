/* SPDX-License-Identifier: MIT */
/* gammon: a client for backgammon servers in the style of FIBS.  The command line and the
 * configuration select the screen (full.h) or the line client (plain.h). */
#define _GNU_SOURCE /* getopt_long */
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "base/version.h"
#include "file/verify.h"

#include "client-cli/files/config.h"
#include "client-cli/files/replay.h"
#include "client-cli/session/full.h"
#include "client-cli/session/plain.h"

struct command_line {
	struct config client_settings;
	struct config_server target_server; /* the server to connect to */
	bool reconnects;
	bool tls;
	bool mode_chosen;        /* the user has chosen screen or reader mode */
	const char *replay_file; /* file of a match to show; NULL if none */
};

static void
usage(FILE *to)
{
	(void)fprintf(to,
	    "usage: gammon [-hnsV] [--plain] [-u USER] [-o OPTION=VALUE] [HOST[:PORT] [PORT]]\n"
	    "  HOST        name or address of the server, or a server of the configuration\n"
	    "              (localhost)\n"
	    "  PORT        its port (4321; with TLS 4322)\n"
	    "  -s, --tls   encrypts the connection and verifies the server\n"
	    "  -u, --user  the name to log in with\n"
	    "  -o, --set   sets an option of the configuration for this run\n"
	    "  --plain     the line client, as when standard input is not a terminal\n"
	    "  --screen    the screen, even if the terminal does not report its size\n"
	    "  --reader    positions in sentences, line by line, for screen readers\n"
	    "  -h, --help  this text\n"
	    "  --verify FILE  recomputes the dice of a match exported as JSON\n"
	    "  --replay FILE  shows a match exported as JSON, .mat or SGF, move by move;\n"
	    "              without a server\n"
	    "  -n          does not reconnect when the connection is lost\n"
	    "  -V          the version\n");
}

/* Returns true if started by expect(1), which gives its programs an ordinary-looking
 * terminal. */
static bool
parent_is_expect(void)
{
	char path[40], name[16] = "";
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%ld/comm", (long)getppid());
	f = fopen(path, "re");
	if (f == NULL)
		return false;
	if (fgets(name, sizeof(name), f) == NULL)
		name[0] = '\0';
	(void)fclose(f);
	return strncmp(name, "expect", 6) == 0;
}

/* Returns true if an interactive user is at the terminal.  A terminal that has no size, or is
 * not the terminal that the program was started from, belongs to another program, such as
 * expect or a test. */
static bool
terminal_is_interactive(void)
{
	const char *term = getenv("TERM");
	struct winsize size;

	return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 &&
	       tcgetpgrp(STDIN_FILENO) == getpgrp() && term != NULL && term[0] != '\0' &&
	       strcmp(term, "dumb") != 0 && !parent_is_expect() &&
	       ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
	       size.ws_row > 0;
}

/* Reads the configuration.  Returns false if the file has an error; a missing file is
 * accepted. */
static bool
read_configuration(struct config *c)
{
	char path[512];
	int line;

	config_defaults(c);
	if (!config_path("XDG_CONFIG_HOME", ".config", "config", path, sizeof(path)))
		return true;
	line = config_read(c, path);
	if (line > 0)
		(void)fprintf(stderr, "gammon: %s, line %d: unknown option or invalid value\n",
		    path, line);
	return line <= 0;
}

static bool
set_config_option(struct config *c, const char *text)
{
	char name[64];
	size_t n = strcspn(text, "=");

	if (text[n] == '=' && n < sizeof(name)) {
		memcpy(name, text, n);
		name[n] = '\0';
		if (config_set(c, "", name, text + n + 1))
			return true;
	}
	(void)fprintf(stderr, "gammon: unknown option or invalid value: %s\n", text);
	return false;
}

/* Parses "HOST", "HOST:PORT", "[ADDRESS]:PORT" or the name of a configured server.  A text with
 * several colons is an address without a port. */
static bool
parse_host(struct command_line *r, const char *text)
{
	const struct config_server *known = config_server_named(&r->client_settings, text);
	const char *colon = strrchr(text, ':');
	size_t n = strlen(text);

	if (known != NULL) {
		char user[sizeof(r->target_server.user)];

		memcpy(user, r->target_server.user, sizeof(user));
		r->target_server = *known;
		if (user[0] != '\0')
			memcpy(r->target_server.user, user, sizeof(user));
		return true;
	}
	if (colon != NULL && (strchr(text, ':') == colon || colon[-1] == ']')) {
		n = (size_t)(colon - text);
		if (!sbuf_copy(r->target_server.port, sizeof(r->target_server.port), colon + 1))
			return false;
	}
	if (text[0] == '[' && n > 1 && text[n - 1] == ']') {
		text++;
		n -= 2;
	}
	if (n >= sizeof(r->target_server.host))
		return false;
	memcpy(r->target_server.host, text, n);
	r->target_server.host[n] = '\0';
	return true;
}

/* Parses the command line.  Returns the exit status, or -1 if the program must continue. */
static int
read_arguments(struct command_line *r, int argc, char **argv)
{
	enum {
		OPT_PLAIN = 256,
		OPT_SCREEN,
		OPT_READER,
		OPT_VERIFY,
		OPT_REPLAY
	};
	static const struct option LONG[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ "tls", no_argument, NULL, 's' },
		{ "user", required_argument, NULL, 'u' },
		{ "set", required_argument, NULL, 'o' },
		{ "plain", no_argument, NULL, OPT_PLAIN },
		{ "screen", no_argument, NULL, OPT_SCREEN },
		{ "reader", no_argument, NULL, OPT_READER },
		{ "verify", required_argument, NULL, OPT_VERIFY },
		{ "replay", required_argument, NULL, OPT_REPLAY },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "hnsVu:o:", LONG, NULL)) != -1) {
		switch (option) {
		case 'V':
			(void)printf("gammon %s\n", GAMMOND_VERSION);
			return STATUS_OK;
		case 'n':
			r->reconnects = false;
			break;
		case 's':
			r->tls = true;
			break;
		case 'u':
			if (!sbuf_copy(
				r->target_server.user, sizeof(r->target_server.user), optarg))
				return STATUS_USAGE;
			break;
		case 'o':
			if (!set_config_option(&r->client_settings, optarg))
				return STATUS_USAGE;
			break;
		case OPT_VERIFY:
			return verify_file(optarg);
		case OPT_REPLAY:
			r->replay_file = optarg;
			break;
		case OPT_PLAIN:
			r->client_settings.display_mode = 0;
			break;
		case OPT_SCREEN:
		case OPT_READER:
			r->client_settings.display_mode = option == OPT_SCREEN ? 1 : 2;
			r->mode_chosen = true;
			break;
		default:
			usage(option == 'h' ? stdout : stderr);
			return option == 'h' ? STATUS_OK : STATUS_USAGE;
		}
	}
	if (argc - optind > 2 || (argc > optind && !parse_host(r, argv[optind])) ||
	    (argc > optind + 1 && !sbuf_copy(r->target_server.port,
				      sizeof(r->target_server.port), argv[optind + 1]))) {
		usage(stderr);
		return STATUS_USAGE;
	}
	return -1;
}

/* Prints all moves of a match file; used when there is no screen. */
static int
print_replay(const char *path)
{
	static struct replay r;
	char why[300];

	if (!replay_open(&r, path, why, sizeof(why))) {
		(void)fprintf(stderr, "gammon: %s\n", why);
		return STATUS_USAGE;
	}
	for (unsigned i = 0; i < r.n; i++)
		(void)printf("game %u, move %u. %s%s%s\n", r.moves[i].game_no, i + 1,
		    r.moves[i].description, r.moves[i].move_errors[0] != '\0' ? "  " : "",
		    r.moves[i].move_errors);
	replay_close(&r);
	return STATUS_OK;
}

/* Sets the locale.  If it is not installed, as is common on a machine reached by ssh, its name
 * can still imply that the terminal uses UTF-8. */
static void
use_locale(void)
{
	const char *set = strchr(config_env_locale("LC_CTYPE"), '.');

	if (setlocale(LC_ALL, "") == NULL && set != NULL &&
	    (strncasecmp(set, ".UTF-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0))
		(void)setlocale(LC_CTYPE, "C.UTF-8");
}

int
main(int argc, char **argv)
{
	static struct command_line r = { .reconnects = true };
	struct trust trust;
	const char *host, *port;
	int status;

	use_locale();
	(void)setlocale(LC_NUMERIC, "C"); /* the wire and files use decimal points */
	if (!read_configuration(&r.client_settings))
		return STATUS_USAGE;
	status = read_arguments(&r, argc, argv);
	if (status >= 0)
		return status;
	host = r.target_server.host[0] != '\0' ? r.target_server.host : "localhost";
	r.tls = r.tls || r.target_server.tls;
	port = r.target_server.port[0] != '\0' ? r.target_server.port : r.tls ? "4322" : "4321";
	trust =
	    (struct trust){ .server_key_policy =
				(enum server_key_policy)r.client_settings.server_key_policy };
	if (r.client_settings.display_mode == 0 ||
	    !(r.mode_chosen || terminal_is_interactive()))
		return r.replay_file != NULL ? print_replay(r.replay_file)
					     : plain_run(host, port, r.tls ? &trust : NULL,
						   r.reconnects && isatty(STDIN_FILENO) != 0);
	return full_run(&(struct full_options){
	    .config = &r.client_settings,
	    .host = host,
	    .port = port,
	    .tls = r.tls,
	    .user = r.target_server.user,
	    .password_command = r.target_server.password_command,
	    .password_file = r.target_server.password_file,
	    .reconnects = r.reconnects,
	    .replay_file = r.replay_file,
	});
}
