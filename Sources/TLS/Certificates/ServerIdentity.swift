internal import COpenSSL
import Wire

/// A server's certificate and its key.
package struct ServerIdentity: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    init(certificate: Certificate, key: PrivateKey) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// One that was made earlier: its certificate and its key in one text.
    package init(pem: String) throws(TLSError) {
        certificate = try Certificate(pem: pem)
        key = try PrivateKey(pem: pem)
        let isPair = X509_check_private_key(certificate.raw, key.raw) == 1
        try LibraryErrors.check("a server's identity from its file", isPair)
    }

    /// The certificate that clients see.
    package var certificatePEM: String { certificate.pem }

    /// The certificate and its key, with which anybody can pretend to be the server to clients that trust its
    /// authority.
    package var pem: String {
        get throws(TLSError) { certificate.pem + (try key.pem) }
    }

    /// When its certificate ends, in seconds since 1970; nil if its date cannot be read.
    package var until: Int64? { certificate.until }

    /// The certificate is for all these names and addresses.
    package func covers(_ subject: CertificateSubject) -> Bool {
        subject.names.allSatisfy { X509_check_host(certificate.raw, $0, $0.utf8.count, 0, nil) == 1 }
            && subject.addresses.allSatisfy { X509_check_ip_asc(certificate.raw, $0.description, 0) == 1 }
    }
}
