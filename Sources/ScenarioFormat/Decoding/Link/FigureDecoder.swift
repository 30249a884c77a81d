import LinkModel
import Scenarios

/// An impairment that figures state: `5 ms`, `{ amount: 5 ms, correlation: 25 % }`, or `none`.
struct FigureDecoder {
    let values: ValueReader

    /// A value for each figure. `.some(nil)` if the impairment is taken away; nil if something is wrong, which
    /// is reported then.
    func decode(_ node: YAMLNode, _ title: String, _ impairment: ImpairmentFigures) -> [ImpairmentFigure
        .Value]??
    {
        if node.entries == nil {
            if let sole = impairment.sole {
                return value(node, title, sole).map { value in
                    .some(impairment.figures.map { $0 == sole ? value : $0.usual })
                }
            }
            if node.scalar?.text == "none" { return .some(nil) }
        }
        let figures = impairment.figures
        guard let section = Section(node, title, keys: figures.map(\.key), values: values),
            section.require(figures.filter { $0.presence == .required }.map(\.key))
        else { return nil }
        let read = figures.map { figure in
            section.has(figure.key)
                ? section[figure.key].flatMap { value($0, figure.key, figure) } : figure.usual
        }
        let sound = read.compactMap { $0 }
        return sound.count == read.count ? sound : nil
    }

    private func value(_ node: YAMLNode, _ title: String, _ figure: ImpairmentFigure)
        -> ImpairmentFigure.Value?
    {
        switch figure.usual {
        case .time: values.amount(node, title, .duration, in: ScenarioLimits.lineDelay).map { .time($0) }
        case .rate: values.amount(node, title, .rate, in: ScenarioLimits.rateBps).map { .rate($0) }
        case .bytes: values.amount(node, title, .bytes, in: ScenarioLimits.queueBytes).map { .bytes(Int($0)) }
        case .count: values.integer(node, title, in: ScenarioLimits.gap).map { .count(Int($0)) }
        case .share: values.ratio(node, title).map { .share($0) }
        case .correlation: values.correlation(node, title).map { .correlation($0) }
        case .word: values.word(node, title, among: figure.words).map { .word($0) }
        }
    }
}
