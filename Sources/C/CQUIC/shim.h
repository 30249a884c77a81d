// ngtcp2, nghttp3 and GnuTLS: typed shims for versioned macros, which Swift cannot import. No logic.
#ifndef NETLAB_CQUIC_SHIM_H
#define NETLAB_CQUIC_SHIM_H

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <nghttp3/nghttp3.h>
#include <ngtcp2/ngtcp2.h>
#include <ngtcp2/ngtcp2_crypto.h>
#include <ngtcp2/ngtcp2_crypto_gnutls.h>

// Macros with casts, which Swift cannot import.
static const uint32_t netlab_quic_version_1 = NGTCP2_PROTO_VER_V1;
static const uint32_t netlab_quic_version_2 = NGTCP2_PROTO_VER_V2;

// True once all four libraries are loaded, which the first call does.
int netlab_quic_load(void);

// What the libraries' callbacks need to find a connection, and the Swift object that owns it.
struct netlab_quic_link {
  ngtcp2_crypto_conn_ref reference;
  ngtcp2_conn *connection;
  void *owner;
};

// Lets GnuTLS's callbacks find the connection.
void netlab_quic_tie(struct netlab_quic_link *link, gnutls_session_t session);

// Those of ngtcp2's callbacks that its cryptography answers.
void netlab_quic_set_crypto(ngtcp2_callbacks *callbacks, int is_client);

static inline void netlab_quic_settings(ngtcp2_settings *settings) { ngtcp2_settings_default(settings); }

static inline void netlab_quic_parameters(ngtcp2_transport_params *parameters) {
  ngtcp2_transport_params_default(parameters);
}

static inline int netlab_quic_new_client(ngtcp2_conn **connection, const ngtcp2_cid *destination,
                                         const ngtcp2_cid *source, const ngtcp2_path *path, uint32_t version,
                                         const ngtcp2_callbacks *callbacks, const ngtcp2_settings *settings,
                                         const ngtcp2_transport_params *parameters, void *owner) {
  return ngtcp2_conn_client_new(connection, destination, source, path, version, callbacks, settings, parameters, NULL,
                                owner);
}

static inline int netlab_quic_new_server(ngtcp2_conn **connection, const ngtcp2_cid *destination,
                                         const ngtcp2_cid *source, const ngtcp2_path *path, uint32_t version,
                                         const ngtcp2_callbacks *callbacks, const ngtcp2_settings *settings,
                                         const ngtcp2_transport_params *parameters, void *owner) {
  return ngtcp2_conn_server_new(connection, destination, source, path, version, callbacks, settings, parameters, NULL,
                                owner);
}

// `ecn` is the mark of the packet's IP header.
static inline int netlab_quic_read(ngtcp2_conn *connection, const ngtcp2_path *path, uint8_t ecn, const uint8_t *packet,
                                   size_t count, uint64_t now) {
  ngtcp2_pkt_info info = {.ecn = ecn};
  return ngtcp2_conn_read_pkt(connection, path, &info, packet, count, now);
}

static inline ngtcp2_ssize netlab_quic_write(ngtcp2_conn *connection, ngtcp2_path *path, uint8_t *ecn, uint8_t *packet,
                                             size_t count, ngtcp2_ssize *taken, uint32_t flags, int64_t stream,
                                             const nghttp3_vec *pieces, size_t piece_count, uint64_t now) {
  ngtcp2_pkt_info info = {0};
  // Both libraries' pieces are laid out as `struct iovec` is.
  ngtcp2_ssize written = ngtcp2_conn_writev_stream(connection, path, &info, packet, count, taken, flags, stream,
                                                   (const ngtcp2_vec *)pieces, piece_count, now);
  *ecn = info.ecn;
  return written;
}

static inline ngtcp2_ssize netlab_quic_write_close(ngtcp2_conn *connection, ngtcp2_path *path, uint8_t *packet,
                                                   size_t count, const ngtcp2_ccerr *reason, uint64_t now) {
  return ngtcp2_conn_write_connection_close(connection, path, NULL, packet, count, reason, now);
}

static inline void netlab_quic_state(ngtcp2_conn *connection, ngtcp2_conn_info *info) {
  ngtcp2_conn_get_conn_info(connection, info);
}

static inline void netlab_http3_settings(nghttp3_settings *settings) { nghttp3_settings_default(settings); }

static inline int netlab_http3_new(nghttp3_conn **connection, int is_client, const nghttp3_callbacks *callbacks,
                                   const nghttp3_settings *settings, void *owner) {
  return is_client ? nghttp3_conn_client_new(connection, callbacks, settings, NULL, owner)
                   : nghttp3_conn_server_new(connection, callbacks, settings, NULL, owner);
}

void netlab_quic_free(void *memory);

static inline void netlab_tls_free(gnutls_datum_t *datum) { netlab_quic_free(datum->data); }

#endif
