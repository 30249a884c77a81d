internal import COpenSSL

/// The data that a client needs to resume a session.
package final class TLSTicket: @unchecked Sendable {
    // Safety: the session in it is only read, and OpenSSL counts its references.
    let raw: OpaquePointer

    /// Takes ownership of the session.
    init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        SSL_SESSION_free(raw)
    }
}
