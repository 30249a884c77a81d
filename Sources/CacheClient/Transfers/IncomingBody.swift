internal import Logs
internal import Wire

/// What has come of an answer's body, and when. Pure.
struct IncomingBody {
    /// Samples of one transfer's progress; beyond these the last one moves on, so that first and last stay right. An
    /// origin decides into how many pieces a body is cut.
    static let mostSamples = 1 << 16
    /// libcurl hands over no more at once.
    private static let pieceBytes = 16 << 10

    private(set) var bytes: [UInt8] = []
    private(set) var samples: [ExchangeRecord.Progress] = []
    /// How many bytes may come.
    private var room = 0
    /// Behind the last piece, where it lay.
    private var end: UnsafeRawPointer?
    private var moment: Instant?

    /// Makes room for the whole body at once where its length is known, so that nothing is copied twice.
    mutating func expect(_ length: Int?, atMost room: Int) {
        self.room = room
        guard let length, length > 0 else { return }
        let count = min(length, room)
        bytes.reserveCapacity(count)
        samples.reserveCapacity(min(count / Self.pieceBytes + 2, Self.mostSamples))
    }

    /// When the piece came; nil, and nothing is taken, where that would be more than may come. libcurl cuts what it
    /// received at once into pieces: one that lies behind the one before came with it.
    mutating func take(_ piece: UnsafeRawBufferPointer, at now: @autoclosure () -> Instant) -> Instant? {
        guard bytes.count + piece.count <= room, let start = piece.baseAddress else { return nil }
        let came = start == end ? moment ?? now() : now()
        (end, moment) = (start + piece.count, came)
        bytes.append(contentsOf: piece)
        if samples.count == Self.mostSamples { samples.removeLast() }
        samples.append(ExchangeRecord.Progress(at: came, bytes: bytes.count))
        return came
    }
}
