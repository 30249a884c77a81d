/// What a memory cache holds under a key: an image in some form, and all that was said of it.
package protocol CachedValue: Sendable {
    /// What was said of it.
    var head: CachedHead { get }
    /// What it counts as where nobody says otherwise, in bytes.
    var cost: Int { get }

    /// The same under what the origin says of it now.
    func confirmed(by confirmation: Confirmation) -> Self
}
