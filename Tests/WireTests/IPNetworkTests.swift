import Testing
import Wire

@Suite struct IPNetworkTests {
    @Test(arguments: [
        (IPAddress.v4(0xC0A8_0000), 16, IPAddress.v4(0xC0A8_FF01), true),
        (.v4(0xC0A8_0000), 16, .v4(0xC0A9_0001), false),
        (.v4(0x0A00_0001), 32, .v4(0x0A00_0001), true),
        (.v4(0x0A00_0001), 32, .v4(0x0A00_0002), false),
        (.v4(0), 0, .v4(0xFFFF_FFFF), true),
        (.v6(high: 0xFD00 << 48, low: 0), 8, .v6(high: 0xFD12 << 48, low: 5), true),
        (.v6(high: 1, low: 0), 128, .v6(high: 1, low: 1), false),
        (.v6(high: 1, low: 0), 100, .v6(high: 1, low: 1), true),
        (.v4(0x0A00_0000), 8, .v6(high: 0, low: 0xFFFF_0A01_0203), true),
        (.v4(0), 0, .v6(high: 0, low: 1), false),
    ])
    func `a network contains the addresses that share its prefix`(
        _ base: IPAddress,
        _ bits: Int,
        _ address: IPAddress,
        _ isIn: Bool
    ) throws {
        #expect(try #require(IPNetwork(base, bits: bits)).contains(address) == isIn)
    }

    @Test(arguments: [
        ("10.207.0.7/24", "10.207.0.0/24"), ("10.207.0.7", "10.207.0.7/32"),
        ("198.19.255.255/15", "198.18.0.0/15"),
        ("1.2.3.4/0", "0.0.0.0/0"), ("fd00::7/8", "fd00::/8"), ("2001:2::ff:1/120", "2001:2::ff:0/120"),
    ])
    func `a network has the lowest of its addresses`(_ text: String, _ network: String) {
        #expect(IPNetwork(text)?.description == network)
    }

    @Test(arguments: ["10.0.0.0/33", "fd00::/129", "10.0.0.0/", "10.0.0.0/x", "/8", "", "localhost"])
    func `rejects what is no network`(_ text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test
    func `too long a prefix counts as the whole address`() {
        #expect(IPNetwork(of: .v4(0x0102_0304), bits: 40) == IPNetwork(host: .v4(0x0102_0304)))
    }

    @Test
    func `octets are in network order`() {
        #expect(IPAddress.v4(0x0102_0304).octets == [1, 2, 3, 4])
        #expect(IPAddress.loopback6.octets == [UInt8](repeating: 0, count: 15) + [1])
    }
}
