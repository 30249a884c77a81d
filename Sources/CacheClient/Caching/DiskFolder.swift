internal import LinuxIO
internal import Wire

/// A folder of entries, one self-describing file each, and the order in which they were used.
///
/// A file's name is the SHA-256 of its key; its modification time is when the entry was stored or last confirmed, its
/// access time when it was last used, so that the order survives a restart without any index on disk. Other processes
/// may use the same folder: a lookup always asks the file system, and a file appears only whole, by a rename. What does
/// not look like an entry's name is never touched. Not thread-safe: whoever owns it calls it from one place.
struct DiskFolder {
    struct Indexed {
        /// Of the whole file.
        var size: Int
        /// Nanoseconds since 1970.
        var confirmedAt: Int64
    }

    let path: String
    var limits: CacheLimits
    private(set) var index = RecencyList<Indexed>()
    private(set) var bytes = 0
    private(set) var evictions = 0
    private var temporaryFiles = 0

    init(path: String, limits: CacheLimits) {
        self.path = path
        self.limits = limits
    }

    var count: Int { index.count }

    static func fileName(of key: String) -> String { SHA256.hexadecimal(key.utf8) }

    /// Makes the folder where it is missing and learns what it holds. `now` is nanoseconds since 1970.
    mutating func open(at now: Int64) throws(SystemCallError) {
        try makeFolder()
        index.removeAll()
        bytes = 0
        for file in try entries(at: now).sorted(by: { $0.usedAt < $1.usedAt }) {
            note(file.name, Indexed(size: file.size, confirmedAt: file.confirmedAt))
        }
        enforceLimits()
    }

    /// The entry of `key`; what is missing, expired, damaged or of another key is a miss, and damage is removed.
    mutating func read(_ key: String, at now: Int64) -> CachedImage? {
        let name = Self.fileName(of: key)
        guard let file = try? EntryFile(reading: place(of: name)) else {
            forget(name)
            return nil
        }
        guard !limits.isExpired(age: now - file.confirmedAt), let image = file.image(of: key) else {
            discard(name)
            return nil
        }
        // A stamp from the future would never expire once the clock was set back.
        let confirmed = min(file.confirmedAt, now)
        file.setTimes(used: now, confirmed: confirmed)
        note(name, Indexed(size: file.size, confirmedAt: confirmed))
        return image
    }

    /// Writes the entry, whole or not at all, and makes room by evicting what was not used for longest. False where it
    /// is larger than all that may be held; the older entry is gone then, too.
    mutating func store(
        _ image: CachedImage,
        status: Int = 200,
        for key: String,
        at now: Int64
    ) throws(SystemCallError) -> Bool {
        let name = Self.fileName(of: key)
        let header = DiskEntryHeader(
            status: UInt16(clamping: status),
            storedAt: now,
            key: Array(key.utf8),
            etag: image.etag.map { Array($0.utf8) }
        )
        let texts = max(header.key.count, header.etag?.count ?? 0)
        let start = header.encoded(body: image.bytes)
        let size = start.count + image.bytes.count
        guard texts <= DiskEntryHeader.longestText, !limits.areExceeded(bytes: size, count: 1) else {
            discard(name)
            return false
        }
        do {
            try write(start, image.bytes, to: name, at: now)
        } catch {
            // The older entry is not what the key stands for any more.
            discard(name)
            throw error
        }
        note(name, Indexed(size: size, confirmedAt: now))
        enforceLimits()
        return true
    }

    /// The origin said that the entry still holds: its time to live begins anew.
    mutating func confirm(_ key: String, at now: Int64) {
        let name = Self.fileName(of: key)
        guard FileStatus.stamp(place(of: name), used: now, modified: now),
            let file = FileStatus(place(of: name))
        else { return forget(name) }
        note(name, Indexed(size: file.size, confirmedAt: now))
    }

    mutating func remove(_ key: String) {
        discard(Self.fileName(of: key))
    }

    /// Removes every entry, also those that another process stored.
    mutating func removeAll() {
        for file in (try? entries(at: 0)) ?? [] { WholeFile.remove(place(of: file.name)) }
        index.removeAll()
        bytes = 0
    }

    mutating func enforceLimits() {
        while limits.areExceeded(bytes: bytes, count: index.count), let evicted = index.removeOldest() {
            bytes -= evicted.value.size
            evictions += 1
            WholeFile.remove(place(of: evicted.key))
        }
    }

    mutating func nextTemporaryName() -> String {
        temporaryFiles += 1
        return "\(Self.temporaryPrefix)\(UInt64.random(in: 0 ... .max))-\(temporaryFiles)"
    }

    private mutating func note(_ name: String, _ indexed: Indexed) {
        let replaced = index.insert(indexed, for: name)
        bytes += indexed.size - (replaced?.size ?? 0)
    }

    private mutating func forget(_ name: String) {
        if let removed = index.remove(name) { bytes -= removed.size }
    }

    private mutating func discard(_ name: String) {
        forget(name)
        WholeFile.remove(place(of: name))
    }
}
