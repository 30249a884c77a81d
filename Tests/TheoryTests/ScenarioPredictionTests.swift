import Fixtures
import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

@Suite struct ScenarioPredictionTests {
    private func scenario(
        _ steps: [Step],
        client: ClientSettings = ClientSettings(policy: .none),
        change: (inout Scenario) -> Void = { _ in }
    ) -> Scenario {
        var scenario = Scenario(
            name: "prediction",
            seed: 1,
            link: LinkSettings(
                parameters: LinkParameters(
                    down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
                    up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
                )
            ),
            origin: OriginSettings(
                files: ["a.jpg", "b.jpg", "c.jpg"].map { OriginFile(name: $0, image: .jpeg, size: 125_724) }
            ),
            client: client,
            steps: steps
        )
        change(&scenario)
        return scenario
    }

    private func fetch(_ name: String, _ count: Int = 1, _ start: FetchStep.Start = .together) -> Step {
        .fetch(
            FetchStep(
                name: name,
                entries: ["a.jpg", "b.jpg", "c.jpg"].prefix(count).map { FetchStep.Entry(file: $0) },
                start: start
            )
        )
    }

    @Test func `the time alone matches the closed form, and the shared time is no shorter`() throws {
        let prediction = try #require(ScenarioPrediction(scenario([fetch("one", 3)])))
        let theory = LinkTheory(link: prediction.plan.link)
        let told = theory.alone(
            TheoryInput(newConnection: true, requestBytes: 88, headerBytes: 132, bodyBytes: 125_724)
        )
        for transfer in prediction.steps[0].transfers {
            #expect(abs((transfer.alone ?? 0) - told) < 1_000_000)
            #expect((transfer.shared ?? 0) >= (transfer.alone ?? 0))
            #expect(transfer.article == 502_896_000 && transfer.wire > transfer.article)
        }
        let shares = prediction.steps[0].transfers.compactMap(\.shared)
        #expect(prediction.steps[0].makespan == shares.max() && prediction.total == shares.max())
        #expect(prediction.gaps.isEmpty)
    }

