package import Fixtures

/// Draws fixtures with the image libraries.
package struct LibraryDrawing: FixtureDrawing {
    package init() {}

    package func draw(
        _ shape: FixtureShape,
        seed: UInt64,
        name: String,
        version: Int,
        isWanted: @escaping @Sendable () -> Bool
    ) throws(ImageError) -> [UInt8] {
        try FixtureImage.make(shape, seed: seed, name: name, version: version, isWanted: isWanted)
    }
}
