import Synchronization

/// A shard under its lock. Shards are adjacent in their cache but share no cache line, so that threads using
/// different shards do not contend.
struct MemoryShardCell<Value: CachedValue>: ~Copyable, Sendable {
    let state = Mutex(MemoryShard<Value>())
    private let apart = InlineArray<16, UInt64>(repeating: 0)
}
