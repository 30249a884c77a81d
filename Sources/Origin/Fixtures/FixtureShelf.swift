import Images
import Serving
import Synchronization

/// Images made on request, the latest of them kept. Any thread may ask.
final class FixtureShelf: Sendable {
    /// A class, since the shelf is sorted anew with each request.
    private final class Kept: Sendable {
        let place: FixturePlace
        let resource: Resource

        init(_ resource: Resource, at place: FixturePlace) {
            self.place = place
            self.resource = resource
        }
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

    /// nil where it has to be made.
    func find(_ place: FixturePlace) -> Resource? { take(place)?.resource }

    /// What is answered by this name to who asks for an image that is here; nil where that is not known.
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
