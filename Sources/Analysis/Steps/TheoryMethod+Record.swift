import Runs
import Theory

extension TheoryMethod {
    /// How the times of a run on that line are foretold.
    init(_ link: LinkRecord) {
        self.init(congestion: link.mode == .stream ? nil : link.congestion ?? "cubic")
    }
}
