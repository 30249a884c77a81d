import Figures
import LinkModel

extension QueueLimit {
    /// In the unit of the limit.
    var text: String {
        switch self {
        case .packets(let count): CountFormat.text(count, "packet")
        case .bytes(let count): ByteFormat.text(count)
        }
    }
}
