internal import COpenSSL

/// What a server's sessions have in common. Any thread may begin sessions from it.
package struct TLSServerContext: Sendable {
    let library: LibraryContext

    package init(
        _ identity: ServerIdentity,
        _ parameters: TLSParameters = TLSParameters(),
        keyLog: KeyLog? = nil
    ) throws(TLSError) {
        library = try LibraryContext(.server, parameters, keyLog: keyLog)
        let what = "a server's TLS context"
        try LibraryErrors.check(what, SSL_CTX_use_certificate(library.raw, identity.certificate.raw) == 1)
        try LibraryErrors.check(what, SSL_CTX_use_PrivateKey(library.raw, identity.key.raw) == 1)
    }
}

extension TLSServerContext: Hashable {
    /// Each context has sessions of its own, whatever they agree to.
    package static func == (lhs: TLSServerContext, rhs: TLSServerContext) -> Bool {
        lhs.library === rhs.library
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(library))
    }
}
