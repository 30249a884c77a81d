import LinkEngine
import LinuxIO
import Synchronization
import Wire

/// Throughput of one TCP connection from the origin to the client.
struct ThroughputProbe {
    private static let piece = 1 << 17
    private static let leastPiece: Int32 = 1 << 17
    /// Time after which slow start is over.
    private static let warmUp: Nanoseconds = 300_000_000

    let length: Nanoseconds

    /// Rate of the stream's own bytes, in bit/s.
    func measure(_ line: some MeasuredLine) throws -> Double {
        let listener = try line.onOrigin {
            let socket = try ProbeSocket.stream()
            try socket.bind(SocketAddress(address: HostPair.originAddress, port: 9))
            try socket.listen()
            return SharedSocket(socket)
        }
        let thread = try WorkerThread(name: "bench-sender") { Self.send(listener) }
        let rate = Result { try receive(line) }
        // It ends when its connection is closed.
        listener.socket.end()
        thread.join()
        return try rate.get()
    }

    private func receive(_ line: some MeasuredLine) throws -> Double {
        let socket = try line.onClient { try ProbeSocket.stream() }
        try socket.connect(SocketAddress(address: HostPair.originAddress, port: 9))
        try socket.waitForBytes(Self.leastPiece)
        let clock = RunClock()
        return try withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 64) { buffer in
            while clock.now().nanoseconds < Self.warmUp { try socket.receive(into: buffer) }
            let start = clock.now()
            var bytes = 0
            while clock.now() - start < length { bytes += try socket.receive(into: buffer) }
            return Double(bytes * 8) / (Double(clock.now() - start) / 1e9)
        }
    }

    private static func send(_ listener: SharedSocket) {
        guard let connection = try? listener.socket.accept() else { return }
        let bytes = [UInt8](repeating: 0x5A, count: piece)
        while (try? bytes.withUnsafeBytes({ try connection.send($0) })) != nil {}
    }
}
