/* SPDX-License-Identifier: MIT */
/* Loss of power at a seeded moment.  Everything that was acknowledged must survive: every turn
 * covered by a completed sync.  Of later turns, none or the first few survive, each as a whole.
 * A workload on an empty store runs once undisturbed to count the calls that change the disk,
 * then again for each moment, with power lost in one of these calls (in a turn, a commit, a
 * sync, a checkpoint, an opening, a recovery) or between two.  TEST: long */
#include <unistd.h>

#include "store/sqlite/sqlite.h"
#include "tests/support/faultvfs.h"
#include "tests/support/folder.h"
#include "tests/support/storedump.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define STEPS_PER_RUN 48
#define MOMENTS_PER_WORKLOAD 10 /* per workload */
#define VFS_NAME "power"

static char dir[FOLDER_PATH_MAX];
static struct faultvfs *empty_store; /* a file system with an empty store */
static char after[STORE_DUMP_BYTES];

/* When power is lost. */
struct power_loss {
	struct rng r; /* for later random decisions */
	uint64_t at;  /* number of the call */
	unsigned step;
	bool cut; /* the step is a turn, and power is lost before its commit */
};

static struct {
	unsigned turn, commit, sync, checkpoint, opening, again; /* power losses in each */
	unsigned turns_kept, turns_lost; /* interrupted turns that survived and that did not */
	unsigned unacknowledged_kept;    /* unacknowledged turns that survived */
	unsigned syncs_postponed,
	    commits_postponed; /* postponed database syncs; postponed commits */
	unsigned lost;
} count;

enum step {
	STEP_OPEN,
	STEP_TURN,
	STEP_IDLE,
	STEP_REOPEN
};

/* What happens to a sync after a turn: it begins, it ends, it does both, or neither. */
enum sync_step {
	SYNC_NONE,
	SYNC_BEGIN,
	SYNC_END,
	SYNC_WHOLE,
	SYNC_STEPS
};

/* Deliberate mistakes that the test must detect. */
enum deliberate_mistake {
	NO_MISTAKE,
	TOLD_AT_COMMIT,   /* as with STORE_DURABLE_NORMAL */
	TOLD_A_TURN_EARLY /* the end of a sync also acknowledges turns committed after its
			     beginning */
};

struct run {
	struct faultvfs *f;
	struct store *s;
	struct random_writes w;
	enum deliberate_mistake mistake;
	bool small_cache;        /* makes SQLite write during turns too */
	bool lost_before_commit; /* power was lost before the commit */
	bool lost_in_sync;       /* power was lost during the turn's own sync */
	/* number of steps: committed, covered by the current sync, acknowledged */
	unsigned steps_committed, steps_covered, steps_acknowledged;
	struct {
		bool on, made;  /* the sync is in progress; it has saved the turns it covers */
		uint64_t asked; /* faultvfs_writes_requested when the sync began */
	} sync[STORE_SYNC_COUNT];
};

/* Returns the kind of a step.  It depends on the workload and not on the run: both passes take
 * the same steps. */
static enum step
step_of(uint64_t workload, unsigned i)
{
	struct rng r;
	uint32_t k;

	if (i == 0)
		return STEP_OPEN;
	rng_seed(&r, workload * 1000 + i);
	k = rng_below(&r, 24);
	/* A quarter of the workloads have no idle steps, so that a commit has to do the
	 * checkpoint. */
	if (k < 3 && workload % 4 != 0)
		return STEP_IDLE;
	return k == 3 ? STEP_REOPEN : STEP_TURN;
}

static bool
open_store(struct run *run)
{
	if (sqlite_open_with(dir,
		run->mistake == TOLD_AT_COMMIT ? STORE_DURABLE_NORMAL : STORE_DURABLE_FULL,
		VFS_NAME, NULL, &run->s, NULL) != STORE_OK)
		return false;
	return !run->small_cache ||
	       sqlite3_exec(run->s->db, "PRAGMA cache_size = 6", NULL, NULL, NULL) == SQLITE_OK;
}

/* Performs the sync.  It saves only what was written before it began. */
static void
make_sync(struct run *run, enum store_sync which)
{
	bool before = faultvfs_crashed(run->f);

	faultvfs_sync_until(run->f, run->sync[which].asked);
	store_sync_make(run->s, which);
	faultvfs_sync_until(run->f, 0);
	run->sync[which].made = true;
	run->lost_in_sync = run->lost_in_sync || (!before && faultvfs_crashed(run->f));
}

static void
begin_sync(struct run *run, enum store_sync which, bool make)
{
	run->sync[which].on = true;
	run->sync[which].made = false;
	run->sync[which].asked = faultvfs_writes_requested(run->f);
	if (which == STORE_SYNC_WAL)
		run->steps_covered = run->steps_committed;
	store_sync_begin(run->s, which);
	if (make)
		make_sync(run, which);
}

