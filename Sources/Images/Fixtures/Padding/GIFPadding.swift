/// A comment in front of the trailer.
enum GIFPadding {
    /// Introducer, label, length of the first block, and the empty block at the end.
    static let frame = 4
    private static let trailerLength = 1
    /// The longest block, including its length byte.
    private static let longestBlock = 256

    static func pad(_ encoded: [UInt8], _ count: Int, _ filler: inout FixtureFiller) -> [UInt8] {
        let place = encoded.count - trailerLength
        var padded: [UInt8] = []
        padded.reserveCapacity(encoded.count + count)
        padded += encoded[..<place]
        // Comments need version 89a.
        padded.replaceSubrange(3..<6, with: Array("89a".utf8))
        padded += [0x21, 0xFE]
        var missing = count - 3
        while missing > 0 {
            // Never leave a single byte, which would be a length without a block.
            let length = missing == longestBlock + 1 ? longestBlock - 1 : min(longestBlock, missing)
            padded.append(UInt8(length - 1))
            filler.append(length - 1, to: &padded)
            missing -= length
        }
        padded.append(0)
        padded += encoded[place...]
        return padded
    }
}
