internal import COpenSSL

/// State shared by a client's sessions: the certificates that they trust, and the identity that they show to
/// servers that ask for one. Any thread may begin sessions from it.
package struct TLSClientContext: Sendable {
    let library: LibraryContext

    /// Trusts every server, whatever its certificate. For servers that the user has named.
    package init(
        unverified parameters: TLSParameters,
        keyLog: KeyLog? = nil,
        identity: ClientIdentity? = nil
    ) throws(TLSError) {
        library = try LibraryContext(.client, parameters, keyLog: keyLog)
        try identity?.show(in: library.raw)
        SSL_CTX_set_verify(library.raw, SSL_VERIFY_NONE, nil)
    }

    /// Trusts the certificates in `trust` (PEM) and no others, as of `now` in seconds since 1970; nil goes by
    /// the system's clock at each handshake.
    package init(
        trust: String,
        now: Int64?,
        _ parameters: TLSParameters = TLSParameters(),
        keyLog: KeyLog? = nil,
        identity: ClientIdentity? = nil
    ) throws(TLSError) {
        library = try LibraryContext(.client, parameters, keyLog: keyLog)
        try identity?.show(in: library.raw)
        let what = "a client's TLS context"
        SSL_CTX_set_verify(library.raw, SSL_VERIFY_PEER, nil)
        if let now { X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param(library.raw), Int(now)) }
        let store = try LibraryErrors.made(what, SSL_CTX_get_cert_store(library.raw))
        let text = try MemoryBuffer()
        try text.append(trust)
        var count = 0
        while let certificate = PEM_read_bio_X509(text.raw, nil, nil, nil) {
            defer { X509_free(certificate) }
            guard X509_STORE_add_cert(store, certificate) == 1 else {
                throw .unusableTrust(reason: LibraryErrors.takeReason())
            }
            count += 1
        }
        // After the last certificate there is no start line; any other error is a broken certificate.
        let last = ERR_peek_last_error()
        let isAtEnd = ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE
        guard isAtEnd else { throw .unusableTrust(reason: LibraryErrors.takeReason()) }
        LibraryErrors.clear()
        guard count > 0 else { throw .unusableTrust(reason: "they contain no certificate") }
    }
}
