/// What one end of a QUIC connection sent, datagram by datagram, and what the other end acknowledged of it.
///
/// Bytes are counted over all streams, the handshake's included, in the order in which they were first sent.
package struct QUICTrace: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        /// A datagram, and the bytes that it carried; nil if it carried none. Of bytes that are not next to each other, the
        /// longest run.
        case sent(Range<Int64>?)
        /// Everything up to there is acknowledged.
        case acknowledged(Int64)
    }

    package struct Entry: Hashable, Sendable {
        package var at: Instant
        package var event: Event

        package init(at: Instant, _ event: Event) {
            self.at = at
            self.event = event
        }
    }

    /// In order.
    package var entries: [Entry] = []

    package init() {}
}
