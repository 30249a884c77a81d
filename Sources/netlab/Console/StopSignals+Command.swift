import LinuxIO

extension StopSignals {
    /// Those that end a command. Called before it has its second thread.
    static func ofCommand() throws(CommandFailure) -> StopSignals {
        do {
            return try StopSignals()
        } catch {
            throw CommandFailure(.failed, "signals could not be listened for: \(error)")
        }
    }
}
