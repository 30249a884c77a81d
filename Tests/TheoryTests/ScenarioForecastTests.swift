import LinkModel
import Scenarios
import Testing
import Theory

@Suite struct ScenarioForecastTests {
    private func forecast(_ start: FetchStep.Start) -> ScenarioForecast {
        ScenarioForecast(
            Scenario(
                name: "forecast",
                seed: 1,
                link: LinkSettings(
                    parameters: LinkParameters(
                        down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
                        up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
                    )
                ),
                origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 125_724)]),
                client: ClientSettings(policy: .none),
                steps: [
                    .fetch(
                        FetchStep(
                            name: "step",
                            entries: Array(repeating: FetchStep.Entry(file: "a.jpg"), count: 3),
                            start: start
                        )
                    )
                ]
            )
        )
    }

    // A response of 170 + 125,724 bytes is 87 segments: 521.672 ms. The first has a connection to make: 1.875 + 5 +
    // 0.24 + 5 ms, acknowledgement and request 1.625 + 4.75 + 5, and 0.208 + 521.672 + 5 back. The second's request waits
    // 1.625 ms for the acknowledgement of the first's last segment: 1.625 + 4.75 + 5 + 521.672 + 5. The third's takes
    // that of the second's with it.
    @Test func `files in turn wait for the acknowledgements between them`() {
        #expect(forecast(.inTurn).steps.map(\.duration) == [550_370_000 + 538_047_000 + 536_422_000])
    }

    // The first request is at the origin after 12.115 + 6.375 + 5 ms: the other two SYNs are over before it. Then the
    // line is busy with three responses of 521.672 ms and three acknowledgements of 0.208 ms.
    @Test func `files together share the line`() {
        let duration = forecast(.together).steps[0].duration
        #expect(duration == 23_490_000 + 3 * 521_880_000 + 5_000_000)
        #expect(forecast(.together).total == duration)
    }
}
