import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
    ])
    func `entry names are SHA-256 digests`(text: String, digest: String) {
        #expect(EntryName(of: text).text == digest)
    }

    @Test(
        arguments: [
            ("", 0x2D06_8005_38D3_94C2), ("a", 0xE6C6_32B6_1E96_4E1F), ("abc", 0x78AF_5F94_892F_3950),
        ] as [(String, UInt64)]
    )
    func `checksums are XXH3 hashes`(text: String, sum: UInt64) {
        #expect(Checksum.of(Array(text.utf8)) == sum)
    }
}
