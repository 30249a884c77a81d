import CacheClient
import Scenarios

extension HTTPVersions {
    /// The versions that the client needs in order to speak the one that the origin prefers.
    init(_ origin: OriginSettings) {
        if origin.encryption != nil {
            self = origin.http.contains(.http2) ? .negotiated : .http1
        } else {
            self = origin.spokenHTTP == .http2 ? .http2 : .http1
        }
    }
}
