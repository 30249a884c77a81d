import Inspection
import JSON
import LinkModel

/// The packets of a capture by direction, transport and what they carry, for rows of `packets`.
struct PacketClasses {
    fileprivate struct Kind: Hashable {
        /// nil for packets of no connection.
        var direction: LinkDirection?
        var transport: String
        var content: String?
    }

    struct Row {
        fileprivate let kind: Kind
        fileprivate var packets = 0
        fileprivate var wireBytes: Int? = 0
        /// nil for datagrams, which have no such repairs.
        fileprivate var repairs: Repairs?
    }

    fileprivate struct Repairs {
        var retransmitted = 0
        var lostBefore = 0
        var spurious = 0
        var outOfOrder = 0
        var zeroWindows = 0
    }

    private var found: [Kind: Row] = [:]

    init(_ inspection: CaptureInspection) {
        for flow in inspection.flows {
            count(flow.down, .down, flow.content)
            count(flow.up, .up, flow.content)
        }
        for flow in inspection.datagrams {
            count(flow.down, .down, flow.content)
            count(flow.up, .up, flow.content)
        }
        let others = inspection.packets - found.values.reduce(0) { $0 + $1.packets }
        guard others > 0 else { return }
        let kind = Kind(direction: nil, transport: "other", content: nil)
        found[kind] = Row(kind: kind, packets: others, wireBytes: nil)
    }

    /// Those with most packets first.
    var rows: [Row] {
        found.values.sorted {
            if $0.packets != $1.packets { return $0.packets > $1.packets }
            return $0.order < $1.order
        }
    }

    func wireBytes(_ direction: LinkDirection) -> Int {
        found.values.reduce(0) { $0 + ($1.kind.direction == direction ? $1.wireBytes ?? 0 : 0) }
    }

    private mutating func count(
        _ side: CaptureFlow.Side,
        _ direction: LinkDirection,
        _ content: CaptureFlow.Content
    ) {
        let kind = Kind(direction: direction, transport: "tcp", content: content.rawValue)
        var row = found[kind] ?? Row(kind: kind, repairs: Repairs())
        row.packets += side.packets
        row.wireBytes? += side.wireBytes
        row.repairs?.retransmitted += side.sender.retransmitted
        row.repairs?.lostBefore += side.sender.lostBefore
        row.repairs?.spurious += side.sender.spurious
        row.repairs?.outOfOrder += side.sender.outOfOrder
        row.repairs?.zeroWindows += side.sender.zeroWindows
        found[kind] = row
    }

    private mutating func count(
        _ side: CaptureDatagrams.Side,
        _ direction: LinkDirection,
        _ content: CaptureDatagrams.Content
    ) {
        let kind = Kind(direction: direction, transport: "udp", content: content.rawValue)
        var row = found[kind] ?? Row(kind: kind)
        row.packets += side.packets
        row.wireBytes? += side.wireBytes
        found[kind] = row
    }
}

extension PacketClasses.Row {
    fileprivate var order: String {
        "\(kind.direction?.rawValue ?? "") \(kind.transport) \(kind.content ?? "")"
    }

    func write(to writer: inout JSONWriter) {
        writer.member("direction", kind.direction?.rawValue)
        writer.member("transport", kind.transport)
        writer.member("content", kind.content)
        writer.member("packets", packets)
        writer.member("wireBytes", wireBytes)
        writer.member("retransmitted", repairs?.retransmitted)
        writer.member("lostBefore", repairs?.lostBefore)
        writer.member("spurious", repairs?.spurious)
        writer.member("outOfOrder", repairs?.outOfOrder)
        writer.member("zeroWindows", repairs?.zeroWindows)
    }
}