    @Test func `a text response has a longer head than an image`() throws {
        let named = ["a.jpg", "a.txt"].map { OriginFile(name: $0, image: .jpeg, size: 1000) }
        let prediction = try #require(
            ScenarioPrediction(
                scenario([.fetch("one", ["a.jpg", "a.txt"], start: .inTurn)]) { $0.origin.files = named }
            )
        )
        let heads = prediction.plan.fetches.map(\.headerBytes)
        #expect(heads == [130, 145])
    }

    @Test func `sequential pages start when the previous page has ended, after the think time`() throws {
        let entries = ["a.jpg", "b.jpg", "a.jpg", "b.jpg"].map {
            FetchStep.Entry(file: $0, isOnSamePage: $0 == "b.jpg")
        }
        let step = FetchStep(name: "feed", entries: entries, start: .inTurn, think: 40_000_000)
        let prediction = try #require(ScenarioPrediction(scenario([.fetch(step), .wait(3)])))
        let transfers = prediction.outcome.transfers
        let first = transfers[..<2].compactMap(\.responseLastByte).max() ?? .zero
        #expect(transfers[..<2].allSatisfy { $0.begin == .zero })
        #expect(transfers[2...].compactMap(\.begin).min() == first + 40_000_000)
        let last = transfers.compactMap(\.responseLastByte).max() ?? .zero
        #expect(prediction.steps[0].makespan == last - .zero)
        #expect(prediction.total == last - .zero + 3)
    }

    @Test func `a pause of the client is predicted`() throws {
        var step = FetchStep(name: "paused", entries: [FetchStep.Entry(file: "a.jpg")])
        step.entries[0].pause = 3_000_000_000
        let prediction = try #require(ScenarioPrediction(scenario([.fetch(step)])))
        let first = try #require(prediction.outcome.transfers[0].responseFirstByte)
        // The rest arrives meanwhile, or nearly: the kernel takes half of what the client reads later.
        #expect(prediction.gaps.isEmpty)
        // The closed form cannot tell.
        #expect(ScenarioForecast(scenario([.fetch(step)])).gaps == [.pausing])
        let makespan = try #require(prediction.steps[0].makespan)
        #expect(makespan >= first - .zero + 3_000_000_000 && makespan < first - .zero + 3_400_000_000)
    }

    @Test func `pages of cache hits take their think times`() throws {
        let entries = Array(repeating: FetchStep.Entry(file: "a.jpg"), count: 4)
        let step = FetchStep(name: "same", entries: entries, start: .inTurn, think: 10_000_000)
        let client = ClientSettings(policy: .memory, revalidate: .never)
        let prediction = try #require(ScenarioPrediction(scenario([.fetch(step)], client: client)))
        let cold = prediction.outcome.transfers[0].responseLastByte ?? .zero
        #expect(prediction.outcome.transfers.count == 1)
        #expect(prediction.total == cold - .zero + 30_000_000)
    }

    @Test func `steps follow one another with their waits`() throws {
        let prediction = try #require(
            ScenarioPrediction(
                scenario([
                    .wait(5_000_000), fetch("one"), .forget(.connections), .wait(7_000_000), fetch("two"),
                    .wait(9),
                ])
            )
        )
        let (one, two) = (prediction.steps[0], prediction.steps[1])
        #expect(one.start == Instant(nanoseconds: 5_000_000))
        #expect(one.makespan == two.makespan)
        #expect(two.start == Instant(nanoseconds: 12_000_000) + (one.makespan ?? 0))
        #expect(prediction.total == 12_000_009 + 2 * (one.makespan ?? 0))
        #expect(prediction.outcome.transfers.map(\.isNewConnection) == [true, true])
    }

    @Test func `a proxy keeps its connections when the client forgets its own`() throws {
        var proxied = scenario([fetch("one"), .forget(.all), fetch("two")])
        proxied.hasProxy = true
        let prediction = try #require(ScenarioPrediction(proxied))
        #expect(prediction.outcome.transfers.map(\.isNewConnection) == [true, false])
        let forecast = ScenarioForecast(proxied)
        #expect((forecast.steps[1].duration ?? 0) < (forecast.steps[0].duration ?? 0))
    }

    @Test func `a cache hit takes no time, and a revalidation little`() throws {
        let client = ClientSettings(policy: .both, revalidate: .diskHit)
        let steps = [fetch("cold"), fetch("warm"), .forget(.memory), fetch("asked")]
        let prediction = try #require(ScenarioPrediction(scenario(steps, client: client)))
        #expect(prediction.steps.map { $0.transfers[0].source } == [.network, .cache, .revalidated])
        #expect(prediction.steps[1].makespan == 0 && prediction.steps[1].transfers[0].place == nil)
        #expect((prediction.steps[2].makespan ?? 0) < 20_000_000)
    }

    @Test func `simultaneous callers of one file share a transfer, later ones do not`() throws {
        let entries = [nil, nil, 50_000_000].map { FetchStep.Entry(file: "a.jpg", at: $0) }
        let prediction = try #require(
            ScenarioPrediction(scenario([.fetch(FetchStep(name: "one", entries: entries))]))
        )
        #expect(prediction.steps[0].transfers.map(\.place) == [0, 0, 1])
        #expect(prediction.outcome.transfers.count == 2)
    }

    @Test func `cache options of a fetch apply, and cancellation is not predicted`() throws {
        let client = ClientSettings(policy: .both, revalidate: .never)
        func again(_ entry: FetchStep.Entry) throws -> ScenarioPrediction {
            let steps = [fetch("cold"), .fetch(FetchStep(name: "again", entries: [entry]))]
            return try #require(ScenarioPrediction(scenario(steps, client: client)))
        }
        let forced = try again(FetchStep.Entry(file: "a.jpg", options: [.forceRefresh]))
        #expect(forced.steps[1].transfers.map(\.source) == [.network])
        let cached = try again(FetchStep.Entry(file: "b.jpg", options: [.onlyFromCache]))
        #expect(cached.steps[1].transfers.map(\.source) == [.cache])
        let givenUp = try again(FetchStep.Entry(file: "b.jpg", cancelAfter: 1_000_000))
        #expect(givenUp.gaps == [.givingUp] && givenUp.total == nil)
    }

    @Test func `multiplexed streams are predicted, shared and alone`() throws {
        let shared = scenario([fetch("one", 3)]) { $0.origin.http = [.http2] }
        let prediction = try #require(ScenarioPrediction(shared))
        #expect(prediction.gaps.isEmpty && prediction.total != nil)
        let transfers = prediction.steps[0].transfers
        #expect(Set(transfers.compactMap(\.place).map { prediction.outcome.transfers[$0].flow }) == [1])
        for transfer in transfers {
            let (alone, shared) = (try #require(transfer.alone), try #require(transfer.shared))
            #expect(alone <= shared && alone > transfer.wire)
        }
    }

    @Test func `a larger initial window saves round trips, a tiny receive buffer costs them`() throws {
        func total(_ change: (inout Scenario) -> Void) throws -> Nanoseconds {
            var changed = scenario([fetch("one")])
            changed.link.parameters.down = DirectionParameters(rateBps: 100_000_000, oneWayDelay: 50_000_000)
            changed.link.parameters.up = changed.link.parameters.down
            change(&changed)
            return try #require(ScenarioPrediction(changed)?.total)
        }
        let usual = try total { _ in }
        #expect(try total { $0.origin.initialWindow = 32 } < usual - 90_000_000)
        #expect(try total { $0.client.receiveBuffer = 16_384 } > usual + 200_000_000)
    }

    /// Freshness depends on the time of day, which no scenario states.
    @Test func `HTTP freshness is the gap when copies may be fresh`() throws {
        let client = ClientSettings(policy: .both, revalidate: .http)
        let told = try #require(ScenarioPrediction(scenario([fetch("one"), fetch("two")], client: client)))
        #expect(told.total != nil && told.gaps.isEmpty)
        let aged = scenario([fetch("one"), fetch("two")], client: client) {
            $0.origin.behaviour.cacheControl = .value("max-age=60")
        }
        let prediction = try #require(ScenarioPrediction(aged))
        #expect(prediction.total == nil && prediction.gaps == [.freshness])
        #expect(ScenarioForecast(aged).total == nil && ScenarioForecast(aged).gaps == [.freshness])
    }

    @Test func `an unpredictable origin leaves the times out`() throws {
        let drawn = scenario([fetch("one")]) {
            $0.origin.behaviour.delay = .value(.uniform(from: 0, to: 9_000_000))
        }
        let prediction = try #require(ScenarioPrediction(drawn))
        #expect(prediction.total == nil && prediction.gaps == [.origin])
        #expect(prediction.steps[0].transfers[0].alone == nil)
        #expect(prediction.steps[0].transfers[0].article == 502_896_000)
    }

    @Test func `TLS costs a round trip and its bytes`() throws {
        let plain = try #require(ScenarioPrediction(scenario([fetch("one")])))
        let secret = try #require(
            ScenarioPrediction(scenario([fetch("one")]) { $0.origin.encryption = OriginEncryption() })
        )
        // 10 ms, 517 and 80 bytes up at 256 kbit/s, and the overhead of every record.
        let more = (secret.total ?? 0) - (plain.total ?? 0)
        #expect(more > 28_000_000 && more < 50_000_000)
    }

    @Test func `every congestion control is simulated under its own name`() throws {
        for congestion in CongestionAlgorithm.allCases {
            let one = scenario([fetch("one")]) { $0.origin.congestion = congestion }
            let told = try #require(ScenarioPrediction(one))
            #expect(
                told.congestion == congestion.rawValue && told.plan.congestion.rawValue == told.congestion
            )
            #expect(told.total != nil && told.gaps.isEmpty && told.steps[0].transfers[0].shared != nil)
        }
    }

    @Test func `a prediction for an extremely slow link is refused`() {
        #expect(
            ScenarioPrediction(scenario([fetch("one")]) { $0.link.parameters.down.rate = .constant(1) })
                == nil
        )
    }

    @Test func `a link that loses everything has no end`() throws {
        let dead = scenario([fetch("one"), fetch("two")]) {
            $0.link.parameters.down.loss = .random(PacketShare(1))
        }
        let prediction = try #require(ScenarioPrediction(dead))
        #expect(prediction.total == nil && prediction.steps.map(\.makespan) == [nil, nil])
        #expect(prediction.steps[1].start == nil)
    }
}
