package import Wire

/// The kind and size of a fixture, checked to be possible.
package struct FixtureShape: Hashable, Sendable {
    package let kind: ImageKind
    package let isProgressive: Bool
    package let pixels: PixelSize
    package let bytes: Int

    /// A shape of this many bytes, with the default pixels unless they are given.
    package init(
        _ kind: ImageKind,
        bytes: Int,
        pixels: PixelSize? = nil,
        isProgressive: Bool = false
    ) throws(ImageError) {
        let limits = try Self.limits(kind, isProgressive)
        if let pixels { try Self.check(pixels, limits) }
        let smallest = pixels.map(limits.smallest) ?? limits.smallest
        guard bytes >= smallest else {
            throw .tooSmall(kind, pixels: pixels, asked: bytes, minimum: smallest)
        }
        guard bytes <= FixtureLimits.largest else {
            throw .tooLarge(kind, asked: bytes, maximum: FixtureLimits.largest)
        }
        guard !limits.isEven || bytes.isMultiple(of: 2) else { throw .oddSize(kind, asked: bytes) }
        self.kind = kind
        self.isProgressive = isProgressive
        self.pixels = pixels ?? limits.usual(bytes: bytes)
        self.bytes = bytes
    }

    /// A shape of these pixels, with the default bytes.
    package init(_ kind: ImageKind, pixels: PixelSize, isProgressive: Bool = false) throws(ImageError) {
        let limits = try Self.limits(kind, isProgressive)
        try Self.check(pixels, limits)
        self.kind = kind
        self.isProgressive = isProgressive
        self.pixels = pixels
        bytes = limits.usual(pixels)
    }

    private static func limits(_ kind: ImageKind, _ isProgressive: Bool) throws(ImageError) -> FixtureLimits {
        guard !isProgressive || kind == .jpeg else { throw .notProgressive(kind) }
        return FixtureLimits(kind, isProgressive: isProgressive)
    }

    private static func check(_ pixels: PixelSize, _ limits: FixtureLimits) throws(ImageError) {
        guard pixels.width > 0, pixels.height > 0 else { throw .emptyPixels(pixels) }
        guard pixels.longestSide <= limits.longestSide else {
            throw .longSide(limits.kind, pixels, maximum: limits.longestSide)
        }
        guard pixels.area <= limits.largestArea else {
            throw .largeArea(limits.kind, pixels, maximum: limits.largestArea)
        }
    }
}

// MARK: Extent

extension FixtureShape {
    /// The requested extent of a fixture.
    package enum Extent: Hashable, Sendable {
        case bytes(Int)
        case pixels(PixelSize)
        case both(PixelSize, bytes: Int)
    }

    package init(_ kind: ImageKind, _ extent: Extent, isProgressive: Bool = false) throws(ImageError) {
        switch extent {
        case .bytes(let bytes): try self.init(kind, bytes: bytes, isProgressive: isProgressive)
        case .pixels(let pixels): try self.init(kind, pixels: pixels, isProgressive: isProgressive)
        case .both(let pixels, let bytes):
            try self.init(kind, bytes: bytes, pixels: pixels, isProgressive: isProgressive)
        }
    }
}
