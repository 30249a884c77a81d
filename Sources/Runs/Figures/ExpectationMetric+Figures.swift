package import Scenarios

/// What an expectation can test: figures of transfers, of their parts, and of steps.
extension ExpectationMetric {
    package static let all =
        transfers.map { figure in
            ExpectationMetric(figure.name, figure.kind, of: ofSteps[figure.name] == nil ? .transfer : .both)
        }
        + steps.filter { ofTransfers[$0.name] == nil }.map { ExpectationMetric($0.name, $0.kind, of: .step) }

    private static let transfers = tested(TransferResult.figures + TransferResult.figuresOfParts)
    private static let steps = tested(StepResult.figures + StepResult.figuresOfParts)
    private static let ofTransfers = Dictionary(transfers.map { ($0.name, $0) }) { first, _ in first }
    private static let ofSteps = Dictionary(steps.map { ($0.name, $0) }) { first, _ in first }

    private static func tested<Owner>(_ figures: [ResultFigure<Owner>]) -> [ResultFigure<Owner>] {
        figures.filter { !$0.traits.contains(.untested) }
    }

    /// nil if no figure is spelt like that.
    package init?(name: String) {
        guard let metric = Self.all.first(where: { $0.name == name }) else { return nil }
        self = metric
    }

    /// nil for a metric of steps.
    package var figureOfTransfers: ResultFigure<TransferResult>? { Self.ofTransfers[name] }

    /// nil for a metric of transfers.
    package var figureOfSteps: ResultFigure<StepResult>? { Self.ofSteps[name] }

    package var traits: FigureTraits { figureOfTransfers?.traits ?? figureOfSteps?.traits ?? [] }

    /// The words that it may be compared with; nil if any word is allowed. `none` is a missing value.
    package var words: [String]? {
        let words = figureOfTransfers?.words ?? []
        return kind == .word && words.isEmpty ? nil : words
    }
}
