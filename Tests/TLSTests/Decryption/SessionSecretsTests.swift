import TLS
import Testing

struct SessionSecretsTests {
    private static let random = [UInt8](repeating: 0xAB, count: 32)
    private static let digits = String(repeating: "ab", count: 32)

    private static func read(_ text: String) -> SessionSecrets {
        var secrets = SessionSecrets()
        secrets.add(Array(text.utf8).span.bytes)
        return secrets
    }

    @Test func `a key log is parsed with any line ends and digit case`() {
        let secrets = Self.read(
            """
            # made by hand
            CLIENT_RANDOM \(Self.digits) 0102\r
            CLIENT_TRAFFIC_SECRET_0 \(Self.digits.uppercased()) fF00

            EXPORTER_SECRET \(Self.digits) 03
            SERVER_TRAFFIC_SECRET_0 \(Self.digits) 04
            """
        )
        #expect(secrets.count == 3 && secrets.brokenLines == 0)
        #expect(secrets.secret(.master, clientRandom: Self.random) == [1, 2])
        #expect(secrets.secret(.clientTraffic, clientRandom: Self.random) == [0xFF, 0])
        #expect(secrets.secret(.serverTraffic, clientRandom: Self.random) == [4])
        #expect(secrets.secret(.clientHandshake, clientRandom: Self.random) == nil)
        #expect(secrets.secret(.master, clientRandom: [1]) == nil)
    }

    @Test func `secrets beyond the limit are counted only, and existing ones can be replaced`() {
        var secrets = SessionSecrets(most: 2)
        let lines = ["ab", "cd", "ef", "ab"].enumerated().map { place, byte in
            "CLIENT_RANDOM \(String(repeating: byte, count: 32)) 0\(place)"
        }
        secrets.add(Array(lines.joined(separator: "\n").utf8).span.bytes)
        #expect(secrets.count == 2 && secrets.left == 1)
        #expect(secrets.secret(.master, clientRandom: Self.random) == [3])
    }

    @Test(arguments: [
        "CLIENT_RANDOM", "CLIENT_RANDOM \(digits)", "CLIENT_RANDOM \(digits) 0", "CLIENT_RANDOM \(digits) 0g",
        "CLIENT_RANDOM abcd 01", "CLIENT_RANDOM \(digits) 01 02",
        "CLIENT_RANDOM \(digits) \(digits)\(digits)ab",
    ])
    func `a malformed line is counted`(_ line: String) {
        let secrets = Self.read(line)
        #expect(secrets.isEmpty && secrets.brokenLines == 1)
    }
}
