package import LinkModel
import Runs

extension [TheoryGap] {
    /// The worst of their effects; nil if there are none.
    package var effect: TimeEffect? {
        let effects = map(\.effect)
        return [.unknown, .longer, .either].first { effects.contains($0) }
    }

    /// `the loss, the policing and the jitter`.
    package var words: String {
        let names = map(\.words)
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// How to read theory's figures, for use after a comma or a colon; nil if they leave nothing out.
    package var consequence: String? {
        switch effect {
        case .unknown: "it does not tell when transfers end, and its other figures go by the mean rate"
        case .longer: "a transfer takes at least as long as it says"
        case .either: "a transfer takes about as long as it says"
        case nil: nil
        }
    }
}
