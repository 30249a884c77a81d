import Testing
import Wire

@testable import TLS

/// Compared with the values printed in the standards.
struct KeyDerivationTests {
    static func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16)
        }
    }

    @Test func `a traffic secret gives the keys of RFC 8448`() throws {
        let secret = Self.bytes("b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38")
        let algorithm = try #require(RecordAlgorithm(.aes128GCM, .tls13))
        let keys = try #require(RecordKeys(algorithm, trafficSecret: secret))
        #expect(keys.key == Self.bytes("3fce516009c21727d0f2e4e86ee403bc"))
        #expect(keys.nonce == Self.bytes("5d313eb2671276ee13000b30"))
        #expect(RecordKeys(algorithm, trafficSecret: Array(secret.dropLast())) == nil)
    }

    @Test func `a QUIC connection begins with the keys of RFC 9001`() throws {
        let salt = Self.bytes("38762cf7f55934b34d179ae6a4c80cadccbb7f0a")
        let initial = try #require(
            KeyDerivation.extract(Self.bytes("8394c8f03e515708"), salt: salt)
        )
        let client = try #require(
            KeyDerivation.expand(initial, label: "client in", count: 32, .sha256)
        )
        #expect(client == Self.bytes("c00cf151ca5be075ed0ebfb5c80323c42d6b7db67881289af4008f1f6c357aea"))
        let key = KeyDerivation.expand(client, label: "quic key", count: 16, .sha256)
        #expect(key == Self.bytes("1f369613dd76d5467730efcbe3b1a22d"))
    }

    @Test(arguments: [
        (
            "769,47-53-5-10-49161-49162-49171-49172-50-56-19-4,0-10-11,23-24-25,0",
            "ada70206e40642a3e4461f35503241d5"
        ),
        ("769,4-5-10-9-100-98-3-6-19-18-99,,,", "de350869b8c85de67a350c8d186f11e6"),
    ])
    func `MD5 matches the examples of JA3`(_ text: String, _ digest: String) {
        #expect(Digest.md5.text(of: Array(text.utf8)) == digest)
    }

    @Test func `SHA-256 matches its example`() {
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Digest.sha256.text(of: Array("abc".utf8)) == digest)
    }

    @Test func `SHA-256 matches the example of JA4`() {
        let suites = "002f,0035,009c,009d,1301,1302,1303,c013,c014,c02b,c02c,c02f,c030,cca8,cca9"
        #expect(Digest.sha256.text(of: Array(suites.utf8)).hasPrefix("8daaf6152771"))
        let extensions =
            "0005,000a,000b,000d,0012,0015,0017,001b,0023,002b,002d,0033,4469,ff01"
            + "_0403,0804,0401,0503,0805,0501,0806,0601"
        #expect(Digest.sha256.text(of: Array(extensions.utf8)).hasPrefix("e5627efa2ab1"))
    }
}
