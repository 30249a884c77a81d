import LinuxIO
import RealTime

/// Memory for the packets under way in one direction, allocated once: slots of equal size. The slot freed
/// last is handed out first, because it is still in the processor's cache.
struct PacketPool: ~Copyable {
    struct Slot {
        /// Length of the frame, in bytes.
        var length: Int
        /// Index of its log entry, with its second copy's entry at the next index; nil if the log was full.
        var logIndex: Int?
        /// Copies that have not left yet.
        var copies: Int
    }

    /// Bytes touched at the start, those handed out first: enough for a queue of 2700 packets of usual
    /// length.
    private static let preparedBytes = 4 << 20

    private let slotBytes: Int
    private let bytes: UnsafeMutableRawBufferPointer
    private let slots: UnsafeMutableBufferPointer<Slot>
    /// The numbers of the free slots; those from `freeCount` on are taken.
    private let free: UnsafeMutableBufferPointer<Int32>
    private var freeCount: Int

    /// Number of all slots.
    var slotCount: Int { slots.count }

    /// True if every slot is taken.
    var isFull: Bool { freeCount == 0 }

    /// Apart from the prepared ones, pages are touched only when they are used.
    init(slots count: Int, largestFrame: Int) {
        slotBytes = (largestFrame + 63) & ~63
        bytes = .allocate(byteCount: count * slotBytes, alignment: 64)
        slots = .allocate(capacity: count)
        free = .allocate(capacity: count)
        for index in 0..<count { free.initializeElement(at: index, to: Int32(count - 1 - index)) }
        freeCount = count
        PresentMemory.prepare(UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(Self.preparedBytes)))
        let prepared = UnsafeMutableBufferPointer(rebasing: slots.prefix(Self.preparedBytes / slotBytes))
        PresentMemory.prepare(UnsafeMutableRawBufferPointer(prepared))
    }

    deinit {
        bytes.deallocate()
        slots.deallocate()
        free.deallocate()
    }

    /// Where to read the next packet to; nil if every slot is taken.
    func room() -> UnsafeMutableRawBufferPointer? {
        guard freeCount > 0 else { return nil }
        return memory(of: Int(free[freeCount - 1]), count: slotBytes)
    }

    /// Keeps the packet just read to `room()` and returns its slot.
    mutating func take(length: Int, copies: Int, logIndex: Int?) -> Int {
        freeCount -= 1
        let slot = Int(free[freeCount])
        slots.initializeElement(at: slot, to: Slot(length: length, logIndex: logIndex, copies: copies))
        return slot
    }

    /// The slot that the next `take` returns.
    var nextSlot: Int { Int(free[freeCount - 1]) }

    subscript(slot: Int) -> Slot { slots[slot] }

    /// A packet's bytes, valid while its slot is taken.
    func frame(_ slot: Int) -> UnsafeMutableRawBufferPointer {
        memory(of: slot, count: slots[slot].length)
    }

    /// Notes that one copy has left or was dropped; the last one frees the slot.
    mutating func release(_ slot: Int) {
        // In place (`-= 1`), Swift 6.3 cannot compile it with ThreadSanitizer.
        let left = slots[slot].copies - 1
        slots[slot].copies = left
        guard left == 0 else { return }
        free[freeCount] = Int32(slot)
        freeCount += 1
    }

    private func memory(of slot: Int, count: Int) -> UnsafeMutableRawBufferPointer {
        let offset = slot * slotBytes
        return UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }
}
