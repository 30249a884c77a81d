import LinuxIO
import Synchronization
import Wire

/// How fast a line delivers when it is never idle: full-sized datagrams from the origin, sent a little faster than it
/// carries them, timed as the client receives them.
struct SteadyRateProbe {
    private static let datagram = 1472
    /// The queue has enough to do from the first moment, and does not run empty while the sender waits for its turn on a
    /// processor, unless that takes long.
    private static let headStart = 60
    private static let headStartTime: Nanoseconds = 5_000_000
    private static let excess = 1.05
    /// What comes first is left out: a bucket that begins full passes it at once.
    private static let leftOut = 0.2
    private static let fastForFirst: Int64 = 200_000_000
    private static let receiveBuffer: Int32 = 16 << 20

    let rateBps: Int64
    /// Nanoseconds.
    let length: Nanoseconds
    /// Bytes that the line counts in each packet beside the IP packet.
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
        // Above this a thread that goes first would hardly sleep.
        let arrivals =
            rateBps > Self.fastForFirst
            ? try receive(wanted, sockets) : try AheadThread.run { try receive(wanted, sockets) }
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

    /// The sending thread's work.
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
                    // A full queue may refuse one: there are enough of them.
                    _ = try? bytes.withUnsafeBytes { try sockets.origin.send($0) }
                    sent += 1
                }
                Readiness.wait(for: [], milliseconds: 1)
            }
        }
    }
}
