import LinuxIO

/// One direction of a gate's connection: what has been received and not yet been sent.
struct ForwarderBuffer {
    /// Bytes that wait at most: then the sender waits.
    private static let most = 256 << 10
    private static let piece = 64 << 10

    private var waiting: [UInt8] = []
    /// Bytes at the front that are sent already.
    private var sent = 0
    /// The sender has ended its side.
    private var hasEnded = false
    /// The receiver has been told.
    private(set) var isOver = false

    var canReceive: Bool { !hasEnded && waiting.count - sent < Self.most }
    var hasWaiting: Bool { sent < waiting.count || hasEnded && !isOver }

    /// Takes what `source` has.
    mutating func receive(from source: borrowing StreamSocket) throws(SystemCallError) {
        while canReceive, let bytes = try source.receive(atMost: Self.piece) {
            if bytes.isEmpty { hasEnded = true } else { waiting += bytes }
        }
    }

    /// Sends what `target` takes.
    mutating func send(to target: borrowing StreamSocket) throws(SystemCallError) {
        while sent < waiting.count {
            let count = try target.send(waiting[sent...], [], isLast: true)
            if count == 0 { return }
            sent += count
        }
        waiting.removeAll(keepingCapacity: true)
        sent = 0
        if hasEnded, !isOver {
            target.finishSending()
            isOver = true
        }
    }
}
