package import Forwarding
package import HTTP
package import Wire

/// What a running proxy can be told by a request to `http://netlab.test/control`.
package enum ControlCommand: Hashable, Sendable {
    /// Tell what is switched on, and what has passed so far.
    case status
    case intercept(HostPattern, Bool)
    case allow(IPNetwork, Bool)
    /// Change the line to these settings: `profile` and `set`, as on the command line.
    case line(QueryItems)
    /// Put these hosts behind a line of their own with these settings, or no longer.
    case hostLine(HostPattern, QueryItems?)
    /// Tell the newest requests, so many of them.
    case list(Int)
    /// Send a past request again.
    case again(Int, times: Int, concurrency: Int)
    /// Make a new link to the proxy's page.
    case page
    /// Tell a past request as a text.
    case past(Int)
    /// Hold requests, responses or both from now on, or no longer.
    case hold(BreakpointPattern, Set<BreakpointPhase>, Bool)
    /// Tell what is held.
    case held
    /// Tell one of it, by its id.
    case show(Int)
    /// Let one go on: unchanged, or as the text says that is the command's body.
    case proceed(Int)
    /// Answer one with an error page.
    case abort(Int)

    /// Times that one command repeats a request.
    package static let times = 1...100_000
    package static let concurrency = 1...1000

    private static let root = "/control"

    /// Whether the target is one of the control's, even if there is no such command.
    static func isMeant(_ target: String) -> Bool {
        let path = target.prefix { $0 != "?" }
        return path == root || path.hasPrefix("\(root)/")
    }

    /// nil if there is no such command.
    package init?(method: String, target: String) {
        let path = target.prefix { $0 != "?" }
        let parts = path.split(separator: "/").dropFirst().map { PercentEncoding.decoded($0) }
        switch (method, parts.count, parts.first) {
        case ("GET", 0, _): self = .status
        case ("GET", 1, "requests"):
            guard let count = QueryItems(target: target)?["newest"].flatMap({ Int($0) }), count > 0 else {
                return nil
            }
            self = .list(count)
        case ("POST", 2, "requests"):
            guard let items = QueryItems(target: target), let number = parts[1].flatMap({ Int($0) }),
                let times = items["times"].flatMap({ Int($0) }), Self.times.contains(times),
                let concurrency = items["concurrency"].flatMap({ Int($0) }),
                Self.concurrency.contains(concurrency)
            else { return nil }
            self = .again(number, times: times, concurrency: concurrency)
        case ("POST", 1, "page"): self = .page
        case ("PUT", 1, "line"):
            guard let items = QueryItems(target: target) else { return nil }
            self = .line(items)
        case ("PUT", 2, "lines"):
            guard let hosts = parts[1].flatMap({ HostPattern($0) }), let items = QueryItems(target: target)
            else { return nil }
            self = .hostLine(hosts, items)
        case ("DELETE", 2, "lines"):
            guard let hosts = parts[1].flatMap({ HostPattern($0) }) else { return nil }
            self = .hostLine(hosts, nil)
        case ("PUT", 2, "intercepted"), ("DELETE", 2, "intercepted"):
            guard let hosts = parts[1].flatMap({ HostPattern($0) }) else { return nil }
            self = .intercept(hosts, method == "PUT")
        case ("PUT", 2, "allowed"), ("DELETE", 2, "allowed"):
            guard let clients = parts[1].flatMap({ IPNetwork($0) }) else { return nil }
            self = .allow(clients, method == "PUT")
        case (_, 2, "breakpoints"), (_, 1..., "held"), ("GET", 2, "requests"):
            guard let command = Self.ofMessages(method, target, parts) else { return nil }
            self = command
        default: return nil
        }
    }

    /// A command about single messages. `parts` is the decoded path.
    private static func ofMessages(_ method: String, _ target: String, _ parts: [String?]) -> ControlCommand?
    {
        let id = parts.dropFirst().first.flatMap { $0.flatMap { Int($0) } }
        switch (method, parts.first, parts.count, id) {
        case ("PUT", "breakpoints", 2, _), ("DELETE", "breakpoints", 2, _):
            guard let pattern = parts[1].flatMap({ BreakpointPattern($0) }),
                let phases = Self.phases(QueryItems(target: target)?["phases"])
            else { return nil }
            return .hold(pattern, phases, method == "PUT")
        case ("GET", "held", 1, _): return .held
        case ("GET", "held", 2, let id?): return .show(id)
        case ("POST", "held", 2, let id?): return .proceed(id)
        case ("DELETE", "held", 2, let id?): return .abort(id)
        case ("GET", "requests", 2, let number?): return .past(number)
        default: return nil
        }
    }

    private static func phases(_ text: String?) -> Set<BreakpointPhase>? {
        guard let text else { return Set(BreakpointPhase.allCases) }
        let words = text.split(separator: ",").map { BreakpointPhase(rawValue: String($0)) }
        let phases = Set(words.compactMap { $0 })
        return phases.isEmpty || words.contains(nil) ? nil : phases
    }

    /// The method and the target that say it.
    package var request: (method: String, target: String) {
        switch self {
        case .status: ("GET", Self.root)
        case .intercept(let hosts, let isOn):
            (Self.method(isOn), "\(Self.root)/intercepted/\(PercentEncoding.encoded(hosts.description))")
        case .allow(let clients, let isOn):
            (Self.method(isOn), "\(Self.root)/allowed/\(PercentEncoding.encoded(clients.description))")
        case .list(let count): ("GET", "\(Self.root)/requests?newest=\(count)")
        case .again(let number, let times, let concurrency):
            ("POST", "\(Self.root)/requests/\(number)?times=\(times)&concurrency=\(concurrency)")
        case .page: ("POST", "\(Self.root)/page")
        case .line(let items): ("PUT", "\(Self.root)/line?\(items)")
        case .hostLine(let hosts, let items):
            (
                Self.method(items != nil),
                "\(Self.root)/lines/\(PercentEncoding.encoded(hosts.description))"
                    + (items.map { "?\($0)" } ?? "")
            )
        case .hold(let pattern, let phases, let isOn):
            (
                Self.method(isOn),
                "\(Self.root)/breakpoints/\(PercentEncoding.encoded(pattern.description))"
                    + "?phases=\(phases.map(\.rawValue).sorted().joined(separator: ","))"
            )
        case .held: ("GET", "\(Self.root)/held")
        case .show(let id): ("GET", "\(Self.root)/held/\(id)")
        case .proceed(let id): ("POST", "\(Self.root)/held/\(id)")
        case .abort(let id): ("DELETE", "\(Self.root)/held/\(id)")
        case .past(let number): ("GET", "\(Self.root)/requests/\(number)")
        }
    }

    private static func method(_ isOn: Bool) -> String { isOn ? "PUT" : "DELETE" }
}
