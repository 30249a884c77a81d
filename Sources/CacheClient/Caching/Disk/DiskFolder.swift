internal import LinuxIO
internal import Wire

/// A folder of entries, one self-describing file each, and the order in which they were used.
///
/// A file's name is the SHA-256 of its key; its modification time is where the entry's lifetime counts from,
/// its access time when it was last used, so that the order survives a restart without any index on disk.
/// Other processes may use the same folder: a lookup always asks the file system, and a file appears only
/// whole, by a rename. Files without an entry's name are never touched. Not thread-safe: its owner serializes
/// all calls.
struct DiskFolder {
    struct Indexed {
        /// Bytes of the whole file.
        var size: Int
        /// Where the lifetime counts from, in nanoseconds since 1970.
        var since: Int64
        /// nil if the file was not opened yet.
        var lifetime: Lifetime?
    }

    /// Entries that expired or were evicted, not those removed on request or for damage.
    struct Departures {
        /// Their time was over.
        var expired: [EntryName] = []
        /// They made room.
        var evicted: [EntryName] = []
    }

    let path: String
    var limits: CacheLimits
    var index = RecencyList<EntryName, Indexed>()
    private(set) var bytes = 0
    private(set) var evictions = 0
    /// Why a file could last not be read, or an entry not be renewed. Callers see a miss, or the older entry.
    var failure: SystemCallError?
    /// Expired and evicted entries; nil if nothing listens.
    var departures: Departures?
    private var temporaryFiles = 0

    init(path: String, limits: CacheLimits) {
        self.path = path
        self.limits = limits
    }

    var count: Int { index.count }

    /// Creates the folder if it is missing and indexes its contents. `now` is nanoseconds since 1970.
    mutating func open(at now: Int64) throws(SystemCallError) {
        try makeFolder()
        try learn(at: now)
        enforceLimits()
    }

    /// Returns the entry of `key`. A missing, expired or damaged entry, or one of another key, is a miss;
    /// damaged files are removed.
    mutating func read(
        _ key: String,
        at now: Int64,
        extending: LifeExtension = .ofCache
    ) -> CachedImage? {
        let name = EntryName(of: key)
        guard let file = openFile(name), let entry = entry(of: key, in: file, name) else { return nil }
        // A stamp from the future would never expire once the clock was set back.
        var since = min(file.status.modified, now)
        if let life = entry.lifetime.nanoseconds(limits), now - since >= life {
            if discard(name, seen: file.status) { departures?.expired.append(name) }
            return nil
        }
        var lifetime = entry.lifetime
        if let begun = extending.renewed(lifetime, limits) {
            since = now
            if begun != lifetime {
                rewrite(entry.image, key, storedAt: entry.storedAt, lifetime: begun, at: now)
                return entry.image
            }
            lifetime = begun
        }
        file.setTimes(used: now, since: since)
        note(name, Indexed(size: file.status.size, since: since, lifetime: lifetime))
        return entry.image
    }

    /// Whether the key's name has a usable entry. Only its beginning is read, so damage further on is not
    /// detected.
    mutating func contains(_ key: String, at now: Int64) -> Bool {
        guard let file = openFile(EntryName(of: key)), let lifetime = file.lifetime() else { return false }
        guard let life = lifetime.nanoseconds(limits) else { return true }
        return now - min(file.status.modified, now) < life
    }

    /// Writes the entry, whole or not at all, and makes room by evicting the least recently used entries.
    /// False if it exceeds the limits or has no lifetime; the older entry is removed then, too.
    mutating func store(
        _ image: CachedImage,
        for key: String,
        at now: Int64,
        lifetime: Lifetime = .ofCache
    ) throws(SystemCallError) -> Bool {
        let name = EntryName(of: key)
        let isOver = lifetime.nanoseconds(limits).map { $0 <= 0 } ?? false
        let start = DiskEntryHeader.encoded(image, key: key, storedAt: now, lifetime: lifetime)
        guard let start, !isOver, !limits.refuses(bytes: start.count + image.bytes.count) else {
            discard(name)
            return false
        }
        do {
            try write([start, image.bytes], to: name, at: now)
        } catch {
            // The older entry is outdated.
            discard(name)
            throw error
        }
        note(name, Indexed(size: start.count + image.bytes.count, since: now, lifetime: lifetime))
        enforceLimits()
        return true
    }

