/// An authority made for one run. Clients that trust it trust the bench's servers. Nobody trusts it
/// afterwards, because its key dies with the process.
package final class CertificateAuthority: Sendable {
    package enum Signer: Hashable, Sendable {
        case authority
        /// The certificate signs itself, so that no client accepts it.
        case itself
    }

    package static let name = "netlab bench CA"

    private let key: PrivateKey
    private let certificate: Certificate

    package init(validity: CertificateValidity) throws(TLSError) {
        key = try PrivateKey()
        certificate = try CertificateDraft(commonName: Self.name, purpose: .authority, validity: validity)
            .signed(for: key, by: key, issuer: nil)
    }

    /// For clients that are to trust it. The key is never written out.
    package var certificatePEM: String { certificate.pem }

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
