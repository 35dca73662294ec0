/* SPDX-License-Identifier: MIT */
#include "tests/support/certificate.h"

#include <stdio.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "base/check.h"

void
certificate_write(const char *path, const char *name)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *x = X509_new();
	FILE *f = fopen(path, "w");

	CHECK(key != NULL && x != NULL && f != NULL);
	CHECK(X509_set_version(x, X509_VERSION_3) == 1);
	CHECK(ASN1_INTEGER_set(X509_get_serialNumber(x), 1) == 1);
	CHECK(X509_gmtime_adj(X509_getm_notBefore(x), -3600) != NULL);
	CHECK(X509_gmtime_adj(X509_getm_notAfter(x), 86400) != NULL);
	CHECK(X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
		  (const unsigned char *)name, -1, -1, 0) == 1);
	CHECK(X509_set_issuer_name(x, X509_get_subject_name(x)) == 1);
	CHECK(X509_set_pubkey(x, key) == 1);
	CHECK(X509_sign(x, key, EVP_sha256()) > 0);
	CHECK(PEM_write_X509(f, x) == 1);
	CHECK(PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1);
	CHECK(fclose(f) == 0);
	X509_free(x);
	EVP_PKEY_free(key);
}
