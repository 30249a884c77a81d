import Images
import Scenarios
import Synchronization

/// What one host has, and how it answers for it.
final class OriginSite: Sendable {
    /// What a target leads to.
    enum Finding {
        case subject(Subject)
        /// An image that is not there yet.
        case unmade(FixtureRequest)
        /// There is no such thing.
        case nothing
        /// An image that was meant, and cannot be asked for so.
        case refused(FixtureRefusal)
    }

    /// What a target asks to be made, and how it is answered.
    private struct Asked: Sendable {
        let place: FixturePlace
        let behaviour: ResponseBehaviour
    }

    /// Targets that are not read anew; with more of them all are forgotten.
    private static let mostAsked = 1000

    let files: FileStore
    /// What stands in front of its paths where all hosts' are told apart; empty for the origin's own.
    private let prefix: String
    private let settings: OriginSettings
    private let seed: UInt64
    private let fixtures: FixtureShelf
    private let asked = Mutex<[RequestTarget: Asked]>([:])

    /// Makes every file before it returns. Images made on request are looked for on a shelf that sites share.
    init(
        _ settings: OriginSettings,
        host: String? = nil,
        seed: UInt64,
        fixtures: FixtureShelf
    ) throws(OriginError) {
        prefix = host.map { $0 + "/" } ?? ""
        self.settings = settings
        self.seed = seed
        self.fixtures = fixtures
        files = try FileStore(settings, seed: seed)
    }

    private func asked(by target: RequestTarget) throws(FixtureRefusal) -> Asked {
        if let known = asked.withLock({ $0[target] }) { return known }
        let asked = Asked(
            place: try FixturePlace(target, defaultSeed: seed),
            behaviour: settings.behaviour(of: target.path)
        )
        self.asked.withLock { known in
            if known.count == Self.mostAsked { known.removeAll() }
            known[target] = asked
        }
        return asked
    }

    /// True where there is nothing to find, by the first look; false where it takes more to tell.
    func isWithout(_ target: String) -> Bool {
        // Whatever begins otherwise, escaped or not, is no image that is made.
        guard files.names.isEmpty, target.utf8.first == UInt8(ascii: "/") else { return false }
        let second = target.utf8.dropFirst().first
        return second != FixturePlace.folder.utf8.first && second != UInt8(ascii: "%")
    }

    func find(_ target: RequestTarget) -> Finding {
        if let entry = files[target.path] { return .subject(Subject(entry, name: prefix + target.path)) }
        guard target.path.utf8.starts(with: FixturePlace.folder.utf8) else {
            return .nothing
        }
        do throws(FixtureRefusal) {
            let asked = try asked(by: target)
            let request = FixtureRequest(
                place: asked.place,
                name: prefix.isEmpty ? target.path : prefix + target.path,
                behaviour: asked.behaviour
            )
            guard let resource = fixtures.find(asked.place) else { return .unmade(request) }
            return .subject(request.subject(resource))
        } catch {
            return .refused(error)
        }
    }
}
