/// How a program ended.
package enum ProgramEnding: Hashable, Sendable {
    case exited(Int32)
    case killed(by: Int32)

    /// As a shell tells it: 128 and the signal's number where one ended it.
    package var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}
