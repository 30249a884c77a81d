/// Images made to an exact size: valid, with what they are written on them, and the same bytes every time from one build
/// of the image libraries.
package enum FixtureImage {
    /// Makes an image of exactly that shape. The same arguments give the same bytes; a change in any of them, the
    /// version included, gives others.
    ///
    /// It keeps the thread that asks busy: some 20 ms for a JPEG of a megabyte, 100 ms for one of 4000x3000 pixels and
    /// the PNG or GIF of a megabyte, 150 ms for such a WebP. At most, for the largest areas: two seconds for a JPEG or
    /// PNG, four for a progressive JPEG, a WebP or a GIF. It is given up soon after `isWanted`, asked all the time on that
    /// thread, says so.
    package static func make(
        _ shape: FixtureShape,
        seed: UInt64,
        name: String,
        version: Int,
        isWanted: @escaping @Sendable () -> Bool = { true }
    ) throws(ImageError) -> [UInt8] {
        let identity = FixtureIdentity(shape, seed: seed, name: name, version: version)
        let lines = [name, "seed \(seed) v\(version)", "\(shape.pixels)", "\(shape.bytes) b"]
        let picture = try picture(shape, FixtureFit(shape, identity, lines: lines, isWanted: isWanted))
        return FixturePadding.pad(picture, shape.kind, to: shape.bytes, identity)
    }

    /// The roughest picture that leaves room for the padding, as far as samples tell.
    static func picture(_ shape: FixtureShape, _ fit: FixtureFit) throws(ImageError) -> [UInt8] {
        let padding = FixturePadding.least(shape.kind)
        // A sample says too much of what is nearly empty: that is tried.
        var level = max(try fit.expectedLevel(), FixtureStyle.smoothLevel)
        while level >= 0 {
            if let picture = try fit.encode(level, limit: shape.bytes - padding) { return picture }
            // A sample promised less; the plainest one fits the limits.
            level = level > FixtureStyle.smoothLevel ? max(FixtureStyle.smoothLevel, level - 2) : level - 1
        }
        let least = try fit.encode(0, limit: .max)?.count ?? 0
        throw .tooSmall(shape.kind, pixels: shape.pixels, asked: shape.bytes, minimum: least + padding)
    }

    /// Makes an image of exactly that many bytes.
    package static func make(
        _ kind: ImageKind,
        bytes: Int,
        seed: UInt64,
        name: String,
        version: Int
    ) throws(ImageError) -> [UInt8] {
        try make(FixtureShape(kind, bytes: bytes), seed: seed, name: name, version: version)
    }
}
