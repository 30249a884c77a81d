/// What one entry's file holds.
package struct DiskEntry: Hashable, Sendable {
    package var image: CachedImage
    /// Nanoseconds since 1970.
    package var storedAt: Int64
    package var lifetime: Lifetime
}
