import Foundation
import TestSupport
import Testing

/// Requests that have passed `netlab proxy`, sent again.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct ProxyRepeatTests {
    @Test func `repeats requests with stored bodies and refuses those whose body was not stored`() throws {
        let bench = try InterceptingProxy("--save", "session.har", "--save-bodies", "1kB")
        let url = "https://localhost:\(bench.server.port)/a.bin"
        try Data([1, 0, 0xFF, 0x0D]).write(to: URL(filePath: bench.folder.file("bytes")))
        try Data(repeating: 120, count: 2000).write(to: URL(filePath: bench.folder.file("long")))
        for file in ["bytes", "long"] {
            _ = try bench.run("curl", ["-sSo", "/dev/null", "--data-binary", "@\(file)", url])
        }
        _ = try bench.run("curl", ["-sSo", "/dev/null", "-d", "a=1", url])
        _ = Waiting.until { (try? bench.tell("list", "9").output.contains(" 6 ")) == true }
        let repeated = try bench.tell("repeat", "2", "--times", "3", "--json")
        #expect(repeated.output.components(separatedBy: "\"status\":").count == 4, "\(repeated.errors)")
        let refused = try bench.tell("repeat", "4")
        #expect(
            refused.status != 0 && refused.errors.contains("longer than the limit"),
            "\(refused.errors)"
        )
        // The body is bytes, then a text that is edited, then one that is not kept.
        _ = try bench.tell("compose", "--from", "2", "--edit", editor: "sed -i s/POST/PUT/")
        _ = try bench.tell("compose", "--from", "6", "--edit", editor: "sed -i s/a=1/b=22/")
        let empty = try bench.tell("compose", "--from", "4", "--json")
        #expect(empty.errors.contains("request 4 had a body, and it was longer"), "\(empty.errors)")
        bench.proxy.signal(SIGINT)
        _ = try bench.proxy.finish()
        let session = try String(contentsOfFile: bench.folder.file("session.har"), encoding: .utf8)
        #expect(session.contains("\"method\":\"PUT\"") && session.contains("b=22"))
        let bodies = session.components(separatedBy: "\"bodySize\":").dropFirst().map {
            $0.prefix { $0.isNumber }
        }
        #expect(bodies.filter { $0 == "4" }.count == 3, "\(bodies)")
    }
}
