import Forwarding
import HTTP
import JSON
import LinkEngine
import LinkModel
import LinuxIO
import Proxy
import Runs
import Scenarios
import Synchronization
import Wire

/// Carries out what a running `netlab proxy` is told by another command.
final class ProxySteering: ProxyControl {
    private struct Line {
        var stream: StreamLine
        var front: FrontLine
    }

    let log: ProxyLog
    private let clock: RunClock
    private let line = Mutex<Line?>(nil)
    private let page = Mutex<ProxyPage?>(nil)

    init(_ log: ProxyLog, _ clock: RunClock) {
        self.log = log
        self.clock = clock
    }

    /// The line that clients are behind, once it is open.
    func steers(_ stream: StreamLine?, _ front: FrontLine) {
        line.withLock { $0 = stream.map { Line(stream: $0, front: front) } }
    }

    /// The page whose links are made, once it is open.
    func shows(_ page: ProxyPage) {
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
            log.remark(isOn ? "holds \(what) of \(pattern)" : "holds \(what) of \(pattern) no longer")
        case .status, .list, .again, .past, .held, .show, .proceed, .abort: break
        case .page:
            guard let page = page.withLock({ $0 }) else {
                return .refused("the proxy has no page: start it with --ui")
            }
            let document: JSONValue = ["schema": "netlab.proxy-page/1", "url": .string(page.link())]
            return .done(Array("\(document.line)\n".utf8))
        case .intercept(let hosts, let isOn):
            switches.intercept(hosts, isOn)
            log.remark(isOn ? "looks into TLS with \(hosts)" : "looks no longer into TLS with \(hosts)")
        case .allow(let clients, let isOn):
            switches.allow(clients, isOn)
            log.remark(isOn ? "\(clients) may use the proxy" : "\(clients) may no longer use the proxy")
        case .line(let items):
            do throws(CommandFailure) {
                log.remark("the line is now \(try change(items).words)")
            } catch {
                return .refused(error.message)
            }
        }
        return .done(Array("\(status(switches).line)\n".utf8))
    }

    private func change(_ items: QueryItems) throws(CommandFailure) -> FrontLine {
        let words = items.items.flatMap { ["--\($0.name)", $0.value ?? ""] }
        let arguments = try ParsedArguments(
            words,
            taking: ScenarioLoading.options,
            command: ProxyCommand.name
        )
        let loading = try ScenarioLoading(arguments)
        let scenario = try BareScenario.load(loading, command: ProxyCommand.name)
        return try line.withLock { line throws(CommandFailure) in
            guard let present = line else {
                throw CommandFailure(
                    .failed,
                    "the proxy has no line: start it with --profile, or with --line to begin without limits"
                )
            }
            let front = try FrontLine(scenario, lossAsDelay: present.front.lossAsDelay, isKept: true)
            if let settings = front.settings { present.stream.change(settings.parameters) }
            line?.front = front
            return front
        }
    }

    private func status(_ switches: ProxySwitches) -> JSONValue {
        let front = line.withLock { $0?.front }
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
            "line": front.map { .string($0.words) } ?? nil,
            "requests": .integer(Int64(totals.requests)), "tunnels": .integer(Int64(totals.tunnels)),
            "failures": .integer(Int64(totals.failures)), "bytes": .integer(Int64(totals.bytes)),
            "runningNs": .integer(clock.now() - .zero as Nanoseconds),
        ]
    }
}
