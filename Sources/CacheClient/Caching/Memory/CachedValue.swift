/// A value in a memory cache: an image in some form, and its head.
package protocol CachedValue: Sendable {
    /// The metadata of its answer.
    var head: CachedHead { get }
    /// Default cost, in bytes.
    var cost: Int { get }

    /// The same value with the origin's new fields.
    func confirmed(by confirmation: Confirmation) -> Self
}
