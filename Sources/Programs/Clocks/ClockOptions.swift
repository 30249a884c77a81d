import LinuxIO
package import Scenarios
package import VirtualTime
import Wire

/// The clock that the command line or the environment asks for.
package struct ClockOptions: Hashable {
    private static let variable = "NETLAB_CLOCK"

    package static let option = CommandOption(
        "--clock",
        value: "KIND",
        known: .one(of: ClockChoice.allCases.map(\.rawValue)),
        about:
            "real, virtual (exact on any machine, faster than real time) or auto; also set by NETLAB_CLOCK"
    )
    package static let kernels = CommandOption(
        "--kernel",
        value: "VERSION,...",
        about: "use virtual time on this guest kernel, or on several in turn: 6.1,6.12"
    )

    /// nil if neither asks for one.
    package let choice: ClockChoice?
    /// Versions of guest kernels; empty for the newest.
    package let versions: [String]

    package init(
        _ arguments: ParsedArguments,
        _ variables: [String: String] = Environment.variables
    ) throws(CommandFailure) {
        versions = (arguments.value("--kernel") ?? "").split(separator: ",").map { String($0) }
        let said = arguments.value("--clock")
        let word = said ?? variables[Self.variable]
        let choice = word.flatMap(ClockChoice.init(rawValue:))
        if let word, choice == nil {
            let name = said == nil ? Self.variable : "--clock"
            throw CommandFailure(.wrongUsage, "\(name) is auto, real or virtual: not `\(word)`")
        }
        guard !versions.isEmpty else {
            self.choice = choice
            return
        }
        if said != nil, choice == .real {
            throw CommandFailure(
                .wrongUsage,
                "--kernel names a guest kernel, and guests run only in virtual time"
            )
        }
        self.choice = .virtual
    }

    /// The guest kernel for runs that this machine could not make well enough; nil if a clock was asked for, or if none
    /// is built.
    package func secondAttempt(scenario: ClockChoice?) -> VirtualKernel? {
        guard (choice ?? scenario ?? .automatic) == .automatic, ClockKind.ofThisMachine == .real else {
            return nil
        }
        return VirtualKernel.installed().first
    }

    /// The guest kernels to run the command on; empty to run it directly. `scenario` is the scenario's
    /// choice. Without any choice a run `mayChoose` one, and announces it. Where no version is asked for and the kernel
    /// of an earlier run is built, that one is taken: others have another TCP.
    package func guests(
        _ console: Console,
        scenario: ClockChoice? = nil,
        kernelOfRun: String? = nil,
        mayChoose: Bool = false
    ) throws(CommandFailure) -> [VirtualKernel] {
        // A process inside a guest already has virtual time.
        guard ClockKind.ofThisMachine == .real else { return [] }
        switch choice ?? scenario ?? .automatic {
        case .real: return []
        case .virtual:
            let earlier = kernelOfRun.flatMap { VirtualKernel.of($0, among: VirtualKernel.installed()) }
            if versions.isEmpty, let earlier { return [earlier] }
            return try GuestKernels.named(versions)
        case .automatic:
            guard mayChoose, let newest = VirtualKernel.installed().first, let doubt = HostDoubt.found()
            else {
                return []
            }
            console.note("netlab: \(doubt), so virtual time is used (--clock real uses the machine's clock)")
            return [newest]
        }
    }
}
