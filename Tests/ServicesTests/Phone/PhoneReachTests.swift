import Programs
import Testing
import Wire
import WireGuard

@testable import Services

@Suite struct PhoneReachTests {
    private static func options(_ words: [String]) throws -> PhoneOptions {
        try PhoneOptions(
            ParsedArguments(
                words,
                taking: ["--address", "--port"].map { CommandOption($0, value: "X", about: "") },
                command: "phone"
            )
        )
    }

    private static func reach(_ words: [String], _ machine: [String]) throws -> PhoneReach {
        try PhoneReach(options(words), machine.map { try #require(IPAddress($0)) })
    }

    @Test(arguments: [
        (["127.0.0.1", "192.168.1.20"], "192.168.1.20:51820"),
        (["2001:db8::7", "192.168.1.20"], "192.168.1.20:51820"),
        (["2001:db8::7", "::1"], "[2001:db8::7]:51820"),
    ])
    func `the code has an address that other machines reach, and IPv4 first`(
        _ machine: [String],
        _ endpoint: String
    ) throws {
        #expect(try Self.reach([], machine).endpoint.description == endpoint)
    }

    @Test(arguments: [
        ("netlab.example", "netlab.example:7"), ("2001:db8::7", "[2001:db8::7]:7"),
        ("192.0.2.1", "192.0.2.1:7"),
    ])
    func `an address that is named is taken`(_ address: String, _ endpoint: String) throws {
        let reach = try Self.reach(["--address", address, "--port", "7"], ["192.168.1.20"])
        #expect(reach.endpoint.description == endpoint)
        #expect(reach.others.isEmpty)
    }

    @Test func `other addresses are offered`() throws {
        let reach = try Self.reach([], ["192.168.1.20", "10.0.0.3", "127.0.0.1"])
        #expect(reach.others.map(\.description) == ["10.0.0.3"])
    }

    @Test func `a machine without a network says so`() {
        #expect(throws: CommandFailure.self) { try Self.reach([], ["127.0.0.1", "::1"]) }
    }

    @Test(arguments: [["a", "b"], ["--address", "a b"], ["--port", "0"], ["-x"], ["not/a/name"]])
    func `what cannot be meant is refused`(_ words: [String]) {
        #expect(throws: CommandFailure.self) { try Self.options(words) }
    }
}
