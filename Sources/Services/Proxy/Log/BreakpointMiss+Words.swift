import Proxy

extension BreakpointMiss {
    /// In the log.
    var words: String {
        switch self {
        case .tooLong: "the body is too long"
        case .tooMany: "too many messages are already held"
        case .unreadable: "the stored body cannot be read"
        }
    }
}
