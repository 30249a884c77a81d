import Figures
import LinkModel

/// Shell commands for tc: netem for packets that leave an interface and, through an ifb device, for those
/// that arrive.
struct TrafficControlExport {
    private let link: LinkParameters
    private var warnings = ExportWarnings()

    init(_ link: LinkParameters) {
        self.link = link
    }

    func export(title: String) -> Export {
        var copy = self
        return copy.written(title)
    }

    private mutating func written(_ title: String) -> Export {
        let up = discipline(.up)
        let down = discipline(.down)
        warn()
        let text = """
            #!/bin/sh
            # \(title)
            # On the client's host, as root: sh FILE INTERFACE. What leaves the interface goes up the line, what arrives
            # there came down. Offloads should be off: ethtool -K INTERFACE tso off gso off gro off
            set -e
            DEV=${1:?usage: sh FILE INTERFACE}
            IFB=${2:-ifb0}

            # up; overhead -14 takes the Ethernet header off, which is not to be counted
            tc qdisc add dev "$DEV" root handle 1: \(up)

            # down: sent through a device of its own first
            modprobe ifb numifbs=0 2>/dev/null || true
            ip link add name "$IFB" type ifb
            ip link set dev "$IFB" up
            tc qdisc add dev "$DEV" handle ffff: ingress
            tc filter add dev "$DEV" parent ffff: protocol all matchall action mirred egress redirect dev "$IFB"
            tc qdisc add dev "$IFB" root handle 1: \(down)

            # to remove it:
            #   tc qdisc del dev INTERFACE root
            #   tc qdisc del dev INTERFACE ingress
            #   ip link del ifb0

            """
        return Export(text: text, warnings: warnings.lines)
    }

    /// `netem ...`, in the order in which tc prints it.
    private mutating func discipline(_ direction: LinkDirection) -> String {
        let side = link[direction]
        var words = ["netem limit \(NetemLimit(link, direction).packets)"]
        words += delay(side, direction)
        words += loss(side)
        if side.duplication.ratio > 0 { words.append("duplicate \(share(side.duplication))") }
        if let reordering = side.reordering {
            let gap = reordering.gap > 1 ? " gap \(reordering.gap)" : ""
            words.append("reorder \(share(reordering.share))\(gap)")
        }
        if side.corruption.ratio > 0 { words.append("corrupt \(share(side.corruption))") }
        if let rate = side.rateBps { words.append(self.rate(rate, direction)) }
        return words.joined(separator: " ")
    }

    private mutating func delay(_ side: DirectionParameters, _ direction: LinkDirection) -> [String] {
        guard side.oneWayDelay > 0 || side.jitter != nil || side.reordering != nil else { return [] }
        var text = "delay \(time(side.oneWayDelay, direction))"
        // Jitter that is rounded to nothing is none, and netem takes no distribution of it.
        if let jitter = side.jitter, case let amount = time(jitter.amount, direction), amount != Self.noTime {
            text += " \(amount)"
            if jitter.correlation > 0 { text += " \(Percentage.text(jitter.correlation))" }
            switch jitter.distribution {
            case .uniform: break
            case .lognormal:
                warnings.add("netem has no lognormal jitter: normal jitter with the same deviation is used")
                text += " distribution normal"
            default: text += " distribution \(jitter.distribution.rawValue)"
            }
            warnings.add(
                "netem lets packets overtake each other where they jitter: netlab keeps them in order"
            )
        }
        return [text]
    }

    private func loss(_ side: DirectionParameters) -> [String] {
        switch side.loss {
        case .random(let share): share.ratio > 0 ? ["loss \(self.share(share))"] : []
        case .gilbertElliott(let chain):
            [
                "loss gemodel "
                    + [chain.toBad, chain.toGood, chain.lossInBad, chain.lossInGood].map(Percentage.text)
                    .joined(separator: " ")
            ]
        case .fourState(let chain):
            [
                "loss state "
                    + [chain.p13, chain.p31, chain.p32, chain.p23, chain.p14].map(Percentage.text)
                    .joined(separator: " ")
            ]
        }
    }

    private func share(_ share: PacketShare) -> String {
        let correlation = share.correlation > 0 ? " \(Percentage.text(share.correlation))" : ""
        return Percentage.text(share.ratio) + correlation
    }

    /// tc supports whole bytes per second and whole microseconds.
    private mutating func rate(_ bps: Int64, _ direction: LinkDirection) -> String {
        if !bps.isMultiple(of: 8) {
            warnings.add(
                [direction],
                "tc counts rates in whole bytes a second: \(bps) bit/s becomes \(bps / 8 * 8)"
            )
        }
        let cells = link.framing.isATM ? " 48 5" : ""
        return
            "rate \(max(1, bps / 8) * 8)bit \(link.framing.overhead - TrafficControl.ethernetHeader)\(cells)"
    }

    private static let noTime = "0ms"

    private mutating func time(_ time: Int64, _ direction: LinkDirection) -> String {
        if time > TrafficControl.longestDelay {
            warnings.add([direction], "netem delays by at most 274 s: this limit is used")
        } else if !time.isMultiple(of: 1000) {
            warnings.add(
                [direction],
                "tc counts whole microseconds: \(ExactDecimal.milliseconds(time)) is rounded"
            )
        }
        let microseconds = (min(time, TrafficControl.longestDelay) + 500) / 1000
        // tc multiplies fractions in floating point and truncates: whole numbers are safe.
        return microseconds.isMultiple(of: 1000) ? "\(microseconds / 1000)ms" : "\(microseconds)us"
    }

    private mutating func warn() {
        warnings.addCommon(link, tool: "netem")
        let traced = LinkDirection.both.filter {
            if case .trace = link[$0].rate { true } else { false }
        }
        warnings.add(traced, "netem does not replay traces: the mean rate is used")
        let byBytes = LinkDirection.both.filter {
            if case .bytes = link.queueLimit($0) { link[$0].rateBps != nil } else { false }
        }
        warnings.add(byBytes, "netem's limit counts packets: the queue's bytes are counted as full packets")
        let inFlight = LinkDirection.both.filter { link[$0].oneWayDelay > 0 }
        warnings.add(
            inFlight,
            "netem's limit also counts packets in flight: full packets for the length of the delay are added to the queue"
        )
        let managed = LinkDirection.both.filter { link[$0].discipline != .dropTail }
        warnings.add(managed, "netem's queue drops at its tail: the queue discipline is left out")
        warnings.addOmissions(
            of: link,
            but: [.jitter, .loss, .duplication, .corruption, .reordering, .discipline]
        )
        if link.mtu != 1500 {
            warnings.add("the MTU is the interface's: ip link set dev INTERFACE mtu \(link.mtu)")
        }
        if link.up != DirectionParameters() {
            warnings.add(
                "up: TCP on the host that netem delays holds itself back (small queues): for exact figures, run netem on a "
                    + "router between the hosts"
            )
        }
    }
}
