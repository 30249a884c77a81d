/// Images made to an exact size: valid, different to look at for each seed, and the same bytes every time.
package enum FixtureImage {
    /// The largest fixture, in bytes.
    package static let maximum = 64_000_000

    /// The smallest fixture of a kind, in bytes.
    package static func minimum(_ kind: ImageKind) -> Int {
        switch kind {
        case .jpeg: 400
        case .png: 320
        }
    }

    /// Makes an image of exactly that many bytes. The same arguments give the same bytes; a change in any of them,
    /// the version included, gives others.
    package static func make(
        _ kind: ImageKind,
        bytes: Int,
        seed: UInt64,
        name: String,
        version: Int
    ) throws(ImageError) -> [UInt8] {
        let minimum = minimum(kind)
        guard bytes >= minimum else { throw .tooSmall(kind, asked: bytes, minimum: minimum) }
        guard bytes <= maximum else { throw .tooLarge(kind, asked: bytes, maximum: maximum) }
        let identity = FixtureIdentity(kind, bytes: bytes, seed: seed, name: name, version: version)
        let texture = FixtureTexture.fitting(kind, bytes: bytes)
        var area = texture.area(forBytes: bytes)
        while true {
            let image = texture.paint(FixtureTexture.dimensions(area: area), identity)
            let encoded = try texture.encode(image)
            if let padded = FixturePadding.pad(encoded, kind, to: bytes, identity) { return padded }
            // Too many bytes for this seed's colours: a little smaller. The smallest area fits the minimum.
            guard area > FixtureTexture.smallestArea else {
                throw .tooSmall(kind, asked: bytes, minimum: encoded.count + FixturePadding.least(kind))
            }
            area = min(area * 9 / 10, area * bytes / encoded.count)
        }
    }
}
