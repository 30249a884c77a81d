import Figures

/// Shares of one in tc's notation.
enum Percentage {
    /// `1.5%`, with as many digits as the share has.
    static func text(_ share: Double) -> String { ExactDecimal.text(share, movedBy: 2) + "%" }
}
