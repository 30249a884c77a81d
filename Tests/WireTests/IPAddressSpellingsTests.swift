import Testing
import Wire

struct IPAddressSpellingsTests {
    /// All of them lead to a cloud's metadata, if the system's resolver is asked.
    @Test(arguments: [
        "169.254.169.254", "169.254.169.254.", "2852039166", "0xa9fea9fe", "0XA9FEA9FE", "025177524776",
        "0251.0376.0251.0376", "0xa9.0xfe.0xa9.0xfe", "169.254.43518", "169.16689662", "169.0xfe.0124776",
        "::ffff:169.254.169.254", "2852039166.", "0000251.254.169.254",
    ])
    func `every spelling of an address is parsed as resolvers parse it`(_ text: String) {
        #expect(IPAddress(anySpelling: text) == .v4(0xA9FE_A9FE))
    }

    @Test(arguments: [
        ("127.1", IPAddress.loopback4), ("0", .any4), ("0x7f000001", .loopback4), ("::1", .loopback6),
    ])
    func `short spellings are parsed as well`(_ text: String, _ address: IPAddress) {
        #expect(IPAddress(anySpelling: text) == address)
    }

    @Test(arguments: [
        "", ".", "a", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "1.2.65536", "1.16777216", "4294967296", "09",
        "0x1g",
        "+1", "-1", "1..2", "a.test", "169.254.169.254..", "1 ", "１",
    ])
    func `other texts are names`(_ text: String) {
        #expect(IPAddress(anySpelling: text) == nil)
    }
}
