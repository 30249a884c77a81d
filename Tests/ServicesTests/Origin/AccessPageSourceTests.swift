import HTTP
import JSON
import LinkEngine
import LinuxIO
import Serving
import Testing
import Wire

@testable import Services

/// The line of a server, as its page shows and changes it.
struct AccessPageSourceTests {
    private static func front(_ profile: String?) throws -> FrontLine {
        try FrontLine.of(profile: profile, settings: [], lossAsDelay: false, command: "serve")
    }

    /// A line to nowhere: nobody connects.
    private static func line(_ profile: String) throws -> ServedLine {
        let front = try front(profile)
        let address = SocketAddress(host: .loopback4, port: 0)
        let line = try front.open(from: address, to: address, LineClients(), connections: 4, RunClock())
        return ServedLine(line, front)
    }

    private func answer(_ source: AccessPageSource, _ method: String, _ target: String) throws -> (
        Int, String
    ) {
        guard case .now(let response) = source.carryOut(method: method, target: target, body: []) else {
            throw SystemCallError("answer", on: target, errno: 0)
        }
        return (response.head.status, String(decoding: try response.body.bytes(), as: UTF8.self))
    }

    private func state(_ source: AccessPageSource, _ method: String, _ target: String) throws -> JSONValue {
        let (status, text) = try answer(source, method, target)
        #expect(status == 200, "\(text)")
        return try JSONValue(parsing: Array(text.utf8))
    }

    @Test func `switching to another profile is reported`() throws {
        let line = try Self.line("nlc/dsl")
        let source = AccessPageSource(line)
        let before = try state(source, "GET", "/control")
        #expect(before["line"]?.text?.contains("profile nlc/dsl") == true && before["missing"] == .null)
        #expect(before["profiles"]?.elements.contains(.string("nlc/3g")) == true)
        let after = try state(source, "PUT", "/control/line?profile=nlc%2F3g&set=link.down.rate%3D1Mbit/s")
        #expect(after["line"]?.text?.contains("down 1 Mbit/s") == true, "\(after)")
        #expect(line.takeRemarks().first?.hasPrefix("the line is now profile nlc/3g") == true)
        #expect(line.takeRemarks().isEmpty)
    }

    @Test(arguments: [
        ("PUT", "/control/line?profile=nlc/3gg", 409, "3gg"),
        ("PUT", "/control/line?profile=nlc/loss-100", 409, "loss"),
        ("PUT", "/control/line?speed=1", 409, "not `speed`"),
        ("PUT", "/control/intercepted/a", 404, "no such command"),
        ("GET", "/control/held", 404, "no such command"), ("DELETE", "/control", 404, "no such command"),
    ])
    func `rejects what a byte-stream line cannot do and keeps the line`(
        _ method: String,
        _ target: String,
        _ status: Int,
        _ told: String
    ) throws {
        let line = try Self.line("nlc/dsl")
        let source = AccessPageSource(line)
        let answer = try answer(source, method, target)
        #expect(answer.0 == status && answer.1.contains(told), "\(answer)")
        #expect(line.takeRemarks().isEmpty)
        #expect(try state(source, "GET", "/control")["line"]?.text?.contains("nlc/dsl") == true)
    }

    @Test func `a server without a line says how to get one`() throws {
        let source = AccessPageSource(ServedLine(nil, try Self.front(nil)))
        let state = try state(source, "GET", "/control")
        #expect(state["line"] == .null && state["missing"]?.text?.contains("--profile") == true)
        let answer = try answer(source, "PUT", "/control/line?profile=nlc/3g")
        #expect(answer.0 == 409 && answer.1.contains("There is no line"))
    }
}
