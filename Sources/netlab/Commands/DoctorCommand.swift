import Capture
import LinkEngine
import LinuxIO

/// `netlab doctor`.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Tell what this machine allows, and how to get what it does not"
    static let usage = ""
    static let discussion = """
        Everything is tried, not guessed: hosts and lines are made and dropped again, and a recorder is opened. Exit
        status 3 where netlab cannot run here.
        """
    static let examples = [(line: "netlab doctor", about: "can this user run netlab on this machine?")]

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.isEmpty else {
            throw CommandFailure(.wrongUsage, "netlab doctor takes no names")
        }
    }

    func run(on console: Console) -> ExitStatus {
        let user = Machine.isRoot ? "root" : "an ordinary user"
        console.print("kernel \(Machine.kernel), \(Machine.processors) processors, run by \(user)")
        let allowances = MachineProbe.allowances()
        for allowance in allowances {
            show(
                Self.title(of: allowance.feature),
                allowance.isAllowed,
                allowance.reason,
                allowance.remedy,
                console
            )
        }
        let allowed = Set(allowances.filter(\.isAllowed).map(\.feature))
        let hasLine = allowed.contains(.namespaces) && (allowed.contains(.tun) || allowed.contains(.veth))
        console.print("")
        guard hasLine else {
            console.print("netlab cannot make a packet-level line here.")
            return .failed
        }
        let carrier = allowed.contains(.tun) ? "TUN" : "veth"
        console.print("netlab runs here: packet mode over \(carrier).")
        return .done
    }

    private func show(
        _ title: String,
        _ isAllowed: Bool,
        _ reason: String?,
        _ remedy: String?,
        _ console: Console
    ) {
        console.print("\(isAllowed ? "yes" : "no ")  \(title)")
        for line in [reason, remedy.map { "to change that: \($0)" }].compactMap({ $0 }) {
            console.print("     \(line)")
        }
    }

    private static func title(of feature: MachineAllowance.Feature) -> String {
        switch feature {
        case .namespaces: "network namespaces of its own"
        case .tun: "a line over TUN interfaces"
        case .veth: "a line over virtual Ethernet and packet sockets"
        }
    }
}
