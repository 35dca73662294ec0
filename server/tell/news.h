/* SPDX-License-Identifier: MIT */
/* Texts of news to all users: rows for output/feed.h. */
#ifndef TELL_NEWS_H
#define TELL_NEWS_H

#include "people/people.h"
#include "output/output.h"

extern const struct feed_words NEWS_SHOUT, NEWS_WAVE, NEWS_BROADCAST, NEWS_STOP,
    NEWS_STOP_CANCELLED, NEWS_START, NEWS_WON, NEWS_LEFT_GAME;

#endif
