import LinuxIO
import Proxy

extension BodyEditFailure {
    /// In JSON.
    var key: String {
        switch self {
        case .tooLong: "tooLong"
        case .undecodable: "undecodable"
        case .partial: "partial"
        case .unreadable: "unreadable"
        }
    }

    /// In the log.
    var words: String {
        switch self {
        case .tooLong: "too long"
        case .undecodable: "its compression is unknown or damaged"
        case .partial: "only a part of it arrived"
        case .unreadable(let error): error.description
        }
    }
}
