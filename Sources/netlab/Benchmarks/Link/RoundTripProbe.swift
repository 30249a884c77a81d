import LinuxIO
import Wire

/// How long a small datagram and its answer take, one after the other.
struct RoundTripProbe {
    private static let datagram = 72
    private static let pause: Int32 = 3

    let count: Int

    /// An IP packet of the exchange, in bytes.
    static var packet: Int { datagram + DatagramPair.headers }

    /// Nanoseconds each.
    func measure(_ line: some MeasuredLine) throws -> [Nanoseconds] {
        let sockets = try line.datagramSockets()
        let echo = try WorkerThread(name: "bench-echo") { Self.echo(sockets) }
        defer {
            sockets.origin.end()
            echo.join()
        }
        return try AheadThread.run { try ask(sockets) }
    }

    private func ask(_ sockets: DatagramPair) throws -> [Nanoseconds] {
        let clock = RunClock()
        let bytes = [UInt8](repeating: 0, count: Self.datagram)
        return try withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 16) { buffer in
            try (0..<count).map { _ in
                Readiness.wait(for: [], milliseconds: Self.pause)
                let sent = clock.now()
                try bytes.withUnsafeBytes { _ = try sockets.client.send($0) }
                try sockets.client.receive(into: buffer)
                return clock.now() - sent
            }
        }
    }

    private static func echo(_ sockets: DatagramPair) {
        _ = ThreadPrecedence(from: RunClock().now())
        withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 16) { buffer in
            while let count = try? sockets.origin.receive(into: buffer), count > 0 {
                _ = try? sockets.origin.send(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }
}
