import Wire

/// The chunks of one connection that are under way in one direction, in their order.
struct StreamFlow: Sendable {
    struct Chunk: Sendable {
        var item: StreamItem
        /// When it is due at the other end; nil while it waits, or is on its second way.
        var due: Instant?
        /// The place of the log entry of its latest try; nil where the log was full.
        var logPlace: Int?
    }

    /// When the chunk before the first was due: nothing overtakes it.
    private(set) var lastDue: Instant = .zero
    private var nextPacket: UInt32 = 0
    private var chunks: [Chunk] = []
    private var head = 0
    /// The first chunk's number.
    private(set) var firstNumber = 0

    var first: Chunk? { head < chunks.count ? chunks[head] : nil }

    /// Bytes of the stream that are under way.
    var payload: Int {
        chunks[head...].reduce(0) { $0 + $1.item.payload }
    }

    /// The number of the next packet: each try is one.
    mutating func takePacketNumber() -> UInt32 {
        defer { nextPacket += 1 }
        return nextPacket
    }

    /// Appends a chunk; its number.
    mutating func append(_ chunk: Chunk) -> Int {
        chunks.append(chunk)
        return firstNumber + chunks.count - head - 1
    }

    /// A chunk that has not been removed.
    subscript(number: Int) -> Chunk {
        get { chunks[head + number - firstNumber] }
        set { chunks[head + number - firstNumber] = newValue }
    }

    /// Takes the first chunk out, delivered at that time.
    mutating func removeFirst(due: Instant) {
        lastDue = due
        // Lets go of its bytes.
        chunks[head].item = .finish
        head += 1
        firstNumber += 1
        if head == chunks.count {
            chunks.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= chunks.count {
            chunks.removeFirst(head)
            head = 0
        }
    }
}
