import Glibc
internal import LinuxIO

/// One entry's file, open for reading.
struct EntryFile: ~Copyable {
    private let descriptor: OwnedDescriptor
    private let path: String
    let size: Int
    /// Nanoseconds since 1970.
    let confirmedAt: Int64

    init(reading path: String) throws(SystemCallError) {
        let raw = try systemCall("open", on: path) {
            Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        let descriptor = OwnedDescriptor(owning: raw)
        var status = stat()
        try systemCall("fstat", on: path) { fstat(raw, &status) }
        size = Int(status.st_size)
        confirmedAt = status.st_mtim.nanoseconds
        self.descriptor = descriptor
        self.path = path
    }

    /// The image, where the file is a whole and undamaged entry of `key`.
    func image(of key: String) -> CachedImage? {
        guard let start = try? bytes(DiskEntryHeader.size),
            let fixed = DiskEntryHeader.Fixed(start, fileSize: size),
            let texts = try? bytes(fixed.textsLength), texts.starts(with: key.utf8),
            key.utf8.count == fixed.keyLength,
            let body = try? bytes(fixed.bodyLength), fixed.matches(texts: texts, body: body)
        else { return nil }
        let etag = fixed.etagLength.map { String(decoding: texts.suffix($0), as: UTF8.self) }
        return CachedImage(bytes: body, etag: etag)
    }

    func setTimes(used: Int64, confirmed: Int64) {
        FileTimes.set(descriptor.raw, used: used, confirmed: confirmed)
    }

    /// The next `count` bytes, or as many as there are.
    private func bytes(_ count: Int) throws(SystemCallError) -> [UInt8] {
        var failure: SystemCallError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemCallError) {
                while filled < count {
                    let free = buffer.baseAddress?.advanced(by: filled)
                    let got = try systemCall("read", on: path) {
                        Glibc.read(descriptor.raw, free, count - filled)
                    }
                    guard got > 0 else { return }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
