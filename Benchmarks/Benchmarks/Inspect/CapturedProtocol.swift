/// Protocol of the downloads in a capture that the benchmark makes.
enum CapturedProtocol: String, CaseIterable {
    case plain = "HTTP/1.1"
    case tls12 = "TLS 1.2"
    case tls13 = "TLS 1.3"
    case http2 = "HTTP/2 over TLS"

    /// Lines for a scenario's `origin:`.
    var originLines: [String] {
        switch self {
        case .plain: []
        case .tls12: ["  tls: { version: \"1.2\" }"]
        case .tls13: ["  tls: { version: \"1.3\" }"]
        case .http2: ["  tls: true", "  http: [h2]"]
        }
    }
}
