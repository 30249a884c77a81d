import Wire

/// The packets under way in one direction: bytes and due times, first in first out, in memory taken once.
///
/// A packet is read straight into `room()`, and stays where it is until it is written.
struct PacketRing: ~Copyable {
    struct Entry {
        var offset: Int
        var length: Int
        var due: Instant
        /// The place of its log entry; nil where the log was full.
        var logIndex: Int?
    }

    /// No read can be longer: an IP packet's length has 16 bits, and an Ethernet header has 14 bytes.
    static let largestFrame = 65_536 + 64

    private let bytes: UnsafeMutableRawBufferPointer
    private let entries: UnsafeMutableBufferPointer<Entry>
    private var head = 0
    private(set) var count = 0
    /// Where the next packet goes. Equal to the oldest packet's offset only where the ring is empty.
    private var tail = 0

    /// `packets` is rounded up to a power of two. Pages that are never used are never touched.
    init(bytes capacity: Int, packets: Int) {
        bytes = .allocate(byteCount: max(capacity, 4 * Self.largestFrame), alignment: 64)
        var places = 64
        while places < packets { places *= 2 }
        entries = .allocate(capacity: places)
    }

    deinit {
        bytes.deallocate()
        entries.deallocate()
    }

    /// Where to read the next packet to; nil where the ring is full.
    mutating func room() -> UnsafeMutableRawBufferPointer? {
        guard count > 0 else {
            // The start again: memory that is still in the processor's cache.
            tail = 0
            return UnsafeMutableRawBufferPointer(rebasing: bytes[0..<Self.largestFrame])
        }
        guard count < entries.count else { return nil }
        let oldest = entries[head].offset
        if tail > oldest, tail + Self.largestFrame > bytes.count {
            guard oldest > Self.largestFrame else { return nil }
            tail = 0
        } else if tail < oldest, tail + Self.largestFrame >= oldest {
            return nil
        }
        return UnsafeMutableRawBufferPointer(rebasing: bytes[tail..<(tail + Self.largestFrame)])
    }

    /// Keeps the packet that was just read to `room()`.
    mutating func append(length: Int, due: Instant, logIndex: Int?) {
        let place = (head + count) & (entries.count - 1)
        entries.initializeElement(
            at: place,
            to: Entry(offset: tail, length: length, due: due, logIndex: logIndex)
        )
        count += 1
        tail += (length + 15) & ~15
    }

    /// When the oldest packet is due.
    var nextDue: Instant? {
        count > 0 ? entries[head].due : nil
    }

    /// The oldest packet. There must be one.
    var first: (entry: Entry, bytes: UnsafeRawBufferPointer) {
        let entry = entries[head]
        return (entry, UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<(entry.offset + entry.length)]))
    }

    mutating func removeFirst() {
        head = (head + 1) & (entries.count - 1)
        count -= 1
    }
}
