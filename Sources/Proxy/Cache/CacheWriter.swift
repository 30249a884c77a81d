import LinuxIO

/// A response's body on its way into the cache. It belongs to the loop's thread.
final class CacheWriter {
    private let folder: CacheFolder
    private let name: CacheEntryName
    /// nil once the body is complete.
    private var file: FileWriter?
    private(set) var bodyBytes = 0
    private var reserved = 0
    private var isComplete = false

    init(_ folder: CacheFolder, _ name: CacheEntryName, _ file: consuming FileWriter) {
        self.folder = folder
        self.name = name
        self.file = .some(file)
    }

    deinit {
        folder.release(reserved)
        if !isComplete { folder.remove(name) }
    }

    /// False if the cache has no room for so long a body.
    func write(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Bool {
        bodyBytes += bytes.count
        reserved += bytes.count
        guard folder.reserve(bytes.count), bodyBytes <= folder.longest else { return false }
        try file?.append(bytes.span.bytes)
        return true
    }

    /// The body is complete.
    func commit(_ entry: CacheEntry, now: Int64) throws(SystemCallError) {
        guard let file = file.take() else { return }
        isComplete = true
        do throws(SystemCallError) {
            try file.close()
            // Counted by the entry from now on.
            folder.release(reserved)
            reserved = 0
            try folder.commit(name, entry, now: now)
        } catch {
            folder.remove(name)
            throw error
        }
    }
}
