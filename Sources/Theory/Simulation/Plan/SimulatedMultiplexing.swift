/// HTTP/2 on one connection: each exchange is a stream, and bodies are cut into frames that take turns.
package struct SimulatedMultiplexing: Hashable, Sendable {
    /// Bytes of the preface, settings and larger window that the client sends before its first request.
    package var clientPreface = 24 + 9 + 18 + 13
    /// Bytes of the settings and larger window that the server sends unasked.
    package var serverPreface = 9 + 24 + 13
    /// Maximum payload of one DATA frame.
    package var frameBytes = 16_384
    /// Bytes of frames that the server makes at a time, once its kernel has taken all earlier ones.
    package var turnBytes = 65_536
    /// Flow-control windows of a stream and of the connection: bytes that may be sent before the client
    /// extends them.
    package var streamWindow = 32 << 20
    package var connectionWindow = 32 << 20

    static let frameHeader = 9
    static let windowUpdate = frameHeader + 4
    /// A request's priority fields.
    private static let priority = 5
    /// Compressed share of a head's bytes, measured with netlab's own heads: the first on a connection, and
    /// later ones.
    private static let requests = (first: 0.42, later: 0.12)
    private static let heads = (first: 0.455, later: 0.2125)

    package init() {}

    func request(_ bytes: Int, isFirst: Bool) -> Int {
        Self.frameHeader + Self.priority
            + Self.packed(bytes, isFirst ? Self.requests.first : Self.requests.later)
    }

    /// Bytes of a response's head of this size as sent, its frame included.
    package func head(_ bytes: Int, isFirst: Bool) -> Int {
        Self.frameHeader + Self.packed(bytes, isFirst ? Self.heads.first : Self.heads.later)
    }

    private static func packed(_ bytes: Int, _ share: Double) -> Int {
        Int(Double(bytes) * share)
    }
}
