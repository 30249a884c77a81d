import HTTP
import Images
import Scenarios
import Serving
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

    /// Targets that are not read anew; with more of them all are forgotten.
    private static let mostAsked = 1000

    let files: FileStore
    private let hasFiles: Bool
    /// What stands in front of its paths where all hosts' are told apart; empty for the origin's own.
    private let prefix: String
    private let settings: OriginSettings
    private let seed: UInt64
    private let fixtures: FixtureShelf
    /// What was asked to be made, by the target as it was sent: none of these is a file's.
    private let asked = Mutex<[String: FixtureRequest]>([:])

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
        hasFiles = !settings.files.isEmpty
    }

    /// True where there is nothing to find, by the first look; false where it takes more to tell.
    func isWithout(_ target: String) -> Bool {
        // Whatever begins otherwise, escaped or not, is no image that is made.
        guard !hasFiles, target.utf8.first == UInt8(ascii: "/") else { return false }
        let second = target.utf8.dropFirst().first
        return second != FixturePlace.folder.utf8.first && second != UInt8(ascii: "%")
    }

    /// What is always answered alike, and was asked for before by the same target. nil where it takes more to tell.
    func readyAnswer(to request: HTTPRequestHead) -> ServedResponse? {
        guard let known = asked.withLock({ $0[request.target] }) else { return nil }
        return fixtures.answers(known.place, for: known.name)?.answer(to: request)
    }

    func find(_ text: String) -> Finding {
        if let known = asked.withLock({ $0[text] }) { return finding(of: known) }
        let target = RequestTarget(text)
        if let entry = files[target.path] { return .subject(Subject(entry, name: prefix + target.path)) }
        guard target.path.utf8.starts(with: FixturePlace.folder.utf8) else {
            return .nothing
        }
        do throws(FixtureRefusal) {
            let request = FixtureRequest(
                place: try FixturePlace(target, defaultSeed: seed),
                name: prefix + target.path,
                behaviour: settings.behaviour(of: target.path)
            )
            asked.withLock { asked in
                if asked.count == Self.mostAsked { asked.removeAll() }
                asked[text] = request
            }
            return finding(of: request)
        } catch {
            return .refused(error)
        }
    }

    private func finding(of request: FixtureRequest) -> Finding {
        fixtures.find(request.place).map { .subject(request.subject($0)) } ?? .unmade(request)
    }
}
