package import Runs

/// What a reader of a comparison's figures should know.
package enum ComparisonRemark: Hashable, Sendable {
    /// Bytes came faster than the line carries them, in bits per second.
    case fasterThanLine(bps: Int64, than: String)
    /// Exchanges differ in TLS or HTTP version: theory takes each connection by itself.
    case mixed
    /// Theory is in closed form, because there is too much to simulate.
    case tooMuch
    /// Effects of the line that theory ignores.
    case ignored([TheoryGap])
}
