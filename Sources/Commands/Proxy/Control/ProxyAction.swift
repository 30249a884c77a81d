import Figures
import Forwarding
import HTTP
import JSON
import Programs
import Proxy
import Reports
import Services
import Wire

/// `netlab proxy status|intercept|allow|throttle|list|repeat|breakpoint|held|page`: what a command tells a
/// proxy that runs already.
struct ProxyAction {
    private let commands: [ControlCommand]
    private let port: UInt16
    private let isJSON: Bool

    init(_ verb: ProxyVerb, _ arguments: ParsedArguments) throws(CommandFailure) {
        commands = try Self.commands(verb, Array(arguments.positionals.dropFirst()), arguments)
        port = try ProxyVerb.port(arguments)
        isJSON = arguments.has("--json")
    }

    private static func commands(
        _ verb: ProxyVerb,
        _ words: [String],
        _ arguments: ParsedArguments
    ) throws(CommandFailure) -> [ControlCommand] {
        let isOn = !arguments.has("--off")
        switch verb {
        case .list:
            guard words.count <= 1, let count = Int(words.first ?? "20"), count > 0 else {
                throw CommandFailure(.wrongUsage, "netlab proxy list takes a number of requests, such as 20")
            }
            return [.list(count)]
        case .again: return [try again(words, arguments)]
        case .status, .held, .page:
            guard words.isEmpty else {
                throw CommandFailure(
                    .wrongUsage,
                    "netlab proxy \(verb.rawValue) takes no argument `\(words[0])`"
                )
            }
            return [verb == .held ? .held : verb == .page ? .page : .status]
        case .breakpoint:
            let phases = BreakpointPhase.allCases.filter { arguments.has("--\($0)") }
            let meant = Set(phases.isEmpty ? BreakpointPhase.allCases : phases)
            return try each(verb, words, "a URL or a host", "'https://api.example.com/*'") {
                word,
                name throws(CommandFailure) in
                .hold(try pattern(word, name), meant, isOn)
            }
        case .intercept:
            return try each(verb, words, "a host", "'*.example.com'") { word, name throws(CommandFailure) in
                .intercept(try ProxyOptions.pattern(word, name), isOn)
            }
        case .allow:
            let wanted = "an address, or a range of them"
            return try each(verb, words, wanted, "192.168.1.20") { word, name throws(CommandFailure) in
                .allow(try ProxyOptions.range(word, name), isOn)
            }
        case .throttle: return try lines(words, arguments)
        // They are about single messages, or about no running proxy.
        case .show, .proceed, .abort, .compose, .open: return []
        }
    }

    private static func pattern(_ text: String, _ name: String) throws(CommandFailure) -> BreakpointPattern {
        guard let pattern = BreakpointPattern(text) else {
            throw CommandFailure(
                .wrongUsage,
                "\(name) takes a URL such as https://api.example.com/v1/* or a host, not `\(text)`"
            )
        }
        return pattern
    }

    /// A command for each word; there must be one. `command` gets the word and the name of the action.
    private static func each(
        _ verb: ProxyVerb,
        _ words: [String],
        _ wanted: String,
        _ example: String,
        _ command: (String, String) throws(CommandFailure) -> ControlCommand
    ) throws(CommandFailure) -> [ControlCommand] {
        let name = "netlab proxy \(verb.rawValue)"
        guard !words.isEmpty else {
            throw CommandFailure(.wrongUsage, "\(name) needs \(wanted)", advice: "\(name) \(example)")
        }
        return try words.map { word throws(CommandFailure) in try command(word, name) }
    }

