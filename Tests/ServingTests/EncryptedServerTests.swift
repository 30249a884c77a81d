import Dispatch
import HTTP
import LinuxIO
import TLS
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(2))) struct EncryptedServerTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"

    /// Runs a TLS server around a test and returns its records.
    @discardableResult
    private func serving(
        _ identity: TestIdentity,
        _ responder: EchoResponder = EchoResponder(),
        limits: ServingLimits = ServingLimits(),
        sendBuffer: Int32? = nil,
        _ body: (HTTPServer) throws -> Void
    ) throws -> [ServedExchange] {
        let listener = try Listener(address: "127.0.0.1", sendBuffer: sendBuffer, tls: identity.server)
        let server = try HTTPServer(
            listener: listener,
            responder: responder,
            clock: RunClock(),
            limits: limits
        )
        try server.start()
        defer { server.stop() }
        try body(server)
        server.stop()
        #expect(server.failure == nil)
        return responder.ended
    }

    private func sized(_ count: Int) -> (body: [UInt8], responder: EchoResponder) {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        return (
            body,
            EchoResponder { _ in ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body)) }
        )
    }

    @Test(arguments: TLSVersion.allCases)
    func `a connection is kept and its requests are recorded`(version: TLSVersion) throws {
        let identity = try TestIdentity(server: TLSParameters(versions: version...version))
        var received: [Int] = []
        let exchanges = try serving(identity) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            #expect(client.session.negotiation?.version == version)
            for number in 0..<3 {
                try client.send("GET /\(number) HTTP/1.1\r\nHost: o\r\n\r\n")
                #expect(try client.response()?.text == "/\(number)")
                received.append(client.socket.receivedBytes)
            }
        }
        // Handshake and records also count as the connection's bytes.
        #expect(exchanges.map(\.connectionBytes) == received)
        #expect(exchanges.map(\.request?.target) == ["/0", "/1", "/2"])
        #expect(exchanges.map(\.bodyBytes) == [2, 2, 2])
        for exchange in exchanges {
            let first = try #require(exchange.responseFirstByte)
            let last = try #require(exchange.responseLastByte)
            #expect(exchange.accepted < exchange.requestFirstByte)
            #expect(exchange.requestFirstByte <= exchange.requestLastByte)
            #expect(exchange.requestLastByte <= first && first < last)
        }
    }

    @Test func `pipelined requests are answered in order for any split of records`() throws {
        let identity = try TestIdentity()
        let count = 100
        let exchanges = try serving(identity) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            let requests = (0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: o\r\n\r\n" }
            try client.send(requests.joined(), pieces: 7)
            for number in 0..<count { #expect(try client.response()?.text == "/\(number)") }
        }
        #expect(exchanges.map(\.order) == Array(0..<count))
    }

    @Test func `a request's body is skipped`() throws {
        let identity = try TestIdentity()
        try serving(identity) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            let body = String(repeating: "x", count: 300_000)
            try client.send("POST /b HTTP/1.1\r\nHost: o\r\nContent-Length: 300000\r\n\r\n\(body)\(Self.get)")
            #expect(try client.response()?.text == "/b")
            #expect(try client.response()?.text == "/a")
        }
    }

    @Test(arguments: TLSVersion.allCases)
    func `a large body reaches a slow reader`(version: TLSVersion) throws {
        let identity = try TestIdentity(server: TLSParameters(versions: version...version))
        let (body, responder) = sized(1_000_000)
        let exchanges = try serving(identity, responder, sendBuffer: 8192) { server in
            let client = try EncryptedClient(port: server.port, identity.client, receiveBuffer: 4096)
            for _ in 0..<2 {
                try client.send(Self.get)
                #expect(try client.response()?.content == body)
            }
        }
        #expect(exchanges.map(\.bodyBytes) == [body.count, body.count])
    }

    @Test func `a final response is followed by close_notify`() throws {
        let identity = try TestIdentity()
        try serving(identity) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            try client.send("GET /a HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
            #expect(try client.response()?.text == "/a")
            #expect(try client.response() == nil)
            #expect(client.session.isEnded)
        }
    }

    @Test func `a client that sends close_notify after its request gets the response and close_notify`()
        throws
    {
        let identity = try TestIdentity()
        try serving(identity) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            try client.session.write(Array(Self.get.utf8)[...])
            client.session.close()
            try client.flush()
            #expect(try client.response()?.text == "/a")
            #expect(try client.response() == nil)
            #expect(client.session.isEnded)
        }
    }

    @Test func `an idle connection gets close_notify`() throws {
        let identity = try TestIdentity()
        try serving(identity, limits: ServingLimits(idle: 5_000_000)) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            #expect(try client.receiveToEnd().isEmpty)
            #expect(client.session.isEnded)
        }
    }

    @Test(arguments: [0, 1, 5, 100])
    func `an incomplete handshake times out`(count: Int) throws {
        let identity = try TestIdentity()
        let limits = ServingLimits(handshake: 5_000_000)
        let responder = EchoResponder()
        try serving(identity, responder, limits: limits) { server in
            let socket = try LoopbackClient(port: server.port)
            let hello = try TLSSession(client: identity.client, host: TestIdentity.host).takeCiphertext()
            try socket.send(Array(hello.prefix(count)))
            #expect(try socket.receiveToEnd().isEmpty)
        }
        #expect(responder.expired == [.handshake(5_000_000)])
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", String(repeating: "x", count: 100_000), "\u{16}\u{3}\u{1}\u{0}\u{5}xxxxxxx",
    ])
    func `bytes other than TLS end only that connection`(noise: String) throws {
        let identity = try TestIdentity()
        let responder = EchoResponder()
        let exchanges = try serving(identity, responder) { server in
            let other = try EncryptedClient(port: server.port, identity.client)
            let socket = try LoopbackClient(port: server.port)
            try socket.send(noise)
            // At most an alert.
            #expect(try socket.receiveToEnd().count <= 7)
            try other.send(Self.get)
            #expect(try other.response()?.text == "/a")
        }
        #expect(exchanges.count == 1)
        guard case .handshake = responder.failed.first else {
            Issue.record("\(responder.failed)")
            return
        }
    }

    @Test func `a corrupted record gets an alert`() throws {
        let identity = try TestIdentity()
        let responder = EchoResponder()
        try serving(identity, responder) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            try client.send(Self.get)
            #expect(try client.response()?.text == "/a")
            try client.session.write([1, 2, 3])
            var record = client.session.takeCiphertext()
            record[10] ^= 1
            try client.socket.send(record)
            let error = try #require(throws: TLSError.self) { try client.receiveToEnd() }
            #expect(error.description.contains("alert bad record mac"))
        }
        #expect(responder.failed.count == 1)
    }

    @Test func `a client that distrusts the certificate is reported with its alert`() throws {
        let (identity, stranger) = (try TestIdentity(), try TestIdentity())
        let responder = EchoResponder()
        try serving(identity, responder) { server in
            #expect(throws: TLSError.self) {
                try EncryptedClient(port: server.port, stranger.client)
            }
            // Once it has answered a later client, the server has seen the alert.
            let other = try EncryptedClient(port: server.port, identity.client)
            try other.send(Self.get)
            #expect(try other.response()?.text == "/a")
        }
        #expect(responder.failed.count == 1)
        #expect(responder.failed.first?.description.contains("alert") == true)
    }

    @Test func `the alert of a client that disconnects at once is still reported`() throws {
        let (identity, stranger) = (try TestIdentity(), try TestIdentity())
        let (isHeld, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let responder = EchoResponder { request in
            if request.target == "/hold" {
                isHeld.signal()
                mayGoOn.wait()
            }
            return .text(200, request.target)
        }
        try serving(identity, responder) { server in
            let refusing = try TLSSession(client: stranger.client, host: TestIdentity.host)
            let socket = try LoopbackClient(port: server.port)
            try socket.send(refusing.takeCiphertext())
            #expect(throws: TLSError.self) {
                while true { _ = try refusing.receive(try socket.receive()) }
            }
            // The server sees the alert and the end of the connection together.
            let other = try EncryptedClient(port: server.port, identity.client)
            try other.send("GET /hold HTTP/1.1\r\nHost: o\r\n\r\n")
            isHeld.wait()
            try socket.send(refusing.takeCiphertext())
            socket.reset()
            mayGoOn.signal()
            #expect(try other.response()?.text == "/hold")
            try other.send(Self.get)
            #expect(try other.response()?.text == "/a")
        }
        #expect(responder.failed.count == 1)
        #expect(responder.failed.first?.description.contains("unknown ca") == true)
    }

    @Test func `stopping within a response records the bytes sent and omits close_notify`() throws {
        let identity = try TestIdentity()
        let responder = EchoResponder { _ in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody([UInt8](repeating: 7, count: 30_000_000))
            )
        }
        let exchanges = try serving(identity, responder, sendBuffer: 65_536) { server in
            let client = try EncryptedClient(port: server.port, identity.client, receiveBuffer: 65_536)
            try client.send(Self.get)
            #expect(try !client.receive().isEmpty)
            server.stop()
            let rest = try? client.receiveToEnd()
            #expect((rest?.count ?? 0) < 30_000_000)
            #expect(!client.session.isEnded)
        }
        let exchange = try #require(exchanges.first)
        #expect(exchanges.count == 1)
        #expect(exchange.responseFirstByte != nil && exchange.responseLastByte == nil)
        #expect(exchange.bodyBytes > 0 && exchange.bodyBytes < 30_000_000)
    }

    @Test func `a client that disconnects within its response does not affect others`() throws {
        let identity = try TestIdentity()
        let (body, responder) = sized(1_000_000)
        let exchanges = try serving(identity, responder, sendBuffer: 65_536) { server in
            let leaving = try EncryptedClient(port: server.port, identity.client)
            try leaving.send(Self.get)
            #expect(try !leaving.receive().isEmpty)
            leaving.socket.reset()
            let staying = try EncryptedClient(port: server.port, identity.client)
            try staying.send(Self.get)
            #expect(try staying.response()?.content == body)
        }
        #expect(exchanges.count == 2)
    }

    @Test(arguments: TLSVersion.allCases)
    func `a returning client resumes its session`(version: TLSVersion) throws {
        let identity = try TestIdentity(server: TLSParameters(versions: version...version))
        let exchanges = try serving(identity) { server in
            let first = try EncryptedClient(port: server.port, identity.client)
            try first.send(Self.get)
            #expect(try first.response()?.text == "/a")
            let second = try EncryptedClient(
                port: server.port,
                identity.client,
                resuming: first.session.ticket
            )
            #expect(second.session.negotiation?.isResumed == true)
            try second.send(Self.get)
            #expect(try second.response()?.text == "/a")
        }
        #expect(exchanges.count == 2)
    }

    @Test func `a delayed response takes its delay`() throws {
        let identity = try TestIdentity()
        let delay: Nanoseconds = 20_000_000
        let responder = EchoResponder { request in
            var response = ServedResponse.text(200, request.target)
            response.course.delay = delay
            return response
        }
        let exchanges = try serving(identity, responder) { server in
            let client = try EncryptedClient(port: server.port, identity.client)
            try client.send(Self.get)
            #expect(try client.response()?.text == "/a")
        }
        let exchange = try #require(exchanges.first)
        #expect(try #require(exchange.responseFirstByte) - exchange.requestLastByte >= delay)
    }

    @Test func `one server listens with TLS and without`() throws {
        let identity = try TestIdentity()
        let responder = EchoResponder()
        var listeners = ListenerSet(try Listener(address: "127.0.0.1"))
        listeners.add(try Listener(address: "127.0.0.1", tls: identity.server))
        // If there are too many connections, they wait at both ports.
        let server = try HTTPServer(
            listeners: listeners,
            responder: responder,
            clock: RunClock(),
            limits: ServingLimits(connections: 1)
        )
        try server.start()
        defer { server.stop() }
        #expect(server.addresses.count == 2 && server.port == server.addresses[0].port)
        for number in 0..<3 {
            let plain = try LoopbackClient(port: server.addresses[0].port)
            try plain.send("GET /plain\(number) HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
            #expect(try plain.response()?.text == "/plain\(number)")
            plain.finishSending()
            let client = try EncryptedClient(port: server.addresses[1].port, identity.client)
            try client.send("GET /tls\(number) HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
            #expect(try client.response()?.text == "/tls\(number)")
            client.socket.finishSending()
        }
        server.stop()
        let targets = (0..<3).flatMap { ["/plain\($0)", "/tls\($0)"] }
        #expect(responder.ended.map(\.request?.target) == targets)
        for address in server.addresses { _ = try Listener(address: "127.0.0.1", port: address.port) }
    }
}
