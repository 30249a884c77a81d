package import LinuxIO

extension MachineLock {
    /// The lock that marks this machine as busy; nil, with a warning, if another netlab holds it.
    package static func ofCommand(on console: Console) -> MachineLock? {
        guard let lock = try? attempt() else {
            console.warn("another netlab is running on this machine: two at once disturb each other's timing")
            return nil
        }
        return lock
    }
}
