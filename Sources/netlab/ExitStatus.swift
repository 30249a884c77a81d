/// What the program tells the shell. Scripts rely on these numbers.
enum ExitStatus: Int32, Sendable {
    case done = 0
    case wrongUsage = 1
    case invalidFile = 2
    /// The environment or the run failed, or its figures cannot be trusted.
    case failed = 3
    case expectationsNotMet = 4
    case interrupted = 130
}
