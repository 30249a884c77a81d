import Forwarding
import LinuxIO
import Programs
import Testing
import Wire

@testable import Commands
@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct ProxyOptionsTests {
    private func options(_ words: String...) throws(CommandFailure) -> ProxyOptions {
        try ProxyOptions(ParsedArguments(words[...], taking: ProxyCommand.options, command: "proxy"))
    }

    @Test func `defaults to port 8888 on loopback without interception`() throws {
        let plain = try options()
        #expect(plain.address == SocketAddress("127.0.0.1", port: 8888))
        #expect(plain.allowed.isEmpty && plain.intercepted.isEmpty && plain.log == .text)
        #expect(plain.cacheFolder == nil && !plain.hasPage)
        #expect(!plain.allowsLoopback && !plain.allowsLinkLocal)
        #expect(try options("--loopback").allowsLoopback && options("--link-local").allowsLinkLocal)
        #expect(try options("--ui").hasPage && options("--ui-port", "0").hasPage)
        #expect(try options("--ui-port", "9000").pagePort == 9000)
        let cached = try options("--cache", "c", "--cache-size", "20MB")
        #expect(cached.cacheFolder == "c" && cached.cacheSize == 20_000_000)
    }

    @Test func `parses all options`() throws {
        let all = try options(
            "--bind",
            "0.0.0.0",
            "--port",
            "0",
            "--allow",
            "10.0.0.0/8",
            "--allow",
            "fd00::/8",
            "--intercept",
            "*.a.test",
            "--insecure",
            "b.test:8443",
            "--throttle",
            "*.c.test=3g",
            "--throttle",
            "d.test=none",
            "--json"
        )
        #expect(all.hostLines.map(\.hosts.description) == ["*.c.test", "d.test"])
        #expect(all.hostLines.map { $0.line.words == "without limits" } == [false, true])
        #expect(all.allowed.count == 2 && all.allowed[0].contains(.v4(0x0A01_0203)))
        #expect(all.intercepted.map(\.description) == ["*.a.test"] && all.log == .json)
        #expect(all.insecure.map(\.description) == ["b.test:8443"])
    }

    @Test(arguments: [
        (["--bind", "0.0.0.0"], "--allow"), (["--allow", "10.0.0.0/33"], "10.0.0.0/33"),
        (["--allow", "phone"], "phone"), (["--intercept", "https://a.test"], "https://a.test"),
        (["--upstream", "https://me:secret@p.test"], "http://HOST:PORT"),
        (["--upstream-except", "a.test"], "--upstream"), (["--reverse", "example.com"], "example.com"),
        (["--port", "65536"], "65535"), (["--cache-size", "2MB"], "--cache DIR"),
        (["--cache", "c", "--cache-size", "1kB"], "1 MB"),
        (["--cache", "c", "--replay", "a.har"], "--replay"), (["--throttle", "a.test"], "a profile"),
        (["--throttle", "a.test=33g"], "`33g`"),
        (["--throttle", "a.test=nlc"], "--throttle takes one profile"),
        (["--throttle", "a.test=3g", "--replay", "a.har"], "--replay"),
    ])
    func `rejects invalid options`(_ words: [String], _ told: String) {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try ProxyOptions(ParsedArguments(words[...], taking: ProxyCommand.options, command: "proxy"))
        }
        #expect(failure?.message.contains("secret") == false)
        #expect(failure?.status == .wrongUsage && failure?.message.contains(told) == true)
    }
}
