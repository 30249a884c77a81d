extension LinkParameters {
    /// True where either direction loses packets at random.
    package var losesPackets: Bool {
        down.lossRatio > 0 || up.lossRatio > 0
    }
}
