internal import CQUIC
import Glibc
import TLS

/// One connection's handshake by GnuTLS. ngtcp2 carries its messages and asks it for keys.
final class QUICHandshake {
    private static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-CCM"
        + ":-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:+GROUP-SECP521R1"
        + ":%DISABLE_TLS13_COMPAT_MODE"

    let raw: gnutls_session_t
    private let credentials: QUICCredentials
    /// The session that the server's latest ticket allows to resume; nil before one has come.
    private(set) var ticket: [UInt8]?
    /// GnuTLS keeps the address only.
    private let host: UnsafeMutablePointer<CChar>?

    /// `host` is the server's name; nil for a server's end. A client may resume an earlier session, and send requests with
    /// its first packets.
    init(
        _ credentials: QUICCredentials,
        host: String?,
        resuming session: [UInt8]? = nil,
        sendsEarlyData: Bool = false
    ) throws(HTTP3Error) {
        let what = "an HTTP/3 handshake"
        var made: gnutls_session_t?
        let isEarly = sendsEarlyData || credentials.earlyData != nil
        let flags = Int32(
            (GNUTLS_NO_END_OF_EARLY_DATA.rawValue) | (isEarly ? GNUTLS_ENABLE_EARLY_DATA.rawValue : 0)
        )
        let role = Int32(host == nil ? GNUTLS_SERVER : GNUTLS_CLIENT)
        let code = gnutls_init(&made, UInt32(flags | role))
        guard code == 0, let made else { throw QUICCredentials.failure(what, code) }
        raw = made
        self.credentials = credentials
        self.host = host.flatMap { strdup($0) }
        var codes = [
            gnutls_priority_set_direct(raw, Self.priorities, nil),
            gnutls_credentials_set(raw, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.raw)),
            Self.offer("h3", in: raw),
        ]
        if let host {
            codes.append(ngtcp2_crypto_gnutls_configure_client_session(raw))
            codes.append(gnutls_server_name_set(raw, GNUTLS_NAME_DNS, host, host.utf8.count))
            gnutls_session_set_verify_cert(raw, self.host, 0)
            if let session { codes.append(gnutls_session_set_data(raw, session, session.count)) }
        } else {
            credentials.earlyData?.serve(raw)
            codes.append(ngtcp2_crypto_gnutls_configure_server_session(raw))
            if var key = credentials.ticketKey {
                codes.append(gnutls_session_ticket_enable_server(raw, &key))
            }
        }
        guard let failed = codes.first(where: { $0 < 0 }) else { return }
        throw QUICCredentials.failure(what, failed)
    }

    deinit {
        gnutls_deinit(raw)
        free(host)
    }

    /// Ties the callbacks to a connection's link.
    func tie(to link: UnsafeMutablePointer<netlab_quic_link>) {
        netlab_quic_tie(link, raw)
        if host != nil { keepTickets() }
        guard credentials.keyLog != nil else { return }
        gnutls_session_set_keylog_function(raw) { session, label, secret in
            guard let session, let label, let secret,
                let link = gnutls_session_get_ptr(session)?.assumingMemoryBound(to: netlab_quic_link.self),
                let owner = HTTP3Session.from(link.pointee.owner)
            else { return 0 }
            owner.handshake.log(String(cString: label), secret.pointee)
            return 0
        }
    }

    /// The protocol that both ends agreed on; nil before they have.
    var applicationProtocol: String? {
        var name = gnutls_datum_t()
        guard gnutls_alpn_get_selected_protocol(raw, &name) == 0 else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: name.data, count: Int(name.size)),
            as: UTF8.self
        )
    }

    var isResumed: Bool { gnutls_session_is_resumed(raw) != 0 }

    /// The other end has taken what was sent before the handshake was over.
    var hasTakenEarlyData: Bool {
        gnutls_session_get_flags(raw) & UInt32(GNUTLS_SFLAGS_EARLY_DATA.rawValue) != 0
    }

    private func keepTickets() {
        let kind = UInt32(GNUTLS_HANDSHAKE_NEW_SESSION_TICKET.rawValue)
        gnutls_handshake_set_hook_function(raw, kind, GNUTLS_HOOK_POST) { session, _, _, isIncoming, _ in
            guard isIncoming != 0, let session,
                let link = gnutls_session_get_ptr(session)?.assumingMemoryBound(to: netlab_quic_link.self)
            else { return 0 }
            HTTP3Session.from(link.pointee.owner)?.handshake.keepTicket()
            return 0
        }
    }

    private func keepTicket() {
        var data = gnutls_datum_t()
        guard gnutls_session_get_data2(raw, &data) == 0 else { return }
        ticket = Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
        netlab_tls_free(&data)
    }

    /// Why the server's certificate is not trusted, as GnuTLS numbers the reasons; 0 if it is.
    var verification: UInt32 { gnutls_session_get_verify_cert_status(raw) }

    private func log(_ label: String, _ secret: gnutls_datum_t) {
        var client = gnutls_datum_t()
        var server = gnutls_datum_t()
        gnutls_session_get_random(raw, &client, &server)
        credentials.keyLog?.add("\(label) \(Self.hexadecimal(client)) \(Self.hexadecimal(secret))")
    }

    private static func hexadecimal(_ datum: gnutls_datum_t) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = UnsafeBufferPointer(start: datum.data, count: Int(datum.size))
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    private static func offer(_ name: String, in session: gnutls_session_t) -> Int32 {
        var bytes = Array(name.utf8)
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            return gnutls_alpn_set_protocols(session, &datum, 1, UInt32(GNUTLS_ALPN_MANDATORY.rawValue))
        }
    }
}
