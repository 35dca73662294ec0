/* SPDX-License-Identifier: MIT */
/* See background_check.h. */
#include "daemon/background_check.h"

#include <errno.h>
#include <string.h>

#include "os/log.h"

static void
run_check(void *ctx)
{
	struct background_check *r = ctx;
	struct sbuf why;

	SBUF_INIT(&why, r->why);
	r->verdict = store_check(r->data_dir, false, &r->stop, &why);
}

void
background_check_begin(
    struct background_check *r, const char *data_dir, void (*wake)(void *ctx), void *ctx)
{
	(void)sbuf_copy(r->data_dir, sizeof(r->data_dir), data_dir);
	r->running = background_start(run_check, r, wake, ctx);
	if (r->running == NULL)
		log_warn("check_failed", "detail=\"%s\"", strerror(errno));
	else
		log_info("checking", "data_dir=%s", data_dir);
}

bool
background_check_sound(struct background_check *r)
{
	if (r->running == NULL || !background_has_ended(r->running))
		return true;
	background_join(&r->running);
	if (r->verdict == STORE_DAMAGED || r->verdict == STORE_FOREIGN) {
		log_error("database_damaged",
		    "detail=\"%s; restore the last backup that "
		    "'gammond check' finds sound\"",
		    r->why);
		return false;
	}
	if (r->verdict != STORE_OK)
		log_warn("check_failed", "detail=\"%s\"", r->why);
	else
		log_info("checked", "result=sound");
	return true;
}

bool
background_check_stop(struct background_check *r)
{
	bool under_way = r->running != NULL;

	store_check_stop(&r->stop);
	background_join(&r->running);
	return under_way;
}
