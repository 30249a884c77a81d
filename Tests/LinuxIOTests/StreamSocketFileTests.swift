import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamSocketFileTests {
    @Test(arguments: [1, 100_000, 8_000_003])
    func `text and a file range are sent together and leave the socket uncorked`(count: Int) async throws {
        let content = (0..<count + 10).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let text: [UInt8] = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        let (received, isHeld) = try await OwnThread.run {
            let file = try SharedFile.unnamed(content, name: "made.jpg")
            let listener = try ListeningSocket(
                SocketAddress(address: 0x7F00_0001, port: 0),
                backlog: 1,
                congestion: nil,
                sendBuffer: 1 << 16
            )
            let probe = try ProbeSocket.stream()
            try probe.connect(listener.address)
            guard let peer = try listener.accept() else { throw SystemCallError("accept", errno: EAGAIN) }
            var sent = try peer.send(text[...], 10..<count + 10, of: file)
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while received.count < text.count + count {
                let taken = try buffer.withUnsafeMutableBytes { try probe.receive(into: $0) }
                received += buffer[..<taken]
                let next = 10 + sent - text.count
                if next < count + 10 { sent += try peer.send(next..<count + 10, of: file) }
            }
            return (received, try Self.isCorked(peer.raw))
        }
        #expect(received == text + content[10...])
        #expect(!isHeld)
    }

    private static func isCorked(_ socket: Int32) throws -> Bool {
        var value: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        try systemCall("getsockopt") { getsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, &size) }
        return value != 0
    }
}
