import Scenarios

extension FetchStep.Entry: Keyed {
    static var blank: FetchStep.Entry { FetchStep.Entry(file: "") }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("file", &file, .text)
        keys.key("at", &at, .optional(.duration(in: ScenarioLimits.waiting)))
        keys.key("callers", &callers, .count(in: 1...Int64(ScenarioLimits.entries)).unless(1))
        keys.key("priority", &priority, .word.unless(.normal))
        keys.key("cancelAfter", &cancelAfter, .optional(.duration(in: ScenarioLimits.waiting)))
        keys.key("pause", &pause, .optional(.duration(in: 1...ScenarioLimits.waiting.upperBound)))
        keys.key("options", &options, .options.unless([]))
    }
}

extension Notation<[FetchOption]> {
    /// One option, or a list of them: each is kept once, in the order of all options.
    static var options: Self {
        Self(
            { values, node, title in
                let said: [FetchOption] = node.items.compactMap { values.choice($0, title) }
                return FetchOption.allCases.filter { said.contains($0) }
            },
            { "[\($0.map(\.rawValue).joined(separator: ", "))]" }
        )
    }
}
