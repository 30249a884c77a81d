import Testing
import Wire

@testable import WireGuard

struct AddressPrefixTests {
    @Test(arguments: [
        ("10.9.0.2/32", "10.9.0.2/32", "10.9.0.2/32"), ("10.9.0.2", "10.9.0.2/32", "10.9.0.2/32"),
        ("10.9.3.2/24", "10.9.3.2/24", "10.9.3.0/24"),
        ("255.255.255.255/0", "255.255.255.255/0", "0.0.0.0/0"),
        ("fd00::2/128", "fd00::2/128", "fd00::2/128"), ("fd00::ffff:2/64", "fd00::ffff:2/64", "fd00::/64"),
        ("2001:db8:ffff::1/33", "2001:db8:ffff::1/33", "2001:db8:8000::/33"),
        ("fd00::ffff/113", "fd00::ffff/113", "fd00::8000/113"), ("::/0", "::/0", "::/0"),
    ])
    func `a prefix is read and written`(text: String, written: String, network: String) throws {
        let prefix = try #require(AddressPrefix(text))
        #expect(prefix.description == written)
        #expect(prefix.network.description == network)
    }

    @Test(arguments: [
        "", "/", "10.9.0.2/", "10.9.0.2/33", "10.9.0.2/-1", "10.9.0.2/+8", "10.9.0.2/08", "10.9.0.2/8/8",
        "fd00::/129",
        "host.example/8", "10.9.0/8", " 10.9.0.2", "::ffff:10.0.0.1/120",
    ])
    func `any other text is not a prefix`(text: String) {
        #expect(AddressPrefix(text) == nil)
    }

    @Test(arguments: ["10.9.0.2/32", "fd00::2/128"])
    func `an address alone is a prefix of all its bits`(text: String) throws {
        let prefix = try #require(AddressPrefix(text))
        #expect(AddressPrefix(host: prefix.address) == prefix)
    }

    @Test func `all addresses are a prefix of length zero`() {
        #expect(AddressPrefix.all4.description == "0.0.0.0/0")
        #expect(AddressPrefix.all6.description == "::/0")
    }
}
