import Synchronization

/// The files of a folder that were asked for lately: short ones as bytes, others open.
///
/// A file is found here only in the state that it has in the folder now, and only states that have settled are put in: what
/// is changed, replaced, moved or removed is never sent as it was. (A program that writes through a mapping is seen when
/// the kernel stamps the file for it.)
final class FolderShelf: Sendable {
    /// A full shelf is cleared. So many descriptors, at most, are held beside those of responses under way.
    static let capacity = 128
    /// Longer bodies stay in their files, and the kernel sends them from there.
    static let longestCopy = 16_384

    /// By the digest of the place: of two that have the same one, one is kept.
    private let files = Mutex<[UInt64: KeptFile]>([:])

    var count: Int { files.withLock { $0.count } }

    func find(_ place: [UInt8], in state: FileState) -> KeptFile? {
        let found = files.withLock { $0[ContentDigest.of(place)] }
        guard let found, found.place == place, found.state == state else { return nil }
        return found
    }

    func keep(_ file: KeptFile) {
        files.withLock { files in
            if files.count == Self.capacity { files.removeAll() }
            files[ContentDigest.of(file.place)] = file
        }
    }

    /// There are no descriptors left: those held here are given back.
    func clear() {
        files.withLock { $0.removeAll() }
    }
}
