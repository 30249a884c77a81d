/// The origin's TLS.
package struct OriginEncryption: Hashable, Sendable {
    package enum Version: String, Hashable, Sendable, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// The certificate's defect, if any.
    package enum Certificate: String, Hashable, Sendable, CaseIterable {
        case valid, expired
        case selfSigned = "self-signed"
        case wrongHost = "wrong-host"
    }

    /// The only version that the origin accepts; nil accepts both.
    package var version: Version?
    package var certificate: Certificate
    /// True if sessions may be resumed.
    package var resumes: Bool
    /// True if resumed connections of HTTP/3 may bring requests with their first packets (0-RTT).
    package var takesEarlyData: Bool

    package init(
        version: Version? = nil,
        certificate: Certificate = .valid,
        resumes: Bool = true,
        takesEarlyData: Bool = false
    ) {
        self.version = version
        self.certificate = certificate
        self.resumes = resumes
        self.takesEarlyData = takesEarlyData
    }
}
