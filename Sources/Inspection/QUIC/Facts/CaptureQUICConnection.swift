package import Wire

/// One QUIC connection of a capture, summed up. Without keys much of it is unknown.
package struct CaptureQUICConnection: Hashable, Sendable {
    /// Most identifiers of an end and most paths that are listed.
    package static let mostListed = 16

    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// The capture ends first, or does not show it.
        case open
        /// By an end's frame (`close`).
        case closed
        /// Nothing came for as long as the ends had agreed.
        case idle
        /// An end had forgotten the connection.
        case statelessReset
        /// The server does not speak the client's version (`offeredVersions`).
        case versionNegotiation
    }

    /// Two addresses between which the connection went.
    package struct Path: Hashable, Sendable {
        package var client: Endpoint
        package var server: Endpoint
        package var firstPacket: Int
        package var firstStamp: Int64
    }

    package var number: Int
    package var client: Endpoint
    package var server: Endpoint
    /// Number of the UDP flow on which it began.
    package var datagrams: Int
    package var firstPacket: Int
    package var firstStamp: Int64
    package var lastStamp: Int64
    /// True if the handshake is not in the capture.
    package var isMidway = false
    package var version: QUICVersion
    /// The versions that a server listed because it does not speak the client's.
    package var offeredVersions: [QUICVersion] = []
    package var serverName: String?
    package var cipherSuite: TLSCipherSuite?
    package var applicationProtocol: String?
    package var isResumed: Bool?
    package var earlyData = CaptureHandshake.EarlyData.none
    /// True if the server had the client prove its address (Retry).
    package var hasRetry = false
    /// True if the key log has secrets of the connection.
    package var hasKeys = false
    /// From the client's first packet to the server's, and to the client's first one after that: about one round trip
    /// at any capture point.
    package var answerTime: Int64?
    package var handshakeRoundTrip: Int64?
    package var up = Side()
    package var down = Side()
    /// In the order of first sight.
    package var paths: [Path] = []
    package var ending = Ending.open
    package var close: CaptureQUICClose?

    package init(
        number: Int,
        client: Endpoint,
        server: Endpoint,
        datagrams: Int,
        firstPacket: Int,
        firstStamp: Int64,
        version: QUICVersion
    ) {
        self.number = number
        self.client = client
        self.server = server
        self.datagrams = datagrams
        self.firstPacket = firstPacket
        self.firstStamp = firstStamp
        lastStamp = firstStamp
        self.version = version
    }

    init(
        _ number: Int,
        _ version: QUICVersion,
        client: Endpoint,
        server: Endpoint,
        _ datagram: QUICDatagram
    ) {
        self.init(
            number: number,
            client: client,
            server: server,
            datagrams: datagram.flow,
            firstPacket: datagram.arrival.packet,
            firstStamp: datagram.arrival.stamp,
            version: version
        )
        paths = [
            Path(
                client: client,
                server: server,
                firstPacket: firstPacket,
                firstStamp: firstStamp
            )
        ]
    }

    package var connection: CaptureConnection { .quic(number) }

    subscript(direction: StreamDirection) -> Side {
        @inline(__always) _read {
            if direction == .up { yield up } else { yield down }
        }
        @inline(__always) _modify {
            if direction == .up { yield &up } else { yield &down }
        }
    }
}
