internal import COpenSSL

/// A client's certificate and its key, for servers that ask who their client is.
package struct ClientIdentity: Sendable {
    private let certificate: Certificate
    /// Those that lead from the certificate to an authority that servers know.
    private let chain: [Certificate]
    private let key: PrivateKey

    /// The certificate, its key, and any further certificates of the chain, in one text.
    package init(pem: String) throws(TLSError) {
        let certificates = try Self.certificates(in: pem)
        guard let first = certificates.first else {
            throw .unusableIdentity(reason: "the text contains no certificate in PEM")
        }
        certificate = first
        chain = Array(certificates.dropFirst())
        do throws(TLSError) {
            key = try PrivateKey(pem: pem)
        } catch {
            throw .unusableIdentity(reason: Self.reason(ofKeyIn: pem))
        }
        guard X509_check_private_key(first.raw, key.raw) == 1 else {
            LibraryErrors.clear()
            throw .unusableIdentity(reason: "the key belongs to another certificate")
        }
        // The library's security level refuses weak keys: here, not at the first server.
        _ = try TLSClientContext(unverified: TLSParameters(), identity: self)
    }

    /// Sessions of this context show the identity to servers that ask.
    func show(in context: OpaquePointer) throws(TLSError) {
        LibraryErrors.clear()
        var isTaken =
            SSL_CTX_use_certificate(context, certificate.raw) == 1
            && SSL_CTX_use_PrivateKey(context, key.raw) == 1
        for link in chain where isTaken {
            isTaken = netlab_ssl_add_chain_certificate(context, link.raw) == 1
        }
        guard isTaken else { throw .unusableIdentity(reason: LibraryErrors.takeReason()) }
    }

    private static func certificates(in pem: String) throws(TLSError) -> [Certificate] {
        LibraryErrors.clear()
        let text = try MemoryBuffer()
        try text.append(pem)
        var certificates: [Certificate] = []
        while let raw = PEM_read_bio_X509(text.raw, nil, nil, nil) {
            certificates.append(try Certificate(owning: raw))
        }
        // After the last certificate there is no start line; any other error is a broken certificate.
        let last = ERR_peek_last_error()
        guard ERR_GET_LIB(last) == ERR_LIB_PEM, ERR_GET_REASON(last) == PEM_R_NO_START_LINE else {
            throw .unusableIdentity(reason: LibraryErrors.takeReason())
        }
        LibraryErrors.clear()
        return certificates
    }

    private static func reason(ofKeyIn pem: String) -> String {
        if pem.contains("ENCRYPTED") {
            return "the key needs a passphrase; `openssl pkey` writes it without one"
        }
        return "the text contains no usable private key in PEM"
    }
}
