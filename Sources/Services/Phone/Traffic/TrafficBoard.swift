import Archives
import JSON
import LivePage
import Serving
import Synchronization

/// What the page of phones' traffic asks for. Any thread may use it.
final class TrafficBoard: LivePageSource {
    /// A row as the page gets it, and the version of the board that has it.
    private struct Row {
        let version: Int
        let text: String
    }

    private struct State {
        var version = 0
        var flows: [Int: Row] = [:]
        var lookups: [Int: Row] = [:]
        /// Numbers of the oldest that are kept.
        var oldest = (flow: 1, lookup: 1)
        /// The first packet, in nanoseconds since 1970.
        var start: Int64?
        var line = ""
        /// Lines of their own, by phone.
        var ownLines = JSONValue.object([])
        /// What the Wi-Fi and the tunnel add, by phone.
        var checks = JSONValue.object([])
        /// Packets that came too fast to be looked at.
        var missed = 0
    }

    /// The phone that the code is for, and where it reaches netlab.
    private let phone: (name: String, endpoint: String)
    private let picture: [UInt8]
    private let state: Mutex<State>

    /// `code` is the phone's, in SVG: it has the phone's private key.
    init(phone: String, endpoint: String, code: String, line: String) {
        self.phone = (phone, endpoint)
        picture = Array(code.utf8)
        var state = State()
        state.line = line
        self.state = Mutex(state)
    }

    /// `own` are the lines that phones have of their own.
    func change(line: String, own: [(phone: String, line: String)] = []) {
        state.withLock {
            $0.version += 1
            $0.line = line
            $0.ownLines = .object(own.map { JSONValue.Member(key: $0.phone, value: .string($0.line)) })
        }
    }

    /// `checks` say what the Wi-Fi and the tunnel add for phones.
    func change(checks: [(phone: String, words: String)]) {
        state.withLock {
            $0.version += 1
            $0.checks = .object(checks.map { JSONValue.Member(key: $0.phone, value: .string($0.words)) })
        }
    }

    /// Takes rows in place of those of the same numbers. `start` is the first packet's timestamp.
    func show(_ change: PhoneTraffic.Change, start: Int64, oldest: (flow: Int, lookup: Int), missed: Int) {
        let flows = change.flows.map { ($0.number, $0.json(since: start).line) }
        let lookups = change.lookups.map { ($0.number, $0.json(since: start).line) }
        state.withLock { state in
            state.version += 1
            state.start = start
            state.missed = missed
            for (number, text) in flows { state.flows[number] = Row(version: state.version, text: text) }
            for (number, text) in lookups { state.lookups[number] = Row(version: state.version, text: text) }
            for number in state.oldest.flow..<max(state.oldest.flow, oldest.flow) {
                state.flows[number] = nil
            }
            for number in state.oldest.lookup..<max(state.oldest.lookup, oldest.lookup) {
                state.lookups[number] = nil
            }
            state.oldest = oldest
        }
    }

    // MARK: LivePageSource

    func traffic(after version: Int) -> [UInt8]? {
        state.withLock { state in
            let frame: [JSONValue.Member] = [
                .init(key: "version", value: state.version.json),
                .init(key: "startedAtMs", value: state.start.map { $0 / 1_000_000 }.json),
                .init(key: "line", value: state.line.json),
                .init(key: "ownLines", value: state.ownLines),
                .init(key: "withoutLine", value: state.checks),
                .init(key: "phone", value: phone.name.json),
                .init(key: "endpoint", value: phone.endpoint.json),
                .init(key: "steps", value: PhoneAnnouncement.steps.json),
                .init(key: "oldestFlow", value: state.oldest.flow.json),
                .init(key: "oldestLookup", value: state.oldest.lookup.json),
                .init(key: "missedPackets", value: state.missed.json),
            ]
            let head = JSONValue.object(frame).line.dropLast()
            func list(_ rows: [Int: Row]) -> String {
                let fresh = rows.filter { $0.value.version > version }.sorted { $0.key < $1.key }
                return "[\(fresh.map(\.value.text).joined(separator: ","))]"
            }
            return Array("\(head),\"flows\":\(list(state.flows)),\"lookups\":\(list(state.lookups))}".utf8)
        }
    }

    func code() -> [UInt8]? { picture }

    func exchange(_ number: Int) -> [UInt8]? { nil }

    func content(_ number: Int, _ side: PageRoute.Side) -> PageContent? { nil }

    func archive(_ numbers: [Int]?) -> [UInt8] { ArchiveFrame.archive([], comment: "netlab phone") }

    func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer {
        .now(.text(404, "this page takes no commands\n"))
    }
}
