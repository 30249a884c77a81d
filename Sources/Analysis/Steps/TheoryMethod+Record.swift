import LinkModel
import Runs
import Theory

extension TheoryMethod {
    /// The method that predicts the times of a run on that line.
    init(_ link: LinkRecord) {
        self.init(congestion: link.mode == .stream ? nil : link.congestion ?? "cubic")
    }
}
