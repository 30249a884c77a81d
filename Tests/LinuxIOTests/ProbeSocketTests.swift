import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProbeSocketTests {
    @Test func `data and the end of the stream arrive in both directions`() async throws {
        try await OwnThread.run {
            let listener = try ListeningSocket(
                SocketAddress(address: 0x7F00_0001, port: 0),
                backlog: 1,
                congestion: nil,
                sendBuffer: nil
            )
            let probe = try ProbeSocket.stream()
            try probe.connect(listener.address)
            guard let peer = try listener.accept() else {
                Issue.record("nobody came")
                return
            }
            let bytes: [UInt8] = [1, 2, 3]
            let sent = try bytes.withUnsafeBytes { try probe.send($0) }
            #expect(sent == 3)
            Readiness.wait(for: [peer.raw], milliseconds: 10_000)
            let received = try peer.receive(atMost: 16)
            #expect(received == bytes)
            _ = try peer.send(bytes[...], [], isLast: true)
            peer.finishSending()
            var buffer = [UInt8](repeating: 0, count: 16)
            let answered = try buffer.withUnsafeMutableBytes { try probe.receive(into: $0) }
            #expect(Array(buffer[..<answered]) == bytes)
            let end = try buffer.withUnsafeMutableBytes { try probe.receive(into: $0) }
            #expect(end == 0)
        }
    }
}
