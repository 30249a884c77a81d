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
        guard let start = try? file.bytes(DiskEntryHeader.size),
            let fixed = DiskEntryHeader.Fixed(start, fileSize: size),
            let texts = try? file.bytes(fixed.textsLength), texts.starts(with: key.utf8),
            key.utf8.count == fixed.keyLength,
            let body = try? file.bytes(fixed.bodyLength), fixed.matches(texts: texts, body: body)
        else { return nil }
        let etag = fixed.etagLength.map { String(decoding: texts.suffix($0), as: UTF8.self) }
        return CachedImage(bytes: body, etag: etag)
    }

    /// Where the folder may only be read, the order of use is not kept.
    func setTimes(used: Int64, confirmed: Int64) {
        file.stamp(used: used, modified: confirmed)
    }
}