static bool
end_sync(struct run *run, enum store_sync which)
{
	if (!run->sync[which].on)
		return true;
	if (!run->sync[which].made)
		make_sync(run, which);
	run->sync[which].on = false;
	if (store_sync_end(run->s, which) != STORE_OK)
		return false;
	if (which == STORE_SYNC_WAL)
		run->steps_acknowledged = run->mistake == TOLD_A_TURN_EARLY
					      ? run->steps_committed
					      : run->steps_covered;
	return true;
}

/* Ends and starts syncs until nothing is pending. */
static bool
finish_sync(struct run *run, enum store_sync which)
{
	if (!end_sync(run, which))
		return false;
	if (!store_needs_sync(run->s, which))
		return true;
	begin_sync(run, which, true);
	return end_sync(run, which);
}

static bool
finish_syncs(struct run *run)
{
	return finish_sync(run, STORE_SYNC_DATABASE) && finish_sync(run, STORE_SYNC_WAL);
}

/* Performs the sync that the workload has in this step. */
static bool
sync_step(struct run *run, enum store_sync which, struct rng *r)
{
	enum sync_step step = (enum sync_step)rng_below(r, SYNC_STEPS);
	bool make = rng_below(r, 2) == 0;

	if (!store_needs_sync(run->s, which))
		return true;
	if (step == SYNC_WHOLE)
		return finish_sync(run, which);
	if (step == SYNC_BEGIN && !run->sync[which].on)
		begin_sync(run, which, make);
	return step != SYNC_END || end_sync(run, which);
}

/* Runs a turn.  If its commit is postponed, the next turn commits it. */
static bool
turn(struct run *run, unsigned i, struct rng *r)
{
	unsigned steps = 20 + rng_below(r, 200), moved;

	if (store_commit(run->s, NULL) != STORE_OK)
		return false;
	if (store_dirty(run->s)) {
		count.commits_postponed++;
		return sync_step(run, STORE_SYNC_DATABASE, r);
	}
	run->steps_committed = i;
	if (!sync_step(run, STORE_SYNC_WAL, r))
		return false;
	if (!store_needs_sync(run->s, STORE_SYNC_WAL))
		run->steps_acknowledged = run->steps_committed;
	if (store_checkpoint_some(run->s, steps, &moved) != STORE_OK)
		return false;
	count.syncs_postponed += moved > 0 && store_needs_sync(run->s, STORE_SYNC_DATABASE);
	return sync_step(run, STORE_SYNC_DATABASE, r);
}

/* Ends the run, including a postponed commit. */
static bool
finish_run(struct run *run)
{
	return finish_syncs(run) && store_commit(run->s, NULL) == STORE_OK && finish_syncs(run);
}

/* Runs step i.  Returns true if it completed; run->steps_committed and run->steps_acknowledged
 * are updated. */
static bool
step_run(struct run *run, uint64_t workload, unsigned i, bool cut)
{
	enum step step = step_of(workload, i);
	struct rng r;

	rng_seed(&r, workload * 1000 + 500 + i);
	if (step == STEP_OPEN || step == STEP_REOPEN) {
		if (step == STEP_REOPEN && !finish_run(run))
			return false;
		store_close(&run->s);
		if (!open_store(run))
			return false;
		run->steps_committed = run->steps_acknowledged = i;
		return true;
	}
	if (step == STEP_IDLE) {
		if (!finish_run(run) || store_run_idle_work(run->s) != STORE_OK)
			return false;
		run->steps_committed = run->steps_acknowledged = i;
		return true;
	}
	random_writes_turn(&run->w, run->s);
	run->lost_before_commit = cut || faultvfs_crashed(run->f);
	if (cut)
		faultvfs_crash_now(run->f);
	return turn(run, i, &r);
}

static void
run_init(struct run *run, uint64_t workload, enum deliberate_mistake mistake)
{
	*run = (struct run){ .f = faultvfs_copy(VFS_NAME, empty_store), .mistake = mistake };
	run->small_cache = workload % 3 == 0;
	random_writes_init(&run->w, workload);
}

static void
run_done(struct run *run)
{
	store_close(&run->s);
	faultvfs_free(&run->f);
}

/* Counts the calls made by the end of each step. */
static void
measure(uint64_t workload, enum deliberate_mistake mistake, uint64_t calls[STEPS_PER_RUN])
{
	struct run run;

	run_init(&run, workload, mistake);
	for (unsigned i = 0; i < STEPS_PER_RUN; i++) {
		assert_true(step_run(&run, workload, i, false));
		calls[i] = faultvfs_changes(run.f);
	}
	assert_true(finish_run(&run));
	run_done(&run);
}

/* Dumps the store after each step, in a separate run: reading changes SQLite's cache, and thus
 * when it writes. */
