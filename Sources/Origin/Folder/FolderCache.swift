import Synchronization

/// Recently requested files of a folder: short ones as bytes, others open.
///
/// A file is found here only in the state that it has in the folder now, and only settled states are added,
/// so a file that was changed, replaced, moved or removed is never sent in its old state. (A program that
/// writes through a mapping is noticed when the kernel stamps the file for it.)
final class FolderCache: Sendable {
    /// A full cache is cleared. At most this many descriptors are held beside those of responses under way.
    static let capacity = 128
    /// Longer bodies stay in their files, and the kernel sends them from there.
    static let longestCopy = 16_384

    /// Slots for targets that found a file; of targets that share a slot, the latest has it.
    private static let targetPlaces = 256

    private struct Content {
        /// By the digest of the place; of two places with the same digest, one is kept.
        var files: [UInt64: KeptFile] = [:]
        /// Targets of the files above.
        var targets: [(target: String, file: KeptFile)?] = []
    }

    private let content = Mutex(Content())

    var count: Int { content.withLock { $0.files.count } }

    func find(_ place: [UInt8], in state: FileState) -> KeptFile? {
        let found = content.withLock { $0.files[ContentDigest.of(place)] }
        guard let found, found.place == place, found.state == state else { return nil }
        return found
    }

    /// The file that exactly this target found last, in its state at that time.
    func find(target: String) -> KeptFile? {
        let place = Self.place(of: target)
        return content.withLock { content in
            guard place < content.targets.count, let found = content.targets[place], found.target == target
            else { return nil }
            return found.file
        }
    }

    func keep(_ file: KeptFile) {
        content.withLock { content in
            if content.files.count == Self.capacity { content = Content() }
            let former = content.files.updateValue(file, forKey: ContentDigest.of(file.place))
            guard let former else { return }
            // Nothing else may keep its descriptor open.
            for place in content.targets.indices where content.targets[place]?.file === former {
                content.targets[place] = nil
            }
        }
    }

    /// Notes that this target found a kept file, by nothing but its path.
    func note(_ target: String, for file: KeptFile) {
        content.withLock { content in
            guard content.files[ContentDigest.of(file.place)] === file else { return }
            if content.targets.isEmpty {
                content.targets = Array(repeating: nil, count: Self.targetPlaces)
            }
            content.targets[Self.place(of: target)] = (target, file)
        }
    }

    /// Out of descriptors: gives back those held here.
    func clear() {
        content.withLock { $0 = Content() }
    }

    private static func place(of target: String) -> Int {
        Int(ContentDigest.of(target.utf8.span) % UInt64(targetPlaces))
    }
}
