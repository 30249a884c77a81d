import HTTP2

/// One side's word that it will end a connection of HTTP/2: GOAWAY.
package struct CaptureFarewell: Hashable, Sendable {
    /// Of one connection, so many are listed: whoever drains says it twice.
    static let most = 8
    /// Of what it says for people, so many bytes are kept.
    static let longestText = 256

    package var isFromClient: Bool
    /// The other side's streams up to this one are still answered.
    package var lastStream: Int
    package var code: UInt32
    /// What it says for people; empty where it says nothing.
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