static void
record_states(uint64_t workload, char *held[STEPS_PER_RUN])
{
	struct run run;

	run_init(&run, workload, NO_MISTAKE);
	for (unsigned i = 0; i < STEPS_PER_RUN; i++) {
		assert_true(step_run(&run, workload, i, false));
		store_dump(run.s, after);
		held[i] = strdup(after);
	}
	assert_true(finish_run(&run));
	run_done(&run);
}

/* Opens the surviving store; sometimes power is lost again during the opening. */
static void
recover_store(struct run *run, struct rng *r)
{
	char text[500];
	struct sbuf error;
	enum store_err err;

	SBUF_INIT(&error, text);
	faultvfs_power_on(run->f, rng_next(r));
	for (int i = 0; i < 3 && rng_below(r, 2) == 0; i++) {
		faultvfs_crash_at(run->f, faultvfs_changes(run->f) + 1 + rng_below(r, 12));
		err =
		    sqlite_open_with(dir, STORE_DURABLE_FULL, VFS_NAME, NULL, &run->s, &error);
		if (err == STORE_OK && rng_below(r, 2) == 0)
			sql_checkpoint(run->s, SQLITE_CHECKPOINT_TRUNCATE);
		store_close(&run->s);
		if (faultvfs_crashed(run->f))
			count.again++;
		else if (err != STORE_OK)
			fail_msg("opening after the loss of power: %s", text);
		faultvfs_power_on(run->f, rng_next(r));
		error.len = 0;
	}
	err = sqlite_open_with(dir, STORE_DURABLE_FULL, VFS_NAME, NULL, &run->s, &error);
	if (err != STORE_OK)
		fail_msg("opening after the loss of power: %s", text);
}

static void
count_moment(const struct run *run, enum step step)
{
	if (run->lost_before_commit)
		count.turn++;
	else if (run->lost_in_sync)
		count.sync++;
	else if (step == STEP_OPEN || step == STEP_REOPEN)
		count.opening++;
	else if (step == STEP_TURN && faultvfs_crash_in_journal(run->f))
		count.commit++;
	else
		count.checkpoint++;
}

static void
choose_moment(
    uint64_t workload, unsigned seed, const uint64_t calls[STEPS_PER_RUN], struct power_loss *m)
{
	*m = (struct power_loss){ .step = 0 };
	rng_seed(&m->r, seed);
	m->at = 1 + rng_next(&m->r) % calls[STEPS_PER_RUN - 1];
	while (calls[m->step] < m->at)
		m->step++;
	if (rng_below(&m->r, 6) == 0) /* the last call of a turn may be its sync */
		m->at = calls[m->step];
	m->cut = step_of(workload, m->step) == STEP_TURN && rng_below(&m->r, 4) == 0;
}

/* Runs the workload up to a moment, loses power there and checks the store.  Returns true if
 * nothing was lost: the contents are those after the last acknowledged step or a later one. */
static bool
lose_power(uint64_t workload, enum deliberate_mistake mistake, const struct power_loss *m,
    char *held[STEPS_PER_RUN])
{
	struct run run;
	struct rng r = m->r;
	unsigned found, least;

	run_init(&run, workload, mistake);
	if (!m->cut)
		faultvfs_crash_at(run.f, m->at);
	for (unsigned k = 0; k < m->step; k++)
		assert_true(step_run(&run, workload, k, false));
	(void)step_run(&run, workload, m->step, m->cut);
	assert_true(faultvfs_crashed(run.f));
	count_moment(&run, step_of(workload, m->step));
	least = run.steps_acknowledged;
	store_close(&run.s);
	recover_store(&run, &r);
	store_dump(run.s, after);
	run_done(&run);
	found = run.lost_before_commit
		    ? run.steps_committed
		    : m->step; /* the turn was never committed, so it must not be present */
	while (found > least && strcmp(after, held[found]) != 0)
		found--;
	if (found == m->step)
		count.turns_kept++;
	else
		count.turns_lost++;
	count.unacknowledged_kept += found > least;
	return strcmp(after, held[found]) == 0;
}

/* Returns the number of seeds and the first one.  POWER_SEEDS="N FIRST" selects N seeds from
 * FIRST on, for long runs in pieces. */
static unsigned
seed_count(unsigned *first_out)
{
	const char *asked = getenv("POWER_SEEDS");
	char *end;
	unsigned n;

	*first_out = 0;
	if (asked != NULL) {
		n = (unsigned)strtoul(asked, &end, 10);
		*first_out = (unsigned)strtoul(end, NULL, 10);
		return n;
	}
	return test_scaled(1000, 100, 30);
}

