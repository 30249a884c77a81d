import Figures
import LinkModel

/// A shell script that writes the trace files and runs a command in mahimahi's shells.
struct MahimahiExport {
    /// Replaces an unlimited rate if the other direction has a limit: mm-link requires two traces.
    private static let fastest: Int64 = 1_000_000_000

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
        var head = [
            "#!/bin/sh", "# \(title)", "# The client's side, not as root: sh FILE [COMMAND...]", "set -e",
            "[ $# -gt 0 ] || set -- \"${SHELL:-/bin/sh}\"",
        ]
        let hasTraces = link.down.rate != .unlimited || link.up.rate != .unlimited
        if hasTraces {
            head += [
                "dir=$(mktemp -d)", "trap 'rm -r \"$dir\"' EXIT", "",
                "# a line is an opportunity to carry 1500 bytes, at that millisecond; after the last they begin again",
            ]
            for direction in [LinkDirection.up, .down] {
                head.append("cat >\"$dir/\(direction.rawValue).trace\" <<'END'")
                head += trace(direction)
                head.append("END")
            }
            head.append("")
        }
        let command = command(hasTraces: hasTraces)
        warn()
        let text = (head + [command]).joined(separator: "\n") + "\n"
        return Export(text: text, warnings: warnings.lines)
    }

    /// Nested shells, the outermost first. As in netlab, loss precedes the line in each direction: downstream
    /// that is outside mm-link, upstream inside.
    private mutating func command(hasTraces: Bool) -> String {
        var words: [String] = []
        if let delay = delay() { words.append("mm-delay \(delay)") }
        if let loss = loss(.down) { words.append("mm-loss downlink \(loss)") }
        if hasTraces {
            words.append("mm-link \"$dir/up.trace\" \"$dir/down.trace\"")
            words += queue(.up) + queue(.down)
            let isOnce = LinkDirection.both.contains {
                if case .trace(let trace) = link[$0].rate { !trace.repeats } else { false }
            }
            if isOnce { words.append("--once") }
            words.append("--")
        }
        if let loss = loss(.up) { words.append("mm-loss uplink \(loss)") }
        return (words + ["\"$@\""]).joined(separator: " ")
    }

    private mutating func trace(_ direction: LinkDirection) -> [String] {
        if case .trace(let trace) = link[direction].rate { return trace.milliseconds.map(String.init) }
        let asked = link[direction].rateBps
        if asked == nil {
            warnings.add([direction], "mm-link has no unlimited rate: 1 Gbit/s is used")
        }
        let bps = max(1, asked ?? Self.fastest)
        let schedule = TraceSchedule(bps: bps)
        if !schedule.isExactly(bps) {
            let error = (schedule.bps - Double(bps)) / Double(bps)
            let text = FixedPoint.signedPercent(error, digits: 6)
            warnings.add(
                [direction],
                "no trace of \(TraceSchedule.mostLines) lines has exactly \(ExactDecimal.rate(bps)): this one is off by \(text)"
            )
        }
        return schedule.milliseconds.map(String.init)
    }

    /// One-way delay in whole milliseconds, the same both ways; the round trip is kept as far as this allows.
    private mutating func delay() -> Int64? {
        let roundTrip = link.roundTripDelay
        guard roundTrip > 0 else { return nil }
        let each = (roundTrip + 1_000_000) / 2_000_000
        if link.down.oneWayDelay != link.up.oneWayDelay {
            let down = ExactDecimal.milliseconds(link.down.oneWayDelay)
            let up = ExactDecimal.milliseconds(link.up.oneWayDelay)
            warnings.add("mm-delay is the same both ways: \(each) ms stand for \(down) down and \(up) up")
        } else if each * 1_000_000 != link.up.oneWayDelay {
            let asked = ExactDecimal.milliseconds(link.up.oneWayDelay)
            warnings.add("mm-delay counts whole milliseconds: \(asked) becomes \(each) ms")
        }
        return each
    }

    private mutating func loss(_ direction: LinkDirection) -> String? {
        let loss = link[direction].loss
        let ratio = loss.ratio
        guard ratio > 0 else { return nil }
        if case .random(let share) = loss {
            if share.correlation > 0 {
                warnings.add([direction], "mm-loss has no correlation: it is left out")
            }
        } else {
            warnings.add([direction], "mm-loss has no bursts: the same share is lost as single packets")
        }
        return ratio == 1 ? "1" : "\(ratio)"
    }

    private mutating func queue(_ direction: LinkDirection) -> [String] {
        let bound =
            switch link.queueLimit(direction) {
            case .packets(let count): "packets=\(count)"
            case .bytes(let count): "bytes=\(count)"
            }
        let prefix = "--\(direction.rawValue)link-queue"
        func option(_ kind: String, _ arguments: String) -> [String] {
            ["\(prefix)=\(kind)", "\(prefix)-args=\"\(arguments)\""]
        }
        switch link[direction].discipline {
        case .dropTail: return option("droptail", bound)
        case .dropHead: return option("drophead", bound)
        case .codel(let codel):
            if codel.marksECN { warnings.add([direction], "mm-link's CoDel marks no packets: it drops them") }
            let target = whole(codel.target, direction)
            return option("codel", "\(bound), target=\(target), interval=\(whole(codel.interval, direction))")
        case .pie(let pie):
            if pie.marksECN { warnings.add([direction], "mm-link's PIE marks no packets: it drops them") }
            if pie.updateInterval != ProportionalIntegral().updateInterval {
                warnings.add(
                    [direction],
                    "mm-link's PIE has a fixed update interval: this one is left out"
                )
            }
            return option("pie", "\(bound), qdelay_ref=\(whole(pie.target, direction)), max_burst=150")
        case .fair:
            warnings.add([direction], "mm-link has no queue per flow: a drop-tail queue is used")
            return option("droptail", bound)
        }
    }

    /// A queue's time in whole milliseconds, at least 1.
    private mutating func whole(_ time: Int64, _ direction: LinkDirection) -> Int64 {
        let milliseconds = max(1, (time + 500_000) / 1_000_000)
        if milliseconds * 1_000_000 != time {
            let asked = ExactDecimal.milliseconds(time)
            warnings.add(
                [direction],
                "mm-link's queues count whole milliseconds: \(asked) becomes \(milliseconds) ms"
            )
        }
        return milliseconds
    }

    private mutating func warn() {
        warnings.addCommon(link, tool: "mahimahi")
        let both = LinkDirection.both
        if both.contains(where: { link[$0].rate != .unlimited }) {
            warnings.add("mm-link carries packets only at whole milliseconds, and each opportunity at once")
        }
        warnings.add(both.filter { link[$0].jitter != nil }, "mahimahi has no jitter: it is left out")
        warnings.addOmissions(of: link, but: [.jitter, .loss, .discipline])
        if link.framing != .none { warnings.add("mm-link counts no link-layer bytes: they are left out") }
        if link.mtu > 1500 {
            warnings.add("mahimahi carries packets of 1500 bytes at most, not \(link.mtu)")
        } else if link.mtu < 1500 {
            warnings.add("the MTU is the interface's: it is left out")
        }
    }
}
