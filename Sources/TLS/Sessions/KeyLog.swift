import Synchronization

/// The secrets of sessions, line by line in the format shared by Wireshark and browsers (`SSLKEYLOGFILE`).
///
/// Sessions on any thread may write to it, and any thread may read it.
package final class KeyLog: Sendable {
    private let capacity: Int
    private let copy: KeyLog?
    private let state = Mutex<(lines: [String], left: Int)>(([], 0))

    /// Lines beyond `capacity` are only counted; a session of TLS 1.3 writes five. `copy` gets every line, too,
    /// for a second reader.
    package init(capacity: Int = 100_000, copiedTo copy: KeyLog? = nil) {
        self.capacity = capacity
        self.copy = copy
    }

    /// In the order of writing.
    package var lines: [String] { state.withLock { $0.lines } }

    /// Removes and returns the lines so far, so that a log that lasts does not grow.
    package func take() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// Lines that did not fit.
    package var left: Int { state.withLock { $0.left } }

    package func add(_ line: String) {
        copy?.add(line)
        state.withLock { state in
            if state.lines.count < capacity { state.lines.append(line) } else { state.left += 1 }
        }
    }
}
