/// An entry in memory.
struct MemoryEntry<Value: CachedValue> {
    var image: Value
    /// Cost in bytes.
    var cost: Int
    var lifetime: Lifetime
}
