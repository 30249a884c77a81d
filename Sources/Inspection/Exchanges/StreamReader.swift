import Wire

/// Reads the two byte streams of one connection, which TCP or a decrypter feeds in order. It belongs to one connection and is fed
/// by one thread.
protocol StreamReader: AnyObject {
    /// Stream offset of the first byte that it needs to see. Pieces that end before it may be left out: they are
    /// known to be there, and the next piece, or the end, says by its offset how many bytes there were.
    func wanted(_ direction: StreamDirection) -> Int

    /// The next bytes of a direction; each comes once. `piece` says where they stand; it speaks of these bytes alone.
    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// The piece's bytes are not in the capture. `didArrive` where only its recorder cut them off.
    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// A direction has ended, `piece` being an empty one behind its last byte. `isCut` where the capture ended first.
    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// Nothing more comes.
    func conclude()
}
