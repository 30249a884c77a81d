import Testing
import Wire

struct IPAddressParsingTests {
    @Test(arguments: [
        ("10.0.0.1", "10.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
        ("::", "::"), ("::1", "::1"), ("fd00::", "fd00::"), ("FD00::1", "fd00::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ("::ffff:10.0.0.1", "10.0.0.1"), ("::10.0.0.1", "::a00:1"),
    ])
    func `addresses are parsed in their usual spellings`(_ text: String, _ spelt: String) {
        #expect(IPAddress(text)?.description == spelt)
    }

    @Test(arguments: [
        "", "10.0.0", "10.0.0.256", "10.0.0.01", "10.0.0.1.2", "10.0.0.-1", "+1.0.0.0", "a.test", ":", ":::",
        "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "fd00::12345", "fd00::g",
        "10.0.0.1::", "::10.0.0.1:1", "[::1]", "fe80::1%eth0", "1:", ":1",
    ])
    func `any other text is rejected`(_ text: String) {
        #expect(IPAddress(text) == nil)
    }
}
