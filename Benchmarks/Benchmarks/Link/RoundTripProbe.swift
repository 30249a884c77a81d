import LinkEngine
import LinuxIO
import Wire

/// Round-trip times of small packets, one after the other, measured like `ping`. The origin's kernel answers
/// and the client's stamps the arrival, so that no program has to be woken first.
struct RoundTripProbe {
    private static let header = 8
    private static let ipHeader = 20
    private static let payload = 72
    private static let pause: Int32 = 3
    /// ICMP type of an echo request.
    private static let echoRequest: UInt8 = 8

    let count: Int

    /// Length of an IP packet of the exchange, in bytes.
    static var packet: Int { ipHeader + header + payload }

    /// Returns the round-trip times in nanoseconds.
    func measure(_ line: some MeasuredLine) throws -> [Nanoseconds] {
        let socket = try line.onClient { try SharedSocket(ProbeSocket.pings()) }
        return try PriorityThread.run { try ask(socket.socket) }
    }

    private func ask(_ socket: borrowing ProbeSocket) throws -> [Nanoseconds] {
        try socket.connect(SocketAddress(address: HostPair.originAddress, port: 0))
        var question = [UInt8](repeating: 0, count: Self.header + Self.payload)
        question[0] = Self.echoRequest
        var times: [Nanoseconds] = []
        try withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 16) { buffer in
            for _ in 0..<count {
                Readiness.wait(for: [], milliseconds: Self.pause)
                let sent = RunClock.wall()
                try question.withUnsafeBytes { _ = try socket.send($0) }
                times.append(try socket.receiveStamped(into: buffer) - sent)
            }
        }
        return times
    }
}
