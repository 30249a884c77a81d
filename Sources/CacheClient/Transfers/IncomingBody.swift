internal import Logs
internal import Wire

/// The part of a body received so far, and when it arrived. Pure.
struct IncomingBody {
    /// Maximum number of progress samples of one transfer, because an origin decides into how many pieces a
    /// body is cut. Beyond it the last sample is moved, so that the first and the last stay right.
    static let mostSamples = 1 << 16
    /// Maximum size of a piece from libcurl.
    private static let pieceBytes = 16 << 10

    private(set) var bytes: [UInt8] = []
    private(set) var samples: [ExchangeRecord.Progress] = []
    /// Number of bytes that may arrive.
    private var room = 0
    /// End address of the last piece.
    private var end: UnsafeRawPointer?
    private var moment: Instant?

    /// Allocates the whole body at once if its length is known, so that nothing is copied twice.
    mutating func expect(_ length: Int?, atMost room: Int) {
        self.room = room
        guard let length, length > 0 else { return }
        let count = min(length, room)
        bytes.reserveCapacity(count)
        samples.reserveCapacity(min(count / Self.pieceBytes + 2, Self.mostSamples))
    }

    /// Returns when the piece arrived; nil, without taking it, if it exceeds the allowed size. libcurl cuts
    /// what it received at once into pieces: a piece that follows the last one in memory arrived with it.
    mutating func take(_ piece: UnsafeRawBufferPointer, at now: @autoclosure () -> Instant) -> Instant? {
        guard bytes.count + piece.count <= room, let start = piece.baseAddress else { return nil }
        let came = start == end ? moment ?? now() : now()
        (end, moment) = (start + piece.count, came)
        add(piece, at: came)
        return came
    }

    /// The same for a piece that arrived by itself.
    mutating func take(_ piece: [UInt8], at now: Instant) -> Bool {
        guard bytes.count + piece.count <= room else { return false }
        piece.withUnsafeBytes { add($0, at: now) }
        return true
    }

    private mutating func add(_ piece: UnsafeRawBufferPointer, at came: Instant) {
        bytes.append(contentsOf: piece)
        if samples.count == Self.mostSamples { samples.removeLast() }
        samples.append(ExchangeRecord.Progress(at: came, bytes: bytes.count))
    }
}
