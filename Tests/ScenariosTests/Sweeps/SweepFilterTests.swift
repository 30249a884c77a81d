import Scenarios
import Testing

@Suite struct SweepFilterTests {
    @Test func `a value matches only under its own key`() {
        let filter = SweepFilter(["link.rate": ["2"]])
        #expect(filter.matches([ScenarioSetting(key: "link.rate", value: "2")]))
        #expect(!filter.matches([ScenarioSetting(key: "seed", value: "2")]))
        #expect(!filter.matches([]))
    }
}
