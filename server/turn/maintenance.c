/* SPDX-License-Identifier: MIT */
/* See maintenance.h. */
#include "turn/maintenance.h"

#include "turn/turn.h"

#define QUIET_BEFORE_IDLE_MS 1000    /* quiet time before idle work */
#define CHECKPOINT_START_MAX_US 5500 /* latest time in the turn to start deferred work */
#define CHECKPOINT_TARGET_US 3500    /* target duration of the store's deferred work */
/* steps of a slice while the duration of a step is unknown */
#define CHECKPOINT_STEPS_INITIAL 1000
#define CHECKPOINT_STEPS_MIN 100
#define CHECKPOINT_STEPS_MAX 6000

void
turn_maintenance_init(struct turn_maintenance *m)
{
	m->checkpoint_steps = CHECKPOINT_STEPS_INITIAL;
}

static int
after_checkpoint(struct turn *t, enum store_err err)
{
	return err == STORE_OK ? turn_sync_database(t) : turn_storage_failed(t);
}

static int
run_idle_work(struct turn *t)
{
	t->maintenance.idle_work_due = false;
	if (t->return_memory != NULL)
		t->return_memory(t->work_ctx);
	return after_checkpoint(t, store_run_idle_work(t->store));
}

/* Returns the number of steps that should take the target duration, judging by the last
 * steps. */
static unsigned
steps_for_target_time(unsigned now, unsigned done, int64_t us)
{
	int64_t n = (int64_t)done * CHECKPOINT_TARGET_US / (us + 1);

	n = n < now / 2 ? now / 2 : n > now * INT64_C(2) ? now * INT64_C(2) : n;
	return n < CHECKPOINT_STEPS_MIN   ? CHECKPOINT_STEPS_MIN
	       : n > CHECKPOINT_STEPS_MAX ? CHECKPOINT_STEPS_MAX
					  : (unsigned)n;
}

/* Does some of the store's deferred work if much has accumulated, unless the turn is already
 * long. */
static int
checkpoint_some(struct turn *t)
{
	struct turn_maintenance *m = &t->maintenance;
	int64_t since = turn_clock_now_us(&t->clock);
	enum store_err err;
	unsigned done;

	if (since - t->began_us > CHECKPOINT_START_MAX_US)
		return 0;
	err = store_checkpoint_some(t->store, m->checkpoint_steps, &done);
	if (done > 0 && t->clock.mono_us != NULL)
		m->checkpoint_steps = steps_for_target_time(
		    m->checkpoint_steps, done, turn_clock_now_us(&t->clock) - since);
	return after_checkpoint(t, err);
}

int
turn_maintain(struct turn *t, bool active, bool waited)
{
	struct turn_maintenance *m = &t->maintenance;

	m->idle_work_due = m->idle_work_due || active;
	if (active || waited)
		m->quiet_since_ms = t->world->mono_ms;
	if (m->idle_work_due && t->world->mono_ms - m->quiet_since_ms >= QUIET_BEFORE_IDLE_MS)
		return run_idle_work(t);
	return checkpoint_some(t);
}
