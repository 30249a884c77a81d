import Figures
import LinkModel

extension QueueLimit {
    /// In the unit by which it is bounded.
    var text: String {
        switch self {
        case .packets(let count): "\(ByteFormat.grouped(count)) packets"
        case .bytes(let count): ByteFormat.text(count)
        }
    }
}
