import LinkFormats
import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TrafficControlExportTests {
    @Test func `a preset becomes a commented script`() throws {
        let profile = try #require(LinkCatalogue.profile(named: "nlc/dsl"))
        let export = LinkFormat.trafficControl.export(profile.link, title: "nlc/dsl: DSL")
        #expect(
            export.text == """
                #!/bin/sh
                # nlc/dsl: DSL
                # On the client's host, as root: sh FILE INTERFACE. What leaves the interface goes up the line, what arrives
                # there came down. Offloads should be off: ethtool -K INTERFACE tso off gso off gro off
                set -e
                DEV=${1:?usage: sh FILE INTERFACE}
                IFB=${2:-ifb0}

                # up; overhead -14 takes the Ethernet header off, which is not to be counted
                tc qdisc add dev "$DEV" root handle 1: netem limit 1001 delay 5ms rate 256000bit -14

                # down: sent through a device of its own first
                modprobe ifb numifbs=0 2>/dev/null || true
                ip link add name "$IFB" type ifb
                ip link set dev "$IFB" up
                tc qdisc add dev "$DEV" handle ffff: ingress
                tc filter add dev "$DEV" parent ffff: protocol all matchall action mirred egress redirect dev "$IFB"
                tc qdisc add dev "$IFB" root handle 1: netem limit 1001 delay 5ms rate 2000000bit -14

                # to remove it:
                #   tc qdisc del dev INTERFACE root
                #   tc qdisc del dev INTERFACE ingress
                #   ip link del ifb0

                """
        )
        #expect(export.warnings.count == 2)
    }

    @Test func `every impairment is written in netem's syntax`() {
        let text = LinkFormat.trafficControl.export(SampleLines.impaired, title: "all").text
        #expect(
            text.contains(
                "netem limit 227 delay 40ms 2500us 25% distribution normal loss gemodel 1% 30% 75% 0.1% duplicate 0.5% 10%"
                    + " reorder 25% 50% gap 5 corrupt 0.05% rate 8000000bit 4 48 5\n"
            )
        )
        #expect(
            text.contains(
                "netem limit 52 delay 20ms 1ms loss state 2% 50% 10% 90% 0.3% rate 1000000bit 4 48 5\n"
            )
        )
    }

    @Test(arguments: [
        "1000001 bit/s becomes 1000000", "1.5005 ms is rounded", "no lognormal jitter", "overtake each other",
        "by at most 274 s", "counts packets: the queue's bytes", "in flight",
        "queue discipline is left out",
        "outages are left out", "policing is left out", "its mean is used", "the DNS delay of 3000 ms",
        "mtu 1400",
        "small queues",
    ])
    func `warns once about each unsupported setting`(part: String) {
        let warnings = LinkFormat.trafficControl.export(SampleLines.beyond, title: "beyond").warnings
        #expect(warnings.count { $0.contains(part) } == 1, "\(warnings)")
        #expect(warnings.count == 14)
        #expect(warnings.allSatisfy { !$0.contains("\n") && !$0.hasSuffix(".") })
    }

    @Test func `an unlimited line has no warnings`() throws {
        let native = try #require(LinkCatalogue.profile(named: "wpt/native")).link
        let export = LinkFormat.trafficControl.export(native, title: "native")
        #expect(export.warnings == [])
        #expect(export.text.contains("netem limit 1000000\n"))
    }

    @Test(arguments: [(1, false), (499, false), (500, true)] as [(Int64, Bool)])
    func `jitter that rounds to zero is omitted entirely`(_ nanoseconds: Int64, _ isTold: Bool) throws {
        var link = try #require(LinkCatalogue.profile(named: "nlc/dsl")).link
        link.up.oneWayDelay = 10_000_000
        link.up.jitter = Jitter(distribution: .pareto, amount: nanoseconds, correlation: 0.05)
        let export = LinkFormat.trafficControl.export(link, title: "t")
        #expect(export.text.contains("distribution") == isTold, "\(export.text)")
        #expect(export.warnings.joined(separator: "\n").contains("is rounded"))
        let again = try LinkImport(Array(export.text.utf8), name: "file")
        #expect((again.link.up.jitter != nil) == isTold && again.link.up.oneWayDelay == 10_000_000)
    }

    @Test(arguments: [1e-44, 1e-300, 0.123_456_789_012_345_67, 1 / 3.0, 1])
    func `a share round-trips with any number of digits`(_ share: Double) throws {
        var link = try #require(LinkCatalogue.profile(named: "nlc/dsl")).link
        link.up.loss = .random(PacketShare(share))
        let export = LinkFormat.trafficControl.export(link, title: "t")
        #expect(try LinkImport(Array(export.text.utf8), name: "file").link.up.loss == link.up.loss)
    }
}
