import LinuxIO
import VirtualTime

/// By which clock a command is to run.
enum ClockChoice: String, CaseIterable {
    /// By the machine's, where it is calm and allows what a line needs; else in virtual time, where there is a guest kernel.
    case automatic = "auto"
    case real
    case virtual

    private static let variable = "NETLAB_CLOCK"

    static let option = CommandOption(
        "--clock",
        value: "KIND",
        about:
            "real, virtual (exact on any machine, faster than the clock), or auto; NETLAB_CLOCK says it, too"
    )

    /// What the command line says, else the environment.
    init(
        _ arguments: ParsedArguments,
        _ variables: [String: String] = Environment.variables
    ) throws(CommandFailure) {
        let said = arguments.value("--clock")
        guard let word = said ?? variables[Self.variable] else {
            self = .automatic
            return
        }
        guard let choice = ClockChoice(rawValue: word) else {
            let name = said == nil ? Self.variable : "--clock"
            throw CommandFailure(.wrongUsage, "\(name) is auto, real or virtual: not `\(word)`")
        }
        self = choice
    }
}

extension ClockChoice {
    /// The guest kernel that the command is to run in; nil where it runs here.
    func guestKernel(_ console: Console) throws(CommandFailure) -> VirtualKernel? {
        // Inside a guest it is there already.
        guard ClockKind.ofThisMachine == .real else { return nil }
        switch self {
        case .real, .automatic: return nil
        case .virtual: return try VirtualSession.kernel()
        }
    }
}
