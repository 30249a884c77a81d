import ScenarioFormat

/// Shares of one as tc writes them.
enum Percentage {
    /// `1.5%`, with as many digits as the share has.
    static func text(_ share: Double) -> String {
        Quantity.text(ratio: share).filter { $0 != " " }
    }
}
