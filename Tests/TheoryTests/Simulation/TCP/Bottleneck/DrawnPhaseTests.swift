import Testing

@testable import Theory

@Suite struct DrawnPhaseTests {
    private func draws(_ seed: UInt64, _ flow: UInt32) -> [Int] {
        var phase = DrawnPhase(seed: seed, flow: flow)
        return (0..<700).map { _ in phase.next(below: 7) }
    }

    @Test func `phases depend on seed and connection and are evenly distributed`() {
        #expect(draws(1, 1) == draws(1, 1))
        #expect(draws(1, 1) != draws(2, 1) && draws(1, 1) != draws(1, 2))
        for value in 0..<7 {
            let count = draws(5, 3).count { $0 == value }
            #expect(count > 60 && count < 140)
        }
    }
}
