/// Hellos from recorded handshakes, and a key log.
enum TLSSeeds {
    /// For the target that reads messages, so without records.
    static var all: [(String, [UInt8])] {
        [
            ("client-hello", clientHello), ("server-hello", serverHello),
            ("both", clientHello + serverHello + [11, 0, 0, 3, 0, 0, 0] + [14, 0, 0, 0]),
            (
                "keys",
                bytes("# a comment\nCLIENT_RANDOM ") + hexadecimal(32) + bytes(" ") + hexadecimal(48)
                    + bytes("\nSERVER_TRAFFIC_SECRET_0 ") + hexadecimal(32) + bytes(" ") + hexadecimal(32)
                    + bytes("\n")
            ),
        ]
    }

    static var clientRecord: [UInt8] { record(22, clientHello) }
    static var serverRecords: [UInt8] { record(22, serverHello) + record(20, [1]) + record(21, [1, 0]) }

    private static var clientHello: [UInt8] {
        let name: [UInt8] = [0, 0, 0, 11, 0, 9, 0, 0, 6] + bytes("origin")
        let protocols: [UInt8] = [0, 16, 0, 14, 0, 12, 2] + bytes("h2") + [8] + bytes("http/1.1")
        let versions: [UInt8] = [0, 43, 0, 5, 4, 3, 4, 3, 3]
        let extensions = name + protocols + versions
        let body: [UInt8] =
            [3, 3] + random + [0, 0, 4, 0x13, 0x01, 0xC0, 0x2F, 1, 0] + [0, UInt8(extensions.count)]
            + extensions
        return [1, 0, 0, UInt8(body.count)] + body
    }

    private static var serverHello: [UInt8] {
        let body: [UInt8] = [3, 3] + random + [0, 0x13, 0x01, 0, 0, 6, 0, 43, 0, 2, 3, 4]
        return [2, 0, 0, UInt8(body.count)] + body
    }

    private static let random = [UInt8](repeating: 7, count: 32)

    private static func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type, 3, 3, 0, UInt8(content.count)] + content
    }

    private static func hexadecimal(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { Array(String($0 % 16, radix: 16).utf8) + [48] }
    }
}