    private static func again(
        _ words: [String],
        _ arguments: ParsedArguments
    ) throws(CommandFailure) -> ControlCommand {
        guard words.count == 1, let number = Int(words[0]), number > 0 else {
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy repeat needs the number of one request",
                advice: "netlab proxy list shows the numbers"
            )
        }
        func value(_ option: String, _ range: ClosedRange<Int>) throws(CommandFailure) -> Int {
            try arguments.number(option, in: UInt64(range.lowerBound)...UInt64(range.upperBound)).map {
                Int($0)
            } ?? 1
        }
        return .again(
            number,
            times: try value("--times", ControlCommand.times),
            concurrency: try value("--concurrency", ControlCommand.concurrency)
        )
    }

    /// The general line, or one for each `--host`.
    private static func lines(
        _ words: [String],
        _ arguments: ParsedArguments
    ) throws(CommandFailure) -> [ControlCommand] {
        let hosts = try arguments.values("--host").map { text throws(CommandFailure) in
            try ProxyOptions.pattern(text, "--host")
        }
        guard arguments.has("--off") else {
            let line = try line(words, arguments)
            return hosts.isEmpty ? [.line(line)] : hosts.map { .hostLine($0, line) }
        }
        guard !hosts.isEmpty, words.isEmpty, !arguments.has("--profile"), !arguments.has("--set") else {
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy throttle --off ends the lines of --host, and takes no profile",
                advice: "netlab proxy throttle --host '*.example.com' --off; throttle none lifts every limit"
            )
        }
        return hosts.map { .hostLine($0, nil) }
    }

    /// The profile that is named, and the settings.
    private static func line(
        _ words: [String],
        _ arguments: ParsedArguments
    ) throws(CommandFailure) -> QueryItems {
        let profiles = words + arguments.values("--profile")
        let settings = arguments.values("--set")
        guard profiles.count <= 1, !profiles.isEmpty || !settings.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy throttle needs one profile, or --set",
                advice: "netlab proxy throttle 3g; none lifts every limit"
            )
        }
        let named = profiles.filter { $0 != "none" }.map { (name: "profile", value: $0) }
        return QueryItems(named + settings.map { (name: "set", value: $0) })
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let proxy = try RunningProxy.at(port)
        var state: JSONValue = nil
        for command in commands {
            state = try ControlConnection(to: proxy, port: port).give(command)
        }
        if isJSON {
            console.print(state.line)
        } else if let requests = PassedRequestsReport(state) {
            console.print(requests.document)
        } else if let held = HeldMessagesReport(state) {
            console.print(held.document)
        } else if let repeated = RepeatedRequestReport(state) {
            console.print(repeated.document)
        } else if let link = state["url"]?.text {
            console.print(link)
        } else {
            console.print(Self.text(state))
        }
        return .done
    }

    private static func text(_ state: JSONValue) -> String {
        func list(_ key: String, none: String) -> String {
            let texts = (state[key]?.elements ?? []).compactMap(\.text)
            return texts.isEmpty ? none : texts.joined(separator: ", ")
        }
        func count(_ key: String) -> Int { state[key]?.int ?? 0 }
        let totals = ProxyTotals(
            requests: count("requests"),
            tunnels: count("tunnels"),
            failures: count("failures"),
            bytes: count("bytes"),
            line: state["lineNs"]?.int64
        )
        let holds = (state["breakpoints"]?.elements ?? []).compactMap { entry in
            entry["pattern"]?.text.map { pattern in
                let phases = (entry["phases"]?.elements ?? []).compactMap { $0.text.map { "\($0)s" } }
                return "\(phases.joined(separator: " and ")) of \(pattern)"
            }
        }
        let held = holds.isEmpty ? "" : "\nholds                \(holds.joined(separator: ", "))"
        let passed = (state["passed"]?.elements ?? []).compactMap { entry in
            entry["host"]?.text.map { "\($0) for \(entry["client"]?.text ?? "")" }
        }
        let own = (state["lines"]?.elements ?? []).compactMap { entry in
            entry["host"]?.text.map { "\nline to \($0): \(entry["line"]?.text ?? "")" }
        }
        let rules = state["rules"].flatMap { rules in
            rules["file"]?.text.map { "\nrules                \(rules["count"]?.int ?? 0) of \($0)" }
        }
        let problem = state["rules"]?["problem"]?.text.map { "\nnot followed         \($0)" }
        let unseen = passed.isEmpty ? "" : "\npasses unseen        \(passed.joined(separator: ", "))"
        return """
            decrypts TLS with    \(list("intercepted", none: "no host"))\(unseen)
            open to              \(list("allowed", none: "this machine alone"))
            line                 \(state["line"]?.text ?? "none")\(own.joined())\(held)\(rules ?? "")\(problem ?? "")
            \(totals.text(after: state["runningNs"]?.int64 ?? 0))
            """
    }
}
