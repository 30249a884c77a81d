package import Wire

/// Content that is sent piece by piece.
package struct PacedPieces: Hashable, Sendable {
    /// Bytes of content per piece, at least 1; the last piece may be shorter.
    package var size: Int
    /// Pauses after the first piece, the second, and so on; the last applies to all that follow. Empty: no
    /// pauses.
    package var pauses: [Nanoseconds]

    package init(size: Int, pauses: [Nanoseconds]) {
        self.size = max(1, size)
        self.pauses = pauses
    }

    package init(size: Int, pause: Nanoseconds) {
        self.init(size: size, pauses: [pause])
    }

    /// Pause after that piece, counted from 0.
    func pause(after piece: Int) -> Nanoseconds {
        max(0, piece < pauses.count ? pauses[piece] : pauses.last ?? 0)
    }
}
