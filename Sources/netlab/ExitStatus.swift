/// Exit status of the program. Scripts rely on these numbers.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    static let done = ExitStatus(rawValue: 0)
    static let wrongUsage = ExitStatus(rawValue: 1)
    static let invalidFile = ExitStatus(rawValue: 2)
    /// The environment or the run failed, or the figures cannot be trusted (unless `netlab run` was told another status).
    static let failed = ExitStatus(rawValue: 3)
    static let expectationsNotMet = ExitStatus(rawValue: 4)
    /// `netlab exec` itself failed; every other status is the command's own.
    static let guestFailure = ExitStatus(rawValue: 125)
    static let interrupted = ExitStatus(rawValue: 130)
}
