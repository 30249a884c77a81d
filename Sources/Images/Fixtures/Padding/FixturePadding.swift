import Fixtures

/// Pads an encoded image to an exact size with parts that decoders skip: comments in JPEG and GIF, a private
/// chunk in PNG and WebP.
///
/// The padding begins with the fixture's identity, so that two fixtures never have the same bytes.
enum FixturePadding {
    private static let identityBytes = 8

    /// Minimum bytes of padding.
    static func least(_ kind: ImageKind) -> Int {
        switch kind {
        case .jpeg: JPEGPadding.frame + identityBytes
        case .png: PNGPadding.frame + identityBytes
        case .webp: WebPPadding.frame + identityBytes
        case .gif: GIFPadding.frame + identityBytes
        }
    }

    /// `bytes` exceeds the image's size by at least the minimum padding.
    static func pad(_ encoded: [UInt8], _ kind: ImageKind, to bytes: Int, _ identity: FixtureIdentity)
        -> [UInt8]
    {
        let missing = bytes - encoded.count
        var filler = FixtureFiller(identity)
        return switch kind {
        case .jpeg: JPEGPadding.pad(encoded, missing, &filler)
        case .png: PNGPadding.pad(encoded, missing, &filler)
        case .webp: WebPPadding.pad(encoded, missing, &filler)
        case .gif: GIFPadding.pad(encoded, missing, &filler)
        }
    }
}
