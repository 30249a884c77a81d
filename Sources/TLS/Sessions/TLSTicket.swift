internal import COpenSSL

/// What a client needs to take up a session again.
package final class TLSTicket: @unchecked Sendable {
    // Safety: the session in it is only read, and OpenSSL counts who holds it.
    let raw: OpaquePointer

    /// Takes the session over.
    init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        SSL_SESSION_free(raw)
    }
}
