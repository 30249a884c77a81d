import HTTP
import LinuxIO
import Synchronization
import Wire

/// Stored responses in a folder: for each a file with its head, and one with its body.
///
/// A body is written while it arrives, and its head afterwards, under another name that is then changed. So an
/// entry exists once its head does, whatever ends the program meanwhile, and remains of others are removed at
/// the next start. Sizes that contradict the head, as after a power failure, end an entry, too.
///
/// Any thread may use it. Calls read or write a head, or up to 64 KiB of a body, and return once the kernel has
/// taken that: microseconds unless the disk is overloaded. Bodies are never read here: the kernel sends them
/// from their files.
package final class CacheFolder: Sendable {
    /// Longer heads are not stored.
    private static let longestHead = 1 << 18
    /// Variants of one URL; the oldest makes room for the next one.
    private static let mostVariants = 16
    /// The same of parts of its content.
    private static let mostParts = 64
    /// A file takes whole blocks of the disk.
    private static let block = 4096

    /// A stored response that may answer.
    struct Found {
        var name: CacheEntryName
        var entry: CacheEntry
    }

    private let path: String
    private let limit: Int
    private let lock: MachineLock
    private let index: Mutex<CacheIndex>

    /// Makes the folder if it is missing. `limit` is bytes on disk.
    package init(_ path: String, limit: Int) throws(CacheFolderError) {
        self.path = path
        self.limit = limit
        lock = try Self.lock(path)
        index = Mutex(try Self.read(path))
        makeRoom()
    }

    private static func lock(_ path: String) throws(CacheFolderError) -> MachineLock {
        do throws(SystemCallError) {
            try Folder.make(path, mode: 0o700)
            try Folder.requireUsable(path)
            if let lock = try MachineLock.attempt(on: path) { return lock }
        } catch {
            throw .system(error)
        }
        throw .inUse(path)
    }

    /// What is in the folder already. Only files that a cache has named are touched.
    private static func read(_ path: String) throws(CacheFolderError) -> CacheIndex {
        var index = CacheIndex()
        var found: [CacheEntryName: [CacheEntryName.File: FileStatus]] = [:]
        let files: [(name: String, status: FileStatus)]
        do throws(SystemCallError) {
            files = try Folder.files(in: path)
        } catch {
            throw .system(error)
        }
        for (name, status) in files where status.isRegular {
            if let (name, file) = CacheEntryName.parse(name) { found[name, default: [:]][file] = status }
        }
        for (name, files) in found {
            if let head = files[.head], let body = files[.body] {
                let use = CacheIndex.Use(bytes: cost(head.size, body.size), used: body.modified)
                index.insert(name, use)
                if files[.new] != nil { WholeFile.remove(name.path(.new, in: path)) }
            } else {
                for file in files.keys { WholeFile.remove(name.path(file, in: path)) }
            }
        }
        return index
    }

    package var count: Int { index.withLock { $0.uses.count } }
    package var bytes: Int { index.withLock { $0.bytes } }

    // MARK: Looking up

    /// The responses that are stored for a URL.
    func entries(of url: String) -> [Found] {
        let names = index.withLock { $0.names(of: CacheEntryName.key(of: url)) }
        return names.compactMap { name in
            guard let bytes = try? FileReader(untrusted: name.path(.head, in: path)).bytes(Self.longestHead),
                let entry = CacheEntry(bytes), entry.url == url
            else {
                remove(name)
                return nil
            }
            return Found(name: name, entry: entry)
        }
    }

    /// The body of an entry, which counts as used now; nil if it is damaged, and is then removed. It remains
    /// readable when the entry is removed meanwhile.
    func body(of found: Found, now: Int64) -> SharedFile? {
        let body = found.name.path(.body, in: path)
        guard let file = try? SharedFile(body), let status = try? file.status(),
            status.size == found.entry.bodyBytes
        else {
            remove(found.name)
            return nil
        }
        index.withLock { $0.use(found.name, at: now) }
        FileStatus.stamp(body, used: now, modified: now)
        return file
    }

    // MARK: Storing

    /// Bytes of the longest body that is stored.
    var longest: Int { limit / 4 }

    /// A file for the body of a response to this URL.
    func begin(_ url: String) throws(SystemCallError) -> CacheWriter {
        let name = index.withLock { $0.makeName(CacheEntryName.key(of: url)) }
        return try CacheWriter(self, name, FileWriter(path: name.path(.body, in: path), bufferBytes: 65_536))
    }

    /// Makes room for more of a body; false if there is none.
    func reserve(_ count: Int) -> Bool {
        index.withLock { $0.reserve(count) }
        makeRoom()
        return index.withLock { $0.bytes } <= limit
    }

    func release(_ count: Int) {
        index.withLock { $0.reserve(-count) }
    }

    /// The body is complete: with its head it becomes an entry, in place of those that answer the same requests.
    func commit(_ name: CacheEntryName, _ entry: CacheEntry, now: Int64) throws(SystemCallError) {
        let others = entries(of: entry.url)
        try write(entry, name)
        for other in others where entry.response.supersedes(other.entry.response) { remove(other.name) }
        let parts = others.filter(\.entry.response.isPart)
        for other in parts.dropLast(Self.mostParts - 1) { remove(other.name) }
        let variants = others.filter { !$0.entry.response.isPart }
        for other in variants.dropLast(Self.mostVariants - 1) { remove(other.name) }
        makeRoom()
        FileStatus.stamp(name.path(.body, in: path), used: now, modified: now)
        index.withLock { $0.use(name, at: now) }
    }

    /// The server has confirmed an entry.
    func update(_ found: Found) throws(SystemCallError) {
        guard let use = index.withLock({ $0.uses[found.name] }) else { return }
        try write(found.entry, found.name)
        index.withLock { $0.use(found.name, at: use.used) }
    }

    private func write(_ entry: CacheEntry, _ name: CacheEntryName) throws(SystemCallError) {
        let bytes = entry.bytes
        guard bytes.count <= Self.longestHead else { return remove(name) }
        let fresh = name.path(.new, in: path)
        WholeFile.remove(fresh)
        try WholeFile.writeNew(fresh, [bytes])
        try WholeFile.rename(fresh, to: name.path(.head, in: path))
        let use = CacheIndex.Use(bytes: Self.cost(bytes.count, entry.bodyBytes), used: .max)
        index.withLock { $0.insert(name, use) }
    }

    // MARK: Removing

    /// Removes all that is stored for a URL.
    func remove(_ url: String) {
        for name in index.withLock({ $0.names(of: CacheEntryName.key(of: url)) }) { remove(name) }
    }

    /// Removes an entry, or what was written of one.
    func remove(_ name: CacheEntryName) {
        index.withLock { _ = $0.remove(name) }
        removeFiles(name)
    }

    private func removeFiles(_ name: CacheEntryName) {
        // The head first: without it the rest is no entry.
        for file in CacheEntryName.File.allCases { WholeFile.remove(name.path(file, in: path)) }
    }

    /// Evicts more than necessary, so that the next responses find room without a search.
    private func makeRoom() {
        let limit = limit
        let removed = index.withLock { index in
            index.bytes > limit ? index.evict(downTo: limit - limit / 10) : []
        }
        for name in removed { removeFiles(name) }
    }

    private static func cost(_ head: Int, _ body: Int) -> Int {
        ((head + block - 1) / block + (body + block - 1) / block) * block
    }
}
