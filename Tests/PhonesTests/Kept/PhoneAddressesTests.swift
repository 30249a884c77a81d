import Testing
import Wire
import WireGuard

@testable import Phones

@Suite struct PhoneAddressesTests {
    @Test(arguments: [
        (0, "10.207.0.1/32", "fd6e:6c61:6200::1/128"),
        (1, "10.207.0.2/32", "fd6e:6c61:6200::2/128"),
        (200, "10.207.0.201/32", "fd6e:6c61:6200::c9/128"),
    ])
    func `both addresses follow from the number`(number: UInt8, ip4: String, ip6: String) {
        let addresses = PhoneAddresses(number: number)
        #expect(addresses.prefixes(ip6: true).map(\.description) == [ip4, ip6])
        #expect(addresses.prefixes(ip6: false).map(\.description) == [ip4])
    }

    @Test func `netlab has the first addresses`() {
        #expect(
            PhoneAddresses.netlab.list(ip6: true).map(\.description) == ["10.207.0.1", "fd6e:6c61:6200::1"]
        )
    }
}
