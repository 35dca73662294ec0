/* SPDX-License-Identifier: MIT */
/* Accounts, sessions, what is written to them, moderation: the header that others include. */
#ifndef PEOPLE_PEOPLE_H
#define PEOPLE_PEOPLE_H

#include "people/bans.h"
#include "people/feed.h"
#include "people/login_queue.h"
#include "people/moderation.h"
#include "people/online.h"
#include "people/output.h"
#include "people/pager.h"
#include "people/period.h"
#include "people/player.h"
#include "people/resume_token.h"
#include "people/screen.h"
#include "people/session.h"
#include "people/timetext.h"
#include "people/userlist.h"
#include "people/visit.h"
#include "people/visit_words.h"
#include "people/state.h"

#endif
