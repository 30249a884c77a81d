import Fixtures
import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

@Suite struct ScenarioForecastTests {
    private func forecast(
        _ start: FetchStep.Start,
        rateBps: Int64 = 2_000_000,
        size: Int = 125_724,
        count: Int = 3
    ) -> ScenarioForecast {
        let names = (0..<count).map { "\($0).jpg" }
        return ScenarioForecast(
            Scenario(
                name: "forecast",
                seed: 1,
                link: LinkSettings(
                    parameters: LinkParameters(
                        down: DirectionParameters(rateBps: rateBps, oneWayDelay: 5_000_000),
                        up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
                    )
                ),
                origin: OriginSettings(files: names.map { OriginFile(name: $0, image: .jpeg, size: size) }),
                client: ClientSettings(policy: .none),
                steps: [
                    .fetch(
                        FetchStep(
                            name: "step",
                            entries: names.map { FetchStep.Entry(file: $0) },
                            start: start
                        )
                    )
                ]
            )
        )
    }

    // A response of 170 + 125,724 bytes is 87 segments: 521.672 ms. The first needs a connection: 1.875 + 5 +
    // 0.24 + 5 ms, acknowledgement and request 1.625 + 4.75 + 5, and 0.208 + 521.672 + 5 back. The second's
    // request waits 1.625 ms for the acknowledgement of the first's last segment: 1.625 + 4.75 + 5 + 521.672
    // + 5. The third's carries that of the second's with it.
    @Test func `sequential files wait for the acknowledgements between them`() {
        #expect(forecast(.inTurn).steps.map(\.duration) == [550_370_000 + 538_047_000 + 536_422_000])
    }

    // The first request reaches the origin after 12.115 + 6.375 + 5 ms, after the other two SYNs. Then the
    // line is busy with three responses of 521.672 ms and three acknowledgements of 0.208 ms.
    @Test func `concurrent files share the link`() {
        let duration = forecast(.together).steps[0].duration ?? 0
        #expect(duration == 23_490_000 + 3 * 521_880_000 + 5_000_000)
        #expect(forecast(.together).total == duration)
    }

    /// A scenario's lowest rate is one bit per second, its largest file 64 MB: sixteen years each.
    @Test(arguments: [FetchStep.Start.together, .inTurn])
    func `a forecast of centuries is capped without overflow`(_ start: FetchStep.Start) {
        let forecast = forecast(start, rateBps: 1, size: 64_000_000, count: 40)
        #expect(forecast.total == .max / 4)
    }

    /// Beyond 104 days, a nanosecond is less than the rounding error.
    @Test func `a link that is busy for months gives a finite forecast`() {
        let forecast = forecast(.together, rateBps: 1000, size: 64_000_000, count: 40)
        let bodies = 40 * Int64(64_000_000 * 8) * 1_000_000
        let total = forecast.total ?? 0
        #expect(total > bodies && total < bodies / 10 * 11)
    }

    private func forecast(_ steps: [Step], on link: LinkParameters) -> ScenarioForecast {
        ScenarioForecast(
            Scenario(
                name: "forecast",
                seed: 1,
                link: LinkSettings(parameters: link),
                origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 125_724)]),
                client: ClientSettings(policy: .none),
                steps: steps
            )
        )
    }

    @Test func `simultaneous callers of one file share a transfer, and cancellation is a gap`() {
        let line = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        let link = LinkParameters(down: line, up: line)
        func total(_ entries: [FetchStep.Entry]) -> Nanoseconds? {
            forecast([.fetch(FetchStep(name: "one", entries: entries))], on: link).total
        }
        let one = total([.init(file: "a.jpg")])
        #expect(one != nil && total([.init(file: "a.jpg", callers: 9), .init(file: "a.jpg")]) == one)
        #expect(total([.init(file: "a.jpg"), .init(file: "a.jpg", at: 5)]) ?? 0 > one ?? 0)
        let givenUp = FetchStep.Entry(file: "a.jpg", cancelAfter: 5)
        let left = forecast([.fetch(FetchStep(name: "one", entries: [givenUp]))], on: link)
        #expect(left.total == nil && left.gaps == [.givingUp])
    }

    @Test func `a step that changes the link affects the later steps`() {
        let fast = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        var slow = fast
        slow.rate = .constant(1_000_000)
        func fetch(_ name: String) -> Step {
            .fetch(FetchStep(name: name, entries: [.init(file: "a.jpg")], start: .inTurn))
        }
        let line = LinkParameters(down: fast, up: fast)
        let steps = forecast(
            [
                fetch("one"), .link(LinkSettings(parameters: LinkParameters(down: slow, up: fast))),
                fetch("two"),
            ],
            on: line
        ).steps.map { $0.duration ?? 0 }
        // 125,894 bytes of response are 87 segments, 521.672 ms at the fast rate.
        #expect(steps[1] - steps[0] > 500_000_000 && steps[1] - steps[0] < 530_000_000)
    }

    @Test func `multiplexed streams have no closed-form time, and the gap says so`() {
        let line = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        var scenario = Scenario(
            name: "forecast",
            seed: 1,
            link: LinkSettings(parameters: LinkParameters(down: line, up: line)),
            origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 125_724)]),
            client: ClientSettings(policy: .none),
            steps: [.fetch(FetchStep(name: "one", entries: [.init(file: "a.jpg")]))]
        )
        scenario.origin.http = [.http11, .http2]
        #expect(ScenarioForecast(scenario).total != nil && ScenarioForecast(scenario).gaps.isEmpty)
        scenario.origin.http = [.http2, .http11]
        #expect(ScenarioForecast(scenario).total == nil && ScenarioForecast(scenario).gaps == [.streams])
    }

    @Test func `a link with outages gives times for cache hits only`() {
        var side = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        let plain = LinkParameters(down: side, up: side)
        side.outages = Outages(pattern: .every(1_000_000_000, length: 1_000_000))
        let fetch = Step.fetch(FetchStep(name: "one", entries: [.init(file: "a.jpg")]))
        let away = forecast([fetch], on: LinkParameters(down: side, up: side))
        #expect(away.total == nil && away.steps[0].duration == nil && away.gaps == [.impairment(.outages)])
        let never = forecast([.wait(5)], on: LinkParameters(down: side, up: side))
        #expect(never.total == 5 && never.gaps.isEmpty)
        let later = forecast(
            [fetch, .link(LinkSettings(parameters: LinkParameters(down: side, up: side))), fetch],
            on: plain
        )
        #expect(later.total == nil && later.steps[0].duration != nil && later.steps[1].duration == nil)
    }
}
