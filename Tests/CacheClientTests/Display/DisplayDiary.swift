import Synchronization
import TestSupport

/// What callers received and what was displayed, in order.
final class DisplayDiary: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }

    /// The callers' entries.
    var told: [String] { all.filter { $0.hasPrefix("/") } }

    func waits(for line: String) -> Bool { Waiting.until { all.contains(line) } }
}
