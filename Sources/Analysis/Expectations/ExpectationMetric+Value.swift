import Logs
import Runs
import Scenarios
import Wire

extension ExpectationMetric {
    /// Value for one transfer; missing for a metric of steps.
    func value(of transfer: TransferResult) -> MetricValue {
        if let ledgerCause {
            return MetricValue(LedgerCause(rawValue: ledgerCause).flatMap { transfer.ledger?[$0] })
        }
        if isOfPhases { return transfer.phases.map(value) ?? .missing }
        return switch self {
        case .duration: MetricValue(transfer.duration)
        case .outside: MetricValue(transfer.outside)
        case .source: .word(transfer.source.rawValue)
        case .tier: MetricValue(transfer.tier?.rawValue)
        case .status: MetricValue(transfer.status)
        case .wireStatus: MetricValue(transfer.wireStatus)
        case .error: .word(Self.errorWord(transfer.error))
        case .bodyBytes: MetricValue(transfer.bodyBytes)
        case .headerBytes: MetricValue(transfer.headerBytes)
        case .requestBytes: MetricValue(transfer.requestBytes)
        case .wireDownBytes: MetricValue(transfer.wireDownBytes)
        case .wireUpBytes: MetricValue(transfer.wireUpBytes)
        case .retransmittedBytes: MetricValue(transfer.retransmittedBytes)
        case .httpVersion: MetricValue(transfer.httpVersion)
        case .connection: MetricValue(transfer.connection)
        case .start: MetricValue(transfer.start.nanoseconds)
        case .setUp: MetricValue(transfer.setUp)
        case .newConnection: MetricValue(transfer.newConnection.map { $0 ? "true" : "false" })
        case .speed: MetricValue(transfer.clientLog?.exchange.speedBps)
        case .exchange: MetricValue(transfer.clientLog?.exchange.duration)
        case .exchangeBytes: MetricValue(transfer.clientLog?.exchange.sizeBytes)
        case .captureBytes: MetricValue(transfer.capture?.exchange.sizeBytes)
        case .captureDuration: MetricValue(transfer.capture?.exchange.duration)
        case .captureSpeed: MetricValue(transfer.capture?.exchange.speedBps)
        case .proxyDuration: MetricValue(transfer.proxy?.exchange?.duration)
        case .proxyBytes: MetricValue(transfer.proxy?.exchange?.sizeBytes)
        case .proxyKeptAlive: MetricValue(transfer.proxy?.isKeptAlive.map { $0 ? "true" : "false" })
        case .proxyDns: MetricValue(transfer.proxy?.phases.dns)
        case .proxyConnect: MetricValue(transfer.proxy?.phases.connect)
        case .proxyTls: MetricValue(transfer.proxy?.phases.tls)
        case .proxyRequest: MetricValue(transfer.proxy?.phases.request)
        case .proxyWait: MetricValue(transfer.proxy?.phases.wait)
        case .proxyReceive: MetricValue(transfer.proxy?.phases.receive)
        case .firstToLastChunk: MetricValue(transfer.firstToLastChunk)
        case .theoryArticle: MetricValue(transfer.theory?.article)
        case .theoryWire: MetricValue(transfer.theory?.wire)
        case .theoryAlone: MetricValue(transfer.theory?.alone)
        case .theoryShared: MetricValue(transfer.theory?.shared)
        case .efficiency: MetricValue(transfer.efficiency)
        default: .missing
        }
    }

    /// Value for a step as a whole; missing for a metric of transfers.
    func value(of step: StepResult) -> MetricValue {
        switch self {
        case .makespan: MetricValue(step.makespan)
        case .sumOfDurations: MetricValue(step.sumOfDurations)
        case .busy: MetricValue(step.busy)
        case .overlap: MetricValue(step.overlap)
        case .utilisation: MetricValue(step.utilisation)
        case .hitRatio: MetricValue(step.hitRatio)
        case .requests: MetricValue(step.requests)
        case .theoryShared: MetricValue(step.theory?.shared)
        case .theoryWire: MetricValue(step.theory?.wire)
        case .theoryArticleSum: MetricValue(step.theory?.articleSum)
        default: value(of: step.cache)
        }
    }

    /// True if its value depends on the emulator's exactness.
    var isOfTime: Bool {
        kind == .time || kind == .rate
            || [.utilisation, .overlap, .efficiency, .cacheImprovement].contains(self)
    }

    /// An error is a word and a sentence, `timeout: no answer within 15 s`; returns the word, or `none`.
    private static func errorWord(_ error: String?) -> String {
        guard let error else { return "none" }
        return String(error.prefix { $0 != ":" })
    }
}
