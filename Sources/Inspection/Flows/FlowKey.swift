import Wire

/// Two endpoints, whichever of them sends.
struct FlowKey: Hashable {
    private let first: Endpoint
    private let second: Endpoint

    init(_ one: Endpoint, _ other: Endpoint) {
        // Any order does that does not depend on who sends.
        (first, second) = Self.rank(one) <= Self.rank(other) ? (one, other) : (other, one)
    }

    private static func rank(_ endpoint: Endpoint) -> (UInt64, UInt64, UInt16) {
        switch endpoint.address {
        case .v4(let address): (0, UInt64(address), endpoint.port)
        case .v6(let high, let low): (high, low, endpoint.port)
        }
    }
}
