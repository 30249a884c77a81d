internal import LinuxIO
internal import Runs
internal import Wire

/// One transfer and everybody who waits for it. It belongs to the loop's thread alone.
final class SharedTransfer {
    let number: Int
    /// The first caller's: this is what is sent.
    let request: TransferRequest
    private(set) var callers: [TransferTicket: TransferRequest] = [:]
    /// Of those, the ones that want to know how far it is.
    private var listeners: [TransferTicket: @Sendable (TransferProgress) -> Void] = [:]
    /// Of those, the ones that want to see what there is.
    private var watchers: [TransferTicket: @Sendable ([UInt8]) -> Void] = [:]
    /// nil while it waits for its turn.
    var transfer: Transfer?

    init(_ number: Int, _ request: TransferRequest) {
        self.number = number
        self.request = request
    }

    func add(_ ticket: TransferTicket, _ caller: TransferRequest) {
        callers[ticket] = caller
        listeners[ticket] = caller.progress
        watchers[ticket] = caller.beginning
        guard let transfer, let soFar = transfer.soFar else { return }
        caller.progress?(soFar)
        if transfer.isOfImage { caller.beginning?(transfer.body) }
    }

    func remove(_ ticket: TransferTicket) -> TransferRequest? {
        listeners[ticket] = nil
        watchers[ticket] = nil
        return callers.removeValue(forKey: ticket)
    }

    func report(_ progress: TransferProgress) {
        for listener in listeners.values { listener(progress) }
        guard !watchers.isEmpty, let transfer, transfer.isOfImage else { return }
        for watcher in watchers.values { watcher(transfer.body) }
    }

    /// Tells everybody, each once: the first of `order` what happened, the others what they waited for.
    func finish(_ outcome: TransferOutcome, order: [TransferTicket], at clock: RunClock) {
        var first: TransferRequest?
        var kept: Set<KeepingPlace> = []
        for ticket in order {
            guard let caller = remove(ticket) else { continue }
            var told = first.map { outcome.shared(by: caller, with: $0.id, at: clock.now()) } ?? outcome
            if let place = caller.keeping { told.isKept = !kept.insert(place).inserted }
            if first == nil { told.stamps.queued = caller.queuedAt }
            first = first ?? caller
            caller.completion(told)
        }
    }
}
