/* SPDX-License-Identifier: MIT */
/* Command-line arguments and dispatch.
 *
 * Exit status: 0 ended as requested; 1 cannot start; 2 wrong arguments or configuration; 3
 * storage failed while running (a restart recovers); 4 `check` or `backup` found damaged
 * records, or `doctor` a problem; 5 no space to bring the database up to date (a restart does
 * not help). */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/version.h"
#include "offline/doctor.h"
#include "offline/maintenance.h"
#include "config/conf.h"
#include "offline/subcommands.h"
#include "offline/export.h"
#include "offline/export_user.h"
#include "file/verify.h"
#include "net/net.h"
#include "os/process.h"
#include "daemon/service.h"
#include "config/settings.h"
#include "store/store.h"

#define VERIFY_USAGE "       gammond verify FILE\n"

static const char USAGE[] =
    "usage: gammond [-c FILE] [-d DATADIR] [-p PORT] [-n] [-V] [-h]\n"
    "       gammond [-c FILE] [-d DATADIR] grant NAME ROLE\n"
    "       gammond [-c FILE] [-d DATADIR] import FILE [NAME NAME]\n"
    "       gammond [-c FILE] [-d DATADIR] log [N]\n"
    "       gammond [-c FILE] [-d DATADIR] settle MATCH\n"
    "       gammond [-c FILE] [-d DATADIR] upgrade | reload\n" MAINTENANCE_USAGE DOCTOR_USAGE
	EXPORT_USAGE EXPORT_USER_USAGE VERIFY_USAGE "  -c FILE     configuration file\n"
    "  -d DATADIR  folder of the database; created if missing\n"
    "  -p PORT     TCP port; 0 takes a free one, which is logged\n"
    "  -n          check the configuration and exit\n"
    "  -V          version (also --version)\n"
    "  -h          this text (also --help)\n" CONSOLE_USAGE
    "  upgrade     replaces the running server, keeping its connections\n"
    "  reload      the same if this is another program, otherwise the server rereads its\n"
    "              configuration\n"
    "  check       checks the whole database and replays each unfinished match and each\n"
    "              tournament; the server may run.  With --repair, while it does not run,\n"
    "              damaged indexes are rebuilt\n"
    "  backup      copies the database into FOLDER, which can then be served; the server\n"
    "              may run\n"
    "  doctor      examines the database, the backups in the folder BACKUPS, the certificate\n"
    "              and the machine; the server may run.  With --repair it repairs what is "
    "safe\n"
    "  new-database  creates an empty database in place of a lost one, without which no\n"
    "              server starts there\n"
    "  move-store  copies the database FROM to TO; one is a folder, the other a PostgreSQL\n"
    "              connection string; no server may use them\n"
    "  export      writes the last match of two users, all of them, or match ID\n"
    "              to FILE, FOLDER or standard output; or tournament N as a whole;\n"
    "              a FOLDER is created if missing; the server may run\n"
    "  export-user writes everything stored about a user as JSON; the server may run\n"
    "  verify      recomputes every roll of a match exported with --json\n";

/* a single line, so that the error above it stays visible */
static const char TRY[] =
    "usage: gammond [OPTION]... [COMMAND [WORD]...]; 'gammond --help' lists them\n";

static struct config config;

/* ---- arguments ---- */

#define COMMAND_WORDS_MAX 6u

struct arguments {
	const char *config_file, *data_dir, *port;
	bool check_only;
	char *command_words[COMMAND_WORDS_MAX]; /* a command and its arguments */
	unsigned command_words_n;
};

/* Carries out an option.  Returns -1 to continue, otherwise the exit status. */
static int
handle_option(int opt, struct arguments *a)
{
	switch (opt) {
	case 'c':
		a->config_file = optarg;
		return -1;
	case 'd':
		a->data_dir = optarg;
		return -1;
	case 'p':
		a->port = optarg;
		return -1;
	case 'n':
		a->check_only = true;
		return -1;
	case 'V':
		(void)printf("gammond %s\n", GAMMOND_VERSION);
		return EXIT_OK;
	case 'h':
		(void)fputs(USAGE, stdout);
		return EXIT_OK;
	default:
		(void)fputs(TRY, stderr);
		return EXIT_USAGE;
	}
}

/* Returns the letter of a long option, or 0 if `word` is not a long option.  Long options are
 * recognised after a command too, because no folder or file is expected to have such a name. */
static int
long_option(const char *word)
{
	return strcmp(word, "--help") == 0 ? 'h' : strcmp(word, "--version") == 0 ? 'V' : 0;
}

static int
run_doctor(const char *database, unsigned n, char *const *words)
{
	return doctor_run(&config, database, n, words);
}

static int
run_verify(const char *data_dir, unsigned n, char *const *words)
{
	(void)data_dir;
	if (n == 1)
		return verify_file(words[0]);
	(void)fputs("usage:\n" VERIFY_USAGE, stderr);
	return EXIT_USAGE;
}

/* Commands that open the database themselves, most of them while a server runs.  They check
 * their own arguments. */
typedef int standalone_command_fn(const char *data_dir, unsigned n, char *const *words);

static const struct {
	const char *name;
	standalone_command_fn *run;
} BESIDE[] = {
	{ "check", maintenance_check },
	{ "backup", maintenance_backup },
	{ "doctor", run_doctor },
	{ "new-database", maintenance_new_database },
	{ "move-store", maintenance_move_store },
	{ EXPORT_WORD, export_run },
	{ EXPORT_USER_WORD, export_user_run },
	{ "verify", run_verify },
};

