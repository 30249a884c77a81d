import Programs
import Testing
import Wire
import WireGuard

@testable import Services

@Suite struct PhoneReachTests {
    private static func options(_ words: [String]) throws -> PhoneOptions {
        let arguments = try ParsedArguments(
            words,
            taking: ["--address", "--port"].map { CommandOption($0, value: "X", about: "") },
            command: "phone"
        )
        return try PhoneOptions(arguments.positionals, arguments)
    }

    private static func reach(
        _ words: [String],
        _ machine: [String],
        usual: String? = nil
    ) throws -> PhoneReach {
        try PhoneReach(
            options(words),
            machine.map { try #require(IPAddress($0)) },
            usual: usual.map { try #require(IPAddress($0)) }
        )
    }

    @Test func `the address towards the internet comes first, whatever interfaces there are`() throws {
        let reach = try Self.reach([], ["172.17.0.1", "10.0.3.1", "192.168.1.20"], usual: "192.168.1.20")
        #expect(reach.endpoint.description == "192.168.1.20:51820")
        #expect(reach.others.map(\.description) == ["172.17.0.1", "10.0.3.1"])
        // As in a machine whose only way out is a tunnel that phones cannot reach.
        let other = try Self.reach([], ["172.17.0.1"], usual: "100.64.0.9")
        #expect(other.endpoint.description == "172.17.0.1:51820")
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
    func `a given address is used, and no other is offered`(_ address: String, _ endpoint: String) throws {
        let reach = try Self.reach(["--address", address, "--port", "7"], ["192.168.1.20"])
        #expect(reach.endpoint.description == endpoint)
        #expect(reach.others.isEmpty)
    }

    @Test func `other addresses are offered`() throws {
        let reach = try Self.reach([], ["192.168.1.20", "10.0.0.3", "127.0.0.1"])
        #expect(reach.others.map(\.description) == ["10.0.0.3"])
    }

    @Test func `a machine without a network is an error`() {
        #expect(throws: CommandFailure.self) { try Self.reach([], ["127.0.0.1", "::1"]) }
    }

    @Test(arguments: [["a", "b"], ["--address", "a b"], ["--port", "0"], ["-x"], ["not/a/name"]])
    func `invalid operands and options are refused`(_ words: [String]) {
        #expect(throws: CommandFailure.self) { try Self.options(words) }
    }
}
