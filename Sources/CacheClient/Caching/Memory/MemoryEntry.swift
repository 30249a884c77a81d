/// What is stored in memory under a key.
struct MemoryEntry<Value: CachedValue> {
    var image: Value
    /// What it counts as, in bytes.
    var cost: Int
    var lifetime: Lifetime
}
