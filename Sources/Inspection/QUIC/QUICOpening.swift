/// The opening of a QUIC connection as seen at the capture point, in nanoseconds since 1970.
package struct QUICOpening: Hashable, Sendable {
    /// The client's first packet.
    package var start: Int64
    /// The server's first packet.
    package var answer: Int64?
    /// The client's last message of the TLS handshake; nil if it was not read.
    package var end: Int64?

    package init(start: Int64, answer: Int64? = nil, end: Int64? = nil) {
        self.start = start
        self.answer = answer
        self.end = end
    }
}
