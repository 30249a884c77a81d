/// The origin's TLS.
package struct OriginEncryption: Hashable, Sendable {
    package enum Version: String, Hashable, Sendable, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// What is wrong with the certificate, if anything.
    package enum Certificate: String, Hashable, Sendable, CaseIterable {
        case valid, expired
        case selfSigned = "self-signed"
        case wrongHost = "wrong-host"
    }

    /// The only one that is agreed to; nil is either.
    package var version: Version?
    package var certificate: Certificate
    /// A later session may take up where an earlier one left off.
    package var resumes: Bool

    package init(version: Version? = nil, certificate: Certificate = .valid, resumes: Bool = true) {
        self.version = version
        self.certificate = certificate
        self.resumes = resumes
    }
}
