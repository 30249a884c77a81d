/// HTTP/2 on one connection: every exchange a stream, bodies cut into frames that take turns.
package struct SimulatedMultiplexing: Hashable, Sendable {
    /// Preface, settings and the larger window that the client sends ahead of its first request.
    package var clientPreface = 24 + 9 + 18 + 13
    /// What the server sends unasked: its settings and the larger window.
    package var serverPreface = 9 + 24 + 13
    /// Payload of one frame of data.
    package var frameBytes = 16_384
    /// So many bytes of frames the server makes at once, each time when its kernel has all those before.
    package var turnBytes = 65_536
    /// What a stream, and all of them together, may have under way that the client has not made room for again.
    package var streamWindow = 32 << 20
    package var connectionWindow = 32 << 20

    static let frameHeader = 9
    static let windowUpdate = frameHeader + 4
    /// Of a request: which other stream it hangs on.
    private static let priority = 5
    /// What is left of a head's bytes once it is packed, measured of netlab's own: of the first on a connection, and of those
    /// that repeat it.
    private static let requests = (first: 0.42, later: 0.12)
    private static let heads = (first: 0.52, later: 0.28)

    package init() {}

    func request(_ bytes: Int, isFirst: Bool) -> Int {
        Self.frameHeader + Self.priority
            + Self.packed(bytes, isFirst ? Self.requests.first : Self.requests.later)
    }

    func head(_ bytes: Int, isFirst: Bool) -> Int {
        Self.frameHeader + Self.packed(bytes, isFirst ? Self.heads.first : Self.heads.later)
    }

    private static func packed(_ bytes: Int, _ share: Double) -> Int {
        Int(Double(bytes) * share)
    }
}
