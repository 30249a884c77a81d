import LinuxIO
import Synchronization
import Wire

/// The delivery rate of a line that is never idle: the origin sends full-sized datagrams slightly faster than
/// the line carries them, and the client times their arrival.
struct SteadyRateProbe {
    private static let datagram = 1472
    /// Packets sent at once at the start, so that the queue does not run empty while the sender waits for a
    /// processor, unless that takes long.
    private static let headStart = 60
    private static let headStartTime: Nanoseconds = 5_000_000
    private static let excess = 1.05
    /// Share of packets left out at the beginning, which a full token bucket passes at once.
    private static let leftOut = 0.2
    private static let fastForFirst: Int64 = 200_000_000
    private static let receiveBuffer: Int32 = 16 << 20

    let rateBps: Int64
    /// In nanoseconds.
    let length: Nanoseconds
    /// Bytes that the line counts per packet in addition to the IP packet.
    var framing = 0

    func measure(_ line: some MeasuredLine) throws -> SteadyArrivals {
        let sockets = try line.datagramSockets()
        sockets.client.reserve(Self.receiveBuffer)
        let size = Self.datagram + DatagramPair.headers + framing
        let perNanosecond = Double(rateBps) / 8e9 / Double(size)
        let wanted = max(20, Int(perNanosecond * Double(length)))
        let flood = Flood(sockets, packetsPerNanosecond: perNanosecond * Self.excess)
        let headStart = max(Self.headStart, Int(perNanosecond * Double(Self.headStartTime)))
        let thread = try WorkerThread(name: "bench-sender") { flood.run(headStart: headStart) }
        defer {
            flood.stop()
            thread.join()
        }
        // Above this rate, a thread with precedence would hardly sleep.
        let arrivals =
            rateBps > Self.fastForFirst
            ? try receive(wanted, sockets) : try PriorityThread.run { try receive(wanted, sockets) }
        let first = Int(Double(wanted) * Self.leftOut)
        return SteadyArrivals(
            counted: first...(wanted - 1),
            bytes: Self.datagram + DatagramPair.headers,
            framing: framing,
            time: arrivals[wanted - 1] - arrivals[first]
        )
    }

    private func receive(_ wanted: Int, _ sockets: DatagramPair) throws -> [Instant] {
        let clock = RunClock()
        var arrivals: [Instant] = []
        arrivals.reserveCapacity(wanted)
        try withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 16) { buffer in
            while arrivals.count < wanted {
                try sockets.client.receive(into: buffer)
                arrivals.append(clock.now())
            }
        }
        return arrivals
    }

    /// Work of the sending thread.
    private final class Flood: Sendable {
        private let sockets: DatagramPair
        private let packetsPerNanosecond: Double
        private let isStopping = Atomic(false)

        init(_ sockets: DatagramPair, packetsPerNanosecond: Double) {
            self.sockets = sockets
            self.packetsPerNanosecond = packetsPerNanosecond
        }

        func stop() {
            isStopping.store(true, ordering: .relaxed)
            // It may be waiting for room.
            sockets.origin.end()
        }

        func run(headStart: Int) {
            let clock = RunClock()
            var sent = 0
            let bytes = [UInt8](repeating: 0, count: SteadyRateProbe.datagram)
            ThreadTiming.dropSlack()
            while !isStopping.load(ordering: .relaxed) {
                let due = headStart + Int(Double(clock.now().nanoseconds) * packetsPerNanosecond)
                while sent < due, !isStopping.load(ordering: .relaxed) {
                    // A full queue may refuse a packet; there are enough of them.
                    _ = try? bytes.withUnsafeBytes { try sockets.origin.send($0) }
                    sent += 1
                }
                Readiness.wait(for: [], milliseconds: 1)
            }
        }
    }
}
