import HTTP
import HTTP2
import TestSupport
import Testing

struct HeaderBlockDecoderTests {
    /// RFC 7541, C.4: three requests on one connection, Huffman-coded.
    private let blocks: [[UInt8]] = [
        [
            0x82, 0x86, 0x84, 0x41, 0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90, 0xF4,
            0xFF,
        ],
        [0x82, 0x86, 0x84, 0xBE, 0x58, 0x86, 0xA8, 0xEB, 0x10, 0x64, 0x9C, 0xBF],
        [
            0x82, 0x87, 0x85, 0xBF, 0x40, 0x88, 0x25, 0xA8, 0x49, 0xE9, 0x5B, 0xA9, 0x7D, 0x7F, 0x89, 0x25,
            0xA8,
            0x49, 0xE9, 0x5B, 0xB8, 0xE8, 0xB4, 0xBF,
        ],
    ]

    @Test func `a block may reference fields of earlier blocks`() throws {
        let decoder = try HeaderBlockDecoder()
        let fields = try blocks.map { try decoder.decode($0[...]) }
        #expect(
            fields[0] == [
                ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com",
            ]
        )
        #expect(fields[1][":authority"] == "www.example.com" && fields[1]["cache-control"] == "no-cache")
        #expect(
            fields[2] == [
                ":method": "GET", ":scheme": "https", ":path": "/index.html", ":authority": "www.example.com",
                "custom-key": "custom-value",
            ]
        )
    }

    @Test func `a truncated block is rejected`() throws {
        let block = blocks[0]
        // After the fifth byte, each prefix ends inside a string.
        for count in 4..<block.count {
            let decoder = try HeaderBlockDecoder()
            #expect(throws: HTTP2Error.self) { try decoder.decode(block.prefix(count)) }
        }
    }

    @Test func `a table of size 0 stores nothing`() throws {
        let decoder = try HeaderBlockDecoder()
        try decoder.setTableSize(0)
        // The sender acknowledges the smaller table at the head of its next block.
        _ = try decoder.decode([0x20] + blocks[0][...])
        #expect(throws: HTTP2Error.self) { try decoder.decode(blocks[1][...]) }
    }

    @Test func `a block that decompresses beyond the limit is rejected`() throws {
        let decoder = try HeaderBlockDecoder(fieldListLimit: 10_000)
        let value = HTTP2Frame.integer(4000, bits: 7) + [UInt8](repeating: 0x61, count: 4000)
        let block: [UInt8] = [0x40, 1, 0x78] + value + [0xBE, 0xBE]
        #expect(throws: HTTP2Error.fieldListTooLarge(limit: 10_000)) { try decoder.decode(block[...]) }
    }

    @Test func `an empty block has no fields`() throws {
        #expect(try HeaderBlockDecoder().decode([]).isEmpty)
    }
}
