import Programs
import Services

/// What `netlab proxy` does besides running a proxy: most of it with one that runs already.
enum ProxyVerb: String, CaseIterable {
    case status, intercept, allow, throttle, list, page, again = "repeat", breakpoint, held, show
    case proceed = "continue", abort, compose, open

    private static let common: Set = ["--port", "--json"]

    /// Options of verbs that a proxy has, too: for its line and its page.
    private static let shared: Set = ["--profile", "--set", "--ui-port"]

    /// Options of its own.
    private var options: Set<String> {
        switch self {
        case .intercept, .allow: ["--off"]
        case .breakpoint: ["--off", "--request", "--response"]
        case .throttle: ["--profile", "--set", "--host", "--off"]
        case .again: ["--times", "--concurrency"]
        case .proceed: ["--edit", "--from"]
        case .compose: ["--edit", "--from", "--header", "--data", "--output"]
        case .open: ["--ui-port"]
        case .status, .list, .page, .held, .show, .abort: []
        }
    }

    /// nil if no verb is named: then the command starts a proxy.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        let given = arguments.options.keys.sorted()
        guard let word = arguments.positionals.first else {
            let stray = given.first { !Self.shared.contains($0) && !Self.owners(of: $0).isEmpty }
            if let stray { throw Self.misplaced(stray) }
            return nil
        }
        guard let verb = ProxyVerb(rawValue: word) else {
            let nearest = word.nearest(among: Self.allCases.map(\.rawValue))
            throw CommandFailure(
                .wrongUsage,
                "netlab proxy takes no argument `\(word)`",
                advice: nearest.map { "did you mean `netlab proxy \($0)`?" } ?? ProxyCommand.examples[0].line
            )
        }
        if let stray = given.first(where: { !Self.common.contains($0) && !verb.options.contains($0) }) {
            throw Self.owners(of: stray).isEmpty
                ? CommandFailure(
                    .wrongUsage,
                    "\(stray) is for starting a proxy, and netlab proxy \(word) controls a running one"
                ) : Self.misplaced(stray)
        }
        self = verb
    }

    /// The verbs that an option goes with.
    private static func owners(of option: String) -> [ProxyVerb] {
        allCases.filter { $0.options.contains(option) }
    }

    private static func misplaced(_ option: String) -> CommandFailure {
        let words = owners(of: option).map(\.rawValue)
        let list =
            words.count > 1
            ? "\(words.dropLast().joined(separator: ", ")) and \(words.last ?? "")" : words.joined()
        return CommandFailure(.wrongUsage, "\(option) needs netlab proxy \(list)")
    }

    /// The port of the proxy that is meant.
    static func port(_ arguments: ParsedArguments) throws(CommandFailure) -> UInt16 {
        try arguments.number("--port", in: 1...UInt64(UInt16.max)).map { UInt16($0) }
            ?? ProxyOptions.usualPort
    }
}
