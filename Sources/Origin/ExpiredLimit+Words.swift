import Figures
import Serving

extension ExpiredLimit {
    /// What the origin did to so many connections, and by which limit. Without a full stop.
    func words(_ connections: Int) -> String {
        let ended = "the origin ended \(CountFormat.text(connections, "connection"))"
        return switch self {
        case .handshake(let limit):
            "\(ended) whose TLS handshake did not finish within \(DurationFormat.text(limit)), its limit"
        case .standstill(let limit):
            "\(ended) whose client accepted no bytes for \(DurationFormat.text(limit)), its limit"
        }
    }
}
