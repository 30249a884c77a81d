import LinuxIO

/// Why a command failed, and what to do about it.
package struct CommandFailure: Error, Hashable {
    package var status: ExitStatus
    package var message: String
    /// Advice; nil if the message is enough.
    package var advice: String?
    /// True if the message begins with the name of the file concerned, so that editors can jump there.
    var namesItsFile = false
    /// True if the machine was too busy for figures. A command with other figures may continue.
    var isOfBusyMachine = false

    package init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }

    /// A failure in an input file. `message` begins with its name, and possibly a position in it.
    package static func invalidFile(_ message: String, advice: String? = nil) -> CommandFailure {
        var failure = CommandFailure(.invalidFile, message, advice: advice)
        failure.namesItsFile = true
        return failure
    }
}

// MARK: Setting up

extension CommandFailure {
    /// Why a server could not be set up. A failure that names its own subject stays as it is.
    package static func settingUp(_ what: String, _ error: any Error) -> CommandFailure {
        switch error {
        case let failure as CommandFailure: return failure
        case let error as SystemCallError:
            return CommandFailure(
                .failed,
                "\(what) cannot be set up: \(error)",
                advice: error.isShortage
                    ? "`ulimit -n` shows how many files a program may have open, and raises it" : nil
            )
        default: return CommandFailure(.failed, "\(error)")
        }
    }
}
