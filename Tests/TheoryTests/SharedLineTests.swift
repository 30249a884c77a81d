import LinkModel
import Testing
import Theory
import Wire

@Suite struct SharedLineTests {
    private let dsl = LinkTheory(
        link: LinkParameters(
            down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
            up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
        )
    )

    private func input(_ body: Int, at start: Int64 = 0, new: Bool = true, delay: Nanoseconds = 0)
        -> TheoryInput
    {
        TheoryInput(
            start: Instant(nanoseconds: start),
            newConnection: new,
            requestBytes: 150,
            headerBytes: 200,
            bodyBytes: body,
            serverDelay: delay
        )
    }

    private let bodies = [125_724, 310_448, 1_152_812]

    // Requests reach the origin at 25.0525, 32.99 and 40.9275 ms: three SYNs queue (1.875 ms each), then
    // three pairs of acknowledgement and request. From the first on, 1,646,732 bytes of responses and three
    // acknowledgements of 52 keep the line busy for 6586.928 + 0.624 ms; the last arrives 5 ms later.
    @Test func `three concurrent transfers end when the link has served them`() {
        let line = dsl.shared(bodies.map { input($0) }, connections: 6)
        #expect(line.ends.map(\.nanoseconds) == [1_576_728_750, 3_123_227_750, 6_617_604_500])
        #expect(line.begins == [.zero, .zero, .zero])
    }

    @Test func `a single transfer ends as it does alone`() {
        for new in [true, false] {
            let one = input(125_724, at: 7_000_000_000, new: new)
            #expect(dsl.shared([one], connections: 1).duration(0) == dsl.alone(one))
        }
    }

    @Test func `transfers that do not overlap do not affect each other`() {
        let first = input(125_724)
        let second = input(310_448, at: 10_000_000_000, new: false)
        let line = dsl.shared([second, first], connections: 6)
        #expect(line.duration(0) == dsl.alone(second))
        #expect(line.duration(1) == dsl.alone(first))
    }

    // The second waits for the first one's last byte and reuses its connection.
    @Test func `a transfer waits when every slot is taken`() {
        let first = input(125_724)
        let second = input(125_724, new: false)
        let line = dsl.shared([first, second], connections: 1)
        #expect(line.begins[1] == line.ends[0])
        #expect(line.ends[1].nanoseconds == 552_052_500 + 538_104_500)
        #expect(line.duration(1) == dsl.alone(second))
    }

    @Test func `requests wait for acknowledgements from before the step`() {
        var first = input(125_724, new: false)
        first.upBusy = 1_625_000
        #expect(dsl.shared([first], connections: 6).ends[0].nanoseconds == 1_625_000 + 538_104_500)
        // The second's packets queue behind the first's only once: request 6.3125 ms up, two responses of
        // 521.792 ms down.
        let line = dsl.shared([first, first], connections: 6)
        #expect(line.ends[1].nanoseconds == 1_625_000 + 6_312_500 + 5_000_000 + 1_043_584_000 + 5_000_000)
    }

    @Test func `a slow origin leaves the link idle`() {
        let late = input(125_724, delay: 3_000_000_000)
        let line = dsl.shared([input(125_724), late], connections: 6)
        // The other's request is acknowledged meanwhile.
        #expect(line.duration(0) == dsl.alone(input(125_724)) + 208_000)
        // Its SYN and its request queued behind the first one's: 7.9375 ms later than alone.
        #expect(line.duration(1) == dsl.alone(late) + 7_937_500)
    }

    @Test func `sharing never makes a transfer faster than alone`() {
        let long = LinkTheory(
            link: LinkParameters(
                down: DirectionParameters(rateBps: 12_000_000, oneWayDelay: 50_000_000),
                up: DirectionParameters(oneWayDelay: 50_000_000)
            )
        )
        let line = long.shared([input(100_000), input(100_000)], connections: 6)
        #expect(line.duration(0) >= long.alone(input(100_000)))
    }

    @Test func `the last end does not depend on the order of inputs`() {
        let inputs = bodies.map { input($0) }
        let last = dsl.shared(inputs.reversed(), connections: 6).ends.max()
        #expect(last == dsl.shared(inputs, connections: 6).ends.max())
    }

    @Test func `no inputs give no ends`() {
        #expect(dsl.shared([], connections: 6).ends.isEmpty)
    }
}
