import Fixtures
import LinkModel
import Scenarios
import Testing
import Theory
import Wire

@Suite struct LookupTests {
    private static let second: Nanoseconds = 1_000_000_000

    private static func link(dnsDelay: Nanoseconds) -> LinkParameters {
        LinkParameters(
            down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
            up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000),
            dnsDelay: dnsDelay
        )
    }

    private let theory = LinkTheory(link: link(dnsDelay: 3 * second))
    // Two questions of 64 bytes, 2 ms each, 5 ms up; the second is answered 3 s later: 0.256 ms for 64 bytes,
    // 5 ms down.
    private let lookup: Nanoseconds = 3_014_256_000

    private func input(at start: Nanoseconds = 0, lookup: Nanoseconds) -> TheoryInput {
        TheoryInput(
            start: Instant(nanoseconds: start),
            newConnection: true,
            requestBytes: 150,
            headerBytes: 200,
            bodyBytes: 125_724,
            lookup: lookup
        )
    }

    // Questions have 64 bytes over IPv4 and 84 over IPv6, answers with an IPv6 address 28 more.
    @Test(
        arguments: [
            (.v4, 0, 3_014_256_000), (.v4, second, 4_014_256_000), (.both, 0, 3_014_368_000),
            (.both, second, 4_014_368_000), (.v6, 0, 3_015_698_000), (.nat64, second, 4_015_698_000),
        ] as [(IPVersions, Nanoseconds, Nanoseconds)]
    )
    func `the answer for IPv6 addresses ends a lookup, and may be late`(
        _ ip: IPVersions,
        _ late: Nanoseconds,
        _ lookup: Nanoseconds
    ) {
        var link = Self.link(dnsDelay: 3 * Self.second)
        (link.ip, link.aaaaDelay) = (ip, late)
        #expect(LinkTheory(link: link).lookup("origin.netlab.test") == lookup)
    }

    @Test func `a lookup costs two parallel queries, the server's delay and a round trip`() {
        #expect(theory.lookup("origin.netlab.test") == lookup)
        #expect(LinkTheory(link: Self.link(dnsDelay: 0)).lookup("origin.netlab.test") == 0)
        let endless = LinkTheory(link: Self.link(dnsDelay: .max / 4))
        #expect(endless.lookup("origin.netlab.test") == .max / 4)
    }

    @Test func `an exchange starts after its lookup and takes no longer`() {
        let plain = input(lookup: 0)
        let named = input(lookup: lookup)
        #expect(theory.alone(named) == theory.alone(plain))
        let line = theory.shared([named], connections: 1)
        #expect(line.begins == [Instant(nanoseconds: lookup)])
        #expect(line.duration(0) == theory.alone(plain))
    }

    @Test func `a lookup occupies its connection slot`() {
        let line = theory.shared([input(lookup: lookup), input(at: 1, lookup: 0)], connections: 1)
        #expect(line.begins[1] == line.ends[0])
        let two = theory.shared([input(lookup: lookup), input(at: 1, lookup: 0)], connections: 2)
        #expect(two.begins[1].nanoseconds == 1)
        #expect(two.ends[1] < two.begins[0])
    }

    /// Steps of two files each, and the number of lookups that they wait for.
    @Test(arguments: [(FetchStep.Start.together, [1, 0, 1] as [Nanoseconds]), (.inTurn, [1, 0, 1])])
    func `a forecast includes one lookup, and another after connections are forgotten`(
        start: FetchStep.Start,
        lookups: [Nanoseconds]
    ) {
        func forecast(_ dnsDelay: Nanoseconds) -> [Nanoseconds] {
            let steps = ["a", "b", "c"].map { name in
                Step.fetch(
                    FetchStep(
                        name: name,
                        entries: Array(repeating: FetchStep.Entry(file: "a.jpg"), count: 2),
                        start: start
                    )
                )
            }
            let scenario = Scenario(
                name: "names",
                seed: 1,
                link: LinkSettings(parameters: Self.link(dnsDelay: dnsDelay)),
                origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 125_724)]),
                client: ClientSettings(policy: .none),
                steps: [steps[0], steps[1], .forget(.connections), steps[2]]
            )
            return ScenarioForecast(scenario).steps.compactMap(\.duration)
        }
        let difference = zip(forecast(3 * Self.second), forecast(0)).map { $0 - $1 }
        #expect(difference == lookups.map { $0 * lookup })
    }
}
