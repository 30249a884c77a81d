package import Runs

/// One figure in two groups of runs.
package struct ComparedFigure: Hashable, Sendable {
    /// What is compared. Of each, less is better.
    package struct Metric: Hashable, Sendable {
        /// As documents name it.
        package let name: String
        /// As a heading says it.
        package let words: String
        /// In nanoseconds; bytes otherwise.
        package let isTime: Bool

        /// nil if runs are not compared by it.
        package init?(_ figure: ResultFigure<some Any>) {
            guard let words = figure.compared else { return nil }
            (name, self.words, isTime) = (figure.name, words, figure.isTime)
        }
    }

    /// By how much the second group's figure is larger.
    package struct Change: Hashable, Sendable {
        /// In nanoseconds or bytes.
        package var amount: Double
        /// As a share of the first group's median; nil if that is 0.
        package var share: Double?
        /// The share is known to this much; nil if there are too few runs to say.
        package var margin: Double?
    }

    package enum Verdict: Hashable, Sendable {
        case equal
        /// In virtual time nothing varies by chance, so what differs was made to.
        case certain(Change)
        case shown(Change, p: Double)
        case notShown(Change, p: Double)
        /// So few runs differ by chance in one of twenty comparisons or more, however far apart they are.
        case tooFew(Change)
    }

    /// The combination that the runs repeat; empty without a matrix.
    package var matrix: [MatrixValue]
    package var step: String
    /// nil for a figure of the step.
    package var file: String?
    /// The place among the step's transfers of that file, from 1.
    package var turn = 1
    package var metric: Metric
    /// One value for each run that has the figure.
    package var before: [Int64]
    package var after: [Int64]
    package internal(set) var verdict = Verdict.equal

    package init(matrix: [MatrixValue], step: String, metric: Metric, before: [Int64], after: [Int64]) {
        self.matrix = matrix
        self.step = step
        self.metric = metric
        self.before = before
        self.after = after
    }

    package var change: Change? {
        switch verdict {
        case .equal: nil
        case .certain(let change), .shown(let change, _), .notShown(let change, _), .tooFew(let change):
            change
        }
    }

    /// Whether the second group is worse. `tolerance` is the share by which it may be; without enough runs for a test
    /// only a tolerance decides.
    package func isWorse(beyond tolerance: Double?) -> Bool {
        switch verdict {
        case .equal, .notShown: false
        case .certain(let change), .shown(let change, _): Self.exceeds(change, tolerance ?? 0)
        case .tooFew(let change): tolerance.map { Self.exceeds(change, $0) } ?? false
        }
    }

    private static func exceeds(_ change: Change, _ tolerance: Double) -> Bool {
        change.share.map { $0 > tolerance } ?? (change.amount > 0)
    }

    /// The sorted middle of a group's values.
    package static func median(_ values: [Int64]) -> Double {
        ShiftEstimate.median(values.map(Double.init).sorted())
    }
}
