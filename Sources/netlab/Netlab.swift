import Glibc
import LinuxIO
import Reports
import TLS
import VirtualTime
import Wire

/// The program: arguments to command to exit status.
@main
enum Netlab {
    static func main() {
        // In virtual time the program is also the guest's first process.
        if GuestInit.isWanted { GuestInit.work() }
        StandardStream.occupyClosed()
        // netlab starts itself as the keeper of a program, and as a process that outlives it.
        if let call = KeeperCall(CommandLine.arguments) { ProgramKeeper.work(call) }
        if let call = ForwardingCall(CommandLine.arguments) { ForwardingKeeper.work(call) }
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
            status = try run(arguments, on: console)
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

    private static func run(
        _ arguments: ArraySlice<String>,
        on console: Console
    ) throws(CommandFailure) -> ExitStatus {
        // Arguments after the command's name belong to the command, including this option.
        let words = arguments.drop { $0 == "--no-color" }
        guard let name = words.first else {
            console.print(CommandList.greeting)
            return .done
        }
        switch name {
        case "--version", "-V", "version":
            console.print("netlab \(NetlabVersion.text)")
            return .done
        case "--help", "-h":
            console.print(HelpCommand.overview(console.style.width))
            return .done
        default:
            return try run(CommandList.named(name), words.dropFirst(), on: console)
        }
    }

    private static func run<Chosen: Command>(
        _ command: Chosen.Type,
        _ words: ArraySlice<String>,
        on console: Console
    ) throws(CommandFailure) -> ExitStatus {
        let known = command.options + CommandOption.common
        do throws(CommandFailure) {
            let arguments = try ParsedArguments(
                words,
                taking: known,
                command: command.name,
                endingAtFirstName: command.endsOptionsAtFirstName
            )
            if arguments.has("--help") {
                console.print(command.help(console.style.width))
                return .done
            }
            let chosen = try command.init(arguments)
            chosen.rights?.keepOnly()
            return try chosen.run(on: console)
        } catch {
            var failure = error
            failure.status = command.failureStatus ?? error.status
            throw failure
        }
    }

    /// Unwritten results are a failure, unless the reader closed the pipe (`netlab profiles | head -1`).
    private static func settled(_ status: ExitStatus, _ console: Console) -> ExitStatus {
        guard let lost = console.lostOutput, lost.errno != EPIPE, status == .done else { return status }
        console.report(CommandFailure(.failed, "the results could not be written: \(lost)"))
        return .failed
    }
}
