/// The line that best explains a capture.
package struct FittedLine: Hashable, Sendable {
    package struct Direction: Hashable, Sendable {
        /// Bit/s of IP bytes; nil if the traffic does not show it.
        package var rate: LineEstimate?
        /// Share of first-time packets lost at random; nil if none was sent.
        package var loss: LineEstimate?
        /// Packets sent for the first time, and those of them that a full queue dropped or that were lost
        /// otherwise.
        package var packets = 0
        package var lost = 0
        package var dropped = 0
        package var queue: Queue?

        package init() {}
    }

    package struct Queue: Hashable, Sendable {
        /// In packets of `packetBytes`; only `low` is set if it was never full.
        package var packets: LineEstimate
        package var packetBytes: Int
        /// The longest time that a packet waited in it, in nanoseconds.
        package var longestWait: Int64

        package init(packets: LineEstimate, packetBytes: Int, longestWait: Int64) {
            self.packets = packets
            self.packetBytes = packetBytes
            self.longestWait = longestWait
        }
    }

    /// The side on which the capture was taken.
    package enum Place: String, Hashable, Sendable {
        case client, server
    }

    package var place: Place
    /// Nanoseconds there and back, without the transmission time at the line's rates.
    package var roundTrip: LineEstimate?
    /// Fitted to the connections with the server that exchanged the most bytes, since the figures differ
    /// between servers.
    package var down = Direction()
    package var up = Direction()
    package var largestPacket = 0
    package var remarks: [LineRemark] = []

    package init(place: Place) {
        self.place = place
    }
}
