import Synchronization

/// Passes copies of recorded packets from a recorder's thread to a watcher. Packets beyond the limit are only
/// counted, so that recording never waits.
package final class PacketMailbox: Sendable {
    private struct Content {
        var batches: [PacketBatch] = []
        var size = 0
        var missed = 0
    }

    /// Maximum bytes that wait.
    private let limit: Int
    private let content = Mutex(Content())

    package init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Packets that did not fit so far.
    package var missed: Int { content.withLock(\.missed) }

    /// Called on the recorder's thread.
    func post(_ batch: PacketBatch) {
        guard !batch.isEmpty else { return }
        content.withLock { content in
            if content.size + batch.size > limit {
                content.missed += batch.count
            } else {
                content.size += batch.size
                content.batches.append(batch)
            }
        }
    }

    /// Takes what has arrived since the last call.
    package func take() -> [PacketBatch] {
        content.withLock { content in
            defer { (content.batches, content.size) = ([], 0) }
            return content.batches
        }
    }
}
