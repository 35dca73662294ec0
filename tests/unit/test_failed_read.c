/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll,--wrap=sqlite3_step,--wrap=turn_end */
/* LINK: -Wl,--wrap=sqlite_begin_turn */
/* LINK: -Wl,--wrap=domain_new */
/* TEST: timeout=600 */
/* Whichever step of an SQL statement fails, in any line of any transcript: the turn ends the
 * process with the right exit status, and does not use the missing data before that.
 *
 * Each transcript is run once.  At each statement step the process forks.  In the child the
 * step fails, and the child must reach the end of its turn and exit there.  The parent waits
 * for the child and then continues normally.  With GAMMON_COUNTS=tenth, one step in ten is
 * tried.  Does not run under valgrind, which reports memory of an interrupted child as lost. */
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "domain.h"
#include "store/sqlite/sqlite.h"
#include "tests/support/memstore.h"
#include "tests/support/rows.h"
#include "tests/support/transcript.h"
#include "tests/unit/test.h"
#include "turn/turn.h"

#define TRANSCRIPTS "tests/transcripts/*.t"
#define EXIT_BROKEN_STORE 3 /* exit status of a server whose store is broken */
#define EXIT_TURN_DONE 4    /* exit status of a child whose turn ended normally */

static const char *path; /* path of the current transcript */
static bool fails_reads; /* true during a turn or the startup */
static bool copy;        /* this is a child, in which a step has failed */
static unsigned long read_steps, test_every = 1, failures_tried, wrong_results;

int __real_sqlite3_step(sqlite3_stmt *q);
int __wrap_sqlite3_step(sqlite3_stmt *q);
int __real_turn_end(struct turn *t);
int __wrap_turn_end(struct turn *t);
void __real_sqlite_begin_turn(struct store *s, int64_t now_ms);
void __wrap_sqlite_begin_turn(struct store *s, int64_t now_ms);
struct world *__real_domain_new(const struct world_config *config, struct store *store,
    const struct net_port *net, const struct work_port *work, const struct random_port *random);
struct world *__wrap_domain_new(const struct world_config *config, struct store *store,
    const struct net_port *net, const struct work_port *work, const struct random_port *random);

/* Makes sure that no child outlives the test. */
static void
die_with_parent(pid_t parent)
{
	CHECK(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent);
}

/* Discards what the transcript reports.  Failed CHECKs still appear on standard error. */
static void
become_copy(pid_t parent)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	copy = true;
	die_with_parent(parent);
	CHECK(nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) == STDOUT_FILENO);
}

static void
judge(pid_t pid, const char *sql)
{
	int status;

	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
	failures_tried++;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BROKEN_STORE)
		return;
	wrong_results++;
	(void)printf("%s: step %lu: %s %d: %s\n", path, read_steps,
	    WIFSIGNALED(status) ? "signal" : "status",
	    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), sql);
}

int
__wrap_sqlite3_step(sqlite3_stmt *q)
{
	const pid_t parent = getpid();
	pid_t pid;

	if (!fails_reads || copy || ++read_steps % test_every != 0)
		return __real_sqlite3_step(q);
	(void)fflush(stdout);
	pid = fork();
	if (pid == 0) {
		become_copy(parent);
		return SQLITE_IOERR_READ;
	}
	judge(pid, sqlite3_sql(q));
	return __real_sqlite3_step(q);
}

void
__wrap_sqlite_begin_turn(struct store *s, int64_t now_ms)
{
	fails_reads = true;
	__real_sqlite_begin_turn(s, now_ms);
}

int
__wrap_turn_end(struct turn *t)
{
	int result;

	fails_reads = true;
	result = __real_turn_end(t);
	if (copy)
		_exit(result != 0 ? EXIT_BROKEN_STORE : EXIT_TURN_DONE);
	fails_reads = false;
	return result;
}

/* A failed read during startup ends the process at the commit of its first turn. */
struct world *
__wrap_domain_new(const struct world_config *config, struct store *store,
    const struct net_port *net, const struct work_port *work, const struct random_port *random)
{
	struct world *w;

	fails_reads = true;
	w = __real_domain_new(config, store, net, work, random);
	if (copy)
		_exit(store_commit(store, NULL) == STORE_BROKEN ? EXIT_BROKEN_STORE
								: EXIT_TURN_DONE);
	fails_reads = false;
	return w;
}

/* Runs the transcript in a child process and exits, so that nothing the transcript leaves
 * behind outlives the process. */
static void
run(int to, pid_t parent)
{
	unsigned long done[2];

	die_with_parent(parent);
	if (transcript_run(path, NULL, NULL) != 0)
		wrong_results++;
	done[0] = failures_tried;
	done[1] = wrong_results;
	(void)fflush(stdout);
	_exit(write(to, done, sizeof(done)) == (ssize_t)sizeof(done) ? 0 : 1);
}

static void
run_in_parallel(unsigned long *tried_out)
{
	const pid_t parent = getpid();
	unsigned long done[2];
	int between[2], status;
	pid_t pid;

	assert_int_equal(pipe(between), 0);
	(void)fflush(stdout);
	pid = fork();
	if (pid == 0)
		run(between[1], parent);
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(read(between[0], done, sizeof(done)), sizeof(done));
	(void)close(between[0]);
	(void)close(between[1]);
	*tried_out += done[0];
	wrong_results += done[1];
}

TEST(a_failed_step_ends_the_process_with_the_turn)
{
	unsigned long all = 0;
	glob_t found;

	if (test_under_valgrind())
		skip();
	memstore_prepare();
	test_every = test_scaled(1, 10, 100);
	assert_int_equal(glob(TRANSCRIPTS, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		path = found.gl_pathv[i];
		run_in_parallel(&all);
	}
	globfree(&found);
	(void)printf("%lu steps failed\n", all);
	assert_true(all >= 30000 / test_every);
	assert_int_equal(wrong_results, 0);
}

/* Makes sure that the test above finds transcripts to run. */
TEST(the_transcripts_are_found)
{
	glob_t found;

	assert_int_equal(glob(TRANSCRIPTS, 0, NULL, &found), 0);
	assert_true(found.gl_pathc >= 200);
	globfree(&found);
}
