internal import LinuxIO

/// One entry's file, open for reading.
struct EntryFile: ~Copyable {
    private let file: FileReader
    let size: Int
    /// Nanoseconds since 1970.
    let confirmedAt: Int64

    init(reading path: String) throws(SystemCallError) {
        let file = try FileReader(untrusted: path)
        let status = try file.status()
        size = status.size
        confirmedAt = status.modified
        self.file = file
    }

    /// The image, where the file is a whole and undamaged entry of `key`.
    func image(of key: String) -> CachedImage? {
        DiskEntryHeader.image(of: key, fileSize: size) { try? file.bytes($0) }
    }

    /// Where the folder may only be read, the order of use is not kept.
    func setTimes(used: Int64, confirmed: Int64) {
        file.stamp(used: used, modified: confirmed)
    }
}
