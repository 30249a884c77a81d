import Testing
import Wire

struct SynthesizedFlowTests {
    typealias Flow = SynthesizedFlow
    private static let four: (near: Flow.End, far: Flow.End) = (
        Flow.End(host: .loopback4, port: 8888), Flow.End(host: .v4(0xC000_0201), port: 40_000)
    )
    private static let six: (near: Flow.End, far: Flow.End) = (
        Flow.End(host: .loopback6, port: 8888),
        Flow.End(host: .v6(high: 0x2001_0DB8_0000_0000, low: 7), port: 40_000)
    )

    private static func segments(
        between ends: (near: Flow.End, far: Flow.End) = four,
        openedBy opener: Flow.Side = .far,
        number: UInt32 = 1,
        _ events: [(Flow.Event, Int)]
    ) -> SynthesizedSegments {
        var flow = Flow(near: ends.near, far: ends.far, openedBy: opener, number: number)
        var segments = SynthesizedSegments()
        for (index, (event, count)) in events.enumerated() {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 + index) }
            flow.note(event, bytes.span.bytes) { segments.add(copy($0) + copy($1)) }
        }
        return segments
    }

    @Test(arguments: [true, false])
    func `a request and its response become segments with an orderly end`(_ isFour: Bool) {
        let ends = isFour ? Self.four : Self.six
        let segments = Self.segments(
            between: ends,
            [
                (.attempted, 0), (.established, 0), (.carried(by: .far), 100), (.carried(by: .near), 50),
                (.finished(.near), 0), (.finished(.far), 0),
            ]
        )
        #expect(segments.text == [">S", "<S.", ">.", ">P.100", "<P.50", "<F.", ">.", ">F.", "<."])
        #expect(segments.faults == [])
        #expect(segments.sources == [ends.near.host, ends.far.host])
        #expect(segments.streams[40_000]?.count == 100 && segments.streams[8888]?.count == 50)
    }

    @Test func `a connection opened by the program starts at its own end`() {
        let segments = Self.segments(
            openedBy: .near,
            [(.attempted, 0), (.established, 0), (.carried(by: .near), 1)]
        )
        #expect(segments.text == ["<S", ">S.", "<.", "<P.1"])
        #expect(segments.faults == [])
    }

    @Test func `large data is split into segments and acknowledged periodically`() {
        let segments = Self.segments([(.carried(by: .far), 70_000), (.carried(by: .far), 30_000)])
        #expect(segments.text == [">S", "<S.", ">.", ">.32768", ">.32768", ">P.4464", "<.", ">P.30000"])
        let sent = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
        let next = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 + 1) }
        #expect(segments.streams[40_000] == sent + next)
        #expect(segments.faults == [])
    }

    @Test func `sequence numbers wrap around`() {
        // 40 of these cross 4 GiB at least once from any start.
        var flow = Flow(near: Self.four.near, far: Self.four.far, openedBy: .far, number: 3)
        var segments = SynthesizedSegments(keepsStreams: false)
        flow.note(.established) { segments.add(copy($0) + copy($1)) }
        for _ in 0..<40 {
            flow.note(.missed(0x0FFF_FFFF, by: .far)) { _, _ in Issue.record("a packet without bytes") }
            segments.skip(0x0FFF_FFFF, from: 40_000)
            flow.note(.carried(by: .far), [1, 2, 3].span.bytes) { segments.add(copy($0) + copy($1)) }
        }
        #expect(segments.faults == [])
    }

    @Test func `one end finishes and the other continues`() {
        let segments = Self.segments([
            (.carried(by: .far), 3), (.finished(.far), 0), (.carried(by: .near), 5), (.finished(.far), 0),
            (.carried(by: .far), 7), (.finished(.near), 0),
        ])
        #expect(segments.text == [">S", "<S.", ">.", ">P.3", ">F.", "<.", "<P.5", "<F.", ">."])
        #expect(segments.faults == [])
    }

    @Test(
        arguments: [
            (Flow.Side.far, ">R."), (.near, "<R."),
        ]
    )
    func `nothing follows a reset`(_ side: Flow.Side, _ reset: String) {
        let segments = Self.segments([
            (.carried(by: .far), 3), (.reset(side), 0), (.carried(by: .near), 5), (.finished(.near), 0),
            (.reset(side), 0),
        ])
        #expect(segments.text == [">S", "<S.", ">.", ">P.3", reset])
        #expect(segments.faults == [])
    }

    @Test func `a refused and an abandoned attempt have no handshake`() {
        let refused = Self.segments(
            openedBy: .near,
            [(.attempted, 0), (.reset(.far), 0), (.finished(.near), 0)]
        )
        #expect(refused.text == ["<S", ">R."])
        #expect(refused.faults == [])
        let left = Self.segments(
            openedBy: .near,
            [(.attempted, 0), (.finished(.near), 0), (.reset(.near), 0)]
        )
        #expect(left.text == ["<S"])
    }

    @Test func `a connection without data has a handshake and an end`() {
        let segments = Self.segments([
            (.attempted, 0), (.established, 0), (.established, 0), (.carried(by: .far), 0),
            (.finished(.far), 0),
            (.finished(.near), 0),
        ])
        #expect(segments.text == [">S", "<S.", ">.", ">F.", "<.", "<F.", ">."])
        #expect(segments.faults == [])
    }

    @Test func `connections with the same ports have different initial sequence numbers`() {
        let starts = (0..<1000).map { Self.segments(number: $0, [(.attempted, 0)]).firstSequence }
        #expect(Set(starts).count == 1000)
    }

    @Test func `addresses of mixed families become IPv6`() {
        let segments = Self.segments(between: (Self.four.near, Self.six.far), [(.carried(by: .far), 9)])
        #expect(segments.faults == [])
        #expect(segments.sources == [.v6(high: 0, low: 0xFFFF_7F00_0001), Self.six.far.host])
    }
}
