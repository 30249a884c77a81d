/// How a program ended.
package enum ProgramEnding: Hashable, Sendable {
    case exited(Int32)
    case killed(by: Int32)

    /// The status as shells report it: 128 plus the signal's number if a signal ended it.
    package var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}
