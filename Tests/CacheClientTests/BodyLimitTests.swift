import Dispatch
import Logs
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct BodyLimitTests {
    private func bench(_ reply: TinyServer.Reply) throws -> ClientBench {
        let configuration = Configuration(policy: .both, timeout: .seconds(600), maximumBodySize: 1000)
        return try ClientBench(configuration) { _ in reply }
    }

    /// The origin never sends the announced body: the client must not wait for it.
    @Test(arguments: ["1001", "1099511627776"])
    func `a Content-Length over the limit is refused before the first body byte`(length: String) async throws
    {
        let gate = DispatchSemaphore(value: 0)
        let bench = try bench(.rawAndWait("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n", gate))
        defer { bench.stop() }
        let response = await bench.load("/a")
        #expect(response.error?.word == .tooLarge)
        #expect(
            response.error?.sentence
                == "the body has \(length) bytes, more than the allowed total of 1000"
        )
        #expect(response.metrics?.bodyBytes == 0)
        #expect(!bench.events(1).contains { $0.kind == .progress })
        gate.signal()
    }

    @Test func `a body without a length is refused once it exceeds the limit`() async throws {
        let body = String(repeating: "x", count: 1001)
        let bench = try bench(.raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body))
        defer { bench.stop() }
        #expect(await bench.load("/a").error?.word == .tooLarge)
        #expect(bench.client.counters.memoryBytes == 0)
    }

    @Test func `a body of exactly the maximum size is accepted`() async throws {
        let bench = try bench(.answer(200, body: [UInt8](repeating: 1, count: 1000)))
        defer { bench.stop() }
        #expect(await bench.load("/a").bytes.count == 1000)
    }

    @Test func `the Content-Length of a 304 is not checked against the limit`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always, maximumBodySize: 1000)) { seen in
            guard seen.field("if-none-match") != nil else { return nil }
            return .raw("HTTP/1.1 304 Word\r\nETag: \"1\"\r\nContent-Length: 5000\r\n\r\n")
        }
        defer { bench.stop() }
        _ = await bench.load("/a")
        #expect(await bench.load("/a").source == .revalidated)
    }
}
