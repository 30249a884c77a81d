import Compression
import Figures
import Forwarding
import HTTP
import JSON
import LinkEngine
import LinkModel
import LinuxIO
import Programs
import Proxy
import Runs
import Scenarios
import Synchronization
import Wire

/// Carries out what a running `netlab proxy` is told by another command.
final class ProxySteering: ProxyControl {
    let log: ProxyLog
    private let lines: ProxyLines
    /// nil if the proxy follows no rules.
    private let rules: RulesFile?
    /// nil if packets are not recorded.
    private let captureFile: String?
    private let clock: RunClock
    private let page = Mutex<ProxyPage?>(nil)

    init(
        _ log: ProxyLog,
        _ lines: ProxyLines,
        rules: RulesFile? = nil,
        captureFile: String? = nil,
        _ clock: RunClock
    ) {
        self.log = log
        self.lines = lines
        self.rules = rules
        self.captureFile = captureFile
        self.clock = clock
    }

    /// The page whose links are made, once it is open.
    func attach(_ page: ProxyPage) {
        self.page.withLock { $0 = page }
    }

    // MARK: ProxyControl

    func answer(_ command: ControlCommand, _ switches: ProxySwitches) -> ControlAnswer {
        switch command {
        case .hold(let pattern, let phases, let isOn):
            switches.hold(pattern, phases, isOn)
            let what = BreakpointPhase.allCases.filter(phases.contains).map { "\($0)s" }.joined(
                separator: " and "
            )
            log.remark(isOn ? "holds \(what) of \(pattern)" : "no longer holds \(what) of \(pattern)")
        case .status, .list, .again, .past, .held, .show, .proceed, .abort: break
        case .page:
            guard let page = page.withLock({ $0 }) else {
                return .refused("the proxy has no page: start it with --ui")
            }
            let document: JSONValue = ["schema": "netlab.proxy-page/1", "url": .string(page.link())]
            return .done(Array("\(document.line)\n".utf8))
        case .intercept(let hosts, let isOn):
            switches.intercept(hosts, isOn)
            log.remark(isOn ? "decrypts TLS with \(hosts)" : "no longer decrypts TLS with \(hosts)")
        case .allow(let clients, let isOn):
            switches.allow(clients, isOn)
            log.remark(isOn ? "\(clients) may use the proxy" : "\(clients) may no longer use the proxy")
        case .line(let items):
            if let refusal = changing({ () throws(CommandFailure) in try change(items) }) { return refusal }
        case .hostLine(let hosts, let items):
            if let refusal = changing({ () throws(CommandFailure) in try change(hosts, items) }) {
                return refusal
            }
        }
        return .done(Array("\(status(switches).line)\n".utf8))
    }

    /// Changes lines and says so; returns why not, if that is refused.
    private func changing(_ change: () throws(CommandFailure) -> String) -> ControlAnswer? {
        do throws(CommandFailure) {
            log.remark(try change())
            return nil
        } catch {
            return .refused(error.message)
        }
    }

    private func change(_ items: QueryItems) throws(CommandFailure) -> String {
        let line = try front(items)
        try lines.change(to: line)
        return "the line is now \(line.words)"
    }

    /// `items` nil ends the line of the hosts.
    private func change(_ hosts: HostPattern, _ items: QueryItems?) throws(CommandFailure) -> String {
        guard let items else {
            try lines.remove(hosts)
            return "\(hosts) no longer has a line of its own"
        }
        let line = try front(items)
        try lines.put(hosts, behind: line)
        return "the line to \(hosts) is now \(line.words)"
    }

    private func front(_ items: QueryItems) throws(CommandFailure) -> FrontLine {
        try FrontLine.of(items, lossAsDelay: lines.lossAsDelay, command: ProxyOptions.command)
    }

    private func status(_ switches: ProxySwitches) -> JSONValue {
        let totals = log.totals
        return [
            "schema": "netlab.proxy-status/1",
            "intercepted": .array(switches.intercepted.map { .string($0.description) }),
            "allowed": .array(switches.allowed.map { .string($0.description) }),
            "passed": .array(
                switches.passed.map { ["client": .string($0.client.description), "host": .string($0.host)] }
            ),
            "profiles": .array(LinkCatalogue.profiles.map { .string($0.name) }),
            "breakpoints": .array(
                switches.breakpoints.map { breakpoint in
                    let phases = BreakpointPhase.allCases.filter(breakpoint.phases.contains)
                    return [
                        "pattern": .string(breakpoint.pattern.description),
                        "phases": .array(phases.map { .string($0.rawValue) }),
                    ]
                }
            ),
            "line": lines.words.json,
            "lines": .array(
                lines.hosts.map { ["host": .string($0.pattern), "line": .string($0.words)] }
            ),
            "rules": rules?.status ?? nil, "capture": captureFile.json,
            "requests": .integer(Int64(totals.requests)), "tunnels": .integer(Int64(totals.tunnels)),
            "failures": .integer(Int64(totals.failures)), "bytes": .integer(Int64(totals.bytes)),
            "lineNs": totals.line.json,
            "runningNs": .integer(clock.now() - .zero as Nanoseconds),
        ]
    }
}

