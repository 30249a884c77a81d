package import Wire

/// The UDP traffic between two endpoints, summed up.
package struct CaptureDatagrams: Hashable, Sendable {
    /// The protocol in use.
    package enum Content: String, Hashable, Sendable, CaseIterable {
        case quic, dns, unknown
    }

    package struct Side: Hashable, Sendable {
        package var packets = 0
        /// Bytes of IP packets.
        package var wireBytes = 0
        /// Bytes of the datagrams' content.
        package var payloadBytes = 0

        package init() {}
    }

    /// Number among those of the file, from 0 in the order of first sight.
    package var number: Int
    /// Sender of the first datagram, unless other evidence shows which end is the client.
    package var client: Endpoint
    package var server: Endpoint
    package var up = Side()
    package var down = Side()
    package var content = Content.unknown
    /// Set for QUIC.
    package var version: QUICVersion?
    /// The name in the client's QUIC handshake, else the name learnt for the server's address.
    package var serverName: String?
    /// Protocols that the client's QUIC handshake offers.
    package var applicationProtocols: [String] = []
    package var firstPacket: Int
    /// Nanoseconds since 1970, as for the next property.
    package var firstStamp: Int64
    package var lastStamp: Int64
    /// From the client's first datagram to the server's first; nil if one is missing or they came in another
    /// order.
    package var answerTime: Int64?
    /// What QUIC's spin bit shows, believable or not.
    package var turns = SampleStatistics()

    /// Fewer turns of the bit say nothing.
    private static let fewestTurns = 4

    /// The whole round trip between both programs, by QUIC's spin bit; nil if none is shown. It includes the time in which
    /// a program had nothing to send. A random bit turns much more often than answers take to come.
    package var roundTrip: SampleStatistics? {
        guard turns.count >= Self.fewestTurns, let median = turns.median, median >= (answerTime ?? 0) / 2
        else {
            return nil
        }
        return turns
    }

    package init(number: Int, client: Endpoint, server: Endpoint, firstPacket: Int, firstStamp: Int64) {
        self.number = number
        self.client = client
        self.server = server
        self.firstPacket = firstPacket
        self.firstStamp = firstStamp
        lastStamp = firstStamp
    }
}
