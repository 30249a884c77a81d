internal import LinuxIO

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
