package import Wire

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
