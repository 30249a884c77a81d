import LinuxIO

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
