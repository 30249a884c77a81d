import LinkModel
import Testing
import Theory
import Wire

@Suite struct LinkTheoryTests {
    /// 2 Mbit/s down, 256 kbit/s up, 5 ms each way.
    private let dsl = LinkTheory(
        link: LinkParameters(
            down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
            up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
        )
    )

    /// A full packet takes 1 ms down and nothing up, 50 ms each way: the line idles until the window is 100 segments.
    private func long(restartsWhenIdle: Bool = true) -> LinkTheory {
        LinkTheory(
            link: LinkParameters(
                down: DirectionParameters(rateBps: 12_000_000, oneWayDelay: 50_000_000),
                up: DirectionParameters(oneWayDelay: 50_000_000)
            ),
            restartsWhenIdle: restartsWhenIdle
        )
    }

    private func input(_ body: Int, new: Bool = false, delay: Nanoseconds = 0, window: Int = 10)
        -> TheoryInput
    {
        TheoryInput(
            newConnection: new,
            requestBytes: 150,
            headerBytes: 200,
            bodyBytes: body,
            serverDelay: delay,
            initialWindowSegments: window
        )
    }

    @Test(arguments: [
        (125_724, Int64(502_896_000)), (310_448, 1_241_792_000), (1_152_812, 4_611_248_000), (0, 0),
    ])
    func `the payload time is body bits over the rate`(body: Int, time: Nanoseconds) {
        #expect(dsl.article(bodyBytes: body) == time)
    }

    // 87, 215 and 797 segments of at most 1448 bytes, each with 52 bytes of headers, at 4 us per byte.
    @Test(arguments: [
        (125_724, Nanoseconds(521_792_000)), (310_448, 1_287_312_000), (1_152_812, 4_777_824_000),
        (0, 1_008_000),
        (1248, 6_000_000), (1249, 6_212_000),
    ])
    func `the wire time includes all headers`(body: Int, time: Nanoseconds) {
        #expect(dsl.wire(headerBytes: 200, bodyBytes: body) == time)
    }

    // 89 and 218 segments of at most 1428 bytes, each with 72 bytes of headers.
    @Test(arguments: [(125_724, Nanoseconds(529_328_000)), (310_448, 1_305_376_000)])
    func `headers of IPv6 have twenty bytes more, and segments as many less`(body: Int, time: Nanoseconds) {
        for ip in [IPVersions.v6, .both, .nat64] {
            var link = dsl.link
            link.ip = ip
            #expect(LinkTheory(link: link).wire(headerBytes: 200, bodyBytes: body) == time)
        }
    }

    @Test func `where IPv6 fails, packets have the headers of IPv4`() {
        var link = dsl.link
        (link.ip, link.ip6Fault) = (.both, .blackHole)
        let theory = LinkTheory(link: link)
        #expect(theory.wire(headerBytes: 200, bodyBytes: 125_724) == 521_792_000)
    }

    // A SYN of 80 bytes up 2.5 ms + 5, a refusal of 128 down 0.512 + 5.
    @Test(
        arguments: [(nil, 0), (.noRoute, 13_012_000), (.blackHole, 200_000_000)]
            as [(IPv6Fault?, Nanoseconds)]
    )
    func `a connection waits for IPv6 that fails`(_ fault: IPv6Fault?, _ time: Nanoseconds) {
        var link = dsl.link
        (link.ip, link.ip6Fault) = (.both, fault)
        let (theory, plain) = (LinkTheory(link: link), LinkTheory(link: dsl.link))
        #expect(theory.fallback == time)
        guard fault != nil else { return }
        #expect(theory.alone(input(125_724, new: true)) == plain.alone(input(125_724, new: true)) + time)
        #expect(theory.alone(input(125_724, new: false)) == plain.alone(input(125_724, new: false)))
        let group = [input(125_724, new: true), input(125_724, new: true)]
        let (ends, before) = (
            theory.shared(group, connections: 2).ends, plain.shared(group, connections: 2).ends
        )
        #expect(ends == before.map { $0 + time })
    }

