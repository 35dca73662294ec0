/* SPDX-License-Identifier: MIT */
/* Certificates for tests, signed by themselves. */
#ifndef SUPPORT_CERTIFICATE_H
#define SUPPORT_CERTIFICATE_H

/* Writes one for that name, and its key, into one file. */
void certificate_write(const char *path, const char *name);

#endif
