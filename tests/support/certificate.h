/* SPDX-License-Identifier: MIT */
/* Self-signed certificates for tests. */
#ifndef SUPPORT_CERTIFICATE_H
#define SUPPORT_CERTIFICATE_H

/* Writes a certificate for the host name, and its private key, to one file. */
void certificate_write(const char *path, const char *name);

#endif
