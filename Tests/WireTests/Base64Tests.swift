import Testing
import Wire

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `encodes and decodes the vectors of RFC 4648`(bytes: String, text: String) {
        #expect(Base64.encoded(bytes.utf8) == text)
        #expect(Base64.decoded(ArraySlice(text.utf8)) == Array(bytes.utf8))
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "=", "====", "Zh==", "Zm9=", "Zm9v=", "Zm 9", "Zm9\n", "Zm9-", "Zm_v",
        "Z=g=",
        "Zg==Zg==",
    ])
    func `rejects any other text`(text: String) {
        #expect(Base64.decoded(ArraySlice(text.utf8)) == nil)
    }

    @Test func `every byte value round-trips`() {
        for count in 250...256 {
            let bytes = (0..<count).map { UInt8($0 & 0xFF) }
            #expect(Base64.decoded(ArraySlice(Base64.encoded(bytes).utf8)) == bytes)
        }
    }
}
