package import Scenarios
package import TLS

extension TLSParameters {
    /// The TLS versions and protocols that a scenario's origin accepts.
    package init(_ encryption: OriginEncryption, http: [OfferedHTTP]) {
        let versions: ClosedRange<TLSVersion> =
            switch encryption.version {
            case .tls12: .tls12 ... .tls12
            case .tls13: .tls13 ... .tls13
            case nil: .tls12 ... .tls13
            }
        self.init(
            versions: versions,
            applicationProtocols: http.filter { $0 != .http3 }.map(\.rawValue),
            resumes: encryption.resumes
        )
    }
}
