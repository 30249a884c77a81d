// Typed shims for variadic functions and macros, which Swift cannot import. No logic.
#ifndef NETLAB_CCURL_SHIM_H
#define NETLAB_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode netlab_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode netlab_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode netlab_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// The library keeps a copy.
static inline CURLcode netlab_curl_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, option, &blob);
}

static inline CURLcode netlab_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode netlab_curl_set_write(CURL *easy, curl_write_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode netlab_curl_set_header(CURL *easy, curl_write_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline CURLcode netlab_curl_set_debug(CURL *easy, curl_debug_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
}

static inline CURLcode netlab_curl_set_sockopt(CURL *easy, curl_sockopt_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
}

static inline CURLcode netlab_curl_set_prerequest(CURL *easy, curl_prereq_callback function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

// The context that `netlab_curl_get_private` returns.
static inline CURLcode netlab_curl_set_private(CURL *easy, void *context) {
  return curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}

static inline void *netlab_curl_get_private(CURL *easy) {
  void *context = NULL;
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context) ? NULL : context;
}

static inline CURLcode netlab_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode netlab_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode netlab_curl_get_string(CURL *easy, CURLINFO info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}

// Shares TLS sessions, within one thread: it takes no locks.
static inline CURLSH *netlab_curl_new_share(void) {
  CURLSH *share = curl_share_init();
  if (share) curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  return share;
}

static inline CURLcode netlab_curl_set_share(CURL *easy, CURLSH *share) {
  return curl_easy_setopt(easy, CURLOPT_SHARE, share);
}

// Calls `function` with OpenSSL's `SSL_CTX` before each handshake.
static inline CURLcode netlab_curl_set_tls_context(CURL *easy, curl_ssl_ctx_callback function) {
  return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, function);
}

// OpenSSL's `SSL` of the connection in use; NULL if it is not encrypted, or not by OpenSSL.
static inline void *netlab_curl_openssl_session(CURL *easy) {
  struct curl_tlssessioninfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) || !info) return NULL;
  return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}

static inline CURLMcode netlab_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

#endif
