/// A figure that an expectation can test. The raw value is its spelling in a scenario.
package enum ExpectationMetric: String, Hashable, Sendable, CaseIterable {
    // Of each transfer
    case duration
    /// Duration by the caller's own stopwatch.
    case outside
    case source
    case tier
    case status
    case wireStatus
    case error
    case bodyBytes
    case headerBytes
    case requestBytes
    case wireDownBytes
    case wireUpBytes
    case retransmittedBytes
    case httpVersion
    /// Number of the connection in the order in which the run opened them, from 1.
    case connection
    case newConnection
    /// Time since the run's start.
    case start
    case setUp
    case speed = "clientLog.speed"
    case exchange = "clientLog.duration"
    case exchangeBytes = "clientLog.sizeBytes"
    case captureDuration = "capture.duration"
    case captureSpeed = "capture.speed"
    case captureBytes = "capture.sizeBytes"
    /// The proxy's exchange with the origin.
    case proxyDuration = "proxy.duration"
    case proxyBytes = "proxy.sizeBytes"
    /// Whether the proxy had kept its connection with the origin.
    case proxyKeptAlive = "proxy.keptAlive"
    case firstToLastChunk
    case theoryArticle = "theory.article"
    case theoryAlone = "theory.alone"
    /// Share of the duration in which the line carried the body.
    case efficiency

    // Of each transfer: phases as the client saw them
    case phaseCache = "phases.cache"
    case phaseBlocked = "phases.blocked"
    case phaseDns = "phases.dns"
    case phaseConnect = "phases.connect"
    case phaseTls = "phases.tls"
    case phaseRequest = "phases.request"
    case phaseWait = "phases.wait"
    case phaseReceive = "phases.receive"
    case phaseDecode = "phases.decode"

    // Of each transfer: phases as the proxy saw them
    case proxyDns = "proxy.phases.dns"
    case proxyConnect = "proxy.phases.connect"
    case proxyTls = "proxy.phases.tls"
    case proxyRequest = "proxy.phases.request"
    case proxyWait = "proxy.phases.wait"
    case proxyReceive = "proxy.phases.receive"

    // Of each transfer: rows of its ledger
    case ledgerCache = "ledger.cache"
    case ledgerBlocked = "ledger.blocked"
    case ledgerRetry = "ledger.retry"
    case ledgerProxy = "ledger.proxy"
    case ledgerDns = "ledger.dns"
    case ledgerConnect = "ledger.connect"
    case ledgerTls = "ledger.tls"
    case ledgerRequest = "ledger.request"
    case ledgerServer = "ledger.server"
    case ledgerPayload = "ledger.payload"
    case ledgerOverhead = "ledger.overhead"
    case ledgerRetransmit = "ledger.retransmit"
    case ledgerSharing = "ledger.sharing"
    case ledgerWindow = "ledger.window"
    case ledgerRecovery = "ledger.recovery"
    case ledgerOutage = "ledger.outage"
    case ledgerReceiver = "ledger.receiver"
    case ledgerPropagation = "ledger.propagation"
    case ledgerEmulation = "ledger.emulation"
    case ledgerDelivery = "ledger.delivery"
    case ledgerDecode = "ledger.decode"
    case ledgerUnexplained = "ledger.unexplained"

    // Of each transfer and of the step. Without a file they mean the step if the other side is one figure of
    // a step.
    case theoryShared = "theory.shared"
    case theoryWire = "theory.wire"

    // Of the step
    case theoryArticleSum = "theory.articleSum"
    case makespan
    case sumOfDurations
    case busy
    case overlap
    case utilisation
    case hitRatio
    /// Number of exchanges on the wire.
    case requests

    // Of the step's caches: callers by the source of their answer, and savings
    case cacheMemory = "cache.memory"
    case cacheDisk = "cache.disk"
    case cacheRevalidated = "cache.revalidated"
    case cacheNetwork = "cache.network"
    case cacheCoalesced = "cache.coalesced"
    case cacheEvictions = "cache.evictions"
    case cacheMemoryBytes = "cache.memoryBytes"
    case cacheDiskBytes = "cache.diskBytes"
    case cacheBytesSaved = "cache.bytesSaved"
    case cacheWireDownBytesSaved = "cache.wireDownBytesSaved"
    case cacheWireUpBytesSaved = "cache.wireUpBytesSaved"
    case cacheSaved = "cache.saved"
    /// Share of the files' first fetch time that hits saved.
    case cacheImprovement = "cache.improvement"

    /// Type of a metric's values, and so the unit that a quantity beside it must have.
    package enum Kind: Hashable, Sendable {
        case time, bytes, rate, ratio, number, word
    }

    package var kind: Kind {
        if ledgerCause != nil || isOfPhases { return .time }
        return switch self {
        case .bodyBytes, .headerBytes, .requestBytes, .wireDownBytes, .wireUpBytes, .retransmittedBytes,
            .exchangeBytes, .captureBytes, .proxyBytes, .cacheMemoryBytes, .cacheDiskBytes, .cacheBytesSaved,
            .cacheWireDownBytesSaved, .cacheWireUpBytesSaved:
            .bytes
        case .speed, .captureSpeed: .rate
        case .utilisation, .hitRatio, .efficiency, .cacheImprovement: .ratio
        case .status, .wireStatus, .connection, .overlap, .requests, .cacheMemory, .cacheDisk,
            .cacheRevalidated, .cacheNetwork, .cacheCoalesced, .cacheEvictions:
            .number
        case .source, .tier, .error, .httpVersion, .newConnection, .proxyKeptAlive: .word
        default: .time
        }
    }

    /// True if the step has one value of the metric.
    package var isOfStep: Bool {
        switch self {
        case .makespan, .sumOfDurations, .busy, .overlap, .utilisation, .hitRatio, .requests,
            .theoryArticleSum:
            true
        default: isOfCache
        }
    }

    /// True if both the step and each of its transfers have a value of the metric.
    package var isOfBoth: Bool { self == .theoryShared || self == .theoryWire }

    /// True for figures of a step's caches.
    package var isOfCache: Bool { rawValue.hasPrefix("cache.") }

    /// True for the phases that the client measured.
    package var isOfPhases: Bool { rawValue.hasPrefix("phases.") }

    /// Name of the cause whose ledger row this metric is; nil if it is not a row.
    package var ledgerCause: String? {
        rawValue.hasPrefix("ledger.") ? String(rawValue.dropFirst("ledger.".count)) : nil
    }
}
