import LinkModel

extension LinkTheory {
    /// What the line does that the figures leave out.
    package var gaps: [TheoryGap] { TheoryGap.of(link) }

    /// False where no time of an exchange can be told: at what rate a packet goes depends on when it comes.
    package var foretells: Bool { gaps.effect != .unknown }
}
