package import Analysis
import Figures
package import JSON
import LinkModel
import Theory
import Wire

/// The first packet at which a run and its simulation part, for a reader.
package struct TheoryDivergenceReport {
    private let parting: TheoryDivergence
    private let name: String

    /// `name` is the run's folder.
    package init(_ parting: TheoryDivergence, _ name: String) {
        self.parting = parting
        self.name = name
    }

    package var isAlike: Bool { parting.first == nil }

    package var document: ReportDocument {
        let packets = CountFormat.text(parting.compared, "packet")
        guard let point = parting.first else {
            return ReportDocument([[.text("\(name) and its simulation are alike: \(packets) compared.")]])
        }
        return ReportDocument([
            [.text("\(name) beside its simulation, \(packets)"), .text(sentence(point))],
            [
                .heading("the sender before this packet"), .text(Self.run(point), indent: 2),
                .text(Self.simulated(point), indent: 2),
            ],
            [.heading("the connection's packets around this one"), .table(table(point))],
        ])
    }

    private func sentence(_ point: TheoryDivergence.Point) -> String {
        guard let packet = point.pair.observed ?? point.pair.simulated else { return "" }
        let identity = packet.identity
        let way = identity.direction == .down ? "from the origin" : "from the client"
        return
            "They diverge at \(time(point.pair.at)): packet \(identity.number) \(way) on connection \(identity.flow). "
            + Self.words(point)
    }

    private static func words(_ point: TheoryDivergence.Point) -> String {
        guard let observed = point.pair.observed else {
            return "Only the simulation sends it: \(content(point.pair.simulated))."
        }
        guard let simulated = point.pair.simulated else {
            return "Only the run sends it: \(content(observed))."
        }
        switch point.difference {
        case .content, .acknowledgement, .size, .missing:
            return "The run sends \(content(observed)), the simulation \(content(simulated))."
        case .time:
            let late = observed.at - simulated.at
            let than = late > 0 ? "later" : "earlier"
            return
                "Both send \(content(observed)); the run sends it \(DurationFormat.text(abs(late))) \(than) than the simulation."
        case .fate:
            return
                "Both send \(content(observed)); in the run it is \(observed.fate.rawValue), in the simulation \(simulated.fate.rawValue)."
        }
    }

    private static func content(_ packet: PartedPacket?) -> String {
        guard let packet else { return "-" }
        var words: [String] = []
        for (flag, word) in [(TCPHeader.Flags.syn, "SYN"), (.fin, "FIN"), (.rst, "RST")]
        where packet.flags.contains(flag) { words.append(word) }
        if packet.payload > 0 { words.append("bytes \(packet.sequence) to \(packet.end)") }
        if packet.acknowledged > 0 || words.isEmpty { words.append("ack \(packet.acknowledged)") }
        return words.joined(separator: ", ") + " (\(packet.bytes) B)"
    }

    private static func run(_ point: TheoryDivergence.Point) -> String {
        let sender = point.observed
        return
            "run: sent up to \(sender.next), acknowledged \(sender.acknowledged), \(sender.outstanding) B outstanding; "
            + "\(sender.lost) lost so far, \(sender.repeated) retransmitted"
    }

    private static func simulated(_ point: TheoryDivergence.Point) -> String {
        guard let sender = point.simulated else { return "simulation: no packet before" }
        let threshold = sender.threshold.map { "\($0)" } ?? "none"
        return
            "simulation: sent up to \(sender.next), acknowledged \(sender.acknowledged); \(sender.state.rawValue), window "
            + "\(sender.window), threshold \(threshold), \(sender.inFlight) in flight, \(sender.lost) lost; round trip "
            + "\(DurationFormat.text(Nanoseconds(sender.meanRoundTrip) * 1000)), timeout \(DurationFormat.text(sender.timeout))"
    }

    private func table(_ point: TheoryDivergence.Point) -> ReportTable {
        ReportTable(
            point.around,
            [
                .text { $0 == point.pair ? ">" : "" },
                .text { $0.identity.map { "\($0.direction.rawValue) \($0.number)" } ?? "" },
                .number("run") { $0.observed.map { time($0.at) } ?? "-" },
                .text("sends") { Self.cell($0.observed) },
                .number("simulation") { $0.simulated.map { time($0.at) } ?? "-" },
                .text("sends") {
                    $0.observed.map(Self.cell) == $0.simulated.map(Self.cell)
                        ? "the same" : Self.cell($0.simulated)
                },
                .text("its sender") { Self.state($0.simulated?.sender) },
            ],
            indent: 0
        )
    }

    private static func cell(_ packet: PartedPacket?) -> String {
        guard let packet else { return "nothing" }
        return content(packet) + (packet.fate == .delivered ? "" : " \(packet.fate.rawValue)")
    }

    private static func state(_ sender: SimulatedSenderState?) -> String {
        guard let sender else { return "" }
        return
            "\(sender.state.rawValue) \(sender.window)/\(sender.threshold.map { "\($0)" } ?? "-") \(sender.inFlight)"
    }

    /// On the run's clock.
    private func time(_ moment: Instant) -> String {
        FixedPoint.text(Double(moment.nanoseconds + parting.epoch) / 1e6, digits: 3) + " ms"
    }
}

extension TheoryDivergenceReport {
    package static let schema = "netlab.parting/1"

    package var json: JSONValue {
        let point = parting.first
        return [
            "schema": .string(Self.schema), "run": .string(name), "comparedPackets": parting.compared.json,
            "alike": .bool(isAlike), "difference": (point?.difference.rawValue).json,
            "direction": (point?.pair.identity?.direction.rawValue).json,
            "flow": (point?.pair.identity).map { Int($0.flow) }.json,
            "packet": (point?.pair.identity).map { Int($0.number) }.json,
            "observed": packet(point?.pair.observed), "simulated": packet(point?.pair.simulated),
            "observedSender": Self.sender(point?.observed), "simulatedSender": Self.sender(point?.simulated),
            "around": .array(
                (point?.around ?? []).map {
                    ["observed": packet($0.observed), "simulated": packet($0.simulated)]
                }
            ),
        ]
    }

    private func packet(_ packet: PartedPacket?) -> JSONValue {
        guard let packet else { return .null }
        return [
            "direction": .string(packet.identity.direction.rawValue),
            "packet": Int(packet.identity.number).json,
            "arrivalNs": (packet.at + parting.epoch).json, "bytes": packet.bytes.json,
            "sequence": packet.sequence.json, "payload": packet.payload.json,
            "acknowledged": packet.acknowledged.json, "windowBytes": packet.window.json,
            "fate": .string(packet.fate.rawValue),
            "sender": Self.sender(packet.sender),
        ]
    }

    private static func sender(_ sender: PartedSender?) -> JSONValue {
        guard let sender else { return .null }
        return [
            "next": sender.next.json, "acknowledged": sender.acknowledged.json,
            "outstandingBytes": sender.outstanding.json, "lost": sender.lost.json,
            "repeated": sender.repeated.json,
        ]
    }

    private static func sender(_ sender: SimulatedSenderState?) -> JSONValue {
        guard let sender else { return .null }
        return [
            "state": .string(sender.state.rawValue), "windowSegments": sender.window.json,
            "thresholdSegments": sender.threshold.json, "inFlightSegments": sender.inFlight.json,
            "lostSegments": sender.lost.json, "meanRoundTripUs": sender.meanRoundTrip.json,
            "timeoutNs": sender.timeout.json, "next": sender.next.json,
            "acknowledged": sender.acknowledged.json,
        ]
    }
}
