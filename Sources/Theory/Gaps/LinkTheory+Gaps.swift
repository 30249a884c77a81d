import LinkModel
package import Runs

extension LinkTheory {
    /// What the line does and the figures leave out.
    package var gaps: [TheoryGap] { TheoryGap.of(link) }

    /// False if no exchange's time is predictable: a packet's rate depends on when it arrives.
    package var canPredict: Bool { gaps.effect != .unknown }
}
