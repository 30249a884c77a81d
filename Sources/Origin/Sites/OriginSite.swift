import Fixtures
import HTTP
import Scenarios
import Serving
import Synchronization

/// One host's content and behaviour.
final class OriginSite: Sendable {
    /// Result of looking up a target.
    enum Finding {
        case subject(Subject)
        /// An image that has not been made yet.
        case unmade(FixtureRequest)
        /// There is no such thing.
        case nothing
        /// A target that is meant as an image but is not a valid one.
        case refused(FixtureRefusal)
    }

    /// Targets whose parsed form is cached; with more, all are dropped.
    private static let mostAsked = 1000

    let files: FileStore
    private let hasFiles: Bool
    /// Prefix of its paths when all hosts' paths are told apart; empty for the origin's own host.
    private let prefix: String
    private let settings: OriginSettings
    private let seed: UInt64
    /// nil if no images are made on request.
    private let fixtures: FixtureCache?
    /// Requested images, by the target as sent: none of these is a file's.
    private let asked = Mutex<[String: FixtureRequest]>([:])

    /// Makes every file before it returns, images with `drawing`. Images made on request are looked up in a cache that
    /// sites share.
    init(
        _ settings: OriginSettings,
        host: String? = nil,
        seed: UInt64,
        drawing: (any FixtureDrawing)?,
        fixtures: FixtureCache?
    ) throws(OriginError) {
        prefix = host.map { $0 + "/" } ?? ""
        self.settings = settings
        self.seed = seed
        self.fixtures = fixtures
        files = try FileStore(settings, seed: seed, drawing: drawing)
        hasFiles = !settings.files.isEmpty
    }

    /// True if a quick check shows that the target finds nothing; false if deciding takes more.
    func isWithout(_ target: String) -> Bool {
        // A target that begins otherwise, escaped or not, is no image to be made.
        guard !hasFiles, target.utf8.first == UInt8(ascii: "/") else { return false }
        let second = target.utf8.dropFirst().first
        return second != FixturePlace.folder.utf8.first && second != UInt8(ascii: "%")
    }

    /// The answer for something that is always answered alike and was requested before by the same target.
    /// nil if deciding takes more.
    func readyAnswer(to request: HTTPRequestHead) -> ServedResponse? {
        guard let known = asked.withLock({ $0[request.target] }) else { return nil }
        return fixtures?.answers(known.place, for: known.name)?.answer(to: request)
    }

    func find(_ text: String) -> Finding {
        if let known = asked.withLock({ $0[text] }) { return finding(of: known) }
        let target = RequestTarget(text)
        if let entry = files[target.path] { return .subject(Subject(entry, name: prefix + target.path)) }
        guard fixtures != nil, target.path.utf8.starts(with: FixturePlace.folder.utf8) else {
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
        fixtures?.find(request.place).map { .subject(request.subject($0)) } ?? .unmade(request)
    }
}
