internal import LinuxIO
internal import Wire

/// One transfer and all its callers. It belongs to the loop's thread alone.
final class SharedTransfer {
    let number: Int
    /// This caller's request is what is sent.
    let first: TransferCaller
    let host: HostConnections
    private var isFirstHere = false
    /// All callers but the first.
    // Safety: as with the loop.
    @exclusivity(unchecked) private var others: [TransferTicket: TransferCaller] = [:]
    /// Number of callers that want progress or partial images.
    private var listeners = 0
    /// nil while the transfer waits for its turn.
    var transfer: (any UnderwayTransfer)? {
        didSet { listen() }
    }

    init(_ number: Int, _ first: TransferCaller, to host: HostConnections) {
        self.number = number
        self.first = first
        self.host = host
    }

    var request: TransferRequest { first.request }

    func add(_ caller: TransferCaller) {
        if caller === first { isFirstHere = true } else { others[caller.ticket] = caller }
        guard caller.isListening else { return }
        listeners += 1
        listen()
        guard let transfer, let soFar = transfer.soFar else { return }
        caller.request.progress?(soFar)
        if transfer.isOfImage { caller.request.beginning?(transfer.body) }
    }

    /// Tickets of all callers, in no particular order.
    var tickets: [TransferTicket] { callers.map(\.ticket) }

    private var callers: [TransferCaller] { (isFirstHere ? [first] : []) + others.values }

    func remove(_ ticket: TransferTicket) -> TransferCaller? {
        guard let caller = take(ticket) else { return nil }
        if caller.isListening {
            listeners -= 1
            listen()
        }
        return caller
    }

    private func take(_ ticket: TransferTicket) -> TransferCaller? {
        guard isFirstHere, ticket == first.ticket else { return others.removeValue(forKey: ticket) }
        isFirstHere = false
        return first
    }

    private func listen() {
        guard listeners > 0 || transfer?.report != nil else { return }
        transfer?.report = listeners > 0 ? { [unowned self] in report($0) } : nil
    }

    private func report(_ progress: TransferProgress) {
        for caller in callers { caller.request.progress?(progress) }
        guard let transfer, transfer.isOfImage else { return }
        for caller in callers { caller.request.beginning?(transfer.body) }
    }

    /// Delivers the outcome to every caller once: the outcome itself to the first of `order`, a shared one to
    /// the others.
    func finish(_ outcome: TransferOutcome, order: [TransferTicket], at clock: RunClock) {
        guard let ticket = order.first, let first = remove(ticket) else { return }
        // For a single caller, the outcome needs no change.
        if order.count == 1, first === self.first { return first.request.completion(outcome) }
        var kept: Set<KeepingPlace> = []
        if order.count > 1, let place = first.request.keeping { kept.insert(place) }
        var told = outcome
        told.stamps.queued = first.request.queuedAt
        first.request.completion(told)
        for ticket in order.dropFirst() {
            guard let caller = remove(ticket)?.request else { continue }
            var told = outcome.shared(by: caller, with: first.request.id, at: clock.now())
            if let place = caller.keeping { told.isKept = !kept.insert(place).inserted }
            caller.completion(told)
        }
    }
}

extension TransferCaller {
    fileprivate var isListening: Bool { request.progress != nil || request.beginning != nil }
}
