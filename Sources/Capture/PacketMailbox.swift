import Synchronization

/// Hands copies of recorded packets from a recorder's thread to whoever looks at them meanwhile. What there is no room for is
/// counted: recording never waits for it.
package final class PacketMailbox: Sendable {
    private struct Content {
        var batches: [PacketBatch] = []
        var size = 0
        var missed = 0
    }

    /// Bytes that wait at most.
    private let limit: Int
    private let content = Mutex(Content())

    package init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Packets for which there was no room so far.
    package var missed: Int { content.withLock(\.missed) }

    /// From the recorder's thread.
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

    /// What has come since the last call.
    package func take() -> [PacketBatch] {
        content.withLock { content in
            defer { (content.batches, content.size) = ([], 0) }
            return content.batches
        }
    }
}
