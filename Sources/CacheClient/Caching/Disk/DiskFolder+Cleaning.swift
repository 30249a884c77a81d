internal import LinuxIO

/// Bringing the index in line with the folder, and the folder in line with time.
extension DiskFolder {
    /// Learns anew what the folder holds, what other processes stored and removed included.
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

    /// Removes what has expired, counts what other processes did, and enforces the limits over all of it. How many
    /// entries had expired.
    @discardableResult
    mutating func clean(at now: Int64) -> Int {
        // A folder that was removed holds nothing; the next store makes it again.
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

    /// Opens the file only where nothing else tells how long it serves.
    private mutating func isExpired(_ name: EntryName, _ indexed: Indexed, at now: Int64) -> Bool {
        var indexed = indexed
        if indexed.lifetime == nil {
            guard let file = try? EntryFile(reading: place(of: name)) else { return false }
            // What is no entry of this version is of no use to anybody here.
            guard let lifetime = file.lifetime() else { return true }
            indexed.lifetime = lifetime
            index.update(indexed, for: name)
        }
        guard let life = indexed.lifetime?.nanoseconds(limits) else { return false }
        return now - min(indexed.since, now) >= life
    }
}
