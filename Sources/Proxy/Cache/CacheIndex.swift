/// What a cache's folder holds: names, sizes and when each entry was last used.
struct CacheIndex: Sendable {
    struct Use: Hashable, Sendable {
        var bytes: Int
        /// In nanoseconds since 1970.
        var used: Int64
    }

    private(set) var uses: [CacheEntryName: Use] = [:]
    /// The entries of each URL.
    private var names: [String: [CacheEntryName]] = [:]
    /// Bytes of all entries, and of bodies that are being stored.
    private(set) var bytes = 0
    private var last = 0

    /// Oldest first.
    func names(of key: String) -> [CacheEntryName] { names[key] ?? [] }

    /// A name that no entry has.
    mutating func makeName(_ key: String) -> CacheEntryName {
        last += 1
        return CacheEntryName(key: key, number: last)
    }

    mutating func insert(_ name: CacheEntryName, _ use: Use) {
        remove(name)
        uses[name] = use
        names[name.key, default: []].append(name)
        bytes += use.bytes
        last = max(last, name.number)
    }

    @discardableResult
    mutating func remove(_ name: CacheEntryName) -> Bool {
        guard let use = uses.removeValue(forKey: name) else { return false }
        names[name.key]?.removeAll { $0 == name }
        if names[name.key]?.isEmpty == true { names[name.key] = nil }
        bytes -= use.bytes
        return true
    }

    mutating func use(_ name: CacheEntryName, at now: Int64) {
        uses[name]?.used = now
    }

    /// Counts bytes of a body that is being stored; fewer if `count` is negative.
    mutating func reserve(_ count: Int) {
        bytes += count
    }

    /// Removes the entries that were not used for longest, until at most `limit` bytes are left. Returns what
    /// was removed.
    mutating func evict(downTo limit: Int) -> [CacheEntryName] {
        guard bytes > limit else { return [] }
        var removed: [CacheEntryName] = []
        for (name, _) in uses.sorted(by: { $0.value.used < $1.value.used }) where bytes > limit {
            remove(name)
            removed.append(name)
        }
        return removed
    }
}
