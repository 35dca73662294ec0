/* SPDX-License-Identifier: MIT */
/* Texts of news to all users: rows for output/feed.h. */
#ifndef TELL_NEWS_H
#define TELL_NEWS_H

#include "people/people.h"
#include "output/output.h"

extern const struct feed_delivery NEWS_SHOUT, NEWS_WAVE, NEWS_BROADCAST, NEWS_SHUTDOWN,
    NEWS_SHUTDOWN_CANCELLED, NEWS_MATCH_START, NEWS_MATCH_WON, NEWS_LEFT_GAME;

#endif
