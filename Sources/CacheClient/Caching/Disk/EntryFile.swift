internal import LinuxIO

/// One entry's file, open for reading.
struct EntryFile: ~Copyable {
    private let file: FileReader
    let status: FileStatus

    init(reading path: String) throws(SystemCallError) {
        let file = try FileReader(untrusted: path)
        status = try file.status()
        self.file = file
    }

    /// The entry, if the file is whole, undamaged and of `key`. Throws if the file cannot be read: nothing is known
    /// of it then.
    func entry(of key: String) throws(SystemCallError) -> DiskEntry? {
        var failure: SystemCallError?
        let entry = DiskEntryHeader.entry(of: key, fileSize: status.size) { count in
            do throws(SystemCallError) {
                return try file.bytes(count)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return entry
    }

    /// The lifetime in its header; nil if the file is not an entry.
    func lifetime() -> Lifetime? {
        guard let start = try? file.bytes(DiskEntryHeader.size) else { return nil }
        return DiskEntryHeader(start, fileSize: status.size)?.lifetime
    }

    /// In a read-only folder the order of use is not kept.
    func setTimes(used: Int64, since: Int64) {
        file.stamp(used: used, modified: since)
    }
}
