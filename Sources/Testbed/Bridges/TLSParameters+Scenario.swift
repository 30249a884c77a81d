package import Scenarios
package import TLS

extension TLSParameters {
    /// What a scenario's origin agrees to.
    package init(_ encryption: OriginEncryption, http: [OfferedHTTP]) {
        let versions: ClosedRange<TLSVersion> =
            switch encryption.version {
            case .tls12: .tls12 ... .tls12
            case .tls13: .tls13 ... .tls13
            case nil: .tls12 ... .tls13
            }
        self.init(versions: versions, applicationProtocols: http.map(\.rawValue), resumes: encryption.resumes)
    }
}
