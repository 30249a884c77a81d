import Glibc
import HTTP
import LinuxIO
import TLS
import TestSupport
import Testing

@testable import Serving

/// Independent clients.
@Suite(.timeLimit(.minutes(1))) struct ClientProgramTests {
    private static let hasCurl = Program.find("curl") != nil
    private static let hasWrk = Program.find("wrk") != nil
    private static let hasNghttp = Program.find("nghttp") != nil && Program.find("h2load") != nil

    private let body = [UInt8](repeating: 0x61, count: 300_000)

    private var responder: EchoResponder {
        EchoResponder(reception: .keep(atMost: 1 << 20)) { [body] request in
            if request.head.method == "POST" { return .text(200, "\(request.body.count) bytes") }
            guard request.head.target == "/large" else { return .text(200, request.head.target) }
            return ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body))
        }
    }

    private func run(_ name: String, _ arguments: String...) throws -> ProgramOutput {
        try Program(try #require(Program.find(name)), arguments).run()
    }

    /// An unencrypted server, and one over TLS that offers both protocols.
    private func serving(
        _ limits: ServingLimits = ServingLimits(),
        _ body: (_ plain: String, _ encrypted: String) throws -> Void
    ) throws -> [ServedExchange] {
        let offered = HTTPProtocols([.http1, .http2])
        let identity = try TestIdentity(server: TLSParameters(applicationProtocols: offered.names))
        var listeners = ListenerSet(try Listener(address: "127.0.0.1"))
        listeners.add(try Listener(address: "127.0.0.1", tls: identity.server, protocols: offered))
        let responder = responder
        let server = try HTTPServer(
            listeners: listeners,
            responder: responder,
            clock: RunClock(),
            limits: limits
        )
        try server.start()
        defer { server.stop() }
        try body("http://127.0.0.1:\(server.port)", "https://127.0.0.1:\(server.addresses[1].port)")
        server.stop()
        #expect(server.failure == nil)
        return responder.ended
    }

    @Test(.enabled(if: hasCurl, "needs curl"))
    func `curl uses HTTP/2 by prior knowledge and ALPN, and HTTP/1 on request`() throws {
        let exchanges = try serving { plain, encrypted in
            let format = "%{http_version} %{size_download}"
            for (flag, url, version) in [
                ("--http2-prior-knowledge", "\(plain)/large", "2"), ("--http2", "\(encrypted)/large", "2"),
                ("--http1.1", "\(encrypted)/large", "1.1"), ("--http1.1", "\(plain)/large", "1.1"),
                ("--http2", "\(plain)/large", "2"),
            ] {
                let result = try run("curl", "-sSk", flag, "-o", "/dev/null", "-w", format, url)
                #expect(result.output == "\(version) 300000", "\(flag) \(result.errors)")
            }
        }
        #expect(exchanges.map { $0.request?.version } == [.http2, .http2, .http11, .http11, .http2])
        #expect(exchanges.allSatisfy { $0.bodyBytes == 300_000 && $0.responseLastByte != nil })
    }

    @Test(.enabled(if: hasCurl, "needs curl"))
    func `curl uploads over HTTP/2, with and without Expect`() throws {
        let scratch = try ScratchFolder()
        try scratch.write("upload", String(repeating: "x", count: 500_000))
        _ = try serving { plain, _ in
            for expectation in ["Expect:", "Expect: 100-continue"] {
                let result = try run(
                    "curl",
                    "-sS",
                    "--http2-prior-knowledge",
                    "-H",
                    expectation,
                    "--data-binary",
                    "@\(scratch.file("upload"))",
                    plain
                )
                #expect(result.output == "500000 bytes", "\(result.errors)")
            }
        }
    }

    @Test(.enabled(if: hasNghttp, "needs nghttp2-client"))
    func `nghttp completes an exchange`() throws {
        _ = try serving { plain, encrypted in
            for url in ["\(plain)/abc", "\(encrypted)/abc"] {
                let result = try run("nghttp", "-v", "-n", url)
                #expect(result.output.contains(":status: 200"), "\(result.output)\(result.errors)")
                #expect(result.output.contains("recv DATA frame <length=4"))
                #expect(!result.output.contains("PROTOCOL_ERROR"))
            }
        }
    }

    @Test(.enabled(if: hasWrk, "needs wrk"), arguments: ["/small", "/large"])
    func `wrk reuses its connections and reports no failures`(path: String) throws {
        let exchanges = try serving { plain, encrypted in
            for url in [plain, encrypted] {
                let result = try run("wrk", "-t", "1", "-c", "16", "-d", "1s", "\(url)\(path)")
                #expect(result.output.contains("requests in"), "\(result.output)\(result.errors)")
                // It reports these only if they occurred.
                for words in ["Socket errors", "Non-2xx"] { #expect(!result.output.contains(words)) }
            }
        }
        #expect(exchanges.allSatisfy { $0.status == 200 })
        #expect(Set(exchanges.map(\.client)).count <= 2 * 17)
    }

    @Test(.enabled(if: hasNghttp, "needs nghttp2-client"), arguments: ["/small", "/large"])
    func `h2load succeeds with many streams on many connections`(path: String) throws {
        let exchanges = try serving { plain, encrypted in
            for url in [plain, encrypted] {
                let result = try run("h2load", "-n", "400", "-c", "4", "-m", "32", "\(url)\(path)")
                #expect(
                    result.output.contains("400 total, 400 started, 400 done, 400 succeeded"),
                    "\(result.output)\(result.errors)"
                )
            }
        }
        #expect(exchanges.count == 800)
        #expect(exchanges.allSatisfy { $0.status == 200 && $0.responseLastByte != nil })
    }
}
