package import Wire

/// Content that goes out piece by piece.
package struct PacedPieces: Hashable, Sendable {
    /// Bytes of content in a piece, at least 1; the last may be shorter.
    package var size: Int
    /// Behind the first piece, behind the second, and so on; the last one is for all that follow. None: no pauses.
    package var pauses: [Nanoseconds]

    package init(size: Int, pauses: [Nanoseconds]) {
        self.size = max(1, size)
        self.pauses = pauses
    }

    package init(size: Int, pause: Nanoseconds) {
        self.init(size: size, pauses: [pause])
    }

    /// Behind the piece of that number, from 0.
    func pause(after piece: Int) -> Nanoseconds {
        max(0, piece < pauses.count ? pauses[piece] : pauses.last ?? 0)
    }
}
