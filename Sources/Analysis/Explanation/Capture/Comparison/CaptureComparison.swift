package import Inspection
package import LinkModel
import Runs
import Theory
import Wire

/// A capture compared with theory for a line: how long every exchange should have taken there, how long it
/// took, and what caused its time.
///
/// Theory knows when each exchange began and how long its messages are, but not the server's time: the ledger
/// shows that.
package struct CaptureComparison: Sendable {
    /// How much faster than the line bytes may seem to arrive, as a share.
    private static let tolerance = 0.05

    /// The line's name.
    package let profile: String
    package let link: LinkParameters
    package private(set) var remarks: [ComparisonRemark] = []
    private var rows: [ComparedExchange.Place: ComparedExchange] = [:]

    package init(_ inspection: CaptureInspection, profile: String, link: LinkParameters) {
        self.profile = profile
        self.link = link
        let ledgers = Self.ledgers(inspection, link)
        let timed = TimedExchanges(inspection, ledgers)
        let simulated = SimulatedExchanges(timed, link)
        let theory = LinkTheory(link: link)
        for exchange in inspection.exchanges where exchange.status != nil {
            let place = ComparedExchange.Place(exchange)
            let ledger = ledgers[place]
            let times = TransferTheory(
                article: theory.article(bodyBytes: exchange.bodyBytes),
                wire: theory.wire(headerBytes: exchange.headerBytes, bodyBytes: exchange.bodyBytes),
                alone: simulated.alone[place] ?? Self.alone(exchange, ledger, theory),
                shared: simulated.shared[place]
            )
            rows[place] = ComparedExchange(
                theory: times,
                measured: ledger.map { $0.end - $0.start },
                ledger: ledger.map { Self.explained($0.rows, times) }
            )
        }
        remark(inspection, simulated)
    }

    /// nil for an exchange without a final response.
    package func row(_ exchange: CaptureExchange) -> ComparedExchange? {
        rows[ComparedExchange.Place(exchange)]
    }

    private static func explained(_ ledger: TransferLedger, _ times: TransferTheory) -> TransferLedger {
        guard let alone = times.alone, let shared = times.shared else { return ledger }
        return ledger.telling(sharing: shared - alone)
    }

    /// Theory for an exchange that the simulator does not cover.
    private static func alone(
        _ exchange: CaptureExchange,
        _ ledger: CaptureLedger?,
        _ theory: LinkTheory
    ) -> Nanoseconds? {
        guard theory.canPredict, ledger != nil else { return nil }
        return theory.alone(
            TheoryInput(
                newConnection: exchange.order == 0 && exchange.handshake != nil,
                requestBytes: exchange.requestBytes,
                headerBytes: exchange.headerBytes,
                bodyBytes: exchange.bodyBytes
            )
        )
    }

    /// Bytes take the line's transmission time, or less if they arrived faster.
    private static func ledgers(
        _ inspection: CaptureInspection,
        _ link: LinkParameters
    ) -> [ComparedExchange.Place: CaptureLedger] {
        let seen = CaptureLedger.rate(inspection.flows)
        let line = SeenLine(rate: [seen, link.down.rateBps.map { Double($0) / 8 }].compactMap { $0 }.max())
        var all = CaptureLedgers(inspection, line, nil)
        var ledgers: [ComparedExchange.Place: CaptureLedger] = [:]
        for exchange in inspection.exchanges where exchange.status != nil {
            ledgers[ComparedExchange.Place(exchange)] = all.ledger(of: exchange)
        }
        return ledgers
    }

    private mutating func remark(_ inspection: CaptureInspection, _ simulated: SimulatedExchanges) {
        let seen = CaptureLedger.rate(inspection.flows).map { $0 * 8 }
        if let seen, let rate = link.down.rateBps, seen > Double(rate) * (1 + Self.tolerance) {
            remarks.append(.fasterThanLine(bps: Int64(min(seen, 1e18)), than: profile))
        }
        if simulated.isMixed { remarks.append(.mixed) }
        if simulated.isTooMuch {
            remarks.append(.tooMuch)
            let gaps = TheoryGap.of(link)
            if !gaps.isEmpty { remarks.append(.ignored(gaps)) }
        }
    }
}
