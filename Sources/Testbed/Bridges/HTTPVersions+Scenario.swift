import CacheClient
import Scenarios

extension HTTPVersions {
    /// The versions that the client needs in order to speak the one that the origin prefers.
    init(_ scenario: Scenario) {
        let spoken = scenario.spokenHTTP
        guard scenario.origin.encryption != nil else {
            self = spoken == .http2 ? .http2 : .http1
            return
        }
        self =
            switch spoken {
            case .http3: .http3
            case .http2: .negotiated
            // With no word of its own the client leaves the choice to the origin.
            case .http11:
                scenario.client.http == nil && scenario.origin.http.contains(.http2) ? .negotiated : .http1
            }
    }
}
