import Testing
import Wire

/// The examples in both fingerprints' specifications; their digests are tested in the TLS room.
struct TLSFingerprintTests {
    private static func print(_ builder: HelloBuilder) throws -> TLSFingerprint {
        TLSFingerprint(try #require(clientHello(builder.client)))
    }

    @Test func `JA3 lists numbers in the order sent`() throws {
        let full = HelloBuilder(
            version: 769,
            suites: [0x1A1A, 47, 53, 5, 10, 49161, 49162, 49171, 49172, 50, 56, 19, 4],
            extensions: [
                (0x4A4A, []), (0, vector16([0] + vector16([97]))),
                (10, vector16(number(0x5A5A) + [23, 24, 25].flatMap(number))), (11, vector8([0])),
            ]
        )
        #expect(
            try Self.print(full).ja3Text
                == "769,47-53-5-10-49161-49162-49171-49172-50-56-19-4,0-10-11,23-24-25,0"
        )
        let bare = HelloBuilder(version: 769, suites: [4, 5, 10, 9, 100, 98, 3, 6, 19, 18, 99])
        #expect(try Self.print(bare).ja3Text == "769,4-5-10-9-100-98-3-6-19-18-99,,,")
    }

    /// Chrome of 2023, with its extensions not in numerical order.
    static let chrome = HelloBuilder(
        suites: [
            0x8A8A, 0x1301, 0x1302, 0x1303, 0xC02B, 0xC02F, 0xC02C, 0xC030, 0xCCA9, 0xCCA8, 0xC013, 0xC014,
            0x009C, 0x009D, 0x002F, 0x0035,
        ],
        extensions: [
            (0x2A2A, []), (0, vector16([0] + vector16([97]))), (0x17, []), (0xFF01, [0]), (0x0A, []),
            (0x0B, []),
            (0x23, []), (0x10, vector16(vector8([104, 50]) + vector8(Array("http/1.1".utf8)))), (0x05, []),
            (
                0x0D,
                vector16(
                    [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601].flatMap(number)
                )
            ),
            (0x12, []), (0x33, []), (0x2D, []), (0x2B, vector8([0x6A6A, 0x0304, 0x0303].flatMap(number))),
            (0x1B, []), (0x4469, []), (0x15, []), (0x1A1A, [0]),
        ]
    )

    @Test func `JA4 counts and sorts, and omits GREASE values`() throws {
        let print = try Self.print(Self.chrome)
        #expect(print.ja4Head == "t13d1516h2")
        let hello = try #require(clientHello(Self.chrome.client))
        #expect(TLSFingerprint(hello, isOverQUIC: true).ja4Head == "q13d1516h2")
        #expect(
            print.ja4Suites
                == "002f,0035,009c,009d,1301,1302,1303,c013,c014,c02b,c02c,c02f,c030,cca8,cca9"
        )
        #expect(
            print.ja4Extensions
                == "0005,000a,000b,000d,0012,0015,0017,001b,0023,002b,002d,0033,4469,ff01"
                + "_0403,0804,0401,0503,0805,0501,0806,0601"
        )
    }

    @Test func `JA4 works for a minimal client`() throws {
        let print = try Self.print(HelloBuilder(version: 0x0301, suites: [5]))
        #expect(print.ja4Head == "t10i010000" && print.ja4Suites == "0005" && print.ja4Extensions == "")
    }
}
