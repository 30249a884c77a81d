/// Draws fixtures. Who serves them is handed one, so that it links with no image library itself.
package protocol FixtureDrawing: Sendable {
    /// An image of exactly this shape. The same arguments give the same bytes; a change in any of them, including the
    /// version, gives others. Gives up soon after `isWanted`, called all the time on the calling thread, returns false.
    func draw(
        _ shape: FixtureShape,
        seed: UInt64,
        name: String,
        version: Int,
        isWanted: @escaping @Sendable () -> Bool
    ) throws(ImageError) -> [UInt8]
}
