import Forwarding
import Foundation
import HTTP
import Proxy
import Serving
import TestSupport
import Testing
import Wire

/// What clients get through a proxy whose rules spoil responses.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct FaultTests {
    private static let size = 200_000
    private static let body = [UInt8](repeating: UInt8(ascii: "x"), count: size)

    /// `/short` comes whole at once, `/long` as a stream, and `/unknown` as one without a length.
    private static func bench(_ faults: ResponseFault...) throws -> ProxyBench {
        let rules = faults.map { fault -> ProxyRule in
            var match = RuleMatch()
            match.path = StarPattern("/*")
            return ProxyRule(match, [FaultAction(fault)])
        }
        return try ProxyBench(change: { settings in
            settings.intercepted = [.all]
            settings.rules = CurrentRules(ProxyRules(rules))
        }) { request in
            switch request.head.target {
            case "/short":
                return .now(
                    ServedResponse(
                        head: HTTPResponseHead(status: 200),
                        body: ServedBody(Array(body.prefix(1000)))
                    )
                )
            case "/unknown":
                let stream = BodyStream()
                stream.write(body)
                stream.end()
                return .now(ServedResponse(head: HTTPResponseHead(status: 200), stream: stream))
            default: return .now(ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body)))
            }
        }
    }

    private static func get(_ bench: ProxyBench, _ version: String, _ path: String) throws -> ProgramOutput {
        try bench.curl(
            version,
            "\(bench.secure)\(path)",
            "-o",
            "got",
            "-m",
            "1",
            "-w",
            "%{http_code} %{size_download} %{time_total}"
        )
    }

    @Test(
        arguments: ["--http1.1", "--http2"],
        ResponseFault.Kind.allCases.filter { $0 != .neverAccept }.map { ResponseFault($0) }.filter {
            !$0.isWithinResponse
        }
    )
    func `a fault in place of a response ends the exchange without one`(
        _ version: String,
        _ fault: ResponseFault
    )
        throws
    {
        let bench = try Self.bench(ResponseFault(fault.kind, first: 1))
        let output = try Self.get(bench, version, "/short")
        #expect(output.status != 0, "\(output.output) \(output.errors)")
        #expect(fault.kind == .malformedResponseChunk || output.output.contains(" 0 "), "\(output.output)")
        #expect(try Self.get(bench, version, "/short").output.hasPrefix("200 1000 "))
        let exchanges = bench.exchanges(4).filter { $0.kind == .intercepted }.sorted { $0.number < $1.number }
        #expect(exchanges.map(\.rules.count) == [1, 0])
        #expect(exchanges.first?.server == nil)
    }

    @Test(
        arguments: ["--http1.1", "--http2"],
        [
            (ResponseFault(.truncate, after: 600), "/short", 600), (ResponseFault(.truncate), "/short", 500),
            (ResponseFault(.truncate, after: 100_000), "/long", 100_000),
            (ResponseFault(.truncate), "/long", 100_000),
            (ResponseFault(.truncate, after: 70_000), "/unknown", 70_000),
            (ResponseFault(.truncate), "/unknown", 0),
            (ResponseFault(.connectionReset, after: 300), "/short", 300),
            (ResponseFault(.http2StreamReset, after: 90_000), "/long", 90_000),
            (ResponseFault(.http2GoAway, after: 90_000), "/long", 90_000),
            (ResponseFault(.stall, after: 90_000), "/long", 90_000), (ResponseFault(.stall), "/short", 500),
            (ResponseFault(.wrongContentLength, excess: 5), "/short", 1000),
            (ResponseFault(.wrongContentLength, excess: 5), "/long", 200_000),
            (ResponseFault(.wrongContentLength, excess: 5), "/unknown", 200_000),
        ] as [(ResponseFault, String, Int)]
    )
    func `a body ends early at the given point`(_ version: String, _ expected: (ResponseFault, String, Int))
        throws
    {
        let (fault, path, count) = expected
        let bench = try Self.bench(fault)
        let output = try Self.get(bench, version, path)
        #expect(output.status != 0, "\(output.output)")
        let parts = output.output.split(separator: " ").compactMap { Double($0) }
        // A client may drop what it has not looked at when a reset comes.
        let isReset =
            version == "--http2"
            ? ![.stall, .http2GoAway].contains(fault.kind) : fault.kind == .connectionReset
        if isReset {
            #expect(Int(parts[1]) <= count)
        } else {
            #expect(parts.first == 200 && Int(parts[1]) == count, "\(output.output) \(output.errors)")
        }
        #expect(fault.kind != .stall || parts[2] >= 0.9)
        let exchange = try #require(bench.exchanges(2).first { $0.kind == .intercepted })
        #expect(exchange.rules.map(\.description) == ["rule 1: fault"])
        #expect(exchange.server?.head?.status == 200 && exchange.client.bodyBytes == count)
    }

    @Test(arguments: ["--http1.1", "--http2"], ["/short", "/long", "/unknown"])
    func `some bits of a body are flipped`(_ version: String, _ path: String) throws {
        let bench = try Self.bench(ResponseFault(.corruptBody))
        let output = try Self.get(bench, version, path)
        #expect(output.status == 0, "\(output.errors)")
        let got = try Data(contentsOf: URL(filePath: bench.folder.file("got")))
        #expect(got.count == (path == "/short" ? 1000 : Self.size))
        let wrong = got.count { $0 != UInt8(ascii: "x") }
        #expect(wrong > 0 && wrong < 100)
    }

    @Test(arguments: ["--http1.1", "--http2"], ["/short", "/long", "/unknown"])
    func `a body is sent in chunks over the given time`(_ version: String, _ path: String) throws {
        let bench = try Self.bench(ResponseFault(.chunkedDribbleDelay, lasting: 400_000_000, chunks: 3))
        let output = try Self.get(bench, version, path)
        #expect(output.status == 0, "\(output.errors)")
        let parts = output.output.split(separator: " ").compactMap { Double($0) }
        #expect(parts.count == 3 && parts[2] >= 0.39)
        #expect(
            try Data(contentsOf: URL(filePath: bench.folder.file("got"))).count
                == (path == "/short" ? 1000 : Self.size)
        )
    }

    @Test(arguments: ["--http1.1", "--http2"], ["/short", "/unknown"])
    func `a slow close follows a complete body`(_ version: String, _ path: String)
        throws
    {
        let bench = try Self.bench(ResponseFault(.slowClose, lasting: 300_000_000))
        let output = try Self.get(bench, version, path)
        #expect(output.status == 0 && output.output.hasPrefix("200 \(path == "/short" ? 1000 : Self.size) "))
        // The client knows the end from a length or a chunk, and otherwise from the stream.
        let time = try #require(output.output.split(separator: " ").last.flatMap { Double($0) })
        #expect(version == "--http1.1" || path != "/unknown" || time >= 0.29)
    }

    @Test func `a body that does not exceed the mark is complete`()
        throws
    {
        let bench = try Self.bench(ResponseFault(.truncate, after: 1000))
        #expect(try Self.get(bench, "--http1.1", "/short").status == 0)
    }

    @Test func `a fault with a probability affects no, some or all exchanges`() throws {
        let none = try Self.bench(ResponseFault(.truncate, probability: 0))
        #expect(try Self.get(none, "--http1.1", "/short").status == 0)
        #expect(none.exchanges(2).allSatisfy { $0.rules.isEmpty })
        let half = try Self.bench(ResponseFault(.truncate, after: 1, probability: 0.5))
        let output = try half.curl(
            "--http1.1",
            "\(half.secure)/[1-40]",
            "-o",
            "/dev/null",
            "-w",
            "%{size_download} "
        )
        let met = output.output.split(separator: " ").filter { $0 == "1" }.count
        #expect(met > 0 && met < 40)
    }
}
