/// HTTP/2 on one connection: every exchange a stream, bodies cut into frames that take turns.
package struct SimulatedMultiplexing: Hashable, Sendable {
    /// Preface and settings that the client sends ahead of its first request.
    package var clientPreface = 24 + 9 + 18 + 13
    /// What the server sends first.
    package var serverPreface = 9 + 18 + 9
    /// Payload of one frame of data.
    package var frameBytes = 16_384
    package static let frameHeader = 9

    package init() {}

    /// What a message of so many header and body bytes is in frames.
    package func bytes(header: Int, body: Int) -> Int {
        header + Self.frameHeader + body + (body + frameBytes - 1) / frameBytes * Self.frameHeader
    }
}
