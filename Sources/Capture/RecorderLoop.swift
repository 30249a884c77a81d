import LinuxIO
import Wire

/// The work of a recorder's thread: moves packets from the socket into the file until told to stop.
struct RecorderLoop: ~Copyable, Sendable {
    /// How long the file may lag behind the packets.
    private static let flushInterval: Nanoseconds = 200_000_000
    /// Maximum packets read before the file is flushed.
    private static let burst = 4096
    /// Smallest ring to rest with; a smaller one could overflow meanwhile.
    private static let restingRing = 8 << 20

    private let source: PacketRing
    private var intake: PacketIntake
    private let clock = RunClock()
    private let pace: RecorderPace
    private let mayRest: Bool
    private var progress = RecorderProgress()
    private var readError: String?

    /// Takes over the socket with a ring of `ringBytes`, and the file, which begins with its headers.
    /// `watcher` receives copies of the packets.
    init(
        source: consuming PacketRing,
        ringBytes: Int,
        pace: RecorderPace,
        file: consuming RecordingFile,
        watcher: PacketMailbox? = nil
    ) {
        intake = PacketIntake(file: file, source.linkType, watcher: watcher)
        self.source = source
        self.pace = pace
        mayRest = ringBytes >= Self.restingRing
    }

    /// Records until `stop` rings, then takes the rest of the ring and closes the file. `report` receives the
    /// progress several times a second.
    consuming func run(until stop: WakeUp, report: (RecorderProgress) -> Void) -> RecorderSummary {
        var lastFlush = clock.now()
        var isStopping = false
        while !isStopping {
            let count = readBurst()
            let now = clock.now()
            if now - lastFlush >= Self.flushInterval {
                intake.file.flush()
                lastFlush = now
                report(currentProgress())
            }
            isStopping = pause(after: count, for: stop)
        }
        drain()
        let summary = finish()
        return summary
    }

    private mutating func currentProgress() -> RecorderProgress {
        progress.dropped = source.statistics().dropped
        progress.failure = intake.file.failure?.description ?? readError
        return progress
    }

    /// Reads what the ring holds, at most one burst.
    private mutating func readBurst() -> Int {
        let before = intake.file.takenPackets
        var count = 0
        while readError == nil, count < Self.burst {
            readError = source.read(Self.burst, into: &intake)
            if intake.file.isFull { intake.file.turn(dropped: source.statistics().dropped) }
            let total = intake.file.takenPackets - before
            if total == count { break }
            count = total
        }
        progress.packets = intake.file.takenPackets
        progress.bytes = intake.file.takenBytes
        intake.post()
        return count
    }

    /// Returns true if the recorder must stop.
    private func pause(after count: Int, for stop: WakeUp) -> Bool {
        // After a full burst there may be more, so only check for a stop.
        if count >= Self.burst { return wait(for: stop, milliseconds: 0) }
        guard count > 0, mayRest, let rest = pace.rest else { return wait(for: stop, milliseconds: 100) }
        return Readiness.wait(for: [stop.raw], milliseconds: rest)[0]
    }

    private func wait(for stop: WakeUp, milliseconds: Int32) -> Bool {
        // A failed socket would only report its failure again.
        let packets = readError == nil ? source.descriptor : -1
        return Readiness.wait(for: [stop.raw, packets], milliseconds: milliseconds)[0]
    }

    /// Reads until all packets that the kernel has counted up to now have arrived, since the ring hands them
    /// over late.
    private mutating func drain() {
        let counted = source.statistics()
        var quietSince = clock.now()
        while readError == nil, progress.packets < counted.received - counted.overflowed {
            if readBurst() > 0 {
                quietSince = clock.now()
                continue
            }
            if clock.now() - quietSince >= pace.silence { break }
            Readiness.wait(for: [source.descriptor], milliseconds: pace.retireMilliseconds)
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
        intake.close(dropped: dropped)
    }
}
