import Synchronization

/// A shard under its lock. Shards stand side by side in their cache and share no line of the processor's, lest threads that
/// use different ones wait for each other all the same.
struct MemoryShardCell<Value: CachedValue>: ~Copyable, Sendable {
    let state = Mutex(MemoryShard<Value>())
    private let apart = InlineArray<16, UInt64>(repeating: 0)
}
