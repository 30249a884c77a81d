internal import CQUIC
package import TLS

/// What one end shows, or whom it trusts, in the handshakes of its connections. Any thread may use it.
package final class QUICCredentials: @unchecked Sendable {
    // Safety: GnuTLS only reads credentials and ticket keys once they are set, and all of that happens in `init`.
    let raw: gnutls_certificate_credentials_t
    /// Encrypts the sessions that clients may resume; nil if none may be.
    let ticketKey: gnutls_datum_t?
    /// Refuses early data that comes a second time; nil if none is taken. For a client: whether it sends any.
    let earlyData: EarlyDataGuard?
    let keyLog: KeyLog?

    /// A server's. With `takesEarlyData` requests may come before the handshake is over, on a resumed session.
    package init(
        _ identity: ServerIdentity,
        resumes: Bool = true,
        takesEarlyData: Bool = false,
        keyLog: KeyLog? = nil
    ) throws {
        let raw = try Self.make()
        self.raw = raw
        self.keyLog = keyLog
        let pem = try identity.pem
        let code = Self.withDatum(pem) {
            gnutls_certificate_set_x509_key_mem(raw, $0, $0, GNUTLS_X509_FMT_PEM)
        }
        var key = gnutls_datum_t()
        let hasKey = resumes && gnutls_session_ticket_key_generate(&key) == 0
        ticketKey = hasKey ? key : nil
        earlyData = takesEarlyData ? EarlyDataGuard() : nil
        guard code >= 0 else { throw Self.failure("a server's credentials", code) }
    }

    /// A client's, which trusts the authorities in `trust` (PEM), or the system's.
    package init(trust: String?, keyLog: KeyLog? = nil) throws(HTTP3Error) {
        let raw = try Self.make()
        self.raw = raw
        self.keyLog = keyLog
        ticketKey = nil
        earlyData = nil
        let code =
            if let trust {
                Self.withDatum(trust) {
                    gnutls_certificate_set_x509_trust_mem(raw, $0, GNUTLS_X509_FMT_PEM)
                }
            } else {
                gnutls_certificate_set_x509_system_trust(raw)
            }
        guard code >= 0 else { throw Self.failure("a client's trust", code) }
    }

    deinit {
        gnutls_certificate_free_credentials(raw)
        if var ticketKey { netlab_tls_free(&ticketKey) }
    }

    private static func make() throws(HTTP3Error) -> gnutls_certificate_credentials_t {
        try QUICLibrary.check()
        var made: gnutls_certificate_credentials_t?
        let code = gnutls_certificate_allocate_credentials(&made)
        guard code == 0, let made else { throw failure("credentials", code) }
        return made
    }

    private static func withDatum<Result>(
        _ text: String,
        _ body: (UnsafePointer<gnutls_datum_t>) -> Result
    ) -> Result {
        var bytes = Array(text.utf8)
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(clamping: bytes.count))
            return body(&datum)
        }
    }

    static func failure(_ what: String, _ code: Int32) -> HTTP3Error {
        .cannotMake(what: what, reason: String(cString: gnutls_strerror(code)))
    }
}
