import HTTP
import Testing

@testable import Inspection

struct QPACKTests {
    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits.filter { $0 != " " })
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }

    private static func lines(_ outcome: QPACKDecoder.Outcome) -> [String]? {
        guard case .fields(let fields) = outcome else { return nil }
        return fields.map { "\($0.name): \($0.value)" }
    }

    // RFC 9204, appendix B.
    @Test func `the examples of the RFC are unpacked`() {
        var decoder = QPACKDecoder()
        #expect(
            Self.lines(decoder.decode(Self.bytes("0000 510b 2f69 6e64 6578 2e68 746d 6c")[...]))
                == [":path: /index.html"]
        )
        decoder.allow(capacity: 220)
        let section = Self.bytes("0381 10 11")
        #expect(decoder.decode(section[...]) == .blocked)
        let first = Self.bytes(
            "3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d c10c 2f73 616d 706c 652f 7061 7468"
        )
        // However the stream is cut, each instruction counts once.
        for byte in first { _ = decoder.receiveInstructions([byte]) }
        #expect(decoder.inserted == 2)
        #expect(
            Self.lines(decoder.decode(section[...])) == [
                ":authority: www.example.com", ":path: /sample/path",
            ]
        )
        _ = decoder.receiveInstructions(
            Self.bytes("4a63 7573 746f 6d2d 6b65 790c 6375 7374 6f6d 2d76 616c 7565 02")
        )
        #expect(
            Self.lines(decoder.decode(Self.bytes("0500 80 c1 81")[...])) == [
                ":authority: www.example.com", ":path: /", "custom-key: custom-value",
            ]
        )
        _ = decoder.receiveInstructions(Self.bytes("810d 6375 7374 6f6d 2d76 616c 7565 32"))
        #expect(decoder.inserted == 5 && !decoder.isLost)
    }

    @Test func `coded text is read, and nothing else`() {
        let text = Self.bytes("f1e3c2e5f23a6ba0ab90f4ff")
        #expect(HuffmanCode.decode(text[...], most: 100) == Array("www.example.com".utf8))
        #expect(HuffmanCode.decode(text[...], most: 14) == nil)
        #expect(HuffmanCode.decode([0x1F, 0xFF], most: 100) == nil)
        #expect(HuffmanCode.decode([0x18], most: 100) == nil)
        #expect(HuffmanCode.decode([], most: 100) == [])
    }

    @Test func `what cannot be right is damaged, and a table has a limit`() {
        var decoder = QPACKDecoder()
        decoder.allow(capacity: 220)
        #expect(decoder.decode([0x00]) == .damaged)
        #expect(decoder.decode([0x00, 0x00, 0xFF, 0x24]) == .damaged)
        #expect(decoder.decode([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == .damaged)
        // A capacity beyond all measure, and a field larger than the capacity.
        _ = decoder.receiveInstructions([0x3F, 0xFF, 0xFF, 0xFF, 0x7F])
        #expect(decoder.isLost)
        var other = QPACKDecoder()
        other.allow(capacity: 220)
        _ = other.receiveInstructions([0x21, 0x41, 0x61, 0x01, 0x62])
        #expect(other.isLost)
    }

    @Test func `the static table has its ends`() {
        #expect(QPACKStaticTable.fields.count == 99)
        #expect(QPACKStaticTable.fields[0].name == Array(":authority".utf8))
        #expect(QPACKStaticTable.fields[98].value == Array("sameorigin".utf8))
    }
}
