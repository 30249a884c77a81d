import Logs
package import Runs
import Wire

/// The transfers of runs as CSV.
package struct RunCSV {
    private static let columns =
        [
            "scenario", "matrix", "repeat", "outcome", "trusted", "step", "transfer", "file", "url", "source",
            "status",
            "wireStatus", "httpVersion", "error", "connection", "newConnection", "startNs", "durationNs",
            "cacheNs", "blockedNs", "dnsNs", "connectNs", "tlsNs", "requestNs", "waitNs", "receiveNs",
            "decodeNs", "exchangeNs", "speedBps", "bodyBytes", "headerBytes", "requestBytes", "wireDownBytes",
            "wireUpBytes", "retransmittedBytes", "theoryAloneNs", "theorySharedNs",
        ] + LedgerCause.allCases.map { "ledger.\($0.rawValue)Ns" }

    private let results: [RunResult]

    package init(_ results: [RunResult]) {
        self.results = results
    }

    /// A header line, then one line per transfer of each run. Unknown values are empty.
    package func write(_ sink: ([UInt8]) -> Void) {
        let rows = results.lazy.flatMap { result in
            result.transfers.lazy.map { Self.of(result) + Self.identity($0) + Self.figures($0) }
        }
        CSVLines(Self.columns).write(rows, sink)
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write { bytes += $0 }
        return bytes
    }

    private static func of(_ result: RunResult) -> [String] {
        let matrix = result.matrix.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        return [
            result.scenario, matrix, "\(result.repetition)", result.outcome.rawValue,
            "\(result.emulation.isTrusted)",
        ]
    }

    private static func identity(_ transfer: TransferResult) -> [String] {
        [
            transfer.step, "\(transfer.id)", transfer.file, transfer.url, transfer.source.rawValue,
            CSVLines.number(transfer.status), CSVLines.number(transfer.wireStatus),
            transfer.httpVersion ?? "",
            transfer.error ?? "", CSVLines.number(transfer.connection),
            transfer.newConnection.map { $0 ? "true" : "false" } ?? "",
        ]
    }

    private static func figures(_ transfer: TransferResult) -> [String] {
        let phases = transfer.phases
        let times: [Nanoseconds?] = [
            transfer.start - .zero, transfer.duration, phases?.cache, phases?.blocked, phases?.dns,
            phases?.connect, phases?.tls, phases?.request, phases?.wait, phases?.receive, phases?.decode,
            transfer.clientLog?.exchange.duration, transfer.clientLog?.exchange.speedBps,
        ]
        let sizes: [Int?] = [
            transfer.bodyBytes, transfer.headerBytes, transfer.requestBytes, transfer.wireDownBytes,
            transfer.wireUpBytes, transfer.retransmittedBytes,
        ]
        let theory = [transfer.theory?.alone, transfer.theory?.shared]
        return times.map { CSVLines.number($0) } + sizes.map { CSVLines.number($0) }
            + theory.map { CSVLines.number($0) }
            + LedgerCause.allCases.map { cause in CSVLines.number(transfer.ledger.flatMap { $0[cause] }) }
    }
}
