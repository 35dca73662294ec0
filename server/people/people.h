/* SPDX-License-Identifier: MIT */
/* Accounts and sessions: the header for other folders. */
#ifndef PEOPLE_PEOPLE_H
#define PEOPLE_PEOPLE_H

#include "people/network.h"
#include "people/online.h"
#include "people/player.h"
#include "people/session.h"
#include "people/timetext.h"
#include "people/userlist.h"
#include "people/state.h"

#endif