/* Returns how many seeds lost data. */
static unsigned
run_campaign(enum deliberate_mistake mistake, unsigned first, unsigned n)
{
	char *held[STEPS_PER_RUN] = { NULL };
	uint64_t calls[STEPS_PER_RUN];
	unsigned lost = 0;

	memset(&count, 0, sizeof(count));
	for (unsigned seed = first; seed < first + n; seed++) {
		uint64_t workload = 1 + seed / MOMENTS_PER_WORKLOAD;
		struct power_loss m;

		if (seed == first || seed % MOMENTS_PER_WORKLOAD == 0) {
			measure(workload, mistake, calls);
			for (unsigned i = 0; i < STEPS_PER_RUN; i++)
				free(held[i]);
			record_states(workload, held);
		}
		choose_moment(workload, seed, calls, &m);
		if (lose_power(workload, mistake, &m, held))
			continue;
		lost++;
		if (mistake == NO_MISTAKE)
			print_message("seed %u lost something\n", seed);
	}
	for (unsigned i = 0; i < STEPS_PER_RUN; i++)
		free(held[i]);
	print_message(
	    "%u seeds, %u lost something.  Power lost in a turn %u, a commit %u, a sync %u, a "
	    "checkpoint %u, an opening %u, a recovery %u; the last turn: there %u, "
	    "absent "
	    "%u; turns that nobody had been told of and that are there %u; syncs of the "
	    "database put "
	    "off %u, commits %u\n",
	    n, lost, count.turn, count.commit, count.sync, count.checkpoint, count.opening,
	    count.again, count.turns_kept, count.turns_lost, count.unacknowledged_kept,
	    count.syncs_postponed, count.commits_postponed);
	return lost;
}

TEST(no_acknowledged_turn_is_lost)
{
	unsigned first, n = seed_count(&first);

	assert_int_equal(run_campaign(NO_MISTAKE, first, n), 0);
	/* All intended kinds of moments occurred. */
	assert_true(count.turn > 0 && count.commit > 0 && count.sync > 0 &&
		    (count.checkpoint > 0 || test_few_cases()) && count.opening > 0 &&
		    count.again > 0 && count.turns_lost > 0);
	/* These moments are too rare for a run with few seeds. */
	assert_true((count.turns_kept > 0 && count.unacknowledged_kept > 0 &&
			count.syncs_postponed > 0 && count.commits_postponed > 0) ||
		    test_few_cases());
}

/* Shows that the test above can detect mistakes. */
TEST(premature_acknowledgement_is_detected)
{
	unsigned first, n = seed_count(&first) < 1000 ? 60 : 100;

	if (test_few_cases())
		skip(); /* the seeds above have covered the same code */
	assert_true(run_campaign(TOLD_AT_COMMIT, 0, n) > 0);
	assert_true(run_campaign(TOLD_A_TURN_EARLY, 0, n) > 0);
}

/* A run on an empty file system. */
static void
run_on_empty_disk(struct run *run)
{
	*run = (struct run){ .f = faultvfs_new(VFS_NAME) };
	random_writes_init(&run->w, 1);
}

/* Power is lost in a call of the first opening.  The next opening starts over or continues,
 * and always succeeds. */
TEST(an_interrupted_first_opening_can_be_repeated)
{
	unsigned first;
	/* With full counts every moment is tried at least twice. */
	uint64_t each = seed_count(&first) < 1000 ? 1 : getenv("POWER_SEEDS") != NULL ? 8 : 2;
	uint64_t step = test_scaled(1, 3, 15);
	struct run run;
	uint64_t n, calls;

	run_on_empty_disk(&run);
	assert_true(step_run(&run, 1, 0, false));
	calls = faultvfs_changes(run.f);
	run_done(&run);
	assert_true(calls > 10);
	for (n = 1; n <= calls; n += step)
		for (uint64_t seed = 0; seed < each; seed++) {
			run_on_empty_disk(&run);
			faultvfs_crash_at(run.f, n);
			/* The last calls follow the opening's last commit. */
			if (step_run(&run, 1, 0, false))
				store_close(&run.s);
			assert_true(faultvfs_crashed(run.f));
			faultvfs_power_on(run.f, seed);
			assert_true(step_run(&run, 1, 0, false));
			random_writes_turn(&run.w, run.s);
			assert_int_equal(store_save(run.s, NULL), STORE_OK);
			run_done(&run);
		}
	print_message("%" PRIu64 " moments of the first opening, one in %" PRIu64
		      " tried, with %" PRIu64 " seeds each\n",
	    calls, step, each);
}

BEFORE_ALL
{
	struct run run;

	folder_make(dir, "power");
	run_on_empty_disk(&run);
	assert_true(open_store(&run));
	store_close(&run.s);
	empty_store = faultvfs_copy("empty", run.f);
	faultvfs_free(&run.f);
}

AFTER_ALL
{
	faultvfs_free(&empty_store);
	folder_remove(dir);
}
