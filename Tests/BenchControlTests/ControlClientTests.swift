import Grounds
import JSON
import LinuxIO
import Testing

@testable import BenchControl

struct ControlClientTests {
    @Test(arguments: [
        "", "ftp://127.0.0.1:80", "http://", "http://name:80", "http://127.0.0.1:x", "http://127.0.0.1:1:2",
    ])
    func `rejects an invalid control URL`(url: String) {
        #expect(ControlClient(url: url) == nil)
    }

    @Test(arguments: ["http://127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1:8080/secret"])
    func `accepts an address with or without port and path`(url: String) {
        #expect(ControlClient(url: url) != nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an unreachable control is reported with advice`() async throws {
        let client = try #require(ControlClient(url: "http://127.0.0.1:1/gone"))
        let failure = await #expect(throws: BenchError.self) { try await client.ask("GET", "") }
        #expect(failure?.message.contains("127.0.0.1:1") == true)
        #expect(failure?.advice != nil)
    }
}
