import LinuxIO
import Logs
import Synchronization

@testable import CacheClient

/// A single stage: its loads record their next steps without performing them.
final class StageBench: Sendable {
    let log: LoadLog
    private let steps = Mutex<[LoadStep]>([])
    private let answers = Mutex<[ImageResponse]>([])
    private let told: Events

    private final class Events: Sendable {
        let kinds = Mutex<[TimingEvent.Kind]>([])
    }

    init() {
        let told = Events()
        self.told = told
        log = LoadLog(RunClock(), Calendar()) { event in told.kinds.withLock { $0.append(event.kind) } }
    }

    var events: [TimingEvent.Kind] { told.kinds.withLock { $0 } }

    /// What the caller received.
    var responses: [ImageResponse] { answers.withLock { $0 } }

    /// Names of the next steps.
    var stepNames: [String] {
        steps.withLock { $0.map { "\($0)".prefix { $0 != "(" }.description } }
    }

    func load(
        _ request: ImageRequest = ImageRequest(url: "http://a.test/"),
        _ configuration: Configuration = Configuration(),
        held: Load.Held? = nil
    ) -> Load {
        let caller = ImageLoad(.direct) { [log] in ResponseBuilder(log).refusal(1, since: log.now(), $0) }
        _ = caller.begin { [self] response in answers.withLock { $0.append(response) } }
        return Load(
            request: request,
            id: 1,
            start: log.now(),
            settings: PreparedConfiguration(configuration),
            generation: 0,
            caller: caller,
            held: held
        ) { [self] _, step in steps.withLock { $0.append(step) } }
    }
}