    /// Notes that the origin confirmed the entry with this validator: its time to live restarts, and the new
    /// fields replace the old ones.
    mutating func confirm(_ key: String, etag: String?, by confirmation: Confirmation? = nil, at now: Int64) {
        let name = EntryName(of: key)
        guard let file = openFile(name), let entry = entry(of: key, in: file, name),
            entry.image.etag == etag
        else { return }
        if let confirmation {
            let image = entry.image.confirmed(by: confirmation)
            rewrite(image, key, storedAt: entry.storedAt, lifetime: entry.lifetime, at: now)
        } else {
            file.setTimes(used: now, since: now)
            note(name, Indexed(size: file.status.size, since: now, lifetime: entry.lifetime))
        }
    }

    mutating func remove(_ key: String) {
        discard(EntryName(of: key))
    }

    /// Removes every entry, also those that another process stored.
    mutating func removeAll() {
        for file in (try? entries(at: 0)) ?? [] { WholeFile.remove(place(of: file.name)) }
        clearIndex()
    }

    private mutating func clearIndex() {
        index.removeAll()
        bytes = 0
    }

    mutating func enforceLimits() {
        while limits.areExceeded(bytes: bytes, count: index.count), evictOldest() != nil {}
    }

    /// Evicts the least recently used entry. Returns the bytes freed; nil if none is left.
    mutating func evictOldest() -> Int? {
        guard let evicted = index.removeOldest() else { return nil }
        bytes -= evicted.value.size
        evictions += 1
        departures?.evicted.append(evicted.key)
        WholeFile.remove(place(of: evicted.key))
        return evicted.value.size
    }

    mutating func nextTemporaryName() -> String {
        temporaryFiles += 1
        return "\(Self.temporaryPrefix)\(UInt64.random(in: 0 ... .max))-\(temporaryFiles)"
    }

    mutating func note(_ name: EntryName, _ indexed: Indexed) {
        let replaced = index.insert(indexed, for: name)
        bytes += indexed.size - (replaced?.size ?? 0)
    }

    mutating func forget(_ name: EntryName) {
        if let removed = index.remove(name) { bytes -= removed.size }
    }

    /// Removes an entry. If a file was `seen`, removes only that file: returns false if another process has
    /// replaced it.
    @discardableResult
    mutating func discard(_ name: EntryName, seen: FileStatus? = nil) -> Bool {
        forget(name)
        let path = place(of: name)
        if let seen, let present = FileStatus(path), present.inode != seen.inode { return false }
        WholeFile.remove(path)
        return true
    }
}

/// Synchronizes the index with the folder, and removes expired entries.
extension DiskFolder {
    /// Rebuilds the index of the folder, changes by other processes included.
    mutating func learn(at now: Int64) throws(SystemCallError) {
        var known: [EntryName: Lifetime] = [:]
        for (name, indexed) in index.all {
            if let lifetime = indexed.lifetime { known[name] = lifetime }
        }
        let files = try entries(at: now).sorted { $0.usedAt < $1.usedAt }
        clearIndex()
        for file in files {
            let status = file.status
            note(file.name, Indexed(size: status.size, since: status.modified, lifetime: known[file.name]))
        }
    }

    /// Removes expired entries, indexes changes by other processes, and enforces the limits over all entries.
    /// Returns the number of expired entries.
    @discardableResult
    mutating func clean(at now: Int64) -> Int {
        // A removed folder holds nothing; the next store creates it again.
        do { try learn(at: now) } catch { clearIndex() }
        var expired = 0
        for (name, indexed) in index.all where isExpired(name, indexed, at: now) {
            discard(name)
            departures?.expired.append(name)
            expired += 1
        }
        enforceLimits()
        return expired
    }

    /// Opens the file only if its lifetime is not known otherwise.
    private mutating func isExpired(_ name: EntryName, _ indexed: Indexed, at now: Int64) -> Bool {
        var indexed = indexed
        if indexed.lifetime == nil {
            guard let file = try? EntryFile(reading: place(of: name)) else { return false }
            // A file that is not an entry of this version is useless here.
            guard let lifetime = file.lifetime() else { return true }
            indexed.lifetime = lifetime
            index.update(indexed, for: name)
        }
        guard let life = indexed.lifetime?.nanoseconds(limits) else { return false }
        return now - min(indexed.since, now) >= life
    }
}
