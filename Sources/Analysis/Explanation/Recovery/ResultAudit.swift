import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Wire

/// Compares a result with the logs beside it: a contradiction means that one of them was edited.
struct ResultAudit {
    private(set) var faults: [RecoveryFault] = []
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

    private mutating func deny(_ contradiction: ResultContradiction) {
        faults.append(.contradiction(contradiction))
    }

    // MARK: The line

    private mutating func holdLine() {
        guard let scenario = files.scenario else { return }
        for direction in LinkDirection.allCases {
            let told = found.link.parameters[direction]
            let asked = scenario.link.parameters[direction]
            if told.rateBps != asked.rateBps {
                deny(.rate(direction, told: told.rateBps, found: asked.rateBps))
            }
            if told.oneWayDelay != asked.oneWayDelay {
                deny(.delay(direction, told: told.oneWayDelay, found: asked.oneWayDelay))
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
            deny(.utilisation(step: step.name, told: told, found: served))
        }
    }

    // MARK: Exchanges

    private mutating func holdExchanges() {
        let search = OriginSearch(files.origin)
        for transfer in found.transfers {
            guard let exchange = transfer.lineExchange, let port = transfer.linePort,
                let entry = search.entry(
                    port: port,
                    stream: transfer.lineStream,
                    from: exchange.request,
                    to: exchange.firstByte
                )
            else { continue }
            let name = TransferName(transfer)
            if entry.bodyBytes != exchange.sizeBytes {
                deny(.bodyBytes(name, told: exchange.sizeBytes, found: entry.bodyBytes))
            }
            if let told = transfer.proxy?.headerBytes ?? transfer.headerBytes, entry.headerBytes != told {
                deny(.headerBytes(name, told: told, found: entry.headerBytes))
            }
            if let told = transfer.proxy?.status ?? transfer.wireStatus, entry.status != told {
                deny(.status(name, told: told, found: entry.status))
            }
            if transfer.source == .network, transfer.bodyBytes != exchange.sizeBytes {
                faults.append(.bodies(name, received: transfer.bodyBytes, onWire: exchange.sizeBytes))
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
            deny(.source(TransferName(transfer), told: transfer.source, found: source))
        }
    }

    /// Transfers put on the line at most what their connection carried, and exactly that if no other request
    /// used it.
    private mutating func holdWireBytes() {
        guard log.isWhole, log.hasSegments else { return }
        let asked = Dictionary(grouping: files.origin) { $0.clientPort }.mapValues(\.count)
        let own = Dictionary(grouping: found.transfers.filter { $0.clientLog != nil }) { $0.linePort ?? 0 }
        for (port, transfers) in own.sorted(by: { $0.key < $1.key }) where port > 0 {
            guard transfers.allSatisfy({ $0.wireDownBytes != nil && $0.wireUpBytes != nil }) else { continue }
            let told = (
                up: transfers.reduce(0) { $0 + ($1.wireUpBytes ?? 0) },
                down: transfers.reduce(0) { $0 + ($1.wireDownBytes ?? 0) }
            )
            let carried = log.carriedBytes(port)
            let isAll = asked[port] == transfers.count
            let figures: [(direction: LinkDirection, told: Int, found: Int)] = [
                (.up, told.up, carried.up), (.down, told.down, carried.down),
            ]
            for (direction, told, found) in figures where isAll ? told != found : told > found {
                deny(.wireBytes(transfers.map(TransferName.init), direction, told: told, found: found))
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
                .ledger(TransferName(transfer), cause, told: told[cause] ?? 0, found: logged[cause] ?? 0)
            )
        }
    }
}
