import LinkModel
import Testing
import Wire
import WireGuard

@testable import Phones

@Suite struct PhoneAddressesTests {
    @Test(arguments: [
        (0, "10.207.0.1/32", "2001:2:0:ffff::1/128"),
        (1, "10.207.0.2/32", "2001:2:0:ffff::2/128"),
        (200, "10.207.0.201/32", "2001:2:0:ffff::c9/128"),
    ])
    func `both addresses follow from the number`(number: UInt8, ip4: String, ip6: String) {
        let addresses = PhoneAddresses(number: number)
        #expect(addresses.prefixes(.both).map(\.description) == [ip4, ip6])
        #expect(addresses.prefixes(.v4).map(\.description) == [ip4])
    }

    @Test func `netlab has the first addresses`() {
        #expect(
            PhoneAddresses.netlab.list(.both).map(\.description) == ["10.207.0.1", "2001:2:0:ffff::1"]
        )
    }
}
