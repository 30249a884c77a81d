import Figures
import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Wire

/// Compares a result with the logs beside it: a contradiction means that one of them was edited.
struct ResultAudit {
    /// Sentences without a full stop.
    private(set) var faults: [String] = []
    private let found: RunResult
    private let mended: RunResult
    private let files: RunFiles
    private let log: RecoveredLineLog

    /// `mended` is the result found in the folder after repair, `log` is the line's.
    init(_ found: RunResult, mended: RunResult, _ files: RunFiles, _ log: RecoveredLineLog) {
        self.found = found
        self.mended = mended
        self.files = files
        self.log = log
        holdLine()
        holdUtilisation()
        holdExchanges()
        holdSources()
        holdWireBytes()
        holdLedgers()
    }

    private mutating func deny(_ what: String, _ told: String, _ found: String, by witness: String) {
        faults.append("\(what) \(told) by result.json, \(found) by \(witness): one of them was edited")
    }

    private static func name(_ transfer: TransferResult) -> String { "\(transfer.step)[\(transfer.file)]" }

    // MARK: The line

    private mutating func holdLine() {
        guard let scenario = files.scenario else { return }
        for direction in LinkDirection.allCases {
            let told = found.link.parameters[direction]
            let asked = scenario.link.parameters[direction]
            if told.rateBps != asked.rateBps {
                deny(
                    "the line \(direction.rawValue) carries",
                    RateFormat.text(told.rateBps),
                    RateFormat.text(asked.rateBps),
                    by: Artifact.resolvedScenario.fileName
                )
            }
            if told.oneWayDelay != asked.oneWayDelay {
                deny(
                    "the line \(direction.rawValue) delays by",
                    DurationFormat.text(told.oneWayDelay),
                    DurationFormat.text(asked.oneWayDelay),
                    by: Artifact.resolvedScenario.fileName
                )
            }
            if let fault = LineAudit(scenario, direction, log.entries).fault { faults.append(fault) }
        }
    }

    private mutating func holdUtilisation() {
        guard log.isWhole else { return }
        for step in found.steps {
            guard let told = step.utilisation,
                let served = log.utilisation(Span(start: step.start, end: step.start + step.makespan)),
                abs(told - served) > 1e-6
            else { continue }
            deny(
                "in step \(step.name) the line was sending for",
                FixedPoint.percent(told, digits: 2),
                FixedPoint.percent(served, digits: 2),
                by: Artifact.linkLog.fileName
            )
        }
    }

    // MARK: Exchanges

    private mutating func holdExchanges() {
        let search = OriginSearch(files.origin)
        for transfer in found.transfers {
            guard let exchange = transfer.clientLog?.exchange, let port = transfer.clientPort,
                let entry = search.entry(
                    port: port,
                    stream: transfer.httpStream,
                    from: exchange.request,
                    to: exchange.firstByte
                )
            else { continue }
            let name = Self.name(transfer)
            let origin = Artifact.originLog.fileName
            if entry.bodyBytes != exchange.sizeBytes {
                deny("\(name) had a body of", "\(exchange.sizeBytes) B", "\(entry.bodyBytes) B", by: origin)
            }
            if let told = transfer.headerBytes, entry.headerBytes != told {
                deny("\(name) had a head of", "\(told) B", "\(entry.headerBytes) B", by: origin)
            }
            if let told = transfer.wireStatus, entry.status != told {
                deny("\(name) was answered with", "\(told)", "\(entry.status)", by: origin)
            }
            if transfer.source == .network, transfer.bodyBytes != exchange.sizeBytes {
                faults.append(
                    "\(name) brought \(transfer.bodyBytes) B and \(exchange.sizeBytes) B over the wire, both by result.json: it was edited"
                )
            }
        }
    }

    /// By the client's actions: a cache that was asked, a request that was sent.
    private mutating func holdSources() {
        let events = Dictionary(grouping: files.timing) { $0.transfer }
        for transfer in found.transfers {
            guard let timed = TimedTransfer(transfer.id, events[transfer.id] ?? []) else { continue }
            let source = timed.source(status: transfer.wireStatus)
            // A caller that shared another's transfer got that one's answer.
            let isShared = timed.requestSent == nil && !timed.tries.isEmpty
            guard !isShared, source != transfer.source else { continue }
            deny(
                "\(Self.name(transfer)) came from",
                transfer.source.rawValue,
                source.rawValue,
                by: Artifact.timingLog.fileName
            )
        }
    }

    /// Transfers put on the line at most what their connection carried, and exactly that if no other request
    /// used it.
    private mutating func holdWireBytes() {
        guard log.isWhole, log.hasSegments else { return }
        let asked = Dictionary(grouping: files.origin) { $0.clientPort }.mapValues(\.count)
        let own = Dictionary(grouping: found.transfers.filter { $0.clientLog != nil }) { $0.clientPort ?? 0 }
        for (port, transfers) in own.sorted(by: { $0.key < $1.key }) where port > 0 {
            guard transfers.allSatisfy({ $0.wireDownBytes != nil && $0.wireUpBytes != nil }) else { continue }
            let told = (
                up: transfers.reduce(0) { $0 + ($1.wireUpBytes ?? 0) },
                down: transfers.reduce(0) { $0 + ($1.wireDownBytes ?? 0) }
            )
            let carried = log.carriedBytes(port)
            let isAll = asked[port] == transfers.count
            for (direction, told, found) in [("up", told.up, carried.up), ("down", told.down, carried.down)]
            where isAll ? told != found : told > found {
                let names = transfers.prefix(3).map(Self.name).joined(separator: ", ")
                deny(
                    "the connection of \(names)\(transfers.count > 3 ? " and others" : "") carried \(direction)",
                    "\(told) B",
                    "\(found) B",
                    by: Artifact.linkLog.fileName
                )
            }
        }
    }

    // MARK: Ledgers

    /// Another version may have other rules.
    private mutating func holdLedgers() {
        guard found.netlab == NetlabVersion.text, !files.timing.isEmpty, !files.origin.isEmpty else { return }
        let book = RecoveredLedgers(mended, files, log)
        for (place, transfer) in found.transfers.enumerated() {
            guard let told = transfer.ledger, !told.isEstimated, told.total == transfer.duration,
                let logged = book.logged(place), !logged.isEstimated
            else { continue }
            let others = LedgerCause.allCases.filter { (told[$0] ?? 0) != (logged[$0] ?? 0) }
            guard
                let cause = others.max(by: {
                    abs((told[$0] ?? 0) - (logged[$0] ?? 0)) < abs((told[$1] ?? 0) - (logged[$1] ?? 0))
                })
            else { continue }
            deny(
                "of the time of \(Self.name(transfer)), \(cause.rawValue) had",
                DurationFormat.text(told[cause] ?? 0),
                DurationFormat.text(logged[cause] ?? 0),
                by: "the logs"
            )
        }
    }
}
