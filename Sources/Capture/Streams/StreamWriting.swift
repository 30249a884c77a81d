import LinuxIO
import Synchronization
import Wire

/// The thread of a `StreamRecorder`: writes what the queue holds.
final class StreamWriting: Sendable {
    /// Bytes of memory that are kept for what comes.
    private static let kept = 1 << 20
    /// Milliseconds of traffic that are written at once.
    private static let interval: Int32 = 50

    let queue: StreamEventQueue
    /// Taken over by the thread.
    private let file: Mutex<StreamFile?>
    private let client: @Sendable (SocketAddress) -> SocketAddress
    private let secrets: @Sendable () -> [String]
    private let failed: @Sendable (SystemCallError) -> Void
    private let isStopping = Atomic(false)
    private let stopping: WakeUp
    private let packets = Atomic(0)
    private let written = Atomic(0)
    private let failure = Mutex<SystemCallError?>(nil)

    init(
        _ file: consuming StreamFile,
        limit: Int,
        client: @escaping @Sendable (SocketAddress) -> SocketAddress,
        secrets: @escaping @Sendable () -> [String],
        failed: @escaping @Sendable (SystemCallError) -> Void
    ) throws(SystemCallError) {
        queue = try StreamEventQueue(limit: limit)
        stopping = try WakeUp()
        self.file = Mutex(file)
        self.client = client
        self.secrets = secrets
        self.failed = failed
    }

    var summary: StreamRecorder.Summary {
        let losses = queue.losses
        return StreamRecorder.Summary(
            packets: packets.load(ordering: .acquiring),
            lostBytes: losses.bytes,
            lostConnections: losses.connections,
            failure: failure.withLock { $0 }
        )
    }

    /// Bytes of the file so far. They end behind a whole block.
    var writtenBytes: Int { written.load(ordering: .acquiring) }

    /// Any thread may call it.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        stopping.ring()
    }

    func run() {
        guard let file = file.withLock({ $0.take() }) else { return }
        do throws(SystemCallError) {
            try write(to: file)
        } catch {
            failure.withLock { $0 = error }
            failed(error)
        }
        queue.close()
    }

    private func write(to file: consuming StreamFile) throws(SystemCallError) {
        // A batch is written when the next is there. Secrets are logged right after the bytes from which they
        // are derived have been noted, so those of the whole batch are there by then.
        var (batch, next) = (StreamEvents(), StreamEvents())
        written.store(file.writtenBytes, ordering: .releasing)
        while true {
            let isLast = isStopping.load(ordering: .acquiring)
            queue.swap(with: &next)
            file.append(secrets: secrets())
            try file.append(batch, client: client)
            if isLast { break }
            try file.flush()
            written.store(file.writtenBytes, ordering: .releasing)
            batch.removeAll(keeping: Self.kept)
            swap(&batch, &next)
            if batch.isEmpty { Readiness.wait(for: [queue.wakeUp.raw, stopping.raw]) }
            queue.wakeUp.drain()
            Readiness.wait(for: [stopping.raw], milliseconds: Self.interval)
        }
        try file.append(next, client: client)
        packets.store(file.packetCount, ordering: .releasing)
        try file.close(dropped: queue.losses.pieces)
    }
}
