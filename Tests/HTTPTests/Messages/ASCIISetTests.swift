import Testing

@testable import HTTP

@Suite struct ASCIISetTests {
    private static let alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    @Test(arguments: [
        (ASCIISet.token, "!#$%&'*+-.^_`|~"),
        (ASCIISet.hostName, "!$%&'()*+,-.;=_~"),
    ])
    func `each set contains exactly the characters of its grammar`(set: ASCIISet, marks: String) {
        let wanted = Set((Self.alphanumeric + marks).utf8)
        for byte in UInt8.min...UInt8.max { #expect(set.contains(byte) == wanted.contains(byte), "\(byte)") }
    }
}
