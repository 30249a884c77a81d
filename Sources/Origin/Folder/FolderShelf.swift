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

    /// Targets that a file was found by: each has one place, which the latest of those that share it has.
    private static let targetPlaces = 256

    private struct Content {
        /// By the digest of the place: of two that have the same one, one is kept.
        var files: [UInt64: KeptFile] = [:]
        /// Of the files above.
        var targets: [(target: String, file: KeptFile)?] = []
    }

    private let content = Mutex(Content())

    var count: Int { content.withLock { $0.files.count } }

    func find(_ place: [UInt8], in state: FileState) -> KeptFile? {
        let found = content.withLock { $0.files[ContentDigest.of(place)] }
        guard let found, found.place == place, found.state == state else { return nil }
        return found
    }

    /// What was found by exactly this target the last time, in the state that it had then.
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
            // Nothing else may hold its descriptor.
            for place in content.targets.indices where content.targets[place]?.file === former {
                content.targets[place] = nil
            }
        }
    }

    /// A file that is kept was found by this target, and by nothing but its path.
    func note(_ target: String, for file: KeptFile) {
        content.withLock { content in
            guard content.files[ContentDigest.of(file.place)] === file else { return }
            if content.targets.isEmpty {
                content.targets = Array(repeating: nil, count: Self.targetPlaces)
            }
            content.targets[Self.place(of: target)] = (target, file)
        }
    }

    /// There are no descriptors left: those held here are given back.
    func clear() {
        content.withLock { $0 = Content() }
    }

    private static func place(of target: String) -> Int {
        Int(ContentDigest.of(target.utf8.span) % UInt64(targetPlaces))
    }
}