/// What a running proxy tells of its exchanges.
extension ProxySteering {
    /// Largest body that is unpacked to be told.
    private static let longestBody = 1 << 26

    func document(_ requests: [PastRequest]) -> [UInt8] {
        let rows = requests.map { past -> JSONValue in
            let phases = ExchangePhases(past.server, held: past.held)
            return [
                "number": .integer(Int64(past.number)), "method": .string(past.request.head.method),
                "url": .string(past.request.url), "status": .integer(Int64(past.status)),
                "bytes": .integer(Int64(past.bytes)), "durationNs": past.duration.json,
                "client": .string(log.client(behind: past.client).description),
                "nameNs": phases.name.json, "connectNs": phases.connect.json, "tunnelNs": phases.tunnel.json,
                "tlsNs": phases.handshake.json, "requestNs": phases.request.json,
                "latencyNs": phases.latency.json, "responseNs": phases.response.json,
                "heldNs": phases.held.json,
            ]
        }
        return Self.line(["schema": "netlab.proxy-requests/1", "requests": .array(rows)])
    }

    func document(_ past: PastRequest) -> [UInt8] {
        let text = String(decoding: past.request.text(body: nil), as: UTF8.self)
        let (body, coding) = Self.body(of: past)
        var missing: PastBody.Reason?
        if case .missing(let reason) = past.body { missing = reason }
        return Self.line([
            "schema": "netlab.proxy-request/1", "number": .integer(Int64(past.number)),
            "method": .string(past.request.head.method), "url": .string(past.request.url),
            "hadBody": .bool(past.body != .none), "text": .string(text),
            "body": body.map { .string(Base64.encoded($0)) } ?? nil, "bodyCoding": coding.json,
            "bodyMissing": (missing?.description).json,
        ])
    }

    /// The kept body without compression, or as it is with the name of its coding.
    private static func body(of past: PastRequest) -> ([UInt8]?, coding: String?) {
        guard case .kept(let bytes) = past.body else { return (nil, nil) }
        let coding = past.request.head.fields["Content-Encoding"]
        if let plain = try? ContentUnpacking.unpacked(bytes, coding: coding, atMost: longestBody) {
            return (plain, nil)
        }
        return (bytes, coding)
    }

    func document(_ results: [RepeatedExchange], of past: PastRequest) -> [UInt8] {
        let rows = results.map { result -> JSONValue in
            [
                "status": .integer(Int64(result.status)), "bytes": .integer(Int64(result.bytes)),
                "durationNs": .integer(result.duration), "waitNs": result.wait.json,
                "keptAlive": .bool(result.isReused), "failure": (result.failure?.description).json,
            ]
        }
        return Self.line([
            "schema": "netlab.proxy-repeat/1", "number": .integer(Int64(past.number)),
            "method": .string(past.request.head.method), "url": .string(past.request.url),
            "results": .array(rows),
        ])
    }

    func document(_ held: [HeldMessage]) -> [UInt8] {
        Self.line([
            "schema": "netlab.proxy-held/1", "held": .array(held.map { .object(Self.members(of: $0)) }),
        ])
    }

    func document(_ held: HeldMessage, text: [UInt8]) -> [UInt8] {
        let text = JSONValue.Member(key: "text", value: .string(String(decoding: text, as: UTF8.self)))
        let schema = JSONValue.Member(key: "schema", value: "netlab.proxy-held-message/1")
        return Self.line(.object([schema] + Self.members(of: held) + [text]))
    }

    private static func members(of held: HeldMessage) -> [JSONValue.Member] {
        let values: [(String, JSONValue)] = [
            ("id", .integer(Int64(held.id))), ("number", .integer(Int64(held.number))),
            ("phase", .string(held.phase.rawValue)), ("method", .string(held.method)),
            ("url", .string(held.url)), ("status", held.status.json),
            ("since", .string(TimestampFormat.text(held.since))), ("waitingNs", .integer(held.waiting)),
            ("bodyBytes", .integer(Int64(held.bodyBytes))), ("showsBody", .bool(held.showsBody)),
        ]
        return values.map { JSONValue.Member(key: $0.0, value: $0.1) }
    }

    private static func line(_ document: JSONValue) -> [UInt8] { Array("\(document.line)\n".utf8) }
}
