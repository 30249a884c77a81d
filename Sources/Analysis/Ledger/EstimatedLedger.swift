import Logs
import Runs
import Wire

/// The ledger of a transfer without a packet log, from the client's phases. The line's rate explains a share
/// of the receiving time, and the origin's log a share of the wait for the answer.
enum EstimatedLedger {
    /// Causes that only the line's log shows.
    private static let untold: Set<LedgerCause> = [
        .sharing, .window, .recovery, .receiver, .retransmit, .propagation, .emulation,
    ]

    /// nil if not even the phases are known.
    static func ledger(_ transfer: TransferResult, _ origin: [OriginLogEntry]) -> TransferLedger? {
        guard let client = transfer.phases else { return nil }
        var sheet = LedgerSheet(from: transfer.start, to: transfer.end)
        let phases = transfer.proxy.map { write($0, of: client, to: &sheet) } ?? client
        let parts: [(cause: LedgerCause, time: Nanoseconds)] = [
            (.cache, phases.cache), (.blocked, phases.blocked), (.dns, phases.dns),
            (.connect, phases.connect), (.tls, phases.tls), (.request, phases.request),
        ]
        for part in parts { sheet.advance(to: sheet.now + max(0, part.time), part.cause) }
        // The rest of the wait is the line's: delay, others' packets and repairs in unknown shares.
        let server = serverTime(transfer, origin)
        sheet.advance(
            to: sheet.now + max(0, phases.wait),
            .unexplained,
            less: [(.server, min(server ?? 0, max(0, phases.wait)))]
        )
        let article = transfer.theory?.article ?? 0
        let wire = max(article, transfer.theory?.wire ?? 0)
        sheet.advance(
            to: sheet.now + max(0, phases.receive),
            .unexplained,
            less: [(.payload, article), (.overhead, wire - article)]
        )
        if let passedOn = transfer.proxy?.passedOn { sheet.advance(to: passedOn, .proxy) }
        sheet.advance(to: sheet.now + max(0, phases.decode), .decode)
        sheet.close(transfer.source == .none ? .unexplained : .delivery)
        let isLocal = transfer.source.isLocal
        let unknown = server == nil ? untold.union([.server]) : untold
        return TransferLedger(sheet.rows, unknown: isLocal ? [] : unknown, isEstimated: !isLocal)
    }

    /// Writes everything until the proxy turned to the origin. Returns the phases that follow.
    private static func write(
        _ proxy: ProxyWitness,
        of client: TransferPhases,
        to sheet: inout LedgerSheet
    ) -> TransferPhases {
        sheet.advance(to: sheet.now + max(0, client.cache), .cache)
        sheet.advance(to: sheet.now + max(0, client.blocked), .blocked)
        let opening = proxy.phases.dns + proxy.phases.connect + proxy.phases.tls
        let begun = proxy.exchange.map { $0.request - opening } ?? proxy.arrived
        sheet.advance(to: begun, .proxy)
        var phases = proxy.phases
        phases.decode = client.decode
        return phases
    }

    /// From the request's last byte to the answer's first; nil if the log lacks the request.
    private static func serverTime(_ transfer: TransferResult, _ origin: [OriginLogEntry]) -> Nanoseconds? {
        guard let port = transfer.linePort else { return nil }
        let own = origin.last {
            $0.clientPort == port && $0.target.hasSuffix("/" + transfer.file)
                && $0.requestFirstByte >= transfer.start && $0.requestFirstByte <= transfer.end
        }
        guard let own, let answered = own.responseFirstByte, answered >= own.requestLastByte else {
            return nil
        }
        return answered - own.requestLastByte
    }
}
