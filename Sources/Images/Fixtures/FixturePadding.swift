/// Brings an encoded image to an exact size with what decoders skip: comments in JPEG, a private chunk in PNG.
///
/// The padding always begins with the fixture's identity, so that two fixtures never have the same bytes.
enum FixturePadding {
    private static let identityBytes = 8
    /// Marker and length of a comment.
    private static let commentFrame = 4
    /// A comment's largest length field counts itself.
    private static let commentMaximum = 2 + 65_535
    /// Length, type and checksum of a chunk.
    private static let chunkFrame = 12
    private static let chunkType = Array("nlPd".utf8)

    /// The least that padding adds.
    static func least(_ kind: ImageKind) -> Int {
        identityBytes + (kind == .jpeg ? commentFrame : chunkFrame)
    }

    /// nil where the image is too large already.
    static func pad(
        _ encoded: [UInt8],
        _ kind: ImageKind,
        to bytes: Int,
        _ identity: FixtureIdentity
    ) -> [UInt8]? {
        let missing = bytes - encoded.count
        guard missing >= least(kind) else { return nil }
        // Behind JFIF's own segment, which comes first; ahead of PNG's last chunk.
        let place = kind == .jpeg ? 4 + Int(encoded[4]) << 8 + Int(encoded[5]) : encoded.count - chunkFrame
        var padded: [UInt8] = []
        padded.reserveCapacity(bytes)
        padded += encoded[..<place]
        switch kind {
        case .jpeg: appendComments(missing, to: &padded, identity)
        case .png: appendChunk(missing, to: &padded, identity)
        }
        padded += encoded[place...]
        return padded
    }

    private static func appendComments(_ count: Int, to bytes: inout [UInt8], _ identity: FixtureIdentity) {
        var missing = count
        var number = 0
        while missing > 0 {
            // Never leaves fewer bytes than a comment takes.
            let length = missing <= commentMaximum ? missing : min(commentMaximum, missing - commentFrame)
            bytes += [0xFF, 0xFE, UInt8((length - 2) >> 8), UInt8((length - 2) & 0xFF)]
            appendFiller(length - commentFrame, to: &bytes, identity, &number)
            missing -= length
        }
    }

    private static func appendChunk(_ count: Int, to bytes: inout [UInt8], _ identity: FixtureIdentity) {
        let length = count - chunkFrame
        bytes += bigEndian(UInt32(length))
        let start = bytes.count
        bytes += chunkType
        var number = 0
        appendFiller(length, to: &bytes, identity, &number)
        bytes += bigEndian(PNGCodec.checksum(bytes[start...]))
    }

    private static func appendFiller(
        _ count: Int,
        to bytes: inout [UInt8],
        _ identity: FixtureIdentity,
        _ number: inout Int
    ) {
        var missing = count
        while missing > 0 {
            // The first draw is the identity itself; later ones lie far from the pixels' draws.
            let word = number == 0 ? identity.value : identity.bits(number &+ 1 << 40)
            number += 1
            withUnsafeBytes(of: word.bigEndian) { bytes += $0.prefix(missing) }
            missing -= 8
        }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
