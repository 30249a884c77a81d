package import Wire

extension CaptureQUICConnection {
    /// What one end sent.
    package struct Side: Hashable, Sendable {
        package var datagrams = 0
        /// Bytes of IP packets.
        package var wireBytes = 0
        /// QUIC packets that were opened, and those that were not.
        package var openedPackets = 0
        package var closedPackets = 0
        /// The identifiers that it chose for itself, the first ones.
        package var identifiers: [QUICIdentifier] = []
        /// Bytes of streams, each counted once.
        package var streamBytes = 0
        /// Bytes of streams and of the handshake that had been seen before.
        package var repeatedBytes = 0
        package var recovery = Recovery()
        package var credit = Credit()
        /// How often it began to use new keys.
        package var keyUpdates = 0

        package init() {}
    }

    /// How one end repaired losses, by the packets of the capture point and their acknowledgements.
    package struct Recovery: Hashable, Sendable {
        /// From a packet to its acknowledgement, delay included.
        package var roundTrip = SampleStatistics()
        /// Packets that the other end's acknowledgements left out for so long that they count as lost (RFC 9002, 6.1).
        package var lost = 0
        /// Those of them that were acknowledged later.
        package var spurious = 0
        /// Numbers that were never seen nor acknowledged: lost before the capture point, or left out by the sender.
        package var lostBefore = 0
        /// Packets that were acknowledged but are not in the capture.
        package var unseen = 0
        /// Packets that seem to be sent because no acknowledgement came in time.
        package var probes = 0
        /// How long it says that it kept its acknowledgements back, in nanoseconds.
        package var delay = SampleStatistics()
        /// Marked packets that it has received, as it last said; nil if it did not.
        package var marks: QUICAcknowledgement.Marks?

        package init() {}
    }

    /// How the other end's limits held one end up.
    package struct Credit: Hashable, Sendable {
        /// How often the limit of the connection's data was reached, that of a stream, and that of streams.
        package var connection = 0
        package var stream = 0
        package var streams = 0
        /// Frames with which it said so: DATA_BLOCKED, STREAM_DATA_BLOCKED, STREAMS_BLOCKED.
        package var blockedConnection = 0
        package var blockedStream = 0
        package var blockedStreams = 0

        package init() {}
    }
}
