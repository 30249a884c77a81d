import Figures
import Logs
import Runs
import Wire

/// A step's transfers through the proxy: the phases that the client saw beside those that the proxy saw.
struct ProxyTable {
    private static let unknown = "-"

    private let transfers: [TransferResult]
    /// Of all phases, which share its unit.
    private let longest: Nanoseconds

    /// nil if none went through a proxy.
    init?(_ transfers: [TransferResult]) {
        self.transfers = transfers.filter { $0.proxy != nil }
        if self.transfers.isEmpty { return nil }
        longest =
            self.transfers.flatMap { [$0.phases, $0.proxy?.phases] }.compactMap { $0 }
            .flatMap { [$0.connect, $0.tls, $0.wait, $0.receive] }.max() ?? 0
    }

    var table: ReportTable {
        ReportTable(
            transfers,
            [
                .text("image") { $0.file.shortened(to: 24) },
                .number("client", "connect", priority: 7) { time($0.phases?.connect) },
                .number("client", "TLS", priority: 6) { time($0.phases?.tls) },
                .number("client", "wait", priority: 3) { time($0.phases?.wait) },
                .number("client", "receive", priority: 1) { time($0.phases?.receive) },
                .number("proxy", "name", priority: 4) { time($0.proxy?.phases.dns) },
                .number("proxy", "connect", priority: 8) { time($0.proxy?.phases.connect) },
                .number("proxy", "TLS", priority: 6) { time($0.proxy?.phases.tls) },
                .number("proxy", "wait", priority: 5) { time($0.proxy?.phases.wait) },
                .number("proxy", "receive", priority: 2) { time($0.proxy?.phases.receive) },
                .text("kept", cell: Self.kept),
            ],
            notes: notes
        )
    }

    private var notes: [String] {
        let failures = transfers.compactMap { transfer in
            transfer.proxy?.failure.map { "\(transfer.file) at the proxy: \($0)" }
        }
        return [
            "The client's handshakes are with the proxy; the proxy's cross the line to the origin. The client's wait "
                + "includes everything that the proxy did before the origin answered."
        ] + failures
    }

    /// A phase that did not take place is 0.
    private func time(_ time: Nanoseconds?) -> String {
        time.flatMap { $0 > 0 ? DurationFormat.text($0, like: longest) : nil } ?? Self.unknown
    }

    private static func kept(_ transfer: TransferResult) -> String {
        transfer.proxy?.isKeptAlive.map { $0 ? "yes" : "no" } ?? unknown
    }
}
