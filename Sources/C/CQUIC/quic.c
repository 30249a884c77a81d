// The functions of ngtcp2, nghttp3 and GnuTLS that netlab calls. They load the libraries when the first is called: most
// commands need none of them, and netlab works without. Without the libraries nothing but `netlab_quic_load` may be
// called. No logic.

#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>

// The libraries depend on each other, so a name is found through the last. gnutls_free is a variable.
static void *libraries[4];

static void load(void) {
  static const char *const names[] = {"libgnutls.so.30", "libngtcp2.so.16", "libnghttp3.so.9",
                                      "libngtcp2_crypto_gnutls.so.8"};
  for (int i = 0; i < 4; i++) libraries[i] = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
}

int netlab_quic_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return libraries[0] && libraries[1] && libraries[2] && libraries[3];
}

static void *symbol(const char *name) {
  if (!netlab_quic_load()) return NULL;
  for (int i = 0; i < 4; i++) {
    void *found = dlsym(libraries[i], name);
    if (found) return found;
  }
  return NULL;
}

// Defines `call`, a pointer to the library's function. Threads that come at the same time find the same.
#define FIND(name)                                                           \
  static void *known;                                                        \
  void *found = __atomic_load_n(&known, __ATOMIC_RELAXED);                   \
  if (!found) __atomic_store_n(&known, found = symbol(#name), __ATOMIC_RELAXED); \
  __typeof__(&name) call = (__typeof__(&name))found

// A `void` function may return the value of another.
#define FORWARD(result, name, parameters, arguments) \
  result name parameters {                           \
    FIND(name);                                      \
    return call arguments;                           \
  }

FORWARD(int, gnutls_init, (gnutls_session_t * session, unsigned int flags), (session, flags))
FORWARD(void, gnutls_deinit, (gnutls_session_t session), (session))
FORWARD(int, gnutls_priority_set_direct, (gnutls_session_t session, const char *priorities, const char **err_pos),
        (session, priorities, err_pos))
FORWARD(int, gnutls_certificate_allocate_credentials, (gnutls_certificate_credentials_t * res), (res))
FORWARD(void, gnutls_certificate_free_credentials, (gnutls_certificate_credentials_t sc), (sc))
FORWARD(int, gnutls_certificate_set_x509_key_mem, (gnutls_certificate_credentials_t res, const gnutls_datum_t * cert,
        const gnutls_datum_t * key, gnutls_x509_crt_fmt_t type), (res, cert, key, type))
FORWARD(int, gnutls_certificate_set_x509_trust_mem, (gnutls_certificate_credentials_t res, const gnutls_datum_t * ca,
        gnutls_x509_crt_fmt_t type), (res, ca, type))
FORWARD(int, gnutls_certificate_set_x509_system_trust, (gnutls_certificate_credentials_t cred), (cred))
FORWARD(int, gnutls_credentials_set, (gnutls_session_t session, gnutls_credentials_type_t type, void *cred), (session,
        type, cred))
FORWARD(int, gnutls_alpn_set_protocols, (gnutls_session_t session, const gnutls_datum_t * protocols, unsigned
        protocols_size, unsigned flags), (session, protocols, protocols_size, flags))
FORWARD(int, gnutls_alpn_get_selected_protocol, (gnutls_session_t session, gnutls_datum_t * protocol), (session,
        protocol))
FORWARD(int, gnutls_server_name_set, (gnutls_session_t session, gnutls_server_name_type_t type, const void *name, size_t
        name_length), (session, type, name, name_length))
FORWARD(void, gnutls_session_set_ptr, (gnutls_session_t session, void *ptr), (session, ptr))
FORWARD(void *, gnutls_session_get_ptr, (gnutls_session_t session), (session))
FORWARD(void, gnutls_session_set_keylog_function, (gnutls_session_t session, gnutls_keylog_func func), (session, func))
FORWARD(void, gnutls_session_set_verify_cert, (gnutls_session_t session, const char *hostname, unsigned flags),
        (session, hostname, flags))
FORWARD(unsigned int, gnutls_session_get_verify_cert_status, (gnutls_session_t a0), (a0))
FORWARD(int, gnutls_session_ticket_key_generate, (gnutls_datum_t * key), (key))
FORWARD(int, gnutls_session_ticket_enable_server, (gnutls_session_t session, const gnutls_datum_t * key), (session,
        key))
FORWARD(int, gnutls_session_get_data2, (gnutls_session_t session, gnutls_datum_t * data), (session, data))
FORWARD(int, gnutls_session_set_data, (gnutls_session_t session, const void *session_data, size_t session_data_size),
        (session, session_data, session_data_size))
FORWARD(unsigned, gnutls_session_get_flags, (gnutls_session_t session), (session))
FORWARD(void, gnutls_anti_replay_set_ptr, (gnutls_anti_replay_t guard, void *ptr), (guard, ptr))
FORWARD(int, gnutls_session_is_resumed, (gnutls_session_t session), (session))
FORWARD(void, gnutls_handshake_set_hook_function, (gnutls_session_t session, unsigned int htype, int when,
        gnutls_handshake_hook_func func), (session, htype, when, func))
FORWARD(void, gnutls_session_get_random, (gnutls_session_t session, gnutls_datum_t * client, gnutls_datum_t * server),
        (session, client, server))
FORWARD(const char *, gnutls_strerror, (int error), (error))
FORWARD(int, gnutls_record_set_max_early_data_size, (gnutls_session_t session, size_t size), (session, size))
FORWARD(int, gnutls_anti_replay_init, (gnutls_anti_replay_t *anti_replay), (anti_replay))
FORWARD(void, gnutls_anti_replay_deinit, (gnutls_anti_replay_t anti_replay), (anti_replay))
FORWARD(void, gnutls_anti_replay_set_add_function, (gnutls_anti_replay_t a0, gnutls_db_add_func add_func), (a0,
        add_func))
FORWARD(void, gnutls_anti_replay_enable, (gnutls_session_t session, gnutls_anti_replay_t anti_replay), (session,
        anti_replay))
FORWARD(int, gnutls_rnd, (gnutls_rnd_level_t level, void *data, size_t len), (level, data, len))
FORWARD(void, gnutls_session_set_verify_function, (gnutls_session_t session, gnutls_certificate_verify_function * func),
        (session, func))
FORWARD(void, gnutls_transport_set_ptr2, (gnutls_session_t session, gnutls_transport_ptr_t recv_ptr,
        gnutls_transport_ptr_t send_ptr), (session, recv_ptr, send_ptr))
FORWARD(void, ngtcp2_cid_init, (ngtcp2_cid *cid, const uint8_t *data, size_t datalen), (cid, data, datalen))
FORWARD(void, ngtcp2_settings_default_versioned, (int settings_version, ngtcp2_settings *settings), (settings_version,
        settings))
FORWARD(void, ngtcp2_transport_params_default_versioned, (int transport_params_version, ngtcp2_transport_params
        *params), (transport_params_version, params))
FORWARD(int, ngtcp2_pkt_decode_version_cid, (ngtcp2_version_cid *dest, const uint8_t *data, size_t datalen, size_t
        short_dcidlen), (dest, data, datalen, short_dcidlen))
FORWARD(int, ngtcp2_accept, (ngtcp2_pkt_hd *dest, const uint8_t *pkt, size_t pktlen), (dest, pkt, pktlen))
FORWARD(ngtcp2_ssize, ngtcp2_pkt_write_version_negotiation, (uint8_t *dest, size_t destlen, uint8_t unused_random, const
        uint8_t *dcid, size_t dcidlen, const uint8_t *scid, size_t scidlen, const uint32_t *sv, size_t nsv), (dest,
        destlen, unused_random, dcid, dcidlen, scid, scidlen, sv, nsv))
FORWARD(ngtcp2_ssize, ngtcp2_pkt_write_stateless_reset, (uint8_t *dest, size_t destlen, const uint8_t
        *stateless_reset_token, const uint8_t *rand, size_t randlen), (dest, destlen, stateless_reset_token, rand,
        randlen))
FORWARD(int, ngtcp2_conn_client_new_versioned, (ngtcp2_conn **pconn, const ngtcp2_cid *dcid, const ngtcp2_cid *scid,
        const ngtcp2_path *path, uint32_t client_chosen_version, int callbacks_version, const ngtcp2_callbacks
        *callbacks, int settings_version, const ngtcp2_settings *settings, int transport_params_version, const
        ngtcp2_transport_params *params, const ngtcp2_mem *mem, void *user_data), (pconn, dcid, scid, path,
        client_chosen_version, callbacks_version, callbacks, settings_version, settings, transport_params_version,
        params, mem, user_data))
FORWARD(int, ngtcp2_conn_server_new_versioned, (ngtcp2_conn **pconn, const ngtcp2_cid *dcid, const ngtcp2_cid *scid,
        const ngtcp2_path *path, uint32_t client_chosen_version, int callbacks_version, const ngtcp2_callbacks
        *callbacks, int settings_version, const ngtcp2_settings *settings, int transport_params_version, const
        ngtcp2_transport_params *params, const ngtcp2_mem *mem, void *user_data), (pconn, dcid, scid, path,
        client_chosen_version, callbacks_version, callbacks, settings_version, settings, transport_params_version,
        params, mem, user_data))
FORWARD(void, ngtcp2_conn_del, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_read_pkt_versioned, (ngtcp2_conn *conn, const ngtcp2_path *path, int pkt_info_version, const
        ngtcp2_pkt_info *pi, const uint8_t *pkt, size_t pktlen, ngtcp2_tstamp ts), (conn, path, pkt_info_version, pi,
        pkt, pktlen, ts))
FORWARD(ngtcp2_ssize, ngtcp2_conn_writev_stream_versioned, (ngtcp2_conn *conn, ngtcp2_path *path, int pkt_info_version,
        ngtcp2_pkt_info *pi, uint8_t *dest, size_t destlen, ngtcp2_ssize *pdatalen, uint32_t flags, int64_t stream_id,
        const ngtcp2_vec *datav, size_t datavcnt, ngtcp2_tstamp ts), (conn, path, pkt_info_version, pi, dest, destlen,
        pdatalen, flags, stream_id, datav, datavcnt, ts))
FORWARD(ngtcp2_ssize, ngtcp2_conn_write_connection_close_versioned, (ngtcp2_conn *conn, ngtcp2_path *path, int
        pkt_info_version, ngtcp2_pkt_info *pi, uint8_t *dest, size_t destlen, const ngtcp2_ccerr *ccerr, ngtcp2_tstamp
        ts), (conn, path, pkt_info_version, pi, dest, destlen, ccerr, ts))
FORWARD(void, ngtcp2_conn_get_conn_info_versioned, (ngtcp2_conn *conn, int conn_info_version, ngtcp2_conn_info *cinfo),
        (conn, conn_info_version, cinfo))
FORWARD(int, ngtcp2_conn_get_handshake_completed, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_initiate_key_update, (ngtcp2_conn *conn, ngtcp2_tstamp ts), (conn, ts))
FORWARD(uint8_t, ngtcp2_conn_get_tls_alert, (ngtcp2_conn *conn), (conn))
FORWARD(ngtcp2_tstamp, ngtcp2_conn_get_expiry, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_handle_expiry, (ngtcp2_conn *conn, ngtcp2_tstamp ts), (conn, ts))
FORWARD(ngtcp2_duration, ngtcp2_conn_get_pto, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_open_bidi_stream, (ngtcp2_conn *conn, int64_t *pstream_id, void *stream_user_data), (conn,
        pstream_id, stream_user_data))
FORWARD(int, ngtcp2_conn_open_uni_stream, (ngtcp2_conn *conn, int64_t *pstream_id, void *stream_user_data), (conn,
        pstream_id, stream_user_data))
FORWARD(int, ngtcp2_conn_shutdown_stream, (ngtcp2_conn *conn, uint32_t flags, int64_t stream_id, uint64_t
        app_error_code), (conn, flags, stream_id, app_error_code))
FORWARD(int, ngtcp2_conn_shutdown_stream_read, (ngtcp2_conn *conn, uint32_t flags, int64_t stream_id, uint64_t
        app_error_code), (conn, flags, stream_id, app_error_code))
FORWARD(int, ngtcp2_conn_shutdown_stream_write, (ngtcp2_conn *conn, uint32_t flags, int64_t stream_id, uint64_t
        app_error_code), (conn, flags, stream_id, app_error_code))
FORWARD(int, ngtcp2_conn_in_closing_period, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_in_draining_period, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_extend_max_stream_offset, (ngtcp2_conn *conn, int64_t stream_id, uint64_t datalen), (conn,
        stream_id, datalen))
FORWARD(void, ngtcp2_conn_extend_max_offset, (ngtcp2_conn *conn, uint64_t datalen), (conn, datalen))
FORWARD(void, ngtcp2_conn_extend_max_streams_bidi, (ngtcp2_conn *conn, size_t n), (conn, n))
FORWARD(size_t, ngtcp2_conn_get_scid, (ngtcp2_conn *conn, ngtcp2_cid *dest), (conn, dest))
FORWARD(const ngtcp2_cid *, ngtcp2_conn_get_client_initial_dcid, (ngtcp2_conn *conn), (conn))
FORWARD(uint32_t, ngtcp2_conn_get_negotiated_version, (ngtcp2_conn *conn), (conn))
FORWARD(void, ngtcp2_conn_set_tls_native_handle, (ngtcp2_conn *conn, void *tls_native_handle), (conn,
        tls_native_handle))
FORWARD(int, ngtcp2_conn_get_tls_early_data_rejected, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_tls_early_data_rejected, (ngtcp2_conn *conn), (conn))
FORWARD(ngtcp2_ssize, ngtcp2_conn_encode_0rtt_transport_params, (ngtcp2_conn *conn, uint8_t *dest, size_t destlen),
        (conn, dest, destlen))
FORWARD(int, ngtcp2_conn_decode_and_set_0rtt_transport_params, (ngtcp2_conn *conn, const uint8_t *data, size_t datalen),
        (conn, data, datalen))
FORWARD(int, ngtcp2_conn_submit_new_token, (ngtcp2_conn *conn, const uint8_t *token, size_t tokenlen), (conn, token,
        tokenlen))
FORWARD(size_t, ngtcp2_conn_get_max_tx_udp_payload_size, (ngtcp2_conn *conn), (conn))
FORWARD(size_t, ngtcp2_conn_get_path_max_tx_udp_payload_size, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_conn_initiate_immediate_migration, (ngtcp2_conn *conn, const ngtcp2_path *path, ngtcp2_tstamp ts),
        (conn, path, ts))
FORWARD(int, ngtcp2_conn_initiate_migration, (ngtcp2_conn *conn, const ngtcp2_path *path, ngtcp2_tstamp ts), (conn,
        path, ts))
FORWARD(uint64_t, ngtcp2_conn_get_max_data_left, (ngtcp2_conn *conn), (conn))
FORWARD(uint64_t, ngtcp2_conn_get_max_stream_data_left, (ngtcp2_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(uint64_t, ngtcp2_conn_get_streams_bidi_left, (ngtcp2_conn *conn), (conn))
FORWARD(uint64_t, ngtcp2_conn_get_cwnd_left, (ngtcp2_conn *conn), (conn))
FORWARD(const ngtcp2_transport_params *, ngtcp2_conn_get_remote_transport_params, (ngtcp2_conn *conn), (conn))
FORWARD(const ngtcp2_ccerr *, ngtcp2_conn_get_ccerr, (ngtcp2_conn *conn), (conn))
FORWARD(void, ngtcp2_conn_update_pkt_tx_time, (ngtcp2_conn *conn, ngtcp2_tstamp ts), (conn, ts))
FORWARD(size_t, ngtcp2_conn_get_send_quantum, (ngtcp2_conn *conn), (conn))
FORWARD(void, ngtcp2_ccerr_default, (ngtcp2_ccerr *ccerr), (ccerr))
FORWARD(void, ngtcp2_ccerr_set_liberr, (ngtcp2_ccerr *ccerr, int liberr, const uint8_t *reason, size_t reasonlen),
        (ccerr, liberr, reason, reasonlen))
FORWARD(void, ngtcp2_ccerr_set_tls_alert, (ngtcp2_ccerr *ccerr, uint8_t tls_alert, const uint8_t *reason, size_t
        reasonlen), (ccerr, tls_alert, reason, reasonlen))
FORWARD(void, ngtcp2_ccerr_set_application_error, (ngtcp2_ccerr *ccerr, uint64_t error_code, const uint8_t *reason,
        size_t reasonlen), (ccerr, error_code, reason, reasonlen))
FORWARD(const char *, ngtcp2_strerror, (int liberr), (liberr))
FORWARD(int, ngtcp2_err_is_fatal, (int liberr), (liberr))
FORWARD(void, ngtcp2_path_storage_zero, (ngtcp2_path_storage *ps), (ps))
FORWARD(int, ngtcp2_is_bidi_stream, (int64_t stream_id), (stream_id))
FORWARD(void, ngtcp2_conn_set_keep_alive_timeout, (ngtcp2_conn *conn, ngtcp2_duration timeout), (conn, timeout))
FORWARD(int, ngtcp2_conn_after_retry, (ngtcp2_conn *conn), (conn))
FORWARD(int, ngtcp2_crypto_client_initial_cb, (ngtcp2_conn *conn, void *user_data), (conn, user_data))
FORWARD(int, ngtcp2_crypto_recv_retry_cb, (ngtcp2_conn *conn, const ngtcp2_pkt_hd *hd, void *user_data), (conn, hd,
        user_data))
FORWARD(int, ngtcp2_crypto_recv_client_initial_cb, (ngtcp2_conn *conn, const ngtcp2_cid *dcid, void *user_data), (conn,
        dcid, user_data))
FORWARD(int, ngtcp2_crypto_recv_crypto_data_cb, (ngtcp2_conn *conn, ngtcp2_encryption_level encryption_level, uint64_t
        offset, const uint8_t *data, size_t datalen, void *user_data), (conn, encryption_level, offset, data, datalen,
        user_data))
FORWARD(int, ngtcp2_crypto_encrypt_cb, (uint8_t *dest, const ngtcp2_crypto_aead *aead, const ngtcp2_crypto_aead_ctx
        *aead_ctx, const uint8_t *plaintext, size_t plaintextlen, const uint8_t *nonce, size_t noncelen, const uint8_t
        *aad, size_t aadlen), (dest, aead, aead_ctx, plaintext, plaintextlen, nonce, noncelen, aad, aadlen))
FORWARD(int, ngtcp2_crypto_decrypt_cb, (uint8_t *dest, const ngtcp2_crypto_aead *aead, const ngtcp2_crypto_aead_ctx
        *aead_ctx, const uint8_t *ciphertext, size_t ciphertextlen, const uint8_t *nonce, size_t noncelen, const uint8_t
        *aad, size_t aadlen), (dest, aead, aead_ctx, ciphertext, ciphertextlen, nonce, noncelen, aad, aadlen))
FORWARD(int, ngtcp2_crypto_hp_mask_cb, (uint8_t *dest, const ngtcp2_crypto_cipher *hp, const ngtcp2_crypto_cipher_ctx
        *hp_ctx, const uint8_t *sample), (dest, hp, hp_ctx, sample))
FORWARD(int, ngtcp2_crypto_update_key_cb, (ngtcp2_conn *conn, uint8_t *rx_secret, uint8_t *tx_secret,
        ngtcp2_crypto_aead_ctx *rx_aead_ctx, uint8_t *rx_iv, ngtcp2_crypto_aead_ctx *tx_aead_ctx, uint8_t *tx_iv, const
        uint8_t *current_rx_secret, const uint8_t *current_tx_secret, size_t secretlen, void *user_data), (conn,
        rx_secret, tx_secret, rx_aead_ctx, rx_iv, tx_aead_ctx, tx_iv, current_rx_secret, current_tx_secret, secretlen,
        user_data))
FORWARD(void, ngtcp2_crypto_delete_crypto_aead_ctx_cb, (ngtcp2_conn *conn, ngtcp2_crypto_aead_ctx *aead_ctx, void
        *user_data), (conn, aead_ctx, user_data))
FORWARD(void, ngtcp2_crypto_delete_crypto_cipher_ctx_cb, (ngtcp2_conn *conn, ngtcp2_crypto_cipher_ctx *cipher_ctx, void
        *user_data), (conn, cipher_ctx, user_data))
FORWARD(int, ngtcp2_crypto_get_path_challenge_data_cb, (ngtcp2_conn *conn, uint8_t *data, void *user_data), (conn, data,
        user_data))
FORWARD(int, ngtcp2_crypto_version_negotiation_cb, (ngtcp2_conn *conn, uint32_t version, const ngtcp2_cid *client_dcid,
        void *user_data), (conn, version, client_dcid, user_data))
FORWARD(int, ngtcp2_crypto_generate_stateless_reset_token, (uint8_t *token, const uint8_t *secret, size_t secretlen,
        const ngtcp2_cid *cid), (token, secret, secretlen, cid))
FORWARD(ngtcp2_ssize, ngtcp2_crypto_generate_retry_token2, (uint8_t *token, const uint8_t *secret, size_t secretlen,
        uint32_t version, const ngtcp2_sockaddr *remote_addr, ngtcp2_socklen remote_addrlen, const ngtcp2_cid
        *retry_scid, const ngtcp2_cid *odcid, ngtcp2_tstamp ts), (token, secret, secretlen, version, remote_addr,
        remote_addrlen, retry_scid, odcid, ts))
FORWARD(int, ngtcp2_crypto_verify_retry_token2, (ngtcp2_cid *odcid, const uint8_t *token, size_t tokenlen, const uint8_t
        *secret, size_t secretlen, uint32_t version, const ngtcp2_sockaddr *remote_addr, ngtcp2_socklen remote_addrlen,
        const ngtcp2_cid *dcid, ngtcp2_duration timeout, ngtcp2_tstamp ts), (odcid, token, tokenlen, secret, secretlen,
        version, remote_addr, remote_addrlen, dcid, timeout, ts))
FORWARD(ngtcp2_ssize, ngtcp2_crypto_generate_regular_token, (uint8_t *token, const uint8_t *secret, size_t secretlen,
        const ngtcp2_sockaddr *remote_addr, ngtcp2_socklen remote_addrlen, ngtcp2_tstamp ts), (token, secret, secretlen,
        remote_addr, remote_addrlen, ts))
FORWARD(int, ngtcp2_crypto_verify_regular_token, (const uint8_t *token, size_t tokenlen, const uint8_t *secret, size_t
        secretlen, const ngtcp2_sockaddr *remote_addr, ngtcp2_socklen remote_addrlen, ngtcp2_duration timeout,
        ngtcp2_tstamp ts), (token, tokenlen, secret, secretlen, remote_addr, remote_addrlen, timeout, ts))
FORWARD(ngtcp2_ssize, ngtcp2_crypto_write_retry, (uint8_t *dest, size_t destlen, uint32_t version, const ngtcp2_cid
        *dcid, const ngtcp2_cid *scid, const ngtcp2_cid *odcid, const uint8_t *token, size_t tokenlen), (dest, destlen,
        version, dcid, scid, odcid, token, tokenlen))
FORWARD(ngtcp2_ssize, ngtcp2_crypto_write_connection_close, (uint8_t *dest, size_t destlen, uint32_t version, const
        ngtcp2_cid *dcid, const ngtcp2_cid *scid, uint64_t error_code, const uint8_t *reason, size_t reasonlen), (dest,
        destlen, version, dcid, scid, error_code, reason, reasonlen))
FORWARD(int, ngtcp2_crypto_gnutls_configure_server_session, (gnutls_session_t session), (session))
FORWARD(int, ngtcp2_crypto_gnutls_configure_client_session, (gnutls_session_t session), (session))
FORWARD(void, nghttp3_settings_default_versioned, (int settings_version, nghttp3_settings *settings), (settings_version,
        settings))
FORWARD(int, nghttp3_conn_client_new_versioned, (nghttp3_conn **pconn, int callbacks_version, const nghttp3_callbacks
        *callbacks, int settings_version, const nghttp3_settings *settings, const nghttp3_mem *mem, void
        *conn_user_data), (pconn, callbacks_version, callbacks, settings_version, settings, mem, conn_user_data))
FORWARD(int, nghttp3_conn_server_new_versioned, (nghttp3_conn **pconn, int callbacks_version, const nghttp3_callbacks
        *callbacks, int settings_version, const nghttp3_settings *settings, const nghttp3_mem *mem, void
        *conn_user_data), (pconn, callbacks_version, callbacks, settings_version, settings, mem, conn_user_data))
FORWARD(void, nghttp3_conn_del, (nghttp3_conn *conn), (conn))
FORWARD(int, nghttp3_conn_bind_control_stream, (nghttp3_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(int, nghttp3_conn_bind_qpack_streams, (nghttp3_conn *conn, int64_t qenc_stream_id, int64_t qdec_stream_id),
        (conn, qenc_stream_id, qdec_stream_id))
FORWARD(nghttp3_ssize, nghttp3_conn_read_stream, (nghttp3_conn *conn, int64_t stream_id, const uint8_t *src, size_t
        srclen, int fin), (conn, stream_id, src, srclen, fin))
FORWARD(nghttp3_ssize, nghttp3_conn_writev_stream, (nghttp3_conn *conn, int64_t *pstream_id, int *pfin, nghttp3_vec
        *vec, size_t veccnt), (conn, pstream_id, pfin, vec, veccnt))
FORWARD(int, nghttp3_conn_add_write_offset, (nghttp3_conn *conn, int64_t stream_id, size_t n), (conn, stream_id, n))
FORWARD(int, nghttp3_conn_add_ack_offset, (nghttp3_conn *conn, int64_t stream_id, uint64_t n), (conn, stream_id, n))
FORWARD(void, nghttp3_conn_block_stream, (nghttp3_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(int, nghttp3_conn_unblock_stream, (nghttp3_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(int, nghttp3_conn_shutdown_stream_read, (nghttp3_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(void, nghttp3_conn_shutdown_stream_write, (nghttp3_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(int, nghttp3_conn_resume_stream, (nghttp3_conn *conn, int64_t stream_id), (conn, stream_id))
FORWARD(int, nghttp3_conn_close_stream, (nghttp3_conn *conn, int64_t stream_id, uint64_t app_error_code), (conn,
        stream_id, app_error_code))
FORWARD(void, nghttp3_conn_set_max_client_streams_bidi, (nghttp3_conn *conn, uint64_t max_streams), (conn, max_streams))
FORWARD(void, nghttp3_conn_set_max_concurrent_streams, (nghttp3_conn *conn, size_t max_concurrent_streams), (conn,
        max_concurrent_streams))
FORWARD(int, nghttp3_conn_submit_request, (nghttp3_conn *conn, int64_t stream_id, const nghttp3_nv *nva, size_t nvlen,
        const nghttp3_data_reader *dr, void *stream_user_data), (conn, stream_id, nva, nvlen, dr, stream_user_data))
FORWARD(int, nghttp3_conn_submit_info, (nghttp3_conn *conn, int64_t stream_id, const nghttp3_nv *nva, size_t nvlen),
        (conn, stream_id, nva, nvlen))
FORWARD(int, nghttp3_conn_submit_response, (nghttp3_conn *conn, int64_t stream_id, const nghttp3_nv *nva, size_t nvlen,
        const nghttp3_data_reader *dr), (conn, stream_id, nva, nvlen, dr))
FORWARD(int, nghttp3_conn_submit_trailers, (nghttp3_conn *conn, int64_t stream_id, const nghttp3_nv *nva, size_t nvlen),
        (conn, stream_id, nva, nvlen))
FORWARD(int, nghttp3_conn_submit_shutdown_notice, (nghttp3_conn *conn), (conn))
FORWARD(int, nghttp3_conn_shutdown, (nghttp3_conn *conn), (conn))
FORWARD(nghttp3_vec, nghttp3_rcbuf_get_buf, (const nghttp3_rcbuf *rcbuf), (rcbuf))
FORWARD(const char *, nghttp3_strerror, (int liberr), (liberr))
FORWARD(uint64_t, nghttp3_err_infer_quic_app_error_code, (int liberr), (liberr))
FORWARD(int, nghttp3_conn_is_drained, (nghttp3_conn *conn), (conn))

void netlab_quic_free(void *memory) {
  gnutls_free_function *release = (gnutls_free_function *)symbol("gnutls_free");
  if (release) (*release)(memory);
}

static ngtcp2_conn *connection_of(ngtcp2_crypto_conn_ref *reference) {
  return ((struct netlab_quic_link *)reference->user_data)->connection;
}

void netlab_quic_tie(struct netlab_quic_link *link, gnutls_session_t session) {
  link->reference.get_conn = connection_of;
  link->reference.user_data = link;
  gnutls_session_set_ptr(session, &link->reference);
}

void netlab_quic_set_crypto(ngtcp2_callbacks *callbacks, int is_client) {
  if (is_client) {
    callbacks->client_initial = ngtcp2_crypto_client_initial_cb;
    callbacks->recv_retry = ngtcp2_crypto_recv_retry_cb;
  } else {
    callbacks->recv_client_initial = ngtcp2_crypto_recv_client_initial_cb;
  }
  callbacks->recv_crypto_data = ngtcp2_crypto_recv_crypto_data_cb;
  callbacks->encrypt = ngtcp2_crypto_encrypt_cb;
  callbacks->decrypt = ngtcp2_crypto_decrypt_cb;
  callbacks->hp_mask = ngtcp2_crypto_hp_mask_cb;
  callbacks->update_key = ngtcp2_crypto_update_key_cb;
  callbacks->delete_crypto_aead_ctx = ngtcp2_crypto_delete_crypto_aead_ctx_cb;
  callbacks->delete_crypto_cipher_ctx = ngtcp2_crypto_delete_crypto_cipher_ctx_cb;
  callbacks->get_path_challenge_data = ngtcp2_crypto_get_path_challenge_data_cb;
  callbacks->version_negotiation = ngtcp2_crypto_version_negotiation_cb;
}
