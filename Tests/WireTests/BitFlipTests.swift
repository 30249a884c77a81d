import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct BitFlipTests {
    private static func flipped(_ bit: Int, of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { buffer in
            var span = buffer.mutableBytes
            span.flipBit(bit)
        }
        return bytes
    }

    @Test(
        arguments: [
            (0, [0x80, 0x00]), (7, [0x01, 0x00]), (8, [0x00, 0x80]), (15, [0x00, 0x01]), (16, [0, 0]),
            (-1, [0, 0]),
        ] as [(Int, [UInt8])]
    )
    func `bits are counted from the most significant bit of the first byte`(bit: Int, expected: [UInt8]) {
        #expect(Self.flipped(bit, of: [0, 0]) == expected)
    }

    @Test func `flipping a bit twice restores it`() {
        let bytes = (0..<40).map { UInt8($0 * 6) }
        for bit in 0..<320 {
            let once = Self.flipped(bit, of: bytes)
            #expect(once != bytes)
            #expect(Self.flipped(bit, of: once) == bytes)
        }
    }
}
