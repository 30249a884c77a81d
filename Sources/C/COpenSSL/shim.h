// Typed shims for variadic functions, macros and deprecated calls, which Swift cannot import. No logic.
#ifndef NETLAB_COPENSSL_SHIM_H
#define NETLAB_COPENSSL_SHIM_H

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// A new key on the curve P-256.
static inline EVP_PKEY *netlab_ssl_new_key(void) { return EVP_EC_gen("P-256"); }

// OPENSSL_free is a macro.
static inline void netlab_ssl_free(void *memory) { OPENSSL_free(memory); }

// Adds an extension given in OpenSSL's own notation. `issuer` may be the certificate itself.
static inline int netlab_x509_add_extension(X509 *certificate, X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (!extension) return 0;
    int done = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return done;
}

static inline int netlab_ssl_set_versions(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) && SSL_CTX_set_max_proto_version(context, maximum);
}

static inline void netlab_ssl_set_mode(SSL_CTX *context, long mode) { SSL_CTX_set_mode(context, mode); }

typedef int (*netlab_ssl_session_keeper)(SSL *session, SSL_SESSION *kept);

static inline int netlab_ssl_keep_copy(SSL *session, SSL_SESSION *established) {
    netlab_ssl_session_keeper keep = (netlab_ssl_session_keeper)SSL_CTX_get_app_data(SSL_get_SSL_CTX(session));
    SSL_SESSION *copy = SSL_SESSION_dup(established);
    if (copy && !keep(session, copy)) SSL_SESSION_free(copy);
    return 0;
}

// Passes copies of new sessions to the callback: OpenSSL invalidates the original if the connection ends abruptly.
static inline void netlab_ssl_keep_copies(SSL_CTX *context) {
    netlab_ssl_session_keeper keep = SSL_CTX_sess_get_new_cb(context);
    if (!keep) return;
    SSL_CTX_set_app_data(context, (void *)keep);
    SSL_CTX_sess_set_new_cb(context, netlab_ssl_keep_copy);
}

static inline void netlab_ssl_set_session_cache_size(SSL_CTX *context, long count) {
    SSL_CTX_sess_set_cache_size(context, count);
}

static inline void netlab_ssl_set_session_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void netlab_ssl_set_app_data(SSL_CTX *context, void *data) { SSL_CTX_set_app_data(context, data); }

static inline void *netlab_ssl_app_data(const SSL *ssl) { return SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)); }

// The context shares the certificate with its owner.
static inline int netlab_ssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline int netlab_ssl_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

// Sets the expected authentication tag of a record, before the last part is decrypted.
static inline int netlab_evp_set_tag(EVP_CIPHER_CTX *context, void *tag, int count) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, tag);
}

// Reads the authentication tag of what was encrypted.
static inline int netlab_evp_tag(EVP_CIPHER_CTX *context, void *tag, int count) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}

// A code of `size` bytes by BLAKE2s with a key (RFC 7693). Here and not in Swift, because a parameter borrows its name and
// value until the call that it is for.
static inline int netlab_blake2s_code(const void *key, size_t key_count, const void *bytes, size_t count, void *code,
                                      size_t size) {
    const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
    size_t made = 0;
    const void *done = EVP_Q_mac(NULL, "BLAKE2SMAC", NULL, NULL, parameters, key, key_count, (const unsigned char *)bytes,
                                 count, (unsigned char *)code, size, &made);
    return done && made == size;
}

// SHA-256 into 32 bytes. These calls allocate nothing and cannot fail; their replacement looks up an implementation
// for each digest, which takes longer than a short one.
static inline void netlab_sha256(const void *bytes, size_t count, void *digest) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, bytes, count);
    SHA256_Final((unsigned char *)digest, &state);
#pragma GCC diagnostic pop
}

static inline void netlab_openssl_free(void *memory) { OPENSSL_free(memory); }

// The contents of a memory BIO.
static inline const uint8_t *netlab_bio_bytes(BIO *bio, size_t *count) {
    char *bytes = NULL;
    long held = BIO_get_mem_data(bio, &bytes);
    *count = held > 0 ? (size_t)held : 0;
    return (const uint8_t *)bytes;
}

// Macros with casts, or of several parts.
static const unsigned long netlab_x509_name_flags = XN_FLAG_RFC2253;
static const uint64_t netlab_ssl_op_no_ticket = SSL_OP_NO_TICKET;
static const uint64_t netlab_ssl_op_no_renegotiation = SSL_OP_NO_RENEGOTIATION;

static inline int netlab_ssl_kernel_bytes(unsigned char *buffer, int count) {
    for (int got = 0; got < count;) {
        ssize_t more = getrandom(buffer + got, (size_t)(count - got), 0);
        if (more < 0 && errno != EINTR) return 0;
        if (more > 0) got += (int)more;
    }
    return 1;
}

static inline int netlab_ssl_kernel_status(void) { return 1; }

// OpenSSL's own generator mixes in addresses and times of its process. From here on the process takes every random
// byte directly from the kernel: a kernel that returns the same bytes in each run then produces the same keys.
static inline void netlab_ssl_take_kernel_randomness(void) {
    static const RAND_METHOD method = {
        .bytes = netlab_ssl_kernel_bytes,
        .pseudorand = netlab_ssl_kernel_bytes,
        .status = netlab_ssl_kernel_status,
    };
// Providers, its replacement, only serve generators that are loaded from elsewhere.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    RAND_set_rand_method(&method);
#pragma GCC diagnostic pop
}

#endif
