/// Comments behind JFIF's segment, which must be first.
enum JPEGPadding {
    /// Marker and length of a comment.
    static let frame = 4
    /// The length field of a comment includes itself.
    private static let longest = 2 + 65_535

    static func pad(_ encoded: [UInt8], _ count: Int, _ filler: inout FixtureFiller) -> [UInt8] {
        let place = 4 + Int(encoded[4]) << 8 + Int(encoded[5])
        var padded: [UInt8] = []
        padded.reserveCapacity(encoded.count + count)
        padded += encoded[..<place]
        var missing = count
        while missing > 0 {
            // Never leave fewer bytes than a comment needs.
            let length = missing <= longest ? missing : min(longest, missing - frame)
            padded += [0xFF, 0xFE, UInt8((length - 2) >> 8), UInt8((length - 2) & 0xFF)]
            filler.append(length - frame, to: &padded)
            missing -= length
        }
        padded += encoded[place...]
        return padded
    }
}
