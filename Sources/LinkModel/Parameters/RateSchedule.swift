package import Wire

/// A rate that changes at fixed times, counted from when the line got the schedule.
package struct RateSchedule: Hashable, Sendable {
    package struct Piece: Hashable, Sendable {
        /// Bits per second; at 0 nothing is carried.
        package var rateBps: Int64
        package var length: Nanoseconds

        package init(rateBps: Int64, length: Nanoseconds) {
            self.rateBps = rateBps
            self.length = length
        }
    }

    /// At least one piece, each longer than 0.
    package var pieces: [Piece]
    /// Starts again after the last piece; otherwise the last rate stays.
    package var repeats: Bool

    package init(pieces: [Piece], repeats: Bool) {
        self.pieces = pieces
        self.repeats = repeats
    }

    /// Duration of one round.
    package var length: Nanoseconds {
        pieces.reduce(0) { $0 + $1.length }
    }

    package var meanBps: Int64 {
        let bits = pieces.reduce(0.0) { $0 + Double($1.rateBps) * Double($1.length) }
        return Int64((bits / Double(max(1, length))).rounded())
    }
}
