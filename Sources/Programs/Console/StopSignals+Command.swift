package import LinuxIO

extension StopSignals {
    /// The signals that end a command. Must be called before the process has a second thread.
    package static func ofCommand() throws(CommandFailure) -> StopSignals {
        do {
            return try StopSignals()
        } catch {
            throw CommandFailure(.failed, "cannot receive signals: \(error)")
        }
    }
}
