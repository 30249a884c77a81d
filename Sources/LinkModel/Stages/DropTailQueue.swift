package import Wire

/// A bounded first-in first-out queue that drops what arrives when it is full.
///
/// It holds the packets whose service has not ended, the one in service among them.
package struct DropTailQueue: Sendable {
    private struct Waiting {
        var serviceEnd: Instant
        var bytes: Int
    }

    private let limit: QueueLimit
    /// A ring: `head` is the oldest of `count` packets.
    private var ring: [Waiting]
    private var head = 0
    private var count = 0
    private var bytes = 0

    package init(limit: QueueLimit) {
        self.limit = limit
        ring = Array(repeating: Waiting(serviceEnd: .zero, bytes: 0), count: 64)
    }

    /// True where a packet of so many bytes still fits at `now`.
    package mutating func admits(bytes size: Int, at now: Instant) -> Bool {
        while count > 0, ring[head].serviceEnd <= now {
            bytes -= ring[head].bytes
            head = (head + 1) & (ring.count - 1)
            count -= 1
        }
        // A packet that finds the line idle is served at once: it never needs a place.
        if count == 0 { return true }
        return switch limit {
        case .packets(let most): count < most
        case .bytes(let most): bytes + size <= most
        }
    }

    package mutating func append(bytes size: Int, serviceEnd: Instant) {
        if count == ring.count { grow() }
        ring[(head + count) & (ring.count - 1)] = Waiting(serviceEnd: serviceEnd, bytes: size)
        count += 1
        bytes += size
    }

    private mutating func grow() {
        let older = ring
        ring = (0..<older.count).map { older[(head + $0) & (older.count - 1)] }
        ring += Array(repeating: Waiting(serviceEnd: .zero, bytes: 0), count: older.count)
        head = 0
    }
}
