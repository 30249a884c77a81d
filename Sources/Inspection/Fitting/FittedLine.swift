/// What a line must have been like for a capture to look as it does.
package struct FittedLine: Hashable, Sendable {
    package struct Direction: Hashable, Sendable {
        /// Bit/s of IP bytes; nil where nothing was sent that tells it.
        package var rate: LineEstimate?
        /// Packets lost at random, as a share of those sent for the first time; nil where none was sent.
        package var loss: LineEstimate?
        /// Packets sent for the first time, and those of them that a full queue dropped or that were lost otherwise.
        package var packets = 0
        package var lost = 0
        package var dropped = 0
        package var queue: Queue?

        package init() {}
    }

    package struct Queue: Hashable, Sendable {
        /// In packets of `packetBytes`; only `low` where it never was full.
        package var packets: LineEstimate
        package var packetBytes: Int
        /// The longest that a packet waited in it, nanoseconds.
        package var longestWait: Int64

        package init(packets: LineEstimate, packetBytes: Int, longestWait: Int64) {
            self.packets = packets
            self.packetBytes = packetBytes
            self.longestWait = longestWait
        }
    }

    /// Where the capture was taken.
    package enum Place: String, Hashable, Sendable {
        case client, server
    }

    package var place: Place
    /// Nanoseconds there and back, without the time that sending takes at the line's rates.
    package var roundTrip: LineEstimate?
    /// From one server to the next they differ: of the connections that the most bytes came over.
    package var down = Direction()
    package var up = Direction()
    package var largestPacket = 0
    /// What to know before trusting the figures.
    package var remarks: [String] = []

    package init(place: Place) {
        self.place = place
    }
}
