import Synchronization
import TestSupport

/// What callers were told, and what was to be seen, in turn.
final class DisplayDiary: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }

    /// Each caller's words.
    var told: [String] { all.filter { $0.hasPrefix("/") } }

    func waits(for line: String) -> Bool { Waiting.until { all.contains(line) } }
}
