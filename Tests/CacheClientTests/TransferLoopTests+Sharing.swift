import HTTP
import LinuxIO
import Logs
import Serving
import TLS
import Testing
import Wire

@testable import CacheClient

/// HTTP/2, and TLS sessions.
extension TransferLoopTests {
    private func all(
        _ loop: TransferLoop,
        _ server: SharingServer,
        _ configuration: Configuration,
        paths: [String]
    ) async throws -> [TransferOutcome] {
        try await withThrowingTaskGroup(of: TransferOutcome.self) { group in
            for path in paths { group.addTask { try await get(loop, server.url(path), configuration) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(arguments: [TLSParameters(applicationProtocols: ["h2", "http/1.1"]), nil])
    func `HTTP/2 transfers share one connection, each on its own stream`(tls: TLSParameters?) async throws {
        let server = try SharingServer(tls, clock: clock)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let configuration = server.configuration(.http2, connections: 1)
        let outcomes = try await all(loop, server, configuration, paths: (0..<20).map { "\($0)" })
        let exchanges = outcomes.compactMap(\.exchange)
        #expect(exchanges.count == 20, "\(outcomes.compactMap(\.failure))")
        #expect(exchanges.allSatisfy { $0.httpVersion == "HTTP/2" && $0.bodyBytes == SharingServer.bodySize })
        #expect(Set(exchanges.map(\.localPort)).count == 1)
        #expect(exchanges.count { $0.isNewConnection } == 1)
        #expect(exchanges.map(\.order).sorted() == Array(0..<20))
        #expect(exchanges.compactMap(\.stream).sorted() == (0..<20).map { 2 * $0 + 1 })
        for exchange in exchanges {
            #expect(exchange.requestFirstByte <= exchange.responseFirstByte)
            #expect(exchange.responseFirstByte <= exchange.responseLastByte)
            #expect(exchange.encryption?.version == (tls == nil ? nil : "1.3"))
        }
        loop.shutdown()
        // All had the same stream at the server; the body identifies each.
        for outcome in outcomes {
            let seen = server.exchanges.first { $0.stream == outcome.exchange?.stream }
            #expect(seen?.request?.target.utf8.last == outcome.body.first)
            #expect(seen?.client.port == outcome.exchange?.localPort)
        }
    }

    @Test(arguments: [
        (HTTPVersions.negotiated, ["http/1.1"]), (.http1, ["h2", "http/1.1"]), (.negotiated, []),
    ])
    func `without HTTP/2, transfers use separate connections up to the limit`(
        http: HTTPVersions,
        offered: [String]
    ) async throws {
        let server = try SharingServer(TLSParameters(applicationProtocols: offered), clock: clock)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let configuration = server.configuration(http, connections: 3)
        let outcomes = try await all(loop, server, configuration, paths: (0..<12).map { "\($0)" })
        let exchanges = outcomes.compactMap(\.exchange)
        #expect(exchanges.count == 12 && exchanges.allSatisfy { $0.httpVersion == "HTTP/1.1" })
        #expect(exchanges.allSatisfy { $0.stream == nil })
        #expect((1...3).contains(Set(exchanges.map(\.localPort)).count))
    }

    @Test func `plaintext connections use HTTP/1.1 unless HTTP/2 is requested`() async throws {
        let server = try SharingServer(nil, clock: clock)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcome = try await get(loop, server.url("a"), server.configuration(.negotiated))
        #expect(outcome.exchange?.httpVersion == "HTTP/1.1" && outcome.exchange?.encryption == nil)
    }

    @Test func `forced HTTP/2 fails on a server that speaks only HTTP/1.1`() async throws {
        let server = try SharingServer(nil, .http1, clock: clock)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcome = try await get(loop, server.url("a"), server.configuration(.http2))
        #expect(outcome.failure != nil && outcome.exchange == nil)
    }

    @Test(
        arguments: [
            (TLSVersion.tls12, true, ["http/1.1"]), (.tls12, false, ["http/1.1"]),
            (.tls13, true, ["http/1.1"]), (.tls13, false, ["http/1.1"]),
            (.tls12, true, ["h2"]), (.tls13, true, ["h2"]), (.tls13, false, ["h2"]),
        ] as [(TLSVersion, Bool, [String])]
    )
    func `a later connection resumes the TLS session if the server allows it`(
        version: TLSVersion,
        resumes: Bool,
        offered: [String]
    ) async throws {
        let parameters = TLSParameters(
            versions: version...version,
            applicationProtocols: offered,
            resumes: resumes
        )
        let server = try SharingServer(parameters, clock: clock)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let configuration = server.configuration(.negotiated)
        var resumed: [Bool?] = []
        for path in ["a", "b", "c"] {
            // The second uses the first one's connection.
            if path == "c" { loop.forgetConnections() }
            let exchange = try #require(try await get(loop, server.url(path), configuration).exchange)
            resumed.append(exchange.encryption?.isResumed)
            #expect(exchange.isNewConnection == (path != "b"))
            #expect(exchange.encryption?.version == (version == .tls12 ? "1.2" : "1.3"))
            #expect((exchange.stream != nil) == (offered == ["h2"]))
        }
        #expect(resumed == [false, false, resumes])
        loop.forgetConnections(andSessions: true)
        let first = try await get(loop, server.url("d"), configuration)
        #expect(first.exchange?.encryption?.isResumed == false)
    }

    @Test func `a plaintext HTTP/2 connection that the server closed is replaced`() async throws {
        let loop = try TransferLoop(clock: clock, events: nil)
        var port: UInt16 = 0
        for path in ["a", "b"] {
            let server = try SharingServer(nil, port: port, clock: clock)
            defer { server.stop() }
            port = server.port
            for order in 0..<2 {
                let outcome = try await get(loop, server.url(path), server.configuration(.http2))
                let exchange = try #require(outcome.exchange, "\(outcome.failure?.description ?? "")")
                #expect(exchange.httpVersion == "HTTP/2" && exchange.stream == 2 * order + 1)
                #expect(exchange.isNewConnection == (order == 0) && exchange.order == order)
            }
        }
    }

    @Test(.enabled(if: MachineAddresses.all().contains(.loopback6), "needs IPv6 on the loopback"))
    func `an IPv6 server is reached by address and by host name, with or without a port`() async throws {
        let server = try SharingServer(nil, address: "::1", clock: clock)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        for (url, address) in [
            ("http://[::1]:\(server.port)/a", nil), (server.url("b"), "::1"),
            ("http://\(SharingServer.host)/c", "[::1]:\(server.port)"),
        ] {
            var configuration = server.configuration(.http1)
            configuration.hosts = address.map { [SharingServer.host: $0] } ?? [:]
            let outcome = try await get(loop, url, configuration)
            #expect(outcome.exchange?.status == 200, "\(url)")
        }
    }
}
