import Forwarding
import LinkModel
import LinuxIO
import Programs
import Proxy
import Testing
import Wire

@testable import Services

struct ProxyLinesTests {
    private static func server(_ host: String) throws -> Destination {
        try #require(Destination(url: "http://\(host)"))
    }

    private static func pattern(_ text: String) throws -> HostPattern {
        try #require(HostPattern(text))
    }

    private static func line(_ rate: String?) throws -> FrontLine {
        try FrontLine.of(
            profile: nil,
            settings: rate.map { ["link.down.rate=\($0)"] } ?? [],
            lossAsDelay: false
        )
    }

    @Test func `the first matching pattern selects a server's line`() throws {
        let lines = ProxyLines(general: try Self.line(nil), connections: 10, RunClock())
        defer { lines.stop() }
        #expect(try lines.line(to: Self.server("a.test")) == nil && lines.words == nil)
        try lines.put(Self.pattern("*.a.test"), behind: Self.line("1 Mbit/s"))
        try lines.put(Self.pattern("*"), behind: Self.line("2 Mbit/s"))
        #expect(try lines.line(to: Self.server("x.a.test"))?.name == "*.a.test")
        #expect(try lines.line(to: Self.server("y.a.test")) === lines.line(to: Self.server("x.a.test")))
        #expect(try lines.line(to: Self.server("a.test"))?.name == "*")
        #expect(lines.hosts.map(\.pattern) == ["*.a.test", "*"])
        #expect(lines.hosts[0].words.contains("1 Mbit/s"))
        try lines.put(Self.pattern("*.a.test"), behind: Self.line("3 Mbit/s"))
        #expect(lines.hosts.count == 2 && lines.hosts[0].words.contains("3 Mbit/s"))
        try lines.remove(Self.pattern("*"))
        #expect(try lines.line(to: Self.server("a.test")) == nil)
        #expect(throws: CommandFailure.self) { try lines.remove(Self.pattern("*")) }
    }

    @Test func `at most 64 hosts have their own line`() throws {
        let lines = ProxyLines(general: try Self.line(nil), connections: 10, RunClock())
        defer { lines.stop() }
        let line = try Self.line("1 Mbit/s")
        for number in 0..<64 { try lines.put(Self.pattern("h\(number).test"), behind: line) }
        let failure = #expect(throws: CommandFailure.self) {
            try lines.put(Self.pattern("more.test"), behind: line)
        }
        #expect(failure?.message.contains("64") == true, "\(failure?.message ?? "")")
        try lines.put(Self.pattern("h0.test"), behind: Self.line("2 Mbit/s"))
        #expect(lines.hosts.count == 64 && lines.hosts[0].words.contains("2 Mbit/s"))
    }

    @Test func `a proxy started without a general line cannot get one later`() throws {
        let lines = ProxyLines(general: try Self.line(nil), connections: 10, RunClock())
        let failure = #expect(throws: CommandFailure.self) { try lines.change(to: Self.line("1 Mbit/s")) }
        #expect(failure?.message.contains("--line") == true)
    }
}
