package import Fixtures

/// Images of an exact size: valid, labelled with what they are, and identical for each build of the image
/// libraries.
package enum FixtureImage {
    /// Makes an image of exactly this shape. The same arguments give the same bytes; a change in any of them,
    /// including the version, gives others.
    ///
    /// Occupies the calling thread: about 20 ms for a JPEG of a megabyte, 100 ms for one of 4000x3000 pixels
    /// and for a PNG or GIF of a megabyte, 150 ms for such a WebP. The largest areas take up to two seconds
    /// as JPEG or PNG, and four as progressive JPEG, WebP or GIF. Gives up soon after `isWanted`, called all
    /// the time on that thread, returns false.
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

    /// The roughest picture that leaves room for the padding, as predicted by samples.
    static func picture(_ shape: FixtureShape, _ fit: FixtureFit) throws(ImageError) -> [UInt8] {
        let padding = FixturePadding.least(shape.kind)
        // Samples overestimate pictures that are nearly empty, so try at least the smooth one.
        var level = max(try fit.expectedLevel(), FixtureStyle.smoothLevel)
        while level >= 0 {
            if let picture = try fit.encode(level, limit: shape.bytes - padding) { return picture }
            // The sample underestimated; try a plainer style. The plainest one fits within the limits.
            level = level > FixtureStyle.smoothLevel ? max(FixtureStyle.smoothLevel, level - 2) : level - 1
        }
        let least = try fit.encode(0, limit: .max)?.count ?? 0
        throw .tooSmall(shape.kind, pixels: shape.pixels, asked: shape.bytes, minimum: least + padding)
    }

    /// Makes an image of exactly this many bytes.
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
