import Capture
import LinkEngine
import LinuxIO
import Wire

/// One program records one load on its own virtual cable.
struct RecordingTurn {
    /// Result of a turn.
    struct Outcome {
        var sent: Int
        var recorded: Int
        /// From the first packet to the last.
        var time: Nanoseconds
        /// Processor time of the recorder in nanoseconds, from before the first packet until the last is
        /// written.
        var processorTime: Int64

        var offeredBps: Double { Double(sent) * Double(RecordingTurn.packetBytes) * 8e9 / Double(time) }
        var costOfPacket: Double? { recorded > 0 ? Double(processorTime) / Double(recorded) / 1e3 : nil }
    }

    static let packetBytes = 1500
    private static let seconds = 1.0
    /// Milliseconds for a recorder to get ready, and to write what it has.
    private static let patience: Int32 = 500
    private static let attempts = 40

    let recorder: PacketRecorder
    let load: RecordingLoad
    let folder: String

    /// nil if the program is not installed.
    func outcome() throws -> Outcome? {
        guard let tool = recorder.tool else { return nil }
        let line = try KernelLine()
        let sockets = try line.datagramSockets()
        let path = "\(folder)/\(recorder.file)"
        defer { WholeFile.remove(path) }
        let arguments = recorder.arguments(KernelLine.interfaces.origin, into: path, snap: load.snap)
        let sent: (count: Int, time: Nanoseconds)
        let processorTime: Int64
        do {
            let running = try line.onOrigin { try tool.begin(arguments) }
            try waitUntilReady(path)
            let before = running.processorTime
            sent = send(sockets)
            Readiness.wait(for: [], milliseconds: Self.patience)
            processorTime = running.processorTime - before
        }
        return Outcome(
            sent: sent.count,
            recorded: try recorded(path),
            time: sent.time,
            processorTime: processorTime
        )
    }

    /// Waits for the file, which a recorder creates once it listens.
    private func waitUntilReady(_ path: String) throws {
        for _ in 0..<Self.attempts where (try? WholeFile.read(path, limit: 1 << 20)) == nil {
            Readiness.wait(for: [], milliseconds: 50)
        }
        Readiness.wait(for: [], milliseconds: Self.patience)
    }

    /// Sends the packets that are due, every millisecond.
    private func send(_ sockets: DatagramPair) -> (count: Int, time: Nanoseconds) {
        let perNanosecond = Double(load.rateBps) / 8e9 / Double(Self.packetBytes)
        let bytes = [UInt8](repeating: 7, count: Self.packetBytes - DatagramPair.headers)
        let total = Int(perNanosecond * Self.seconds * 1e9)
        let clock = RunClock()
        var tried = 0
        var sent = 0
        while tried < total {
            let due = min(total, Int(Double(clock.now().nanoseconds) * perNanosecond))
            while tried < due {
                tried += 1
                if (try? bytes.withUnsafeBytes { try sockets.origin.send($0) }) != nil { sent += 1 }
            }
            if tried < total { Readiness.wait(for: [], milliseconds: 1) }
        }
        return (sent, clock.now().nanoseconds)
    }

    private func recorded(_ path: String) throws -> Int {
        var count = 0
        _ = try CaptureFile.read(path) { packet, _ in
            if packet.originalLength >= Self.packetBytes { count += 1 }
        }
        return count
    }
}
