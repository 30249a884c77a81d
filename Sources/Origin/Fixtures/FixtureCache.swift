import Serving
import Synchronization

/// Cache of images made on request. Any thread may use it.
final class FixtureCache: Sendable {
    /// A class, because each request reorders the cache.
    private final class Kept: Sendable {
        let place: FixturePlace
        let resource: Resource

        init(_ resource: Resource, at place: FixturePlace) {
            self.place = place
            self.resource = resource
        }
    }

    /// Each long image takes a descriptor.
    private static let mostImages = 256
    /// Limit for all bodies together, in bytes.
    private let capacity: Int
    /// In the order of use, the latest last.
    private let kept = Mutex<[Kept]>([])

    init(capacity: Int = 128_000_000) {
        self.capacity = capacity
    }

    /// nil if it has to be made.
    func find(_ place: FixturePlace) -> Resource? { take(place)?.resource }

    /// The answers under this name for an image in the cache; nil if they are unknown.
    func answers(_ place: FixturePlace, for name: String) -> PreparedAnswers? {
        take(place)?.resource.answers.find(name)
    }

    private func take(_ place: FixturePlace) -> Kept? {
        kept.withLock { kept in
            guard let index = kept.lastIndex(where: { $0.place == place }) else { return nil }
            if index < kept.count - 1 { kept.append(kept.remove(at: index)) }
            return kept.last
        }
    }

    func keep(_ resource: Resource, at place: FixturePlace) {
        kept.withLock { kept in
            kept.append(Kept(resource, at: place))
            var held = kept.reduce(0) { $0 + $1.resource.body.count }
            while kept.count > 1, held > capacity || kept.count > Self.mostImages {
                held -= kept.removeFirst().resource.body.count
            }
        }
    }
}
