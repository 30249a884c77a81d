internal import COpenSSL

/// State shared by a server's sessions. Any thread may begin sessions from it.
package struct TLSServerContext: Sendable {
    private static let what = "a server's TLS context"

    let library: LibraryContext

    /// A server that shows the same identity to every client.
    package init(
        _ identity: ServerIdentity,
        _ parameters: TLSParameters = TLSParameters(),
        keyLog: KeyLog? = nil
    ) throws(TLSError) {
        library = try LibraryContext(.server, parameters, keyLog: keyLog)
        try LibraryErrors.check(
            Self.what,
            SSL_CTX_use_certificate(library.raw, identity.certificate.raw) == 1
        )
        try LibraryErrors.check(Self.what, SSL_CTX_use_PrivateKey(library.raw, identity.key.raw) == 1)
    }

    /// A server that chooses its identity by the name that a client asks for: nil if it names none, as with
    /// an address. If there is no identity for a name, the handshake fails. The closure blocks the
    /// handshake's thread. It is called for each session that is not resumed, so it should cache slow results
    /// itself.
    package init(
        _ parameters: TLSParameters = TLSParameters(),
        keyLog: KeyLog? = nil,
        identity: @escaping @Sendable (_ serverName: String?) -> ServerIdentity?
    ) throws(TLSError) {
        library = try LibraryContext(
            .server,
            parameters,
            keyLog: keyLog,
            identities: IdentityChoice(identity)
        )
    }
}

extension TLSServerContext: Hashable {
    /// Each context has its own sessions, even with equal parameters.
    package static func == (lhs: TLSServerContext, rhs: TLSServerContext) -> Bool {
        lhs.library === rhs.library
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(library))
    }
}
