import Wire

/// The chunks of one connection that are under way in one direction, in order.
struct StreamFlow: Sendable {
    struct Chunk: Sendable {
        var item: StreamItem
        /// When it is due at the other end; nil while it waits or is being sent again.
        var due: Instant?
        /// Index of the log entry of its latest try; nil if the log was full.
        var logPlace: Int?
    }

    /// Due time of the chunk before the first one: nothing overtakes it.
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

    /// The number of the next packet: each try is a packet.
    mutating func takePacketNumber() -> UInt32 {
        defer { nextPacket += 1 }
        return nextPacket
    }

    /// Appends a chunk and returns its number.
    mutating func append(_ chunk: Chunk) -> Int {
        chunks.append(chunk)
        return firstNumber + chunks.count - head - 1
    }

    /// A chunk that has not been removed.
    subscript(number: Int) -> Chunk {
        get { chunks[head + number - firstNumber] }
        set { chunks[head + number - firstNumber] = newValue }
    }

    /// Removes the first chunk, delivered at that time.
    mutating func removeFirst(due: Instant) {
        lastDue = due
        // Frees its bytes.
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
