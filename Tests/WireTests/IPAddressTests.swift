import Testing

@testable import Wire

@Suite struct IPAddressTests {
    private static let kinds: [(IPAddress, String, isLoopback: Bool, isAny: Bool, isLinkLocal: Bool)] = [
        (.loopback4, "127.0.0.1", true, false, false),
        (.v4(0x7FFF_FFFE), "127.255.255.254", true, false, false),
        (.v4(0x8000_0001), "128.0.0.1", false, false, false), (.any4, "0.0.0.0", false, true, false),
        (.v4(0xA9FE_0001), "169.254.0.1", false, false, true),
        (.loopback6, "[::1]", true, false, false), (.any6, "[::]", false, true, false),
        (.v6(high: 0xFEBF << 48, low: 1), "[febf::1]", false, false, true),
        (.v6(high: 0xFEC0 << 48, low: 1), "[fec0::1]", false, false, false),
        (.v6(high: 0x2001_0DB8 << 32, low: 0x10_0000), "[2001:db8::10:0]", false, false, false),
    ]

    @Test(arguments: kinds)
    func `an address knows its kind, and IPv6 is written in brackets`(
        _ address: IPAddress,
        _ text: String,
        _ isLoopback: Bool,
        _ isAny: Bool,
        _ isLinkLocal: Bool
    ) {
        #expect(address.bracketed == text)
        #expect(address.isLoopback == isLoopback)
        #expect(address.isAny == isAny)
        #expect(address.isLinkLocal == isLinkLocal)
        #expect(address.unmapped == address)
    }

    @Test func `an IPv4-mapped IPv6 address becomes IPv4`() {
        #expect(IPAddress.v6(high: 0, low: 0xFFFF_C000_0207).unmapped == .v4(0xC000_0207))
        #expect(IPAddress.v6(high: 1, low: 0xFFFF_C000_0207).unmapped != .v4(0xC000_0207))
        #expect(IPAddress.v6(high: 0, low: 0x1_FFFF_C000_0207).unmapped != .v4(0xC000_0207))
    }
}
