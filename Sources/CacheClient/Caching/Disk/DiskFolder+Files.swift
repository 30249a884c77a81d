internal import LinuxIO
internal import Wire

/// Operations on the folder's files.
extension DiskFolder {
    /// A temporary file older than this was left behind by a process that died.
    static let abandonedAfter: Nanoseconds = 3_600_000_000_000

    static let temporaryPrefix = ".writing-"

    struct Listed {
        var name: EntryName
        var status: FileStatus

        var usedAt: Int64 { max(status.used, status.modified) }
    }

    /// Lists the entries' files, and removes abandoned temporary files.
    func entries(at now: Int64) throws(SystemCallError) -> [Listed] {
        var found: [Listed] = []
        for (name, status) in try Folder.files(in: path) where status.isRegular {
            if let name = EntryName(name) {
                found.append(Listed(name: name, status: status))
            } else if name.hasPrefix(Self.temporaryPrefix), now - status.modified > Self.abandonedAfter {
                WholeFile.remove("\(path)/\(name)")
            }
        }
        return found
    }

    func place(of name: EntryName) -> String { "\(path)/\(name.text)" }

    mutating func openFile(_ name: EntryName) -> EntryFile? {
        do {
            return try EntryFile(reading: place(of: name))
        } catch {
            // A file that cannot be opened now still exists, and counts.
            if error.errno == SystemCallError.noSuchFile { forget(name) } else { failure = error }
            return nil
        }
    }

    /// Returns the whole entry of `key`, whatever its age; removes the file if it is not such an entry. One that
    /// cannot be read stays.
    mutating func entry(of key: String, in file: borrowing EntryFile, _ name: EntryName) -> DiskEntry? {
        do throws(SystemCallError) {
            if let entry = try file.entry(of: key) { return entry }
        } catch {
            failure = error
            return nil
        }
        discard(name, seen: file.status)
        return nil
    }

    /// Writes to a temporary file and renames it. Creates the folder again if it was removed; if the file
    /// system is full, evicts the least recently used entries, once.
    mutating func write(_ pieces: [[UInt8]], to name: EntryName, at now: Int64) throws(SystemCallError) {
        let temporary = "\(path)/\(nextTemporaryName())"
        do {
            try WholeFile.writeNew(temporary, pieces, stamp: now)
        } catch  where error.errno == SystemCallError.noSuchFile {
            try makeFolder()
            try WholeFile.writeNew(temporary, pieces, stamp: now)
        } catch  where error.isFull {
            var wanted = pieces.reduce(0) { $0 + $1.count }
            // Evict nothing if all entries together would not free enough.
            guard wanted <= bytes else { throw error }
            while wanted > 0, let freed = evictOldest() { wanted -= freed }
            try WholeFile.writeNew(temporary, pieces, stamp: now)
        }
        do {
            try WholeFile.rename(temporary, to: place(of: name))
        } catch {
            WholeFile.remove(temporary)
            throw error
        }
    }

    /// Rewrites an entry with another head or lifetime; if that fails, the older one stays.
    mutating func rewrite(
        _ image: CachedImage,
        _ key: String,
        storedAt: Int64,
        lifetime: Lifetime,
        at now: Int64
    ) {
        let name = EntryName(of: key)
        guard let start = DiskEntryHeader.encoded(image, key: key, storedAt: storedAt, lifetime: lifetime)
        else { return }
        do {
            try write([start, image.bytes], to: name, at: now)
        } catch {
            failure = error
            return
        }
        note(name, Indexed(size: start.count + image.bytes.count, since: now, lifetime: lifetime))
        enforceLimits()
    }

    func makeFolder() throws(SystemCallError) {
        try Folder.make(path, mode: 0o700, modeAbove: 0o700)
        try Folder.requireUsable(path)
    }
}
