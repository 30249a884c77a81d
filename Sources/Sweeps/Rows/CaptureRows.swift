import Analysis
import Inspection
import JSON
import Reports
import Runs

/// A capture as rows: one for its reading, each exchange, each cause of an exchange's time, and each kind of packet. Every
/// row names the capture, so that an engine reads a table without joining.
struct CaptureRows {
    /// Bytes of rows that are handed out at once.
    private static let piece = 1 << 20

    private let capture: NamedCapture
    private let netlab: String
    private let inspection: CaptureInspection
    private let classes: PacketClasses

    init(_ capture: NamedCapture, netlab: String, _ inspection: CaptureInspection) {
        self.capture = capture
        self.netlab = netlab
        self.inspection = inspection
        classes = PacketClasses(inspection)
    }

    /// The only row of a capture that could not be read, and why.
    static func failed(_ capture: NamedCapture, netlab: String, _ failure: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw(front(.run, common(capture, netlab)))
        CaptureTotals().write(to: &writer, of: capture, .failed, failure)
        writer.raw("}\n")
        return writer.bytes
    }

    /// Hands out all rows, a JSON object a line, that of the reading first.
    func write(_ take: ([UInt8]) throws(SweepError) -> Void) throws(SweepError) {
        let common = Self.common(capture, netlab)
        var writer = JSONWriter()
        writer.raw(Self.front(.run, common))
        let damage = inspection.damage
        CaptureTotals(inspection, classes).write(
            to: &writer,
            of: capture,
            damage == nil ? .ok : .damaged,
            damage.map(CaptureTotals.words)
        )
        writer.raw("}\n")
        for row in classes.rows {
            writer.raw(Self.front(.packets, common))
            row.write(to: &writer)
            writer.raw("}\n")
        }
        let fronts = (Self.front(.transfer, common), Self.front(.cause, common))
        var ledgers = CaptureLedgers(inspection)
        let epoch = inspection.firstStamp ?? 0
        for (number, exchange) in inspection.exchanges.enumerated() {
            let row = ExchangeRow(exchange, number, ledgers.ledger(of: exchange), since: epoch)
            writer.raw(fronts.0)
            row.write(to: &writer)
            writer.raw("}\n")
            row.writeCauses(to: &writer, behind: fronts.1)
            guard writer.bytes.count > Self.piece else { continue }
            try take(writer.bytes)
            writer.removeAll()
        }
        try take(writer.bytes)
    }

    /// How every row begins.
    private static func front(_ kind: RowKind, _ common: String) -> String {
        "{\"row\":\"\(kind.rawValue)\"\(common)"
    }

    private static func common(_ capture: NamedCapture, _ netlab: String) -> String {
        var writer = JSONWriter()
        writer.member("capture", capture.path)
        writer.member("netlab", netlab)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
