import Images
import Scenarios

/// What one host has, and how it answers for it.
final class OriginSite: Sendable {
    /// What a target leads to.
    enum Finding {
        case subject(Subject)
        /// There is no such thing, or it cannot be made: the status and a word on it.
        case nothing(status: Int, String)
    }

    let files: FileStore
    /// What stands in front of its paths where all hosts' are told apart; empty for the origin's own.
    private let prefix: String
    private let settings: OriginSettings
    private let seed: UInt64
    private let fixtures: FixtureShelf

    /// Makes every file before it returns. Images made on request come from a shelf that sites share.
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

    func find(_ target: RequestTarget) -> Finding {
        if let entry = files[target.path] { return .subject(Subject(entry, name: prefix + target.path)) }
        guard target.path.hasPrefix("fixture/") else {
            return .nothing(status: 404, "no such file here; \(FixturePlace.usage) makes one")
        }
        do throws(FixtureRefusal) {
            let place = try FixturePlace(target, defaultSeed: seed)
            let behaviour = settings.behaviour(of: target.path)
            return .subject(
                Subject(
                    name: prefix + target.path,
                    resource: try fixtures.resource(place),
                    behaviour: behaviour
                )
            )
        } catch {
            return .nothing(status: 400, "\(error)")
        }
    }
}
