import Grounds
import JSON
import LinuxIO
import Testing

@testable import BenchControl

struct ControlClientTests {
    @Test(arguments: [
        "", "ftp://127.0.0.1:80", "http://", "http://name:80", "http://127.0.0.1:x", "http://127.0.0.1:1:2",
    ])
    func `what is no URL of a control is refused`(url: String) {
        #expect(ControlClient(url: url) == nil)
    }

    @Test(arguments: ["http://127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1:8080/secret"])
    func `an address, with or without a port and a path, is one`(url: String) {
        #expect(ControlClient(url: url) != nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a control that is gone is reported with what to do`() async throws {
        let client = try #require(ControlClient(url: "http://127.0.0.1:1/gone"))
        let failure = await #expect(throws: BenchError.self) { try await client.ask("GET", "") }
        #expect(failure?.message.contains("127.0.0.1:1") == true)
        #expect(failure?.advice != nil)
    }
}
