/// A chunk with a private type at the end. This needs the extended format, so the simple format of libwebp is
/// converted to it.
enum WebPPadding {
    /// The chunk of the extended format, and the header of the one at the end.
    static let frame = 18 + chunkFrame
    /// Type and size.
    private static let chunkFrame = 8
    /// `RIFF`, size, `WEBP`.
    private static let headerLength = 12

    /// Both counts are even, since chunks are.
    static func pad(_ encoded: [UInt8], _ count: Int, _ filler: inout FixtureFiller) -> [UInt8] {
        var padded = Array("RIFF".utf8) + little(encoded.count + count - chunkFrame, bytes: 4)
        padded.reserveCapacity(encoded.count + count)
        // Behind the chunk's header are three bytes of frame tag, three of start code, then 14 bits for each
        // side.
        let sides = headerLength + chunkFrame + 6
        padded += Array("WEBPVP8X".utf8) + little(10, bytes: 4) + [0, 0, 0, 0]
        for place in [sides, sides + 2] {
            let side = Int(encoded[place]) + Int(encoded[place + 1] & 0x3F) << 8
            padded += little(side - 1, bytes: 3)
        }
        padded += encoded[headerLength...]
        padded += Array("nlPd".utf8) + little(count - frame, bytes: 4)
        filler.append(count - frame, to: &padded)
        return padded
    }

    private static func little(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
