/// Brings an encoded image to an exact size with what decoders skip: comments in JPEG and GIF, a private chunk in PNG and
/// WebP.
///
/// The padding always begins with the fixture's identity, so that two fixtures never have the same bytes.
enum FixturePadding {
    private static let identityBytes = 8

    /// The least that padding adds.
    static func least(_ kind: ImageKind) -> Int {
        switch kind {
        case .jpeg: JPEGPadding.frame + identityBytes
        case .png: PNGPadding.frame + identityBytes
        case .webp: WebPPadding.frame + identityBytes
        case .gif: GIFPadding.frame + identityBytes
        }
    }

    /// `bytes` is more than the image has by at least the least.
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
