import HTTP2

/// One side's announcement that it will end an HTTP/2 connection: GOAWAY.
package struct CapturedGoAway: Hashable, Sendable {
    /// Most listed per connection: a graceful shutdown sends two.
    static let most = 8
    /// Most bytes kept of the debug text.
    static let longestText = 256

    package var isFromClient: Bool
    /// The other side's streams up to this one are still answered.
    package var lastStream: Int
    package var code: UInt32
    /// Debug text; empty if there is none.
    package var text = ""
    /// Nanoseconds since 1970.
    package var stamp: Int64
    /// Number in the file.
    package var packet: Int

    package init(isFromClient: Bool, lastStream: Int, code: UInt32, stamp: Int64, packet: Int) {
        self.isFromClient = isFromClient
        self.lastStream = lastStream
        self.code = code
        self.stamp = stamp
        self.packet = packet
    }

    /// The code as RFC 9113 names it.
    package var name: String { HTTP2ErrorCode(rawValue: code).description }
}
