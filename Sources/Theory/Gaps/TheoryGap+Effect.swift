package import LinkModel
import Runs

extension [TheoryGap] {
    /// The worst of their effects; nil if there are none.
    package var effect: TimeEffect? {
        let effects = map(\.effect)
        return [.unknown, .longer, .either].first { effects.contains($0) }
    }
}
