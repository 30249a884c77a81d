/// Exit status of the program. Scripts rely on these numbers.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let done = ExitStatus(rawValue: 0)
    package static let wrongUsage = ExitStatus(rawValue: 1)
    package static let invalidFile = ExitStatus(rawValue: 2)
    /// The environment or the run failed, or the figures cannot be trusted (unless `netlab run` was told another status).
    package static let failed = ExitStatus(rawValue: 3)
    package static let expectationsNotMet = ExitStatus(rawValue: 4)
    /// `netlab exec` itself failed; every other status is the command's own.
    package static let guestFailure = ExitStatus(rawValue: 125)
    package static let interrupted = ExitStatus(rawValue: 130)
}
