import Compression
import Fixtures
import Scenarios
import Synchronization

/// A site's files by name, made before the first request, each with a version that `change` counts up.
final class FileStore: Sendable {
    struct Entry: Sendable {
        var file: OriginFile
        var behaviour: ResponseBehaviour
        var version: Int
        var resource: Resource
    }

    /// The first long files take one each.
    private static let mostDescriptors = 256

    private let seed: UInt64
    private let drawing: (any FixtureDrawing)?
    let names: [String]
    private let entries: Mutex<[String: Entry]>

    init(
        _ settings: OriginSettings,
        seed: UInt64,
        drawing: (any FixtureDrawing)?
    ) throws(OriginError) {
        self.seed = seed
        self.drawing = drawing
        names = settings.files.map(\.name)
        var entries: [String: Entry] = [:]
        for file in settings.files {
            let behaviour = settings.behaviour(of: file.name)
            let content = FileContent(file, behaviour, seed: seed, drawing: drawing)
            var resource = try content.resource(version: 1)
            if entries.count < Self.mostDescriptors { resource.moveToKernel(named: file.name) }
            entries[file.name] = Entry(file: file, behaviour: behaviour, version: 1, resource: resource)
        }
        self.entries = Mutex(entries)
    }

    subscript(name: String) -> Entry? {
        entries.withLock { $0[name] }
    }

    /// Gives each of these files new bytes of the same size, or only a new date if it keeps its bytes. If one
    /// file is unknown, none changes.
    func change(_ names: [String]) throws(OriginError) {
        var changed: [String: Entry] = [:]
        for name in names {
            // The images are made outside the lock: the server's thread must not wait for them.
            guard var entry = changed[name] ?? self[name] else {
                throw .unknownFile(name, known: self.names)
            }
            entry.version += 1
            let content = FileContent(entry.file, entry.behaviour, seed: seed, drawing: drawing)
            var resource = try content.resource(version: entry.version)
            if entry.resource.isInKernel { resource.moveToKernel(named: name) }
            entry.resource = resource
            changed[name] = entry
        }
        entries.withLock { $0.merge(changed) { $1 } }
    }
}
