import LinkFormats
import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TrafficControlImportTests {
    private func read(_ text: String) throws(ImportError) -> LinkImport {
        try LinkImport(Array(text.utf8), name: "file")
    }

    /// The up direction imported from `netem OPTIONS` on an interface.
    private func up(_ options: String) throws(ImportError) -> DirectionParameters {
        try read("tc qdisc add dev eth0 root netem \(options)").link.up
    }

    @Test(
        arguments: [
            ("delay 100ms", 100_000_000), ("delay 1.5s", 1_500_000_000), ("latency 250us", 250_000),
            ("delay 20", 20_000),
            ("del 3msecs", 3_000_000), ("delay 0.0015ms", 1500), ("limit 5", 0),
        ] as [(String, Int64)]
    )
    func `parses a delay in every unit`(options: String, delay: Int64) throws {
        #expect(try up(options) == DirectionParameters(oneWayDelay: delay))
    }

    @Test(
        arguments: [
            ("2mbit", 2_000_000), ("256Kbit", 256_000), ("1638400bit", 1_638_400), ("32kbps", 256_000),
            ("1.5mbit", 1_500_000),
            ("1Mibit", 1_048_576), ("1gbit", 1_000_000_000), ("5000", 5000), ("1tbit", 1_000_000_000_000),
        ] as [(String, Int64)]
    )
    func `parses a rate in every unit`(text: String, bps: Int64) throws {
        #expect(try up("rate \(text) -14").rateBps == bps)
        #expect(
            try read("tc qdisc add dev eth0 root tbf rate \(text) burst 1540 limit 150000").link.up.rateBps
                == bps
        )
    }

    @Test func `parses jitter with and without a distribution`() throws {
        #expect(try up("delay 100ms 10ms").jitter == Jitter(amount: 10_000_000))
        #expect(try up("delay 100ms 10ms 25%").jitter == Jitter(amount: 10_000_000, correlation: 0.25))
        let pareto = Jitter(distribution: .pareto, amount: 20_000_000)
        #expect(try up("delay 100ms 20ms distribution pareto").jitter == pareto)
        let own = try read("tc qdisc add dev eth0 root netem delay 100ms 20ms distribution experimental")
        #expect(own.link.up.jitter?.distribution == .normal)
        #expect(own.warnings.contains { $0.contains("`experimental` is not known") })
    }

    @Test func `limits jitter that exceeds the delay`() throws {
        let found = try read("tc qdisc add dev eth0 root netem delay 100ms 50ms distribution normal")
        let jitter = try #require(found.link.up.jitter)
        #expect(jitter.reach <= 100_000_000 && jitter.reach > 99_999_990)
        #expect(
            found.warnings.contains {
                $0.contains("a normal jitter of 50 ms exceeds the delay of 100 ms")
            }
        )
        #expect(try up("delay 0ms 5ms").jitter == nil)
    }

    @Test(arguments: [
        ("loss 1%", PacketLoss.random(PacketShare(0.01))),
        ("loss 0.3", .random(PacketShare(0.003))),
        ("loss random 5% 25%", .random(PacketShare(0.05, correlation: 0.25))),
        ("drop 100%", .random(PacketShare(1))),
        ("loss gemodel 1%", .gilbertElliott(GilbertElliott(toBad: 0.01, toGood: 0.99))),
        ("loss gemodel 1% 10%", .gilbertElliott(GilbertElliott(toBad: 0.01, toGood: 0.1))),
        (
            "loss gemodel 1% 10% 70% 0.1%",
            .gilbertElliott(GilbertElliott(toBad: 0.01, toGood: 0.1, lossInBad: 0.7, lossInGood: 0.001))
        ),
        ("loss state 2%", .fourState(FourStateLoss(p13: 0.02, p31: 0.98))),
        (
            "loss state 1% 50% 10% 90% 0.1%",
            .fourState(FourStateLoss(p13: 0.01, p31: 0.5, p32: 0.1, p23: 0.9, p14: 0.001))
        ),
    ])
    func `parses every loss model`(options: String, loss: PacketLoss) throws {
        #expect(try up(options).loss == loss)
        #expect(try up("delay 5ms \(options) duplicate 1%").loss == loss)
    }

    @Test func `parses duplication, corruption and reordering`() throws {
        let side = try up("delay 10ms duplicate 1% 20% corrupt 0.1% reorder 25% 50% gap 5")
        #expect(side.duplication == PacketShare(0.01, correlation: 0.2))
        #expect(side.corruption == PacketShare(0.001))
        #expect(side.reordering == Reordering(share: PacketShare(0.25, correlation: 0.5), gap: 5))
    }

    @Test func `distinguishes link-layer framing from the Ethernet header in netem's overhead`() throws {
        #expect(try read("tc qdisc add dev eth0 root netem rate 2mbit -14").link.framing == .none)
        let atm = try read("tc qdisc add dev eth0 root netem rate 2mbit 4 48 5")
        #expect(atm.link.framing == LinkFraming(overhead: 18, isATM: true))
        let plain = try read("tc qdisc add dev eth0 root netem rate 2mbit")
        #expect(plain.link.framing == .none)
        #expect(plain.warnings.contains { $0.contains("overhead: 14 B") })
        let odd = try read("tc qdisc add dev eth0 root netem rate 5kbit 20 100 5")
        #expect(odd.link.framing == LinkFraming(overhead: 34))
        #expect(odd.warnings.contains { $0.contains("cells of 100 and 5 bytes are left out") })
    }

    @Test func `a limit covers the queue and packets in flight`() throws {
        // 12,000 bits per packet: 2 Mbit/s for 60 ms are ten packets.
        #expect(try up("limit 100 delay 60ms rate 2mbit -14").queue == .packets(90))
        #expect(try up("limit 5 delay 60ms rate 2mbit -14").queue == .packets(1))
        #expect(try up("delay 60ms rate 2mbit -14").queue == .packets(990))
        #expect(try up("limit 100 delay 60ms").queue == nil)
    }

    @Test func `a token bucket becomes a rate and a queue in bytes`() throws {
        let bytes = try read("sudo tc qdisc add dev eth0 root tbf rate 1mbit burst 32kbit limit 30000")
        #expect(bytes.link.up == DirectionParameters(rateBps: 1_000_000, queue: .bytes(30_000)))
        #expect(bytes.warnings.contains { $0.contains("lets 4096 bytes through at once") })
        let time = try read("tc qdisc add dev eth0 root tbf rate 1mbit burst 1540 latency 50ms")
        #expect(time.link.up.queue == .bytes(6250 + 1540))
    }

    @Test func `combines the disciplines of one interface`() throws {
        let found = try read(
            """
            tc qdisc add dev eth0 root handle 1: netem delay 30ms loss 1%
            tc qdisc add dev eth0 parent 1: handle 2: tbf rate 4mbit burst 1540 limit 60000
            tc qdisc add dev eth0 parent 2: codel limit 100 target 4ms interval 60ms ecn
            """
        )
        var up = DirectionParameters(
            rateBps: 4_000_000,
            oneWayDelay: 30_000_000,
            lossRatio: 0.01,
            queue: .packets(100)
        )
        up.discipline = .codel(ControlledDelay(target: 4_000_000, interval: 60_000_000, marksECN: true))
        #expect(found.link.up == up)
        #expect(found.link.down == DirectionParameters())
    }

    @Test func `shaping on an ifb is the down direction`() throws {
        let found = try read(
            """
            #!/bin/sh
            set -e; modprobe ifb 2>/dev/null || true   # if it can be
            DEV=eth0
            tc qdisc del dev $DEV root
            tc qdisc add dev $DEV root netem \\
                delay 20ms rate 1mbit -14
            tc qdisc add dev $DEV ingress && tc filter add dev $DEV parent ffff: matchall action mirred egress redirect dev in0
            tc qdisc add dev 'in0' root netem delay 30ms rate 8mbit -14
            """
        )
        #expect(found.link.up.oneWayDelay == 20_000_000)
        #expect(found.link.up.rateBps == 1_000_000)
        #expect(found.link.down.oneWayDelay == 30_000_000)
        #expect(found.link.down.rateBps == 8_000_000)
        #expect(found.warnings == [])
    }

    @Test func `parses the output of tc, including statistics`() throws {
        let found = try read(
            """
            qdisc netem 8001: dev eth0 root refcnt 2 limit 1000 delay 100ms  10ms 25% loss gemodel p 1% r 10% 1-h 70% 1-k 0.1% \
            duplicate 1% 20% reorder 25% 50% corrupt 0.1% rate 2Mbit packetoverhead 4 cellsize 48 celloverhead 5 gap 5
             Sent 1240 bytes 13 pkt (dropped 1, overlimits 0 requeues 0)
             backlog 0b 0p requeues 0
            qdisc ingress ffff: dev eth0 parent ffff:fff1 ----------------
            qdisc netem 8002: dev ifb0 root refcnt 2 limit 1000 delay 5.0ms loss state p13 1% p31 99% p32 0% p23 100% p14 0%
            """
        )
        #expect(found.link.up.jitter == Jitter(amount: 10_000_000, correlation: 0.25))
        let chain = GilbertElliott(toBad: 0.01, toGood: 0.1, lossInBad: 0.7, lossInGood: 0.001)
        #expect(found.link.up.loss == .gilbertElliott(chain))
        #expect(found.link.up.reordering == Reordering(share: PacketShare(0.25, correlation: 0.5), gap: 5))
        #expect(found.link.framing == LinkFraming(overhead: 18, isATM: true))
        #expect(found.link.down.oneWayDelay == 5_000_000)
        #expect(found.link.down.loss == .fourState(FourStateLoss(p13: 0.01, p31: 0.99)))
        let shown = try read("qdisc tbf 8001: root refcnt 2 rate 2Mbit burst 1540b lat 5.99s ")
        #expect(shown.link.up.queue == .bytes(1_497_500 + 1540))
    }

    @Test(arguments: [
        ("tc qdisc add dev eth0 root netem delay", 1, 34, "needs a value"),
        ("tc qdisc add dev eth0 root netem delay fast", 1, 40, "not a time"),
        ("tc qdisc add dev eth0 root netem delay 5 parsecs", 1, 42, "no option `parsecs`"),
        ("# a\ntc qdisc add dev eth0 root netem loss 101%", 2, 39, "from 0 % to 100 %"),
        ("tc qdisc add dev eth0 root netem loss 1% 100%", 1, 42, "nothing would ever change"),
        ("tc qdisc add dev eth0 root netem delay 2h", 1, 40, "not a time"),
        ("tc qdisc add dev eth0 root netem delay 7200s", 1, 40, "longer than an hour"),
        ("tc qdisc add dev eth0 root netem rate 10%", 1, 39, "not a rate"),
        ("tc qdisc add dev eth0 root netem rate 0", 1, 39, "not a rate from 1 bit/s"),
        ("tc qdisc add dev eth0 root netem reorder 25%", 1, 34, "needs a delay"),
        ("tc qdisc add dev eth0 root netem gap 5", 1, 28, "needs `reorder`"),
        ("tc qdisc add dev eth0 root netem delay 1ms distribution normal", 1, 57, "a jitter before it"),
        ("tc qdisc add dev eth0 root tbf burst 5kb", 1, 28, "needs a `rate`"),
        ("tc qdisc add dev eth0 root tbf rate 1mbit burst 5kb limit 10", 1, 28, "too small for a packet"),
        ("tc qdisc add dev eth0 root", 1, 10, "does not name a queueing discipline"),
        ("tc qdisc show", 1, 1, "shape nothing"),
        ("tc qdisc add dev 'eth0 root netem", 1, 18, "does not end"),
        (
            "tc qdisc add dev a root netem\ntc qdisc add dev b root netem\ntc qdisc add dev c root netem", 1,
            1, "more than two"
        ),
    ])
    func `rejects unreadable input with its position`(
        text: String,
        line: Int,
        column: Int,
        message: String
    ) {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(arguments: [
        ("tc qdisc add dev eth0 root netem delay 1ms", "taken for `up`"),
        ("tc qdisc add dev ifb0 root netem delay 1ms", "taken for `down`"),
        ("tc qdisc add dev a root netem delay 1ms\ntc qdisc add dev b root netem", "swap them"),
        ("tc qdisc add dev eth0 root netem slot 20ms 40ms packets 3 delay 1ms", "`slot` is left out"),
        ("tc qdisc add dev eth0 root netem loss 1% ecn", "`ecn` is left out"),
        ("tc qdisc add dev eth0 root netem loss 1% seed 47", "seed is left out"),
        ("tc qdisc add dev eth0 root netem delay 9ms 1ms", "keep their order"),
        ("qdisc netem 1: root refcnt 2 limit 1000 delay 9ms  1ms", "does not show how jitter"),
        (
            "tc class add dev eth0 parent 1: classid 1:1 htb rate 1mbit\ntc qdisc add dev eth0 root netem",
            "classes are not read"
        ),
        (
            "tc qdisc add dev eth0 root handle 1: htb default 1\ntc qdisc add dev eth0 parent 1: netem",
            "`htb` is ignored"
        ),
    ])
    func `warns about ignored and changed settings`(text: String, part: String) throws {
        let warnings = try read(text).warnings
        #expect(warnings.contains { $0.contains(part) }, "\(warnings)")
    }
}
