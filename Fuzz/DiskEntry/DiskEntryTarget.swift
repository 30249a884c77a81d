import CacheClient
import FuzzSupport

private let key = "http://origin/a.jpg"

/// Any bytes as an entry's file, and an entry made of any bytes: read back unchanged, and rejected with any
/// bit flipped.
package func fuzzDiskEntry(_ file: [UInt8]) {
    if let image = read(file, as: key) {
        demand(image.bytes.count < file.count, "more than the file holds")
    }

    // The tag is before the first zero byte, the image after it.
    let cut = file.firstIndex(of: 0)
    let etag = cut.map { String(decoding: file[..<$0], as: UTF8.self) }
    let body = Array(file[(cut ?? file.startIndex)...])
    let image = CachedImage(bytes: body, etag: etag)
    guard let start = DiskEntryHeader.encoded(image, key: key, storedAt: Int64(file.count)) else { return }
    var entry = start + body
    demand(read(entry, as: key) == image, "another image than was stored")
    demand(read(entry, as: key + "x") == nil, "the image of another key")
    demand(read(Array(entry.dropLast()), as: key) == nil, "an image out of part of a file")
    let place = file.suffix(2).reduce(0) { $0 << 8 | Int($1) } % entry.count
    entry[place] ^= 1 << (UInt8(truncatingIfNeeded: file.count) & 7)
    demand(read(entry, as: key) == nil, "a flipped bit in byte \(place) was not found")
}

private func read(_ file: [UInt8], as key: String) -> CachedImage? {
    var rest = file[...]
    let entry = DiskEntryHeader.entry(of: key, fileSize: file.count) { wanted in
        demand(wanted >= 0 && wanted <= max(file.count, 64), "\(wanted) bytes wanted of \(file.count)")
        let next = rest.prefix(wanted)
        rest = rest.dropFirst(next.count)
        return Array(next)
    }
    return entry?.image
}
