/* SPDX-License-Identifier: MIT */
/* The version of server and client.  scripts/check-docs.sh compares it with debian/changelog,
 * CHANGELOG.md and the manual pages. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define GAMMOND_VERSION "1.0.0"

#endif
