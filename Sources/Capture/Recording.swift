import LinuxIO
import Wire

/// The work of a recorder's thread: from the packet socket into the file until it is told to stop.
struct Recording: ~Copyable, Sendable {
    /// How long the file may lag behind the packets.
    private static let flushInterval: Nanoseconds = 200_000_000
    /// A part of the ring is handed over after one to two such times.
    static let retireMilliseconds: Int32 = 10
    /// Where the kernel's count is not reached (some packets are counted and never handed over), this much silence
    /// means that the ring is empty.
    private static let silence: Nanoseconds = 100_000_000
    /// The most packets read before the file's turn comes.
    private static let burst = 4096

    private let source: PacketSource
    private var file: RecordingFile
    private let clock = RunClock()
    private var progress = RecorderProgress()
    private var readError: String?

    /// Takes over the socket, and the file with what stands before the packets.
    init(source: consuming PacketSource, file: consuming RecordingFile) {
        self.source = source
        self.file = file
    }

    /// Records until `stop` rings, then whatever is still in the ring; closes the file. `report` hears several times a
    /// second how far it has come.
    consuming func run(until stop: WakeUp, report: (RecorderProgress) -> Void) -> RecorderSummary {
        var lastFlush = clock.now()
        var isStopping = false
        while !isStopping {
            let count = readBurst()
            let now = clock.now()
            if now - lastFlush >= Self.flushInterval {
                file.flush()
                lastFlush = now
                report(told())
            }
            // After a full burst there may be more: only look whether to stop.
            isStopping = wait(for: stop, milliseconds: count == Self.burst ? 0 : 100)
        }
        drain()
        let summary = finish()
        return summary
    }

    private mutating func told() -> RecorderProgress {
        progress.dropped = source.statistics().dropped
        progress.failure = file.failure?.description ?? readError
        return progress
    }

    /// Reads what the ring holds, at most a burst.
    private mutating func readBurst() -> Int {
        var count = 0
        while readError == nil, count < Self.burst, readOne() { count += 1 }
        progress.packets += count
        return count
    }

    private mutating func readOne() -> Bool {
        var length = 0
        let reading = Self.read(source, &file, &length)
        switch reading {
        case .packet:
            progress.bytes += length
            if file.isFull { file.turn(dropped: source.statistics().dropped) }
            return true
        case .nothing:
            return false
        case .failed(let reason):
            readError = reason
            return false
        }
    }

    private static func read(
        _ source: borrowing PacketSource,
        _ file: inout RecordingFile,
        _ length: inout Int
    ) -> PacketSource.Reading {
        source.read { bytes, stamp, originalLength in
            length = originalLength
            file.append(bytes, stamp: stamp, originalLength: originalLength)
        }
    }

    /// True where the recorder is to stop.
    private func wait(for stop: WakeUp, milliseconds: Int32) -> Bool {
        // After a failure the socket would only say again that it failed.
        let packets = readError == nil ? source.descriptor : -1
        return Readiness.wait(for: [stop.raw, packets], milliseconds: milliseconds)[0]
    }

    /// The ring hands packets over late: reads until all that the kernel counted up to now have come.
    private mutating func drain() {
        let counted = source.statistics()
        var quietSince = clock.now()
        while readError == nil, progress.packets < counted.received - counted.overflowed {
            if readBurst() > 0 {
                quietSince = clock.now()
                continue
            }
            if clock.now() - quietSince >= Self.silence { break }
            Readiness.wait(for: [source.descriptor], milliseconds: Self.retireMilliseconds)
        }
    }

    private consuming func finish() -> RecorderSummary {
        let dropped = source.statistics().dropped
        var summary = RecorderSummary(
            packets: progress.packets,
            bytes: progress.bytes,
            dropped: dropped,
            readError: readError
        )
        summary.writeError = closeFile(dropped: dropped)?.description
        return summary
    }

    private consuming func closeFile(dropped: Int) -> SystemCallError? {
        file.close(dropped: dropped)
    }
}
