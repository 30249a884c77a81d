/// A body that is sent piece by piece.
package struct ResponsePieces: Hashable, Sendable {
    /// In bytes.
    package var size: Int
    /// Time from the end of a piece to the start of the next, drawn anew for each.
    package var pause: TimeDistribution

    package init(size: Int, pause: TimeDistribution) {
        self.size = size
        self.pause = pause
    }
}
