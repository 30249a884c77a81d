import JSON
import Scenarios
import Sweeps
import Testing

@Suite struct CellPredictionTests {
    private static let settings = [
        ScenarioSetting(key: "link.down.rate", value: "8 Mbit/s"),
        ScenarioSetting(key: "client.policy", value: "both"),
    ]

    private static func prediction(
        identity: CellIdentity?,
        total: Int64?,
        omission: String? = nil
    ) -> CellPrediction {
        CellPrediction(
            identity: identity,
            scenario: "base",
            seed: 7,
            settings: settings,
            total: total,
            omission: omission,
            timeouts: total.map { _ in 0 },
            steps: [
                .init(name: "a", makespan: total.map { $0 / 2 }),
                .init(name: "b", makespan: total.map { $0 / 4 }),
            ]
        )
    }

    @Test func `a prediction round-trips`() throws {
        let identity = CellIdentity(String(repeating: "ab", count: CellIdentity.digits / 2))
        let all = [
            Self.prediction(identity: identity, total: 1000),
            Self.prediction(identity: nil, total: nil, omission: "jitter"),
        ]
        for prediction in all {
            var writer = JSONWriter()
            prediction.write(to: &writer)
            let json = try JSONValue(parsing: writer.bytes)
            #expect(CellPrediction(json: json) == prediction)
            #expect(json["link.down.rate.number"]?.number == 8_000_000)
        }
    }

    @Test func `a makespan is the sum of the steps, and unknown if any step is`() {
        #expect(Self.prediction(identity: nil, total: 1000).makespan == 750)
        #expect(Self.prediction(identity: nil, total: nil).makespan == nil)
    }
}