/* Returns whether the arguments start a server, and how. */
static bool
starts_server(const struct arguments *a, enum service_start_mode *how_out)
{
	static const char *const WORDS[] = {
		[SERVICE_START_UPGRADE] = "upgrade",
		[SERVICE_START_UPGRADE_OR_RELOAD] = "reload",
	};

	*how_out = SERVICE_START_FRESH;
	for (unsigned i = SERVICE_START_UPGRADE;
	     a->command_words_n == 1 && i < ARRAY_LEN(WORDS); i++)
		if (strcmp(a->command_words[0], WORDS[i]) == 0)
			*how_out = (enum service_start_mode)i;
	return a->command_words_n == 0 || *how_out != SERVICE_START_FRESH;
}

static standalone_command_fn *
find_standalone_command(const struct arguments *a)
{
	for (unsigned i = 0; a->command_words_n > 0 && i < ARRAY_LEN(BESIDE); i++)
		if (strcmp(a->command_words[0], BESIDE[i].name) == 0)
			return BESIDE[i].run;
	return NULL;
}

/* Reads the arguments.  Options may precede and follow the words of a command; getopt stops at
 * each word.  Returns -1 to continue, otherwise the exit status. */
static int
read_arguments(int argc, char **argv, struct arguments *a)
{
	enum service_start_mode how;
	int status = -1;

	*a = (struct arguments){ 0 };
	while (status < 0 && optind < argc) {
		/* after a command, "--all" and the like are its arguments */
		bool word = a->command_words_n > 0 && strncmp(argv[optind], "--", 2) == 0;
		int opt = long_option(argv[optind]);

		if (opt == 0)
			opt = word ? -1 : getopt(argc, argv, "c:d:p:nVh");
		if (opt != -1)
			status = handle_option(opt, a);
		else if (optind < argc && a->command_words_n < COMMAND_WORDS_MAX)
			a->command_words[a->command_words_n++] = argv[optind++];
		else
			break;
	}
	if (status >= 0 || (a->command_words_n == 0 && optind == argc))
		return status;
	if (optind == argc && (find_standalone_command(a) != NULL || starts_server(a, &how) ||
				  subcommand_check(a->command_words, a->command_words_n)))
		return -1;
	(void)fputs(TRY, stderr);
	return EXIT_USAGE;
}

/* Implements reload_read_config: reads the file, and applies the command line. */
static int
read_configuration(void *ctx, struct config *out, struct sbuf *error)
{
	static struct config c; /* too large for the stack */
	const struct arguments *a = ctx;

	conf_default(&c);
	if (a->config_file != NULL && conf_load(a->config_file, &c, error) != 0)
		return -1;
	if (a->data_dir != NULL && conf_set(&c, "server", "data_dir", a->data_dir, error) != 0)
		return -1;
	if (a->port != NULL && conf_set(&c, "server", "port", a->port, error) != 0)
		return -1;
	if (conf_check(&c, error) != 0)
		return -1;
	*out = c;
	return 0;
}

/* ---- commands for a stopped server ---- */

static int
run_console_command(const struct arguments *a)
{
	static const enum exit_status STATUS[] = {
		[CONSOLE_DONE] = EXIT_OK,
		[CONSOLE_REFUSED] = EXIT_NOT_STARTED,
		[CONSOLE_STORAGE] = EXIT_STORAGE,
	};
	char database[SETTINGS_DATABASE_MAX];
	struct store *store;
	int status;

	settings_database(&config, database);
	if (!maintenance_has_database(database))
		return EXIT_NOT_STARTED;
	status = service_open_store(&config, &store);
	if (status != EXIT_OK)
		return status;
	status = (int)STATUS[subcommand_run(
	    store, a->command_words, a->command_words_n, net_wall_ms() / 1000)];
	store_close(&store);
	return status;
}

int
main(int argc, char **argv)
{
	struct arguments a;
	enum service_start_mode how;
	char text[512], database[SETTINGS_DATABASE_MAX];
	struct sbuf error;
	int status = read_arguments(argc, argv, &a);

	if (status >= 0)
		return status;
	SBUF_INIT(&error, text);
	if (read_configuration(&a, &config, &error) != 0) {
		(void)fprintf(stderr, "gammond: %s\n", text);
		return EXIT_USAGE;
	}
	settings_database(&config, database);
	if (find_standalone_command(&a) != NULL && !a.check_only)
		return find_standalone_command(&a)(
		    database, a.command_words_n - 1, a.command_words + 1);
	if (!starts_server(&a, &how) && !a.check_only)
		return run_console_command(&a);
	status = service_check_files(&config);
	if (status != EXIT_OK)
		return status;
	if (a.check_only && config.server_user[0] != '\0' &&
	    getpwnam(config.server_user) == NULL) {
		(void)fprintf(
		    stderr, "gammond: user: there is no user %s\n", config.server_user);
		return EXIT_USAGE;
	}
	if (a.check_only) {
		(void)puts("configuration ok");
		return EXIT_OK;
	}
	if (how != SERVICE_START_FRESH && !process_fork_server()) {
		(void)fprintf(stderr, "gammond: cannot start a process: %s\n", strerror(errno));
		return EXIT_NOT_STARTED;
	}
	return service_run(&config, a.config_file, read_configuration, &a, how);
}
