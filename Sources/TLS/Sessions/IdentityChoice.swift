internal import COpenSSL

/// Finds the identity that a client asks for. OpenSSL calls it in the middle of a handshake.
final class IdentityChoice: Sendable {
    private let identity: @Sendable (String?) -> ServerIdentity?

    init(_ identity: @escaping @Sendable (String?) -> ServerIdentity?) {
        self.identity = identity
    }

    /// The context must not outlive it.
    func decide(in context: OpaquePointer) {
        SSL_CTX_set_cert_cb(
            context,
            { session, choice in
                guard let session, let choice else { return 0 }
                return Unmanaged<IdentityChoice>.fromOpaque(choice).takeUnretainedValue().show(in: session)
                    ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func show(in session: OpaquePointer) -> Bool {
        let name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
        guard let identity = identity(name) else { return false }
        return SSL_use_certificate(session, identity.certificate.raw) == 1
            && SSL_use_PrivateKey(session, identity.key.raw) == 1
    }
}
