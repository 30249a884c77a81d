import Forwarding
import LinuxIO
import Naming
import Programs
import Testing
import Wire

@testable import Services

@Suite struct PhoneInterceptionTests {
    private static func interception(_ words: [String]) throws -> PhoneInterception? {
        try PhoneInterception(ParsedArguments(words, taking: PhoneInterception.options, command: "phone"))
    }

    @Test func `nothing is intercepted unless a host is named`() throws {
        #expect(try Self.interception([]) == nil)
    }

    @Test(arguments: [["--rules", "r.yaml"], ["--save", "s.har"], ["--insecure", "a.test"]])
    func `options of the proxy need a host`(_ words: [String]) throws {
        #expect(throws: CommandFailure.self) { try Self.interception(words) }
        #expect(try Self.interception(words + ["--intercept", "a.test"]) != nil)
    }

    @Test(
        arguments: [
            ([], nil), (["--ui"], .some(nil)), (["--ui-port", "9000"], .some(9_000)),
            (["--ui", "--intercept", "a.test"], nil),
        ] as [([String], UInt16??)]
    )
    func `a page shows the traffic unless it shows what is intercepted`(
        _ words: [String],
        _ port: UInt16??
    ) throws {
        let arguments = try ParsedArguments(words, taking: PhoneInterception.options, command: "phone")
        #expect(try TrafficPlan(arguments).map(\.port) == port)
        #expect((try Self.interception(words) == nil) == !words.contains("--intercept"))
    }

    @Test(arguments: [
        ("api.example.com", "api.example.com", true), ("api.example.com", "example.com", false),
        ("*.example.com", "a.b.example.com", true), ("*.example.com", "example.org", false),
        ("*", "anything.test", true), ("api.example.com:443", "api.example.com", true),
        // The proxy listens at the ports of the web alone.
        ("api.example.com:8443", "api.example.com", false),
        // The pages that give a phone the certificate.
        ("api.example.com", "netlab.test", true),
    ])
    func `names are redirected to the proxy if their host is intercepted`(
        _ pattern: String,
        _ name: String,
        _ isLed: Bool
    ) throws {
        let interception = try #require(try Self.interception(["--intercept", pattern]))
        #expect(interception.redirection.applies(name) == isLed)
    }

    @Test func `the proxy is for phones alone, and its own place for this machine`() throws {
        let interception = try #require(try Self.interception(["--intercept", "*"]))
        #expect(interception.proxy.allowed.map(\.description) == ["10.207.0.0/24", "2001:2:0:ffff::/120"])
        #expect(interception.proxy.address.host == .loopback4)
        #expect(interception.places.map(\.port) == [80, 443])
        #expect(Set(interception.places.map(\.host)) == Set(interception.redirection.addresses))
        // It must find the real servers itself.
        #expect(interception.redirection.exempt.contains(.v4(0xC612_0002)))
    }
}
