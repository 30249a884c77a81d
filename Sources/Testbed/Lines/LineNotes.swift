import Capture
import Figures
import LinkEngine
import LinkModel
import LinuxIO
import Runs
import Wire

/// Notes for each packet in one host's capture what the line did to it. The line's log orders the packets
/// that the host sent by their sending, and those that it received by their delivery.
struct LineNotes {
    /// Log entries searched for each captured packet. A packet that preceded the line or was not logged gets
    /// no note.
    private static let farthest = 16

    /// The client's host itself.
    private static let client = HostPlace.first.clientAddresses(.both).map { IPNetwork(host: $0) }

    private struct Expected {
        var bytes: Int
        var identifier: UInt64
        /// Index of the entry in the log.
        var entry: Int
    }

    private let log: [LinkLogEntry]
    private let near: [IPNetwork]
    private var up: ArraySlice<Expected> = []
    private var down: ArraySlice<Expected> = []

    /// `behind` are networks whose packets the client's host passes on.
    init(_ log: [LinkLogEntry], at host: CaptureRecord.Host, behind: [IPNetwork] = []) {
        self.log = log
        near = behind + Self.client
        var (sent, received): ([Expected], [(at: Instant, Expected)]) = ([], [])
        let sending: LinkDirection = host == .client ? .up : .down
        var original = 0
        for (index, entry) in log.enumerated() {
            let isCopy = entry.decision.alterations.contains(.duplicate)
            // A copy's entry follows that of its packet, and both have the same identifier.
            if !isCopy { original = index }
            let expected = Expected(
                bytes: entry.bytes,
                identifier: UInt64(original + 1),
                entry: index
            )
            if entry.packet.direction == sending {
                if !isCopy { sent.append(expected) }
            } else if let departure = entry.departure {
                received.append((departure, expected))
            }
        }
        sent.sort { (log[$0.entry].arrival, $0.entry) < (log[$1.entry].arrival, $1.entry) }
        received.sort { ($0.at, $0.1.entry) < ($1.at, $1.1.entry) }
        let got = received.map(\.1)
        (up, down) = host == .client ? (sent[...], got[...]) : (got[...], sent[...])
    }

    /// The note for the capture's next packet; nil if it is not in the line's log.
    mutating func note(_ bytes: RawSpan, _ linkType: LinkType) -> PacketNote? {
        let start = linkType == .ethernet ? 14 : 0
        guard let header = IPHeader(bytes, at: start) else { return nil }
        let isUp = near.contains { $0.contains(header.source) }
        let waiting = isUp ? up : down
        guard
            let place = waiting.prefix(Self.farthest).firstIndex(where: { $0.bytes == header.totalLength })
        else { return nil }
        let found = waiting[place]
        if isUp { up = waiting[(place + 1)...] } else { down = waiting[(place + 1)...] }
        return PacketNote(identifier: found.identifier, comment: Self.words(log[found.entry]))
    }

    private static func words(_ entry: LinkLogEntry) -> String {
        let decision = entry.decision
        let (queued, spent) = (decision.serviceStart - entry.arrival, decision.due - entry.arrival)
        var words: [String]
        switch decision.fate {
        case .delivered:
            words = [
                "queued for \(DurationFormat.text(queued))", "on the line for \(DurationFormat.text(spent))",
            ]
        case .lost: words = ["lost at random"]
        case .outage: words = ["lost in an outage"]
        case .policed: words = ["dropped by the policer"]
        case .queueFull: words = ["dropped by the full queue"]
        case .congestion: words = ["dropped early by the queue after \(DurationFormat.text(spent))"]
        case .waiting: words = ["still in the queue at the end"]
        }
        words += LinkAlterations.table.filter { decision.alterations.contains($0.alteration) }.map(\.ofOne)
        return words.joined(separator: ", ")
    }
}
