import LinuxIO
package import Programs
import Reports
import Wire

/// Arguments to command to exit status.
package enum NetlabCommands {
    package static func run(
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
}
