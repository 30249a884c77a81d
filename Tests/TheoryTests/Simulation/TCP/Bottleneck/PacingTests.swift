import Testing
import Wire

@testable import Theory

@Suite struct PacingTests {
    /// 1448 bytes take 1448 us at 1 MB/s.
    @Test(
        arguments: [
            (1448, 1_000_000, 0, 1_448_000), (2896, 1_000_000, 0, 2_896_000),
            // Late by 100 us: reduced by that; late by more than half: reduced to half.
            (1448, 1_000_000, 100_000, 1_348_000), (1448, 1_000_000, 5_000_000, 724_000),
            (1448, 0, 0, 0),
        ] as [(Int, Int, Nanoseconds, Nanoseconds)]
    )
    func `the gap after a burst is the burst's duration at the pacing rate`(
        _ bytes: Int,
        _ rate: Int,
        _ credit: Nanoseconds,
        _ gap: Nanoseconds
    ) {
        #expect(Pacing.gap(bytes: bytes, rate: rate, credit: credit) == gap)
    }
}
