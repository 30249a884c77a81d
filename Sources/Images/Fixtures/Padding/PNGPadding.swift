/// A private chunk, safe to copy, in front of the last one.
enum PNGPadding {
    /// Length, type and checksum of a chunk; the last chunk has nothing else.
    static let frame = 12
    private static let type = Array("nlPd".utf8)

    static func pad(_ encoded: [UInt8], _ count: Int, _ filler: inout FixtureFiller) -> [UInt8] {
        let place = encoded.count - frame
        var padded: [UInt8] = []
        padded.reserveCapacity(encoded.count + count)
        padded += encoded[..<place]
        padded += bigEndian(UInt32(count - frame))
        let start = padded.count
        padded += type
        filler.append(count - frame, to: &padded)
        padded += bigEndian(PNGCodec.checksum(padded[start...]))
        padded += encoded[place...]
        return padded
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
