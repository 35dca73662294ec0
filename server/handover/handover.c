/* SPDX-License-Identifier: MIT */
/* See handover.h; upgrade.h shows the states of both sides. */
#include "handover/handover.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "domain.h"
#include "os/log.h"
#include "login/hand_over_sessions.h"
#include "people/people.h"
#include "handover/upgrade.h"

_Static_assert(
    sizeof(((struct handover *)0)->program_id) == UPGRADE_PROGRAM_ID_MAX, "of upgrade.h");

#define FINISH_WORK_MS 5000 /* longest wait for work in progress, mainly password checks */
#define POLL_INTERVAL_NS 2000000
#define NOTIFY_INTERVAL_MS 1000 /* interval between notifications to the service manager */
/* longest time to send the last lines to connections that are not transferred */
#define LAST_OUTPUT_MS 1000

/* ---- what is transferred ---- */

/* Transfers what belongs to the process: the standard descriptors and the connection to the
 * service manager. */
static void
hand_over_process(struct handover *h, struct pack *p, int standard[3])
{
	int manager = p->reading ? -1 : h->systemd->fd;

	for (int i = 0; i < 3; i++) {
		standard[i] = p->reading ? -1 : i;
		pack_fd(p, 1 + (unsigned)i, &standard[i]);
	}
	pack_fd(p, 4, &h->listen_fd);
	pack_fd(p, 5, &manager);
	if (p->reading && manager >= 0) {
		systemd_close(h->systemd);
		h->systemd->fd = manager;
	}
	PACK(p, 6, h->systemd->notify_interval_ms);
	PACK_PART(p, 7, net_hand_over(h->net, p));
	PACK_PART(p, 8, net_pages_hand_over(h->net, p, h->write_page, h->page_ctx));
}

static void
hand_over_world(struct handover *h, struct pack *p)
{
	int64_t world_ms = p->reading ? 0 : h->turn->world->mono_ms;

	PACK(p, 9, world_ms);
	if (p->reading)
		turn_resume_clock(h->turn, world_ms);
	if (pack_begin_part(p, 10, true)) {
		domain_hand_over(h->turn->world, p);
		pack_end_part(p);
	} else {
		p->bad = true;
	}
}

/* ---- the old process ---- */

/* Runs turns without new input until nothing is in progress.  Returns false if that takes too
 * long, or if the store has failed (*lost). */
static bool
finish_work(struct handover *h, bool *lost)
{
	const struct timespec step = { .tv_nsec = POLL_INTERVAL_NS };
	const int64_t until = net_mono_ms() + FINISH_WORK_MS;

	for (;;) {
		turn_begin(h->turn);
		net_report_pending(h->net);
		*lost = turn_end(h->turn) != 0;
		if (*lost ||
		    (domain_can_hand_over(h->turn->world) && !turn_output_waits(h->turn)))
			return !*lost;
		if (net_mono_ms() >= until)
			return false;
		(void)nanosleep(&step, NULL);
	}
}

/* Writes the rest of long answers now, as far as each connection's output limit permits.  This
 * is not done in a turn, because bots and timers would then produce news that is not
 * transferred. */
static bool
finish_answers(struct handover *h)
{
	struct world *w = h->turn->world;
	const size_t soft = w->config.output_soft;

	w->config.output_soft = net_handover_output_max(h->net);
	domain_before_hand_over(w);
	w->config.output_soft = soft;
	return turn_drain(h->turn) == 0;
}

static enum handover_end
keep_serving(struct handover *h, int fd, const char *why)
{
	(void)close(fd);
	log_warn("upgrade_failed", "reason=\"%s\"", why);
	systemd_notify(h->systemd, "READY=1");
	return HANDOVER_NOT_DONE;
}

static enum handover_end
refuse(struct handover *h, int fd, const char *why)
{
	(void)upgrade_send(fd, UPGRADE_REFUSED, why);
	return keep_serving(h, fd, why);
}

static void
name_successor(struct handover *h, int pid)
{
	char text[40];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "MAINPID=%d", pid);
	systemd_notify(h->systemd, text);
}

/* Tries to continue after the database was closed: its lock decides which process may serve. */
static enum handover_end
resume_serving(struct handover *h, int fd, int pid, const char *why)
{
	(void)close(fd);
	if (h->reopen_store(h->ctx)) {
		log_warn("upgrade_failed", "reason=\"%s\"", why);
		systemd_notify(h->systemd, "READY=1");
		return HANDOVER_NOT_DONE;
	}
	name_successor(h, pid); /* the new process may have the database */
	log_error("upgrade_failed", "reason=\"%s\" database=gone", why);
	return HANDOVER_DATABASE_LOST;
}

/* Notifies users whose connections cannot be transferred; their clients reconnect. */
static void
close_untransferable(struct handover *h)
{
	struct world *w = h->turn->world;
	const int64_t until = net_mono_ms() + LAST_OUTPUT_MS;

	sessions_end_uncarried(w);
	net_handed_over(h->net);
	w->net.flush(w->net.ctx, true);
	while (net_draining(h->net) && net_mono_ms() < until) {
		net_wait(h->net, 20);
		w->net.flush(w->net.ctx, true);
	}
}

