/// Loses each packet with the same chance, independently of all others.
package struct RandomLoss: Impairment {
    private let ratio: Double
    private let random: CounterRandom

    package init(ratio: Double, seed: UInt64) {
        self.ratio = ratio
        self.random = CounterRandom(seed: seed, purpose: .loss)
    }

    package func loses(_ packet: PacketIdentity) -> Bool {
        random.fraction(packet) < ratio
    }
}
