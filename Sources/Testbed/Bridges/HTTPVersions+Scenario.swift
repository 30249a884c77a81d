import CacheClient
import Scenarios

extension HTTPVersions {
    /// What the client must know to speak with a scenario's origin as that prefers.
    init(_ origin: OriginSettings) {
        if origin.encryption != nil {
            self = origin.http.contains(.http2) ? .negotiated : .http1
        } else {
            self = origin.spokenHTTP == .http2 ? .http2 : .http1
        }
    }
}
