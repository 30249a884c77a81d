import Images
import Synchronization

/// The origin's files by name, made before anybody asks, each with a version that `change` counts up.
final class FileStore: Sendable {
    struct Entry: Sendable {
        var file: OriginConfiguration.File
        var version: Int
        var resource: Resource
    }

    private let seed: UInt64
    private let names: [String]
    private let entries: Mutex<[String: Entry]>

    init(_ configuration: OriginConfiguration) throws(OriginError) {
        seed = configuration.seed
        names = configuration.files.map(\.name)
        var entries: [String: Entry] = [:]
        for file in configuration.files {
            let resource = try Self.make(file, version: 1, seed: configuration.seed)
            entries[file.name] = Entry(file: file, version: 1, resource: resource)
        }
        self.entries = Mutex(entries)
    }

    subscript(name: String) -> Entry? {
        entries.withLock { $0[name] }
    }

    /// Gives each of these files new bytes of the same size. None changes where one is unknown.
    func change(_ names: [String]) throws(OriginError) {
        var changed: [String: Entry] = [:]
        for name in names {
            // The images are made outside the lock: the server's thread must not wait for them.
            guard var entry = changed[name] ?? self[name] else {
                throw .unknownFile(name, known: self.names)
            }
            entry.version += 1
            entry.resource = try Self.make(entry.file, version: entry.version, seed: seed)
            changed[name] = entry
        }
        entries.withLock { $0.merge(changed) { $1 } }
    }

    private static func make(
        _ file: OriginConfiguration.File,
        version: Int,
        seed: UInt64
    ) throws(OriginError) -> Resource {
        do throws(ImageError) {
            let shape = try FixtureShape(
                file.kind,
                bytes: file.size,
                pixels: file.pixels,
                isProgressive: file.isProgressive
            )
            let bytes = try FixtureImage.make(shape, seed: seed, name: file.name, version: version)
            return Resource(bytes, file.kind)
        } catch {
            throw .image(file: file.name, error)
        }
    }
}
