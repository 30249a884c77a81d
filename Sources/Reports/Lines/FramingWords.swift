import Figures
import LinkModel

/// The link layer's overhead in words.
struct FramingWords {
    private let framing: LinkFraming

    init(_ framing: LinkFraming) {
        self.framing = framing
    }

    /// nil if it adds nothing.
    var text: String? {
        guard framing != .none else { return nil }
        let overhead =
            framing.overhead > 0 ? ["\(ByteFormat.text(framing.overhead)) added to each packet"] : []
        return (overhead + (framing.isATM ? ["ATM cells"] : [])).joined(separator: ", ")
    }
}
