import HTTP
import LinuxIO
import Logs
import Synchronization
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct TransferLoopTests {
    let clock = RunClock()

    func request(
        _ url: String,
        _ configuration: Configuration = Configuration(),
        ifNoneMatch: String? = nil,
        completion: @escaping @Sendable (TransferOutcome) -> Void
    ) throws -> TransferRequest {
        TransferRequest(
            id: 7,
            url: url,
            endpoint: try #require(URLEndpoint(url: url)),
            fields: HTTPFields(
                [HTTPField(name: "Accept", value: "*/*")]
                    + (ifNoneMatch.map { [HTTPField(name: "If-None-Match", value: $0)] } ?? [])
            ),
            queuedAt: clock.now(),
            settings: TransferSettings(configuration.undisturbed),
            completion: completion
        )
    }

    func get(
        _ loop: TransferLoop,
        _ url: String,
        _ configuration: Configuration = Configuration(),
        ifNoneMatch: String? = nil
    ) async throws -> TransferOutcome {
        let stream = AsyncStream<TransferOutcome>.makeStream()
        let request = try request(url, configuration, ifNoneMatch: ifNoneMatch) { outcome in
            stream.continuation.yield(outcome)
        }
        #expect(loop.submit(request) != nil)
        return try #require(await stream.stream.first { _ in true })
    }

    @Test func `a connection is reused and its exchanges are numbered`() async throws {
        let server = try TinyServer { _ in .answer(200, headers: ["ETag: \"a\""], body: [1, 2, 3]) }
        defer { server.stop() }
        let log = Mutex<[TimingEvent]>([])
        let loop = try TransferLoop(clock: clock) { event in log.withLock { $0.append(event) } }
        var ports: Set<UInt16> = []
        for order in 0..<3 {
            let outcome = try await get(loop, server.url + "/\(order)")
            let exchange = try #require(outcome.exchange)
            #expect(outcome.body == [1, 2, 3])
            #expect(outcome.fields["ETag"] == "\"a\"")
            #expect(exchange.order == order)
            #expect(exchange.isNewConnection == (order == 0))
            #expect((exchange.connectStart != nil) == (order == 0))
            #expect(exchange.status == 200)
            #expect(exchange.httpVersion == "HTTP/1.1")
            #expect(exchange.requestBytes == server.seen[order].head.utf8.count)
            #expect(
                exchange.headerBytes
                    == "HTTP/1.1 200 Word\r\nETag: \"a\"\r\nContent-Length: 3\r\n\r\n".utf8.count
            )
            #expect(exchange.bodyBytes == 3)
            #expect(exchange.progress.last == .init(at: exchange.responseLastByte, bytes: 3))
            #expect(exchange.requestFirstByte <= exchange.responseFirstByte)
            #expect(exchange.responseFirstByte <= exchange.responseLastByte)
            ports.insert(exchange.localPort)
        }
        loop.shutdown()
        #expect(ports.count == 1)
        #expect(server.seen.map(\.connection) == [0, 0, 0])
        let once: [TimingEvent.Kind] = [.requestSent, .firstByte, .progress, .lastByte]
        #expect(log.withLock { $0.map(\.kind) } == [.connected] + once + once + once)
    }

    @Test func `sends a minimal request and resolves hosts from the table`() async throws {
        let server = try TinyServer { _ in .answer(200, body: [1]) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let configuration = Configuration(hosts: ["Origin.Netlab.Test": "127.0.0.1"], userAgent: "netlab/9")
        let host = "origin.netlab.test:\(server.port)"
        _ = try await get(loop, "http://\(host)/a", configuration, ifNoneMatch: "W/\"x\"")
        let fields = [
            "Host: \(host)", "User-Agent: netlab/9", "Accept: */*", "If-None-Match: W/\"x\"", "", "",
        ]
        #expect(server.seen.map(\.head) == [(["GET /a HTTP/1.1"] + fields).joined(separator: "\r\n")])
    }

    @Test func `a host's port override changes the connection but not the Host header`()
        async throws
    {
        let server = try TinyServer { _ in .answer(200, body: [1]) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let configuration = Configuration(hosts: ["origin.netlab.test": "127.0.0.1:\(server.port)"])
        for _ in 0..<2 { _ = try await get(loop, "http://origin.netlab.test/a", configuration) }
        #expect(server.seen.map { $0.field("host") } == ["origin.netlab.test", "origin.netlab.test"])
    }

    @Test func `limits connections and keeps queued transfers in order`() async throws {
        let gate = ServerGate()
        let server = try TinyServer { _ in
            gate.pass()
            return .answer(200, body: [1])
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcomes = AsyncStream<TransferOutcome>.makeStream()
        for number in 0..<8 {
            let request = try request(server.url + "/\(number)", Configuration(connections: 2)) { outcome in
                outcomes.continuation.yield(outcome)
            }
            #expect(loop.submit(request) != nil)
        }
        await gate.arrivals(2)
        for released in 0..<8 {
            #expect(server.seen.count == min(8, 2 + released))
            gate.open()
            if released < 6 { await gate.arrivals() }
        }
        var ports: Set<UInt16?> = []
        var count = 0
        for await outcome in outcomes.stream {
            ports.insert(outcome.exchange?.localPort)
            count += 1
            if count == 8 { break }
        }
        #expect(ports.count == 2)
        #expect(server.connections == 2)
        #expect(Set(server.paths.prefix(2)) == ["/0", "/1"])
        #expect(Array(server.paths.dropFirst(2)) == (2..<8).map { "/\($0)" })
    }

    @Test(
        arguments: [
            (.raw(""), .reset), (.rawReset(""), .reset),
            (.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .truncated),
            (.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"), .truncated),
            (.rawReset("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .reset),
            (.raw("nonsense\r\n\r\n"), .malformed),
            (.answer(200, body: [UInt8](repeating: 1, count: 1001)), .tooLarge),
            (.raw("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1001)), .tooLarge),
            (.silence, .timeout),
            (.raw("HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\nabc"), .tooLarge),
        ] as [(TinyServer.Reply, FetchError.Word)]
    )
    func `a broken exchange reports its kind of failure`(reply: TinyServer.Reply, word: FetchError.Word)
        async throws
    {
        let server = try TinyServer { _ in reply }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let timeout: Duration = word == .timeout ? .milliseconds(50) : .seconds(600)
        let outcome = try await get(
            loop,
            server.url,
            Configuration(timeout: timeout, maximumBodySize: 1000)
        )
        #expect(outcome.failure?.word == word, "\(String(describing: outcome.failure))")
        #expect(outcome.exchange == nil)
    }

    @Test func `a port without a listener reports a refused connection`() async throws {
        let server = try TinyServer { _ in .silence }
        server.stop()
        // As long as it exists, its port is not given to others.
        defer { extendLifetime(server) }
        let url = server.url
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcome = try await get(loop, url)
        #expect(outcome.failure?.word == .refused)
        #expect(outcome.status == nil)
    }

    @Test func `waiting for a connection counts towards the timeout`() async throws {
        let server = try TinyServer { _ in .silence }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let configuration = Configuration(connections: 1, timeout: .milliseconds(60))
        async let first = get(loop, server.url + "/1", configuration)
        async let second = get(loop, server.url + "/2", configuration)
        let words = try await [first, second].map { $0.failure?.word }
        #expect(words == [.timeout, .timeout])
    }

    @Test func `a connection closed by the origin is replaced silently`() async throws {
        let server = try TinyServer { _ in .answerAndClose(body: [1]) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        for _ in 0..<3 {
            let exchange = try #require(try await get(loop, server.url).exchange)
            #expect(exchange.isNewConnection)
            #expect(exchange.order == 0)
            #expect(exchange.connectStart != nil)
        }
        #expect(server.connections == 3)
    }

    @Test func `forgetting connections makes the next transfer open a new one`() async throws {
        let server = try TinyServer { _ in .answer(200, body: [1]) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        for round in 0..<3 {
            let exchange = try #require(try await get(loop, server.url).exchange)
            #expect(exchange.isNewConnection)
            #expect(exchange.order == 0)
            #expect(server.connections == round + 1)
            loop.forgetConnections()
        }
    }

    @Test func `connections forgotten while in use are not reused`() async throws {
        let gate = ServerGate()
        let server = try TinyServer { seen in
            if seen.path == "/slow" { gate.pass() }
            return .answer(200, body: [1])
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        async let slow = get(loop, server.url + "/slow")
        await gate.arrivals()
        loop.forgetConnections()
        #expect(try await get(loop, server.url + "/quick").exchange?.isNewConnection == true)
        #expect(try await get(loop, server.url + "/quick").exchange?.isNewConnection == true)
        gate.open()
        #expect(try await slow.failure == nil)
        #expect(try await get(loop, server.url + "/after").exchange?.isNewConnection == true)
        #expect(try await get(loop, server.url + "/after").exchange?.order == 1)
    }

    @Test func `shutdown cancels active and queued transfers and refuses new ones`() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let server = try TinyServer { _ in
            arrived.continuation.yield()
            return .silence
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let words = Mutex<[FetchError.Word?]>([])
        for number in 0..<5 {
            let request = try request(server.url + "/\(number)", Configuration(connections: 2)) { outcome in
                words.withLock { $0.append(outcome.failure?.word) }
            }
            #expect(loop.submit(request) != nil)
        }
        var arrivals = arrived.stream.makeAsyncIterator()
        for _ in 0..<2 { _ = await arrivals.next() }
        loop.shutdown()
        #expect(words.withLock { $0 } == [.cancelled, .cancelled, .cancelled, .cancelled, .cancelled])
        let late = try request(server.url) { _ in Issue.record("told after shutdown") }
        #expect(loop.submit(late) == nil)
        loop.forgetConnections()
        loop.shutdown()
    }

    @Test func `sets the congestion control on its sockets, or reports the failure`() async throws {
        let server = try TinyServer { _ in .answer(200, body: [1]) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        #expect(try await get(loop, server.url, Configuration(congestionControl: "reno")).failure == nil)
        loop.forgetConnections()
        let failed = try await get(loop, server.url, Configuration(congestionControl: "no-such"))
        #expect(failed.failure?.word == .local)
        #expect(failed.failure?.sentence.contains("no-such") == true)
    }
}
