import LinuxIO
import Testing

@Suite struct IPv4NetworkTests {
    @Test(arguments: [
        (UInt32(0x0ACF_0007), 24, "10.207.0.0/24"), (0x0ACF_0007, 32, "10.207.0.7/32"),
        (0xC613_FFFF, 15, "198.18.0.0/15"), (0x0102_0304, 0, "0.0.0.0/0"), (0x0102_0304, 40, "1.2.3.4/32"),
    ])
    func `a network has the lowest of its addresses`(_ address: UInt32, _ length: Int, _ text: String) {
        #expect(IPv4Network(of: address, prefixLength: length).description == text)
    }
}
