import Wire

/// Reads the two byte streams of one connection, which TCP or a decrypter feeds in order. It belongs to one connection and is fed
/// by one thread.
protocol StreamReader: AnyObject {
    /// Stream offset of the first byte that it needs to see. The caller may leave out pieces that end before
    /// it: their bytes exist, and the offset of the next piece, or of the end, gives their number.
    func wanted(_ direction: StreamDirection) -> Int

    /// The next bytes of a direction; each comes once. `piece` gives their position and describes these bytes
    /// alone.
    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// The piece's bytes are not in the capture. `didArrive` if only its recorder cut them off.
    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// A direction has ended; `piece` is empty and lies after its last byte. `isCut` if the capture ended
    /// first.
    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    )

    /// Nothing more comes.
    func conclude()
}
