import Logs

/// How far a transfer has come, by the client's events.
struct TransferCourse {
    private(set) var phase = BegunTransfer.Phase.looking
    /// Body bytes received so far.
    private(set) var bytes = 0

    mutating func note(_ event: TimingEvent) {
        switch event.kind {
        case .start, .memoryHit, .diskHit, .miss: phase = .looking
        case .queued: phase = .queued
        case .nameResolved, .connected, .secured: phase = .connecting
        case .requestSent: phase = .waiting
        case .firstByte: phase = .receiving
        case .progress:
            phase = .receiving
            bytes = event.bytes ?? bytes
        case .lastByte, .stored: phase = .storing
        // A failure may be followed by another attempt, which begins in the queue.
        case .failed, .done: break
        }
    }
}
