/// How to run a documented line, and its allowed exit statuses.
struct CommandTrial {
    /// What `netlab proxy` tells a proxy that runs.
    private static let actions: [Substring] = [
        "status", "intercept", "allow", "throttle", "list", "repeat", "page", "breakpoint", "held",
        "show", "continue", "abort", "compose",
    ]

    var line: String
    var seconds: Int
    var statuses: Set<Int32>

    /// Where runs say nothing of their clock, virtual time spares their waiting.
    var clock: String {
        let isRun = ["netlab run ", "netlab explain ", "netlab import "].contains(where: line.contains)
        return isRun && !line.contains("--link") && !InstalledKernels.all.isEmpty
            ? "NETLAB_CLOCK=virtual " : ""
    }

    init(_ command: String) {
        line = command
        seconds = 60
        statuses = [0]
        let words = command.split(separator: " ")
        switch words.dropFirst().first {
        // 3: a busy machine's cells do not count, and without a guest kernel there are none.
        case "sweep": statuses = [0, 3]
        // They take minutes, so only their options are tried.
        case "bench": line = "\(command.prefix { $0 != "#" }) --help"
        case "doctor":
            // All known lines take half a minute.
            line = command == "netlab doctor --calibrate" ? "\(command) dsl" : command
            statuses = [0, 3]
        // A session that was just replaced is empty.
        case "diff": statuses = command.contains("-runs") ? [0, 3, 4] : [0, 4]
        case "explain" where words.contains("--verify"): statuses = [0, 3, 4]
        // No proxy runs beside.
        case "proxy" where words.dropFirst(2).first.map(Self.actions.contains) == true: statuses = [3]
        // No phone has its line beside, and none was made before.
        case "phone" where ["throttle", "forget", "check"].contains(words.dropFirst(2).first): statuses = [3]
        // None comes either, so that its packets are not those that later commands look into.
        case "phone" where !words.contains("list"):
            line = command.replacing("--pcap ", with: "--pcap no-")
            (seconds, statuses) = (2, [0, 130])
        // They run until they are interrupted.
        case "serve", "proxy": (seconds, statuses) = (1, [0, 130])
        case "capture" where !words.contains("--seconds"): (seconds, statuses) = (1, [0, 130])
        default: break
        }
        // 3: on a busy machine nothing is judged.
        if command.contains("netlab run ") {
            statuses = command.contains("--baseline") ? [0, 3, 4] : [0, 3]
            // The page stays until it is interrupted.
            if words.contains("--ui") { (seconds, statuses) = (1, [0, 3, 130]) }
        }
        // Without a guest kernel they explain how to build one.
        if command.contains("--clock virtual"), InstalledKernels.all.isEmpty { statuses = [0, 3, 125] }
        if words.first == "tcpdump" { (seconds, statuses) = (1, [0, 130]) }
    }
}
