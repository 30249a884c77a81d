import Images
import Serving
import Synchronization

/// Images made on request, the latest of them kept.
///
/// One that is not kept is made by the thread that asks, which is the server's: all its connections wait for some
/// 20 ms for a JPEG of a megabyte, 100 ms for one of 4000x3000 pixels, and `FixtureImage.make` says how long at most.
/// Measured files belong into the scenario: those are made before anybody asks.
final class FixtureShelf: Sendable {
    private struct Kept {
        var place: FixturePlace
        var resource: Resource
    }

    /// Each takes a descriptor, if it is long.
    private static let mostImages = 256
    /// All bodies together, in bytes.
    private let capacity: Int
    /// The latest asked for stands last.
    private let kept = Mutex<[Kept]>([])

    init(capacity: Int = 128_000_000) {
        self.capacity = capacity
    }

    func resource(_ place: FixturePlace) throws(FixtureRefusal) -> Resource {
        let found = kept.withLock { kept -> Resource? in
            guard let index = kept.firstIndex(where: { $0.place == place }) else { return nil }
            let found = kept.remove(at: index)
            kept.append(found)
            return found.resource
        }
        if let found { return found }
        var resource = try Self.make(place)
        resource.moveToKernel(named: place.name)
        kept.withLock { [resource] kept in
            kept.append(Kept(place: place, resource: resource))
            var held = kept.reduce(0) { $0 + $1.resource.body.count }
            while kept.count > 1, held > capacity || kept.count > Self.mostImages {
                held -= kept.removeFirst().resource.body.count
            }
        }
        return resource
    }

    private static func make(_ place: FixturePlace) throws(FixtureRefusal) -> Resource {
        do throws(ImageError) {
            let bytes = try FixtureImage.make(
                place.shape,
                seed: place.seed,
                name: place.name,
                version: place.version
            )
            return Resource(bytes, place.shape.kind)
        } catch {
            throw .image(error)
        }
    }
}
