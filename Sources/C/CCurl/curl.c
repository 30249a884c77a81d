// The functions of libcurl that netlab calls. Each loads the library when it is called for the first time: libcurl brings
// some twenty libraries along, and loading them would take a third of the time of a command that downloads nothing.
// Without the library each function fails as libcurl's own fail. No logic.

#define CURL_DISABLE_TYPECHECK
// Releases differ in whether the first parameter is `const`.
#define curl_url_get curl_url_get_as_declared
#include "shim.h"
#undef curl_url_get

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>

// Macros in curl.h.
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt
#undef curl_share_setopt

static void *library;

static void load(void) { library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }

static void *symbol(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return library ? dlsym(library, name) : NULL;
}

// Defines `call`, a pointer to libcurl's function, or NULL. Threads that come at the same time find the same.
#define FIND(name)                                                           \
  static void *known;                                                        \
  void *found = __atomic_load_n(&known, __ATOMIC_RELAXED);                   \
  if (!found) __atomic_store_n(&known, found = symbol(#name), __ATOMIC_RELAXED); \
  __typeof__(&name) call = (__typeof__(&name))found

#define FORWARD(result, name, parameters, arguments, otherwise) \
  result name parameters {                                      \
    FIND(name);                                                 \
    return call ? call arguments : otherwise;                   \
  }

#define FORWARD_VOID(name, parameters, arguments) \
  void name parameters {                          \
    FIND(name);                                   \
    if (call) call arguments;                     \
  }

// What follows the option is a `long`, a `curl_off_t` or a pointer: each is passed as one word.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "one word");
#define FORWARD_OPTION(result, name, handle, kind, otherwise) \
  result name(handle *target, kind option, ...) {             \
    FIND(name);                                               \
    if (!call) return otherwise;                              \
    va_list rest;                                             \
    va_start(rest, option);                                   \
    void *value = va_arg(rest, void *);                       \
    va_end(rest);                                             \
    return call(target, option, value);                       \
  }

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(char *, curl_version, (void), (), (char *)"libcurl/none")
FORWARD_VOID(curl_free, (void *memory), (memory))

FORWARD(CURL *, curl_easy_init, (void), (), NULL)
FORWARD_VOID(curl_easy_cleanup, (CURL *easy), (easy))
FORWARD(CURLcode, curl_easy_perform, (CURL *easy), (easy), CURLE_FAILED_INIT)
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl is missing")
FORWARD_OPTION(CURLcode, curl_easy_setopt, CURL, CURLoption, CURLE_FAILED_INIT)
FORWARD_OPTION(CURLcode, curl_easy_getinfo, CURL, CURLINFO, CURLE_FAILED_INIT)

FORWARD(CURLM *, curl_multi_init, (void), (), NULL)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), (multi, easy), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), (multi, easy), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_poll,
        (CURLM *multi, struct curl_waitfd extra[], unsigned int count, int milliseconds, int *ready),
        (multi, extra, count, milliseconds, ready), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left), NULL)
FORWARD_OPTION(CURLMcode, curl_multi_setopt, CURLM, CURLMoption, CURLM_BAD_HANDLE)

FORWARD(CURLSH *, curl_share_init, (void), (), NULL)
FORWARD(CURLSHcode, curl_share_cleanup, (CURLSH *share), (share), CURLSHE_INVALID)
FORWARD_OPTION(CURLSHcode, curl_share_setopt, CURLSH, CURLSHoption, CURLSHE_INVALID)

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text), NULL)
FORWARD_VOID(curl_slist_free_all, (struct curl_slist *list), (list))

FORWARD(CURLU *, curl_url, (void), (), NULL)
FORWARD_VOID(curl_url_cleanup, (CURLU *url), (url))
FORWARD(CURLUcode, curl_url_get, (const CURLU *url, CURLUPart part, char **value, unsigned int flags),
        (url, part, value, flags), CURLUE_BAD_HANDLE)
FORWARD(CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *value, unsigned int flags),
        (url, part, value, flags), CURLUE_BAD_HANDLE)