    // Warm: request 202 B up 6.3125 ms + 5 + 521.792 + 5. Cold: SYN 1.875 + 5 + SYN-ACK 0.24 + 5, the
    // acknowledgement's 1.625 ms before the request, and the origin's 0.208 ms before the response, which end
    // long before a response 20 ms later.
    @Test(arguments: [
        (false, Int64(0), Int64(538_104_500)), (true, 0, 552_052_500), (true, 20_000_000, 571_844_500),
    ])
    func `the time alone includes everything`(new: Bool, delay: Nanoseconds, time: Nanoseconds) {
        #expect(dsl.alone(input(125_724, new: new, delay: delay)) == time)
    }

    @Test func `without congestion windows the link is never idle and requests do not queue`() {
        let streams = LinkTheory(link: long().link, isWindowless: true)
        // Request 0 + 50 ms, then 691 segments of 1500 bytes and the rest without a pause, 50 ms.
        let time = streams.wire(headerBytes: 200, bodyBytes: 1_000_000) + 100_000_000
        var cold = input(1_000_000, window: 1)
        cold.upBusy = 7_000_000
        #expect(streams.alone(cold) == time)
        #expect(long().alone(input(1_000_000)) > time + 100_000_000)
    }

    @Test func `a request waits for the acknowledgements in front of it`() {
        // 1.5 ms plus the 538.1045 ms of a request that finds the line free.
        var waiting = input(125_724)
        waiting.upBusy = 1_500_000
        #expect(dsl.alone(waiting) == 539_604_500)
    }

    @Test func `a response without a body takes the time of its header`() {
        // 6.3125 + 5 + (200 + 52) * 4 us + 5
        #expect(dsl.alone(input(0)) == 17_320_500)
    }

    @Test func `a link without rate or delay takes no time`() {
        let none = LinkTheory(link: LinkParameters(down: DirectionParameters(), up: DirectionParameters()))
        #expect(none.article(bodyBytes: 1 << 40) == 0)
        #expect(none.wire(headerBytes: 200, bodyBytes: 1 << 30) == 0)
        #expect(none.alone(input(10_000_000, new: true)) == 0)
        #expect(
            none.shared([input(1000, new: true), input(5, new: true)], connections: 1).ends == [.zero, .zero]
        )
    }

    @Test func `a huge body does not overflow`() {
        #expect(dsl.article(bodyBytes: 1 << 50) == 4_503_599_627_370_496_000)
    }

    // Rounds of 10, 20, 40, 80 segments from 50 ms on. Each begins when the first acknowledgement arrives:
    // 101 ms after the previous one (1 ms service, 100 ms round trip), or 102 ms once only pairs are
    // acknowledged.
    @Test(arguments: [
        (10, Int64(110)), (30, 221), (70, 342), (150, 484), (151, 507),
    ])
    func `slow start leaves the link idle until the window fills it`(segments: Int, ms: Int64) {
        #expect(long().alone(input(segments * 1448 - 200)) == ms * 1_000_000)
    }

    @Test func `a window carried over saves the slow-start rounds`() {
        #expect(long().alone(input(70 * 1448 - 200, window: 70)) == 170_000_000)
    }

    @Test(arguments: [(10, 20), (30, 40), (3, 10), (5, 10), (6, 12)])
    func `a window grows by the acknowledged segments as far as it was used`(segments: Int, window: Int) {
        #expect(long().window(after: input(segments * 1448 - 200)) == window)
    }

    // The retransmission timeout of this line is 300 ms.
    @Test(arguments: [
        (Int64(300), 80), (301, 40), (601, 20), (901, 10), (5000, 10),
    ])
    func `an idle connection halves its window for every timeout`(idle: Int64, window: Int) {
        #expect(long().window(80, afterIdle: idle * 1_000_000) == window)
        #expect(long(restartsWhenIdle: false).window(80, afterIdle: idle * 1_000_000) == 80)
    }

    @Test func `a window below the initial one is not raised by idling`() {
        #expect(long().window(4, afterIdle: 9_000_000_000) == 4)
    }
}
