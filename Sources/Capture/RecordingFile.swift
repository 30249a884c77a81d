import LinuxIO
import Wire

/// The file, or the ring of files, that packets are written to.
///
/// The first failure is kept and final: later calls write nothing.
struct RecordingFile: ~Copyable, Sendable {
    /// What each file begins with.
    struct Front: Sendable {
        var interface: String
        var description: String
        var linkType: LinkType
        var snapLength: Int
        var hostNames: [(address: IPAddress, name: String)]
    }

    private let target: RecordingTarget
    private let front: Front
    private var records: RecordBuffer
    private var writer: FileWriter
    /// Number of files begun so far.
    private var number = 1
    /// Bytes written to the current file.
    private var bytes = 0
    /// In nanoseconds since 1970.
    private var start: Int64
    private var packets = 0
    private var droppedBefore = 0
    /// Total over all files.
    private(set) var takenPackets = 0
    /// Bytes of these packets, as long as they were on the wire.
    private(set) var takenBytes = 0
    private(set) var failure: SystemCallError?

    init(_ target: RecordingTarget, _ front: Front) throws(SystemCallError) {
        self.target = target
        self.front = front
        records = RecordBuffer(target.format)
        writer = try FileWriter(path: target.path(1))
        start = RunClock.wall()
        appendFront()
        flush()
    }

    /// Takes one packet. `stamp` is in nanoseconds since 1970.
    mutating func append(_ packet: RawSpan, stamp: Int64, originalLength: Int) {
        packets += 1
        takenPackets += 1
        takenBytes += originalLength
        guard failure == nil else { return }
        bytes += records.append(packet, stamp: stamp, originalLength: originalLength)
        if records.isFull { writeRecords() }
    }

    /// True if the ring's next file is due.
    var isFull: Bool { target.ring.map { bytes >= $0.bytes } ?? false }

    /// Continues in the ring's next file. `dropped` is what the recorder has lost so far.
    mutating func turn(dropped: Int) {
        guard let ring = target.ring, failure == nil else { return }
        appendStatistics(dropped: dropped)
        writeRecords()
        do {
            var next = try FileWriter(path: target.path(number + 1))
            swap(&next, &writer)
            number += 1
            if number > ring.files { WholeFile.remove(target.path(number - ring.files)) }
            bytes = 0
            packets = 0
            droppedBefore = dropped
            start = RunClock.wall()
            try next.close()
        } catch {
            failure = error
        }
        appendFront()
    }

    /// Makes everything taken so far visible to readers of the file.
    mutating func flush() {
        writeRecords()
        guard failure == nil else { return }
        do {
            try writer.flush()
        } catch {
            failure = error
        }
    }

    private mutating func writeRecords() {
        guard failure == nil else { return }
        do {
            try records.write(to: &writer)
        } catch {
            failure = error
        }
    }

    /// Completes and closes the file; returns the first failure. `dropped` is what the recorder has lost.
    consuming func close(dropped: Int) -> SystemCallError? {
        appendStatistics(dropped: dropped)
        writeRecords()
        if let failure {
            // Without its front it is no capture.
            WholeFile.removeEmpty(target.path(number))
            return failure
        }
        do throws(SystemCallError) {
            try closeWriter()
            return nil
        } catch {
            return error
        }
    }

    private consuming func closeWriter() throws(SystemCallError) {
        try writer.close()
    }

    // MARK: Blocks

    private mutating func appendFront() {
        let front = self.front
        guard target.format == .pcapng else {
            let header = PcapEncoder.header(linkType: front.linkType, snapLength: front.snapLength)
            return append(header.span.bytes)
        }
        encode { encoder in
            encoder.appendSectionHeader(
                hardware: Machine.hardware,
                system: "\(Machine.system) \(Machine.kernel)",
                application: "netlab"
            )
            encoder.appendInterface(
                linkType: front.linkType,
                snapLength: front.snapLength,
                name: front.interface,
                description: front.description.isEmpty ? nil : front.description
            )
            if !front.hostNames.isEmpty { encoder.appendHostNames(front.hostNames) }
        }
    }

    private mutating func appendStatistics(dropped: Int) {
        guard target.format == .pcapng else { return }
        let (start, packets, dropped) = (start, packets, dropped - droppedBefore)
        encode {
            $0.appendStatistics(
                start: start,
                end: RunClock.wall(),
                received: UInt64(packets + dropped),
                dropped: UInt64(dropped)
            )
        }
    }

    private mutating func encode(_ body: (inout PcapngEncoder) -> Void) {
        var encoder = PcapngEncoder()
        body(&encoder)
        append(encoder.bytes.span.bytes)
    }

    /// Writes blocks other than packets behind the packets so far.
    private mutating func append(_ blocks: RawSpan) {
        writeRecords()
        guard failure == nil else { return }
        do {
            try writer.append(blocks)
            bytes += blocks.byteCount
        } catch {
            failure = error
        }
    }
}
