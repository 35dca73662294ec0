/* SPDX-License-Identifier: MIT */
/* Leaving the server, and what concerns one's own account. */
#include "cmd/cmd.h"

#include "game/session.h"

void
cmd_bye(struct ctx *c, char *rest)
{
	(void)rest;
	session_close(c->w, c->s, END_LOGOUT);
}

void
cmd_name(struct ctx *c, char *rest)
{
	(void)rest;
	msg_not_change_name(c->out);
}
