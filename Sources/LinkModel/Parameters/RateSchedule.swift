package import Wire

/// A rate that changes at set times, counted from when the line got it.
package struct RateSchedule: Hashable, Sendable {
    package struct Piece: Hashable, Sendable {
        /// Bits per second; 0 stands still.
        package var rateBps: Int64
        package var length: Nanoseconds

        package init(rateBps: Int64, length: Nanoseconds) {
            self.rateBps = rateBps
            self.length = length
        }
    }

    /// At least one; each longer than nothing.
    package var pieces: [Piece]
    /// From the start again after the last piece; else the last rate stays.
    package var repeats: Bool

    package init(pieces: [Piece], repeats: Bool) {
        self.pieces = pieces
        self.repeats = repeats
    }

    /// One round of it.
    package var length: Nanoseconds {
        pieces.reduce(0) { $0 + $1.length }
    }

    package var meanBps: Int64 {
        let bits = pieces.reduce(0.0) { $0 + Double($1.rateBps) * Double($1.length) }
        return Int64((bits / Double(max(1, length))).rounded())
    }
}
