internal import COpenSSL

/// An authority whose clients trust the servers that it issues certificates to.
///
/// A bench makes one for each run: nobody trusts it afterwards, because its key dies with the process. A proxy
/// keeps one, whose key is a file.
package final class CertificateAuthority: Sendable {
    package enum Signer: Hashable, Sendable {
        case authority
        /// The certificate signs itself, so that no client accepts it.
        case itself
    }

    package static let name = "netlab bench CA"

    private let key: PrivateKey
    private let certificate: Certificate

    /// A new one.
    package init(named name: String = name, validity: CertificateValidity) throws(TLSError) {
        key = try PrivateKey()
        certificate = try CertificateDraft(commonName: name, purpose: .authority, validity: validity)
            .signed(for: key, by: key, issuer: nil)
    }

    /// One that was made earlier.
    package init(certificatePEM: String, keyPEM: String) throws(TLSError) {
        key = try PrivateKey(pem: keyPEM)
        certificate = try Certificate(pem: certificatePEM)
        let isPair = X509_check_private_key(certificate.raw, key.raw) == 1
        try LibraryErrors.check("an authority from its files", isPair)
    }

    /// For clients that are to trust it.
    package var certificatePEM: String { certificate.pem }
    package var certificateDER: [UInt8] { certificate.der }

    /// When its certificate ends, in seconds since 1970; nil if its date cannot be read.
    package var until: Int64? { certificate.until }

    /// The secret with which anybody can pretend to be any server to its clients.
    package var keyPEM: String {
        get throws(TLSError) { try key.pem }
    }

    /// The identity's certificate is one of this authority's.
    package func hasIssued(_ identity: ServerIdentity) -> Bool {
        LibraryErrors.clear()
        defer { LibraryErrors.clear() }
        return X509_verify(identity.certificate.raw, key.raw) == 1
    }

    /// An identity with a key of its own. If it is expired, for another host or signed by itself, clients
    /// must refuse its server.
    package func issue(
        to subject: CertificateSubject,
        validity: CertificateValidity,
        signedBy signer: Signer = .authority
    ) throws(TLSError) -> ServerIdentity {
        let names = try subject.alternativeNames()
        let draft = CertificateDraft(
            commonName: subject.commonName,
            purpose: .server(names),
            validity: validity
        )
        let key = try PrivateKey()
        let certificate =
            switch signer {
            case .authority: try draft.signed(for: key, by: self.key, issuer: certificate)
            case .itself: try draft.signed(for: key, by: key, issuer: nil)
            }
        return ServerIdentity(certificate: certificate, key: key)
    }
}