/* Waits for TAKEN, and sends the watchdog notification meanwhile. */
static bool
has_taken(struct handover *h, int fd)
{
	const int64_t until = net_mono_ms() + UPGRADE_OPEN_MS;

	while (!upgrade_receive(fd, UPGRADE_TAKEN, NOTIFY_INTERVAL_MS)) {
		if (errno != EAGAIN || net_mono_ms() >= until)
			return false;
		systemd_notify(h->systemd, "WATCHDOG=1");
	}
	return true;
}

static enum handover_end
give_state(struct handover *h, int fd, int pid)
{
	struct pack p = { .reading = false };
	int standard[3];
	bool given;

	hand_over_process(h, &p, standard);
	hand_over_world(h, &p);
	h->close_store(h->ctx);
	given = !p.bad && upgrade_send_state(fd, &p) &&
		upgrade_receive(fd, UPGRADE_READY, UPGRADE_READY_MS) &&
		upgrade_send(fd, UPGRADE_GO, "");
	pack_destroy(&p);
	if (!given)
		return resume_serving(
		    h, fd, pid, "the new process did not take over the sessions");
	if (!has_taken(h, fd))
		return resume_serving(h, fd, pid, "the new process did not start serving");
	name_successor(h, pid);
	(void)upgrade_send(fd, UPGRADE_BYE, "");
	log_info("upgraded", "pid=%d", pid);
	(void)close(fd);
	close_untransferable(h);
	return HANDOVER_DONE;
}

enum handover_end
handover_give(struct handover *h)
{
	char text[UPGRADE_TEXT_MAX];
	struct sbuf why;
	bool lost = false;
	bool same_cgroup = false;
	int pid = 0, fd;

	SBUF_INIT(&why, text);
	fd = upgrade_accept(
	    h->listen_fd, h->refusal == NULL ? h->program_id : NULL, &pid, &same_cgroup, &why);
	if (fd < 0 && why.len == 0)
		return HANDOVER_RELOAD;
	if (fd < 0) {
		log_warn("upgrade_refused", "pid=%d reason=\"%s\"", pid, why.text);
		return HANDOVER_NOT_DONE;
	}
	log_info("upgrading", "pid=%d", pid);
	systemd_reloading(h->systemd, net_mono_us());
	if (getpid() == 1)
		return refuse(h, fd, "the end of process 1 would end its container");
	if (h->refusal != NULL)
		return refuse(h, fd, h->refusal);
	/* the service manager would not accept a process from outside the service as the
	 * successor, and would consider the service ended */
	if (h->systemd->fd >= 0 && !same_cgroup)
		return refuse(h, fd,
		    "the server runs as a service: ask the service manager instead, for "
		    "example with 'systemctl reload gammond'");
	if (store_refusing(h->turn->store))
		return refuse(h, fd, store_refusal_reason(h->turn->store));
	if (!finish_work(h, &lost) && !lost)
		return refuse(h, fd, "too many passwords are being checked; try again");
	if (lost || !finish_answers(h)) {
		(void)close(fd);
		return HANDOVER_DATABASE_LOST;
	}
	return give_state(h, fd, pid);
}

/* ---- the new process ---- */

static bool
print_failure(const char *why)
{
	(void)fprintf(stderr, "gammond: no upgrade: %s\n", why);
	return false;
}

static bool
take_standard_fds(const int standard[3])
{
	bool ok = true;

	for (int i = 0; i < 3; i++) {
		ok = ok && dup2(standard[i], i) == i;
		if (standard[i] > 2)
			(void)close(standard[i]);
	}
	return ok;
}

bool
handover_ask(struct handover *h, const char *data_dir, bool if_other, bool *same_out)
{
	char text[512];
	struct sbuf why;

	SBUF_INIT(&why, text);
	h->old_process_fd = upgrade_connect(data_dir, if_other ? h->program_id : "", &why);
	if (h->old_process_fd < 0 ||
	    !upgrade_receive_state(h->old_process_fd, &h->pack, &why)) {
		*same_out = why.len == 0;
		return *same_out ? false : print_failure(why.text);
	}
	hand_over_process(h, &h->pack, h->standard_fds);
	if (h->pack.bad)
		return print_failure("the server sent unusable data");
	return true;
}

bool
handover_report_ready(struct handover *h)
{
	if (upgrade_send(h->old_process_fd, UPGRADE_READY, "") &&
	    upgrade_receive(h->old_process_fd, UPGRADE_GO, UPGRADE_READY_MS))
		return true;
	return print_failure("the old server continues to serve");
}

bool
handover_take(struct handover *h)
{
	hand_over_world(h, &h->pack);
	if (h->pack.bad)
		return print_failure("the sessions cannot be taken over");
	/* if the old process does not receive this, it has lost the database anyway */
	(void)upgrade_send(h->old_process_fd, UPGRADE_TAKEN, "");
	(void)upgrade_receive(h->old_process_fd, UPGRADE_BYE, UPGRADE_READY_MS);
	if (!take_standard_fds(h->standard_fds))
		log_warn(
		    "upgrade", "detail=\"the old standard streams could not be taken over\"");
	h->standard_fds[0] = h->standard_fds[1] = h->standard_fds[2] = -1;
	return true;
}

void
handover_close(struct handover *h)
{
	if (h->pack.reading)
		upgrade_close_files(&h->pack);
	pack_destroy(&h->pack);
	if (h->old_process_fd >= 0)
		(void)close(h->old_process_fd);
	h->old_process_fd = -1;
}
