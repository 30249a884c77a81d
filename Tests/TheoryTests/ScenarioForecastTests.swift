import LinkModel
import Scenarios
import Testing
import Theory

@Suite struct ScenarioForecastTests {
    private func forecast(
        _ start: FetchStep.Start,
        rateBps: Int64 = 2_000_000,
        size: Int = 125_724,
        count: Int = 3
    ) -> ScenarioForecast {
        ScenarioForecast(
            Scenario(
                name: "forecast",
                seed: 1,
                link: LinkSettings(
                    parameters: LinkParameters(
                        down: DirectionParameters(rateBps: rateBps, oneWayDelay: 5_000_000),
                        up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
                    )
                ),
                origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: size)]),
                client: ClientSettings(policy: .none),
                steps: [
                    .fetch(
                        FetchStep(
                            name: "step",
                            entries: Array(repeating: FetchStep.Entry(file: "a.jpg"), count: count),
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

    /// One bit a second is the least that a scenario may ask for, 64 MB the largest file: sixteen years each.
    @Test(arguments: [FetchStep.Start.together, .inTurn])
    func `what nobody lives to see is forecast all the same`(_ start: FetchStep.Start) {
        let forecast = forecast(start, rateBps: 1, size: 64_000_000, count: 40)
        #expect(forecast.total == .max / 4)
    }

    /// Beyond 104 days a nanosecond is less than rounding.
    @Test func `a line that is busy for months comes to its end`() {
        let forecast = forecast(.together, rateBps: 1000, size: 64_000_000, count: 40)
        let bodies = 40 * Int64(64_000_000 * 8) * 1_000_000
        #expect(forecast.total > bodies && forecast.total < bodies / 10 * 11)
    }
}
