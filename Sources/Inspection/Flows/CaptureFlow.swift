/// One TCP connection of a capture, summed up.
package struct CaptureFlow: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// Both sides ended it.
        case closed
        /// One side ended it, the other was not seen to.
        case halfClosed
        case reset
        /// The capture ends first.
        case open
    }

    /// What one side sent.
    package struct Side: Hashable, Sendable {
        package var packets = 0
        /// Of IP packets.
        package var wireBytes = 0
        /// Of the TCP stream, each once.
        package var streamBytes = 0
        /// TCP payload that had been seen before.
        package var retransmittedBytes = 0
        /// Of the TCP stream, never seen though later ones were.
        package var missingBytes = 0

        package init() {}
    }

    /// Number of the stream in the file, from 0 in the order of first sight.
    package var stream: Int
    /// Who opened the connection; a guess where its opening was not seen.
    package var client: Endpoint
    package var server: Endpoint
    package var isClientGuessed: Bool
    package var up = Side()
    package var down = Side()
    package var handshake: Handshake?
    package var resets = 0
    package var ending = Ending.open
    package var exchanges = 0
    /// Nanoseconds since 1970.
    package var firstStamp: Int64
    package var lastStamp: Int64

    package init(
        stream: Int,
        client: Endpoint,
        server: Endpoint,
        isClientGuessed: Bool,
        firstStamp: Int64,
        lastStamp: Int64
    ) {
        self.stream = stream
        self.client = client
        self.server = server
        self.isClientGuessed = isClientGuessed
        self.firstStamp = firstStamp
        self.lastStamp = lastStamp
    }

    /// From the first SYN to the client's answer to the SYN-ACK: one round trip wherever the capture was taken.
    package var handshakeRoundTrip: Int64? {
        guard let handshake, let ack = handshake.ack else { return nil }
        return ack - handshake.syn
    }
}
