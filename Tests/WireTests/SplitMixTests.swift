import Testing
import Wire

struct SplitMixTests {
    /// The first outputs of the published generator for the state 1234567.
    @Test func `gives the published sequence`() {
        let outputs = (0..<5).map { SplitMix.mixed(1_234_567 &+ $0 &* SplitMix.step) }
        #expect(
            outputs == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }
}
