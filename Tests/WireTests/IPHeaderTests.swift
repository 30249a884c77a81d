import Testing
import Wire

@Suite struct IPHeaderTests {
    private static let ends: [UInt8] =
        IPAddress.v6(high: 1, low: 2).octets + IPAddress.v6(high: 3, low: 4).octets
    private static let ip6: [UInt8] = [0x60, 0, 0, 0, 0, 4, 6, 64] + ends + [1, 2, 3, 4]
    private static let ip4: [UInt8] = [
        0x45, 0, 0, 60, 0x12, 0x34, 0x40, 0, 64, 6, 0, 0, 198, 18, 0, 1, 198, 18, 0, 2,
    ]

    private func header(_ bytes: [UInt8], at offset: Int = 0) -> IPHeader? {
        IPHeader(bytes.span.bytes, at: offset)
    }

    @Test func `both versions are read`() throws {
        let six = try #require(header(Self.ip6))
        #expect(six.headerLength == 40 && six.totalLength == 44 && six.transport == 6)
        #expect(six.source == .v6(high: 1, low: 2) && six.destination == .v6(high: 3, low: 4))
        let four = try #require(header([9] + Self.ip4, at: 1))
        #expect(four.headerLength == 20 && four.totalLength == 60 && four.transport == 6)
        #expect(four.source == .v4(0xC612_0001) && four.destination == .v4(0xC612_0002))
        #expect(!six.continuesFragment && !four.continuesFragment)
    }

    @Test func `a later fragment is marked`() {
        var bytes = Self.ip4
        bytes[7] = 1
        #expect(header(bytes)?.continuesFragment == true)
    }

    @Test(arguments: 0..<40)
    func `a truncated header is rejected`(_ count: Int) {
        #expect(header(Array(Self.ip6.prefix(count))) == nil)
        if count < 20 { #expect(header(Array(Self.ip4.prefix(count))) == nil) }
        #expect(header(Self.ip6, at: -1) == nil && header(Self.ip6, at: 50) == nil)
    }
}
