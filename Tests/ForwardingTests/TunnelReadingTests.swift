import Testing
import Wire

@testable import Forwarding

struct TunnelReadingTests {
    private static func vector16(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, 0] + vector16(body)
    }

    private static func record(_ content: [UInt8]) -> [UInt8] {
        [22, 3, 1] + vector16(content)
    }

    /// Asks for `a.test` and offers h2.
    private static var offer: [UInt8] {
        let name = vector16([0] + vector16(Array("a.test".utf8)))
        let protocols = vector16([2] + Array("h2".utf8))
        let extensions = [0, 0] + vector16(name) + [0, 16] + vector16(protocols)
        return message(
            1,
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + vector16([0x13, 0x01]) + [1, 0]
                + vector16(extensions)
        )
    }

    private static var choice: [UInt8] {
        let extensions: [UInt8] = [0, 43, 0, 2, 3, 4]
        return message(
            2,
            [3, 3] + [UInt8](repeating: 8, count: 32) + [0, 0x13, 0x01, 0] + vector16(extensions)
        )
    }

    private func reading(_ client: [UInt8], _ server: [UInt8], piece: Int) -> TunnelReading {
        var reading = TunnelReading()
        for start in stride(from: 0, to: client.count, by: piece) {
            _ = reading.receive(fromClient: client[start..<min(start + piece, client.count)])
        }
        for start in stride(from: 0, to: server.count, by: piece) {
            _ = reading.receive(fromServer: server[start..<min(start + piece, server.count)])
        }
        return reading
    }

    @Test(arguments: [1, 3, 7, 1000])
    func `reads offered names and chosen parameters, in pieces of any size`(_ piece: Int) throws {
        let client = Self.record(Self.offer) + [20, 3, 3, 0, 1, 1]
        let reading = reading(client, Self.record(Self.choice) + [23, 3, 3, 0, 1, 9], piece: piece)
        let hello = try #require(reading.hello)
        #expect(hello.serverName == "a.test" && hello.offeredProtocols == ["h2"])
        #expect(hello.version == .tls13 && hello.cipherSuite?.rawValue == 0x1301)
        #expect(hello.chosenProtocol == nil)
    }

    @Test func `reads a hello that spans records`() {
        let cut = 40
        let client = Self.record(Array(Self.offer[..<cut])) + Self.record(Array(Self.offer[cut...]))
        #expect(reading(client, [], piece: 11).hello?.serverName == "a.test")
    }

    @Test(
        arguments: [
            Array("SSH-2.0-OpenSSH\r\n".utf8), Array("GET / HTTP/1.1\r\n".utf8), [],
            record(message(2, [1, 2, 3])), record(message(1, [1, 2, 3])), [22, 3, 1, 0, 0],
            [21, 3, 1, 0, 2, 1, 0],
        ] as [[UInt8]]
    )
    func `bytes other than a ClientHello yield no hello`(_ bytes: [UInt8]) {
        #expect(reading(bytes, Self.record(Self.choice), piece: 4).hello == nil)
    }

    @Test func `keeps the client's offer when the server does not answer in TLS`() {
        let hello = reading(Self.record(Self.offer), Array("HTTP/1.1 400 \r\n".utf8), piece: 5).hello
        #expect(hello?.serverName == "a.test" && hello?.version == nil)
    }

    @Test func `reports each change once`() {
        var reading = TunnelReading()
        #expect(reading.receive(fromServer: Self.record(Self.choice)[...]) == nil)
        #expect(reading.receive(fromClient: Self.record(Self.offer)[...])?.version == nil)
        #expect(reading.receive(fromClient: Self.record(Self.offer)[...]) == nil)
        #expect(reading.receive(fromServer: Self.record(Self.choice)[...])?.version == .tls13)
        #expect(reading.receive(fromServer: Self.record(Self.choice)[...]) == nil)
        #expect(reading.hello?.serverName == "a.test")
    }

    @Test func `gives up a handshake message that never ends`() {
        let endless = [UInt8](repeating: 5, count: 16_000)
        var reading = TunnelReading()
        _ = reading.receive(fromClient: Self.record([1, 1, 0, 0] + endless)[...])
        for _ in 0..<3 { _ = reading.receive(fromClient: Self.record(endless)[...]) }
        _ = reading.receive(fromClient: Self.record(Self.offer)[...])
        #expect(reading.hello == nil)
    }
}
