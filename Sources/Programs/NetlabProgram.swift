import Glibc
import LinuxIO
import TLS
import VirtualTime
import Wire

/// What every program of netlab does around its work: arguments and console come in, an exit status goes out.
package enum NetlabProgram {
    /// Does the work on the words after the program's name, and ends the process with its status.
    package static func run(
        _ work: (ArraySlice<String>, Console) throws(CommandFailure) -> ExitStatus
    ) -> Never {
        // In virtual time the program is also the guest's first process.
        if GuestInit.isWanted { GuestInit.work() }
        StandardStream.occupyClosed()
        // A program starts itself as the keeper of another one, and as a process that outlives it.
        if let call = SupervisorCall(CommandLine.arguments) { ProgramSupervisor.work(call) }
        if let call = ForwardingCall(CommandLine.arguments) { ForwardingRestorer.work(call) }
        // Repeated runs of a scenario in virtual time are identical to the byte, including their keys.
        if ClockKind.ofThisMachine == .virtual { KernelRandomness.takeUnmixed() }
        let arguments = CommandLine.arguments.dropFirst()
        let console = Console(
            environment: Environment.variables,
            noColour: arguments.contains("--no-color")
        )
        let status: ExitStatus
        do throws(CommandFailure) {
            try requireArguments()
            status = try work(arguments, console)
        } catch {
            console.report(error)
            exit(error.status.rawValue)
        }
        exit(settled(status, console).rawValue)
    }

    /// Swift reads the arguments from /proc, and has not even the program's name if it cannot.
    private static func requireArguments() throws(CommandFailure) {
        guard CommandLine.arguments.isEmpty else { return }
        throw CommandFailure(
            .failed,
            "/proc cannot be read, so netlab does not know its arguments",
            advice: "mount it: mount -t proc proc /proc"
        )
    }

    /// Unwritten results are a failure, unless the reader closed the pipe (`netlab profiles | head -1`).
    private static func settled(_ status: ExitStatus, _ console: Console) -> ExitStatus {
        guard let lost = console.lostOutput, lost.errno != EPIPE, status == .done else { return status }
        console.report(CommandFailure(.failed, "the results cannot be written: \(lost)"))
        return .failed
    }
}
