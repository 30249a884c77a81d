import Foundation
import Grounds
import Images
import LinkModel
import LinuxIO
import TLS
import TestSupport
import Testing

@testable import BenchControl

@Suite(.timeLimit(.minutes(1)))
struct HandedSocketTests {
    /// Sockets of this process, made by a maker in it.
    private static func sockets(saying text: String = "hello") throws -> SocketMakerClient {
        let pair = try DescriptorSocket.Pair()
        let there = try DescriptorSocket(handedOn: dup(pair.there.raw))
        _ = try SocketMaker(over: there, saying: text)
        return try SocketMakerClient(over: pair.closeOtherEnd())
    }

    private static func yard() throws -> BenchRegistry {
        BenchRegistry(
            .stream,
            by: try CertificateAuthority(validity: .days(1, from: RunClock.wall() / 1_000_000_000)),
            drawing: LibraryDrawing()
        )
    }

    @Test func `a socket maker sends its greeting, then one socket for each request`() throws {
        let sockets = try Self.sockets(saying: "http://here")
        #expect(sockets.greeting == "http://here")
        let made = [try sockets.make().release(), try sockets.make().release()]
        #expect(Set(made).count == 2)
        for raw in made {
            var kind: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            #expect(getsockopt(raw, SOL_SOCKET, SO_TYPE, &kind, &length) == 0)
            #expect(kind == Int32(SOCK_STREAM.rawValue))
            close(raw)
        }
    }

    @Test func `refuses descriptors other than a connected local socket, and leaves them open`() throws {
        let others = [
            open("/dev/null", O_RDONLY), socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0),
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0),
        ]
        for raw in others {
            #expect(throws: SystemCallError.self) { try DescriptorSocket(handedOn: raw) }
            #expect(fcntl(raw, F_GETFD) >= 0)
            close(raw)
        }
        #expect(throws: SystemCallError.self) { try DescriptorSocket(handedOn: -1) }
    }

    @Test func `reports a peer program that has ended`() throws {
        let pair = try DescriptorSocket.Pair()
        let here = pair.closeOtherEnd()
        let failure = #expect(throws: BenchError.self) { try SocketMakerClient(over: here) }
        #expect(failure?.message.contains("has ended") == true)
    }

    @Test(arguments: [1, 300_000, 3_000_000])
    func `a gate forwards data in both directions`(bytes: Int) throws {
        let yard = try Self.yard()
        defer { yard.endAll() }
        let order = "origin: { files: { a.jpg: { image: jpeg, size: \(max(bytes, 500)) B } } }"
        let bench = try yard.make(Array(order.utf8))
        let url = try #require(bench.urls.plain)
        let port = try #require(UInt16(url.split(separator: ":").last ?? ""))
        let gate = try LoopbackForwarder(
            to: SocketAddress(address: 0x7F00_0001, port: port),
            over: Self.sockets()
        )
        defer { gate.stop() }
        let words = ["-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download} %{num_connects}"]
        let address = "http://\(gate.address)/a.jpg"
        let output = try Program("/usr/bin/curl", words + ["-o", "/dev/null", address, address]).run().output
        // The second file comes over the first one's connection.
        let size = max(bytes, 500)
        #expect(output == "200 \(size) 1200 \(size) 0")
        #expect(Waiting.until { bench.requests.count == 2 })
    }

    /// Waits for what a connection brings next; empty at its end.
    private static func next(of socket: borrowing StreamSocket) throws -> [UInt8] {
        while true {
            if let bytes = try socket.receive(atMost: 100) { return bytes }
            Readiness.wait(for: [socket.raw], milliseconds: 20_000)
        }
    }

    @Test func `a client's reset ends the connection over the line`() throws {
        let server = try ListeningSocket(SocketAddress(address: 0x7F00_0001, port: 0), backlog: 8)
        let gate = try LoopbackForwarder(to: server.address, over: Self.sockets())
        defer { gate.stop() }
        let client = try LoopbackClient(port: gate.address.port)
        try client.send("x")
        Readiness.wait(for: [server.raw], milliseconds: 20_000)
        guard let far = try server.accept() else {
            Issue.record("nothing came over the line")
            return
        }
        #expect(try Self.next(of: far) == Array("x".utf8))
        client.finishSending()
        #expect(try Self.next(of: far) == [])
        client.reset()
        // It takes what is sent once, and tells then that nobody is there.
        #expect(Waiting.until(seconds: 20) { (try? far.send(Array("y".utf8)[...], [], isLast: true)) == nil })
    }

    @Test func `a gate to an unreachable address resets its clients`() throws {
        let gate = try LoopbackForwarder(
            to: SocketAddress(address: 0x7F00_0001, port: 1),
            over: Self.sockets()
        )
        let output = try Program("/usr/bin/curl", ["-s", "-m", "20", "http://\(gate.address)/"]).run()
        // The reset may come while curl still connects.
        #expect([7, 52, 56].contains(output.status), "\(output.status)")
        gate.stop()
        gate.stop()
        #expect(try Program("/usr/bin/curl", ["-s", "http://\(gate.address)/"]).run().status == 7)
    }
}
