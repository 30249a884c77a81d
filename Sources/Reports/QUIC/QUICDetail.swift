import Figures
import Inspection
import Wire

/// One QUIC connection in detail: how it was opened and closed, and what both ends did.
struct QUICDetail {
    private static let unknown = QUICReport.unknown

    private let connection: CaptureQUICConnection

    init(_ connection: CaptureQUICConnection) {
        self.connection = connection
    }

    var section: ReportSection {
        ReportSection(
            [
                .heading("\(connection.connection.label): \(connection.client) to \(connection.server)"),
                .text(opening.printable, indent: 2, hanging: 4), .table(table),
            ]
                + moves.map { .text($0, indent: 2, hanging: 4) }
                + [.text(ending.printable, indent: 2, hanging: 4)]
        )
    }

    /// How it began.
    private var opening: String {
        let handshake =
            connection.isMidway
            ? "the handshake is not in the capture"
            : connection.isResumed.map { $0 ? "resumed" : "not resumed" }
        let parts = [
            "version \(connection.version)", connection.cipherSuite?.description,
            connection.applicationProtocol, handshake, early, connection.hasRetry ? "after a Retry" : nil,
            connection.hasKeys ? nil : "not decrypted",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private var early: String? {
        switch connection.earlyData {
        case .none: nil
        case .offered: "0-RTT offered"
        case .accepted: "0-RTT taken"
        case .rejected: "0-RTT declined"
        }
    }

    private var moves: [String] {
        connection.paths.dropFirst().map {
            "from packet \($0.firstPacket) on also between \($0.client) and \($0.server)"
        }
    }

    private var ending: String {
        switch connection.ending {
        case .open: return "open at the end of the capture"
        case .idle: return "silent for longer than its idle timeout"
        case .statelessReset: return "ended by a stateless reset"
        case .versionNegotiation:
            let offered = connection.offeredVersions.map(\.description).joined(separator: ", ")
            return "refused: the server offers \(offered.isEmpty ? "no version that is known" : offered)"
        case .closed: break
        }
        guard let close = connection.close else { return "closed" }
        return "closed by the \(close.isFromClient ? "client" : "server"): \(close.name)"
            + (close.frameType.map { ", frame type 0x\(String($0, radix: 16))" } ?? "")
            + (close.reason.isEmpty ? "" : " (\(close.reason))")
    }

    // MARK: Both ends

    /// What each end did, one row each.
    private var table: ReportTable {
        ReportTable(
            Self.rows,
            [
                .text("sender") { $0.name }, .number("client") { $0.cell(connection.up) },
                .number("server") { $0.cell(connection.down) },
            ]
        )
    }

    private static var rows: [(name: String, cell: (CaptureQUICConnection.Side) -> String)] {
        [
            ("datagrams", { ByteFormat.grouped($0.datagrams) }),
            ("wire bytes", { ByteFormat.text($0.wireBytes) }),
            (
                "packets opened / not opened",
                { "\(ByteFormat.grouped($0.openedPackets)) / \(ByteFormat.grouped($0.closedPackets))" }
            ),
            ("bytes of streams", { ByteFormat.text($0.streamBytes) }),
            ("sent again", { ByteFormat.text($0.repeatedBytes) }),
            ("packets lost / of these not really", { "\($0.recovery.lost) / \($0.recovery.spurious)" }),
            (
                "lost before the recorder / not recorded",
                { "\($0.recovery.lostBefore) / \($0.recovery.unseen)" }
            ),
            ("probes", { ByteFormat.grouped($0.recovery.probes) }),
            ("round trip, least / median / most", { times($0.recovery.roundTrip) }),
            ("delay of acknowledgements, median / most", { delays($0.recovery.delay) }),
            ("ECN received, ECT(0) / ECT(1) / CE", { marks($0.recovery.marks) }),
            ("key updates", { ByteFormat.grouped($0.keyUpdates) }),
            (
                "limit reached, connection / stream / streams",
                { side in
                    "\(side.credit.connection) / \(side.credit.stream) / \(side.credit.streams)"
                }
            ),
            (
                "said to be blocked, likewise",
                { side in
                    "\(side.credit.blockedConnection) / \(side.credit.blockedStream) / \(side.credit.blockedStreams)"
                }
            ),
            ("its identifiers", { identifiers($0.identifiers) }),
        ]
    }

    private static func times(_ samples: SampleStatistics) -> String {
        guard samples.count > 0, let median = samples.median else { return unknown }
        return [samples.least, median, samples.most].map { DurationFormat.text($0) }.joined(separator: " / ")
    }

    private static func delays(_ samples: SampleStatistics) -> String {
        guard samples.count > 0, let median = samples.median else { return unknown }
        return "\(DurationFormat.text(median)) / \(DurationFormat.text(samples.most))"
    }

    private static func marks(_ marks: QUICAcknowledgement.Marks?) -> String {
        guard let marks else { return unknown }
        return "\(marks.ect0) / \(marks.ect1) / \(marks.congestionExperienced)"
    }

    private static func identifiers(_ all: [QUICIdentifier]) -> String {
        guard let first = all.first else { return unknown }
        let text = first.count == 0 ? "none" : first.description
        return all.count > 1 ? "\(text) and \(all.count - 1) more" : text
    }
}
