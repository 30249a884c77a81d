import Capture
import Compression
import Figures
import Inspection
import JSON
import Programs
import Reports
import Wire

/// Inspects packets while they are recorded, and shows responses as they end. Main thread only.
final class CaptureWatch {
    /// Exchanges and connections kept for the summary, since a watch may run for days.
    private static let mostResults = 100_000

    let mailbox = PacketMailbox()
    private let options: WatchOptions
    private let interface: String
    private let console: Console
    private var inspector: CaptureInspector
    private let unpacking = UnpackingBudget()
    private var keyLog: GrowingKeyLog?
    /// Timestamp of the first packet.
    private var start: Int64?

    init(_ options: WatchOptions, interface: String, _ console: Console) {
        self.options = options
        self.interface = interface
        self.console = console
        var reading = ConversationOptions()
        reading.reportsEnded = true
        inspector = CaptureInspector(
            limits: InspectionLimits(results: Self.mostResults),
            options: reading,
            unpacking: unpacking
        )
        keyLog = options.keyLog.map(GrowingKeyLog.init)
    }

    /// Inspects what has arrived since the last call.
    func look() {
        let batches = mailbox.take()
        // Keys first: clients write them before they use them.
        if let keys = keyLog?.more(), !keys.isEmpty {
            inspector.receive(CaptureSecrets(kind: CaptureSecrets.tlsKeyLog, bytes: keys))
        }
        for batch in batches {
            batch.forEach { header, bytes in
                if start == nil { begin(header.stamp) }
                unpacking.grow(reading: bytes.byteCount)
                inspector.receive(header, bytes)
            }
        }
        show(inspector.takeEnded())
    }

    private func begin(_ stamp: Int64) {
        start = stamp
        if options.asJSON {
            console.print(WatchReport.opening(interface: interface, start: stamp).line)
        } else {
            console.print(WatchReport.heading)
        }
    }

    private func show(_ exchanges: [CaptureExchange]) {
        for exchange in exchanges where options.filter.admits(exchange) {
            if options.asJSON {
                console.print(WatchReport.json(exchange, start: start ?? 0).line)
            } else {
                console.print(WatchReport.line(exchange, start: start ?? 0))
            }
        }
    }

    /// Ends the watch after the recording: inspects the rest and shows the summary.
    func finish(dropped: Int) {
        look()
        let inspection = inspector.finish()
        show(inspector.takeEnded())
        let missed = mailbox.missed
        if missed > 0 {
            console.warn("\(CountFormat.text(missed, "packet")) arrived too fast to be inspected")
        }
        if options.asJSON {
            let last = WatchReport.closing(inspection, options.filter, dropped: dropped, missed: missed)
            return console.print(last.line)
        }
        let whole = InspectionReport(
            inspection,
            file: interface,
            filter: options.filter,
            isSummarised: true
        )
        console.print("\n" + TerminalRenderer(console.style).text(whole.document))
    }
}
