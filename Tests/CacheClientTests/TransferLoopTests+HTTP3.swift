#if canImport(HTTP3)
    import HTTP
    import HTTP3
    import LinuxIO
    import Logs
    import Serving
    import Synchronization
    import TLS
    import Testing

    @testable import CacheClient

    /// HTTP/3, over loopback.
    extension TransferLoopTests {
        private static let host = "origin.netlab.test"
        private static let bodySize = 100_000

        private final class Responder: RequestResponder {
            let ended = Mutex<[ServedExchange]>([])

            func respond(to request: ServedRequest) -> ServedAnswer {
                let byte = request.head.target.utf8.last ?? 0
                var response = ServedResponse(
                    head: HTTPResponseHead(status: 200),
                    body: ServedBody([UInt8](repeating: byte, count: TransferLoopTests.bodySize))
                )
                if request.head.target == "/cut" {
                    response.course.ending = .streamReset(.content(10_000), code: 2)
                }
                return .now(response)
            }

            func ended(_ exchange: ServedExchange) {
                ended.withLock { $0.append(exchange) }
            }
        }

        private func serve(
            _ body: (TransferLoop, Responder, Configuration, UInt16) async throws -> Void
        ) async throws {
            let validity = CertificateValidity.days(2, from: RunClock.wall() / 1_000_000_000)
            let authority = try CertificateAuthority(validity: validity)
            let identity = try authority.issue(to: CertificateSubject(names: [Self.host]), validity: validity)
            let loopback = try #require(SocketAddress("127.0.0.1", port: 0))
            let port = try HTTP3Port(loopback, QUICCredentials(identity))
            let responder = Responder()
            let server = try HTTPServer(
                listeners: ListenerSet(try Listener(address: "127.0.0.1")),
                ports: [port],
                responder: responder,
                clock: clock
            )
            try server.start()
            defer { server.stop() }
            let loop = try TransferLoop(clock: clock, events: nil)
            defer { loop.shutdown() }
            let configuration = Configuration(
                http: .http3,
                timeout: .seconds(600),
                hosts: [Self.host: "127.0.0.1"],
                authorities: authority.certificatePEM
            )
            try await body(loop, responder, configuration, port.address.port)
        }

        @Test func `HTTP/3 transfers share one connection, each on its own stream`() async throws {
            try await serve { loop, responder, configuration, port in
                let outcomes = try await withThrowingTaskGroup(of: TransferOutcome.self) { group in
                    for path in 0..<20 {
                        let url = "https://\(Self.host):\(port)/\(path)"
                        group.addTask { try await get(loop, url, configuration) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let exchanges = outcomes.compactMap(\.exchange)
                #expect(exchanges.count == 20, "\(outcomes.compactMap(\.failure))")
                #expect(exchanges.allSatisfy { $0.httpVersion == "HTTP/3" && $0.bodyBytes == Self.bodySize })
                #expect(Set(exchanges.map(\.localPort)).count == 1)
                #expect(exchanges.count { $0.isNewConnection } == 1)
                #expect(exchanges.compactMap(\.stream).sorted() == (0..<20).map { 4 * $0 })
                for outcome in outcomes {
                    let seen = responder.ended.withLock { ended in
                        ended.first { $0.stream == outcome.exchange?.stream }
                    }
                    #expect(seen?.request?.target.utf8.last == outcome.body.first)
                }
            }
        }

        @Test func `a stream that the server cuts fails with what had arrived`() async throws {
            try await serve { loop, _, configuration, port in
                let cut = try await get(loop, "https://\(Self.host):\(port)/cut", configuration)
                #expect(
                    cut.failure?.word == .truncated || cut.failure?.word == .reset,
                    "\(String(describing: cut.failure))"
                )
                let whole = try await get(loop, "https://\(Self.host):\(port)/1", configuration)
                #expect(whole.failure == nil && whole.exchange?.isNewConnection == false)
            }
        }

        @Test func `a server that does not answer over UDP fails in time`() async throws {
            try await serve { loop, _, configuration, _ in
                let silent = try DatagramSocket(try #require(SocketAddress("127.0.0.1", port: 0)))
                var impatient = configuration
                impatient.timeout = .milliseconds(300)
                let url = "https://\(Self.host):\(silent.address.port)/1"
                let outcome = try await get(loop, url, impatient)
                #expect(outcome.failure?.word == .timeout)
            }
        }

        @Test func `a server whose authority nobody trusts gets no request`() async throws {
            try await serve { loop, responder, configuration, port in
                var wary = configuration
                let validity = CertificateValidity.days(2, from: RunClock.wall() / 1_000_000_000)
                wary.authorities = try CertificateAuthority(validity: validity).certificatePEM
                let outcome = try await get(loop, "https://\(Self.host):\(port)/1", wary)
                #expect(outcome.failure?.word == .untrusted, "\(String(describing: outcome.failure))")
                #expect(responder.ended.withLock { $0.isEmpty })
            }
        }
    }
#endif
