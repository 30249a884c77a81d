import Experiments
import LinkEngine
import LinuxIO
import Wire

/// Round-trip times of small packets, one after the other, measured like `ping`. The origin's kernel answers
/// and the client's stamps the arrival, so that no program has to be woken first.
struct RoundTripProbe {
    private static let ipHeader = 20
    private static let payload = 72
    private static let pause: Int32 = 3

    let count: Int

    /// Length of an IP packet of the exchange, in bytes.
    static var packet: Int { ipHeader + EchoSocket.headerBytes + payload }

    /// Returns the round-trip times in nanoseconds.
    func measure(_ line: some MeasuredLine) throws -> [Nanoseconds] {
        let socket = try line.onClient {
            try EchoSocket(to: .v4(HostPair.originAddress), payload: Self.payload)
        }
        return try PriorityThread.run { try ask(socket) }
    }

    private func ask(_ socket: EchoSocket) throws -> [Nanoseconds] {
        try (0..<count).map { number in
            Readiness.wait(for: [], milliseconds: Self.pause)
            guard let time = try socket.roundTrip(number: UInt8(truncatingIfNeeded: number)) else {
                throw ExperimentError("a ping across the line was lost")
            }
            return time
        }
    }
}
