import Figures
import JSON
import LinkModel

/// A proxy with its toxics, as toxiproxy's interface shows it. `POST /populate` accepts it without the
/// toxics.
struct ToxiproxyExport {
    private let link: LinkParameters
    private var warnings = ExportWarnings()

    init(_ link: LinkParameters) {
        self.link = link
    }

    func export() -> Export {
        var copy = self
        return copy.written()
    }

    private mutating func written() -> Export {
        let toxics = toxics(.up) + toxics(.down)
        let proxy: JSONValue = [
            "name": "netlab", "listen": "127.0.0.1:18080", "upstream": "127.0.0.1:8080", "enabled": true.json,
            "toxics": .array(toxics),
        ]
        warn(hasToxics: !toxics.isEmpty)
        return Export(text: JSONValue.array([proxy]).pretty, warnings: warnings.lines)
    }

    /// Latency comes first: it counts from when toxiproxy read a piece, so after a bandwidth limit the time
    /// spent there would shorten it.
    private mutating func toxics(_ direction: LinkDirection) -> [JSONValue] {
        let side = link[direction]
        if side.lossRatio == 1 { return [toxic("timeout", direction, ["timeout": 0.json])] }
        var toxics: [JSONValue] = []
        if side.oneWayDelay > 0 || side.jitter != nil {
            toxics.append(
                toxic(
                    "latency",
                    direction,
                    [
                        "latency": milliseconds(side.oneWayDelay, direction).json,
                        "jitter": jitter(side, direction).json,
                    ]
                )
            )
        }
        if let bps = side.rateBps {
            toxics.append(toxic("bandwidth", direction, ["rate": kilobytes(bps, direction).json]))
        }
        return toxics
    }

    private func toxic(_ type: String, _ direction: LinkDirection, _ attributes: JSONValue) -> JSONValue {
        let stream = Toxiproxy.stream(direction)
        return [
            "name": "\(type)_\(stream)".json, "type": type.json, "stream": stream.json, "toxicity": 1.json,
            "attributes": attributes,
        ]
    }

    private mutating func milliseconds(_ time: Int64, _ direction: LinkDirection) -> Int64 {
        let whole = (time + 500_000) / 1_000_000
        if whole * 1_000_000 != time {
            let asked = ExactDecimal.milliseconds(time)
            warnings.add([direction], "toxiproxy counts whole milliseconds: \(asked) becomes \(whole) ms")
        }
        return whole
    }

    private mutating func jitter(_ side: DirectionParameters, _ direction: LinkDirection) -> Int64 {
        guard let jitter = side.jitter else { return 0 }
        if jitter.distribution != .uniform {
            warnings.add(
                [direction],
                "toxiproxy's jitter is uniform: a \(jitter.distribution.rawValue) one is not"
            )
        }
        if jitter.correlation > 0 { warnings.add([direction], "the jitter's correlation is left out") }
        return milliseconds(jitter.amount, direction)
    }

    /// At least 1, because 0 means no limit.
    private mutating func kilobytes(_ bps: Int64, _ direction: LinkDirection) -> Int64 {
        let whole = max(1, (bps + 4000) / 8000)
        if whole * 8000 != bps {
            let asked = ExactDecimal.rate(bps)
            let got = ExactDecimal.rate(whole * 8000)
            warnings.add([direction], "toxiproxy counts whole kB/s: \(asked) becomes \(whole), \(got)")
        }
        return whole
    }

    private mutating func warn(hasToxics: Bool) {
        if hasToxics {
            warnings.add(
                "toxiproxy does not read toxics from a file or by /populate: POST each of `toxics` to "
                    + "/proxies/netlab/toxics, before the first connection"
            )
        }
        warnings.add("`listen` and `upstream` are examples")
        warnings.addCommon(link, tool: "toxiproxy")
        let both = LinkDirection.both
        if both.contains(where: { link[$0].oneWayDelay > 0 }) {
            warnings.add("toxiproxy accepts connections itself: their handshakes are not delayed")
        }
        if both.contains(where: { link[$0].rateBps != nil }) {
            warnings.add(
                "toxiproxy's bandwidth is each connection's own, not shared, and counts no TCP/IP headers"
            )
            warnings.add("toxiproxy has no queue that can fill up: senders are held back instead")
        }
        let lossy = both.filter { link[$0].lossRatio > 0 && link[$0].lossRatio < 1 }
        warnings.add(lossy, "toxiproxy sees no packets: loss is left out")
        warnings.addOmissions(of: link, but: [.jitter, .loss])
        let traced = both.filter {
            if case .trace = link[$0].rate { true } else { false }
        }
        warnings.add(traced, "toxiproxy does not replay traces: the mean rate is used")
        if link.framing != .none { warnings.add("toxiproxy counts no link-layer bytes: they are left out") }
        if link.mtu != 1500 { warnings.add("toxiproxy sees no packets: the MTU is left out") }
    }
}
