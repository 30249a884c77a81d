/// What an expectation may ask about. The raw value is its spelling in a scenario.
package enum ExpectationMetric: String, Hashable, Sendable, CaseIterable {
    // Of each transfer.
    case duration
    /// By the caller's own stopwatch.
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
    /// The n-th connection that the run opened, from 1.
    case connection
    case newConnection
    /// Counted from the run's start.
    case start
    case setUp
    case speed = "clientLog.speed"
    case exchange = "clientLog.duration"
    case exchangeBytes = "clientLog.sizeBytes"
    case captureDuration = "capture.duration"
    case captureSpeed = "capture.speed"
    case captureBytes = "capture.sizeBytes"
    case firstToLastChunk
    case theoryArticle = "theory.article"
    case theoryAlone = "theory.alone"
    /// What of the duration was the line carrying the body.
    case efficiency

    // Of each transfer, where its time went as the client saw it.
    case phaseCache = "phases.cache"
    case phaseBlocked = "phases.blocked"
    case phaseDns = "phases.dns"
    case phaseConnect = "phases.connect"
    case phaseTls = "phases.tls"
    case phaseRequest = "phases.request"
    case phaseWait = "phases.wait"
    case phaseReceive = "phases.receive"
    case phaseDecode = "phases.decode"

    // Of each transfer, the rows of its ledger.
    case ledgerCache = "ledger.cache"
    case ledgerBlocked = "ledger.blocked"
    case ledgerRetry = "ledger.retry"
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
    case ledgerReceiver = "ledger.receiver"
    case ledgerPropagation = "ledger.propagation"
    case ledgerEmulation = "ledger.emulation"
    case ledgerDelivery = "ledger.delivery"
    case ledgerDecode = "ledger.decode"
    case ledgerUnexplained = "ledger.unexplained"

    // Of each transfer and of the step: of the step where no file is named and the other side is one figure of a step, too.
    case theoryShared = "theory.shared"
    case theoryWire = "theory.wire"

    // Of the step.
    case theoryArticleSum = "theory.articleSum"
    case makespan
    case sumOfDurations
    case busy
    case overlap
    case utilisation
    case hitRatio
    /// Exchanges on the wire.
    case requests

    // Of the step, what its caches did: callers by who answered them, and what was spared.
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
    /// Of what the same files took when they were first fetched, the share that hits did without.
    case cacheImprovement = "cache.improvement"

    /// What its values are, and so the unit that a quantity beside it must have.
    package enum Kind: Hashable, Sendable {
        case time, bytes, rate, ratio, number, word
    }

    package var kind: Kind {
        if ledgerCause != nil || isOfPhases { return .time }
        return switch self {
        case .bodyBytes, .headerBytes, .requestBytes, .wireDownBytes, .wireUpBytes, .retransmittedBytes,
            .exchangeBytes, .captureBytes, .cacheMemoryBytes, .cacheDiskBytes, .cacheBytesSaved,
            .cacheWireDownBytesSaved, .cacheWireUpBytesSaved:
            .bytes
        case .speed, .captureSpeed: .rate
        case .utilisation, .hitRatio, .efficiency, .cacheImprovement: .ratio
        case .status, .wireStatus, .connection, .overlap, .requests, .cacheMemory, .cacheDisk,
            .cacheRevalidated, .cacheNetwork, .cacheCoalesced, .cacheEvictions:
            .number
        case .source, .tier, .error, .httpVersion, .newConnection: .word
        default: .time
        }
    }

    /// True where the step has one value of it.
    package var isOfStep: Bool {
        switch self {
        case .makespan, .sumOfDurations, .busy, .overlap, .utilisation, .hitRatio, .requests,
            .theoryArticleSum:
            true
        default: isOfCache
        }
    }

    /// True where both the step and each of its transfers have a value of it.
    package var isOfBoth: Bool { self == .theoryShared || self == .theoryWire }

    /// True for the figures of a step's caches.
    package var isOfCache: Bool { rawValue.hasPrefix("cache.") }

    /// True for the parts of a transfer's time that the client told.
    package var isOfPhases: Bool { rawValue.hasPrefix("phases.") }

    /// The cause whose row of the ledger it is, by its name there; nil where it is no row.
    package var ledgerCause: String? {
        rawValue.hasPrefix("ledger.") ? String(rawValue.dropFirst("ledger.".count)) : nil
    }
}
