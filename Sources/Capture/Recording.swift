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
    private var file: FileWriter
    private var encoder = PcapngEncoder()
    private let clock = RunClock()
    /// Nanoseconds since 1970.
    private let start: Int64
    private var packets = 0
    private var writeError: String?
    private var readError: String?

    /// Takes over the socket and writes what stands before the packets.
    init(
        source: consuming PacketSource,
        file: consuming FileWriter,
        interface: String,
        description: String,
        snapLength: Int,
        hostNames: [(address: UInt32, name: String)]
    ) {
        start = RunClock.wall()
        encoder.appendSectionHeader(
            hardware: Machine.hardware,
            system: "\(Machine.system) \(Machine.kernel)",
            application: "netlab"
        )
        encoder.appendInterface(
            linkType: source.linkType,
            snapLength: snapLength,
            name: interface,
            description: description
        )
        if !hostNames.isEmpty { encoder.appendHostNames(hostNames) }
        self.source = source
        self.file = file
        write()
        flush()
    }

    /// Records until `stop` rings, then whatever is still in the ring; closes the file.
    consuming func run(until stop: WakeUp) -> RecorderSummary {
        var lastFlush = clock.now()
        var isStopping = false
        while !isStopping {
            let count = readBurst()
            let now = clock.now()
            if now - lastFlush >= Self.flushInterval {
                flush()
                lastFlush = now
            }
            // After a full burst there may be more: only look whether to stop.
            isStopping = wait(for: stop, milliseconds: count == Self.burst ? 0 : 100)
        }
        drain()
        return finish()
    }

    /// Reads what the ring holds, at most a burst.
    private mutating func readBurst() -> Int {
        var count = 0
        while readError == nil, count < Self.burst, readOne() { count += 1 }
        packets += count
        return count
    }

    private mutating func readOne() -> Bool {
        var encoder = PcapngEncoder()
        swap(&encoder, &self.encoder)
        let reading = source.read { bytes, stamp, originalLength in
            encoder.appendPacket(bytes, stamp: stamp, originalLength: originalLength)
        }
        swap(&encoder, &self.encoder)
        switch reading {
        case .packet:
            write()
            return true
        case .nothing:
            return false
        case .failed(let reason):
            readError = reason
            return false
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
        while readError == nil, packets < counted.received - counted.overflowed {
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
        encoder.appendStatistics(
            start: start,
            end: RunClock.wall(),
            received: UInt64(packets + dropped),
            dropped: UInt64(dropped)
        )
        write()
        var summary = RecorderSummary(
            packets: packets,
            dropped: dropped,
            writeError: writeError,
            readError: readError
        )
        do {
            try closeFile()
        } catch {
            if summary.writeError == nil { summary.writeError = error.description }
        }
        return summary
    }

    private consuming func closeFile() throws(SystemCallError) {
        try file.close()
    }

    /// Passes the one encoded block on as a record. A full disk ends the file, never the recording.
    private mutating func write() {
        do {
            try Self.append(encoder, to: &file)
        } catch {
            if writeError == nil { writeError = error.description }
        }
        encoder.removeAll()
    }

    private static func append(
        _ encoder: borrowing PcapngEncoder,
        to file: inout FileWriter
    ) throws(SystemCallError) {
        try file.append(encoder.bytes.span.bytes)
    }

    private mutating func flush() {
        do {
            try file.flush()
        } catch {
            if writeError == nil { writeError = error.description }
        }
    }
}
