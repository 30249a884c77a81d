package import Wire

/// What two endpoints sent each other over UDP, summed up.
package struct CaptureDatagrams: Hashable, Sendable {
    /// What was spoken.
    package enum Content: String, Hashable, Sendable, CaseIterable {
        case quic, dns, unknown
    }

    package struct Side: Hashable, Sendable {
        package var packets = 0
        /// Of IP packets.
        package var wireBytes = 0
        /// Of the datagrams' content.
        package var payloadBytes = 0

        package init() {}
    }

    /// Number among those of the file, from 0 in the order of first sight.
    package var number: Int
    /// Who sent the first datagram, as far as nothing else told who asks whom.
    package var client: Endpoint
    package var server: Endpoint
    package var up = Side()
    package var down = Side()
    package var content = Content.unknown
    /// Of QUIC.
    package var version: QUICVersion?
    /// The name that the client asked for, by its QUIC, else by what was learnt of the server's address.
    package var serverName: String?
    /// That the client's QUIC offers.
    package var applicationProtocols: [String] = []
    package var firstPacket: Int
    /// Nanoseconds since 1970, as the next one.
    package var firstStamp: Int64
    package var lastStamp: Int64
    /// From the client's first datagram to the server's first one; nil where one of them did not come, or in another order.
    package var answerTime: Int64?

    package init(number: Int, client: Endpoint, server: Endpoint, firstPacket: Int, firstStamp: Int64) {
        self.number = number
        self.client = client
        self.server = server
        self.firstPacket = firstPacket
        self.firstStamp = firstStamp
        lastStamp = firstStamp
    }
}
