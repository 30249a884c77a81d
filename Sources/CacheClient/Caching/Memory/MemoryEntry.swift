/// What is stored in memory under a key.
struct MemoryEntry {
    var image: CachedImage
    /// What it counts as, in bytes.
    var cost: Int
    var lifetime: Lifetime
}
