import LinuxIO
import Logs
import Runs
import Synchronization
import Wire

/// Where finished transfers are handed in: any thread hands in, the main thread collects.
final class TransferDesk: Sendable {
    /// Events beyond these are kept only where they are no mere progress: what a transfer comes to is always told.
    private static let mostEvents = 1 << 20

    private struct State {
        var finished: [TransferRecord] = []
        var timing: [TimingEvent] = []
        var bytesByTransfer: [Int: Int] = [:]
        /// Transfers at whose first bytes the client pauses, and for how long.
        var pauses: [Int: Nanoseconds] = [:]
        var endsPauses = false
    }

    /// Rung for every transfer that ends.
    let bell: WakeUp
    /// Rung to end a pause.
    private let alarm: WakeUp
    private let state = Mutex(State())

    init() throws(SystemCallError) {
        bell = try WakeUp()
        alarm = try WakeUp()
    }

    func handIn(_ transfer: TransferRecord) {
        state.withLock { $0.finished.append(transfer) }
        bell.ring()
    }

    /// Called by whoever does what the event is about, and returns when that may go on.
    func note(_ event: TimingEvent) {
        let pause = state.withLock { state -> Nanoseconds? in
            if state.timing.count < Self.mostEvents || event.kind != .progress { state.timing.append(event) }
            if event.kind == .progress, let bytes = event.bytes {
                state.bytesByTransfer[event.transfer] = bytes
                return state.endsPauses ? nil : state.pauses.removeValue(forKey: event.transfer)
            }
            return nil
        }
        guard let pause else { return }
        // The alarm stays rung: every later pause is over at once.
        Readiness.wait(for: [alarm.raw], milliseconds: Int32(clamping: (pause + 999_999) / 1_000_000))
    }

    /// Has the client's thread stand still for so long when the first of the transfer's body has come: nobody reads then.
    func pause(_ transfer: Int, for time: Nanoseconds) {
        state.withLock { $0.pauses[transfer] = time }
    }

    /// Whoever pauses goes on, and nobody pauses any more.
    func endPauses() {
        state.withLock { $0.endsPauses = true }
        alarm.ring()
    }

    /// Takes what was handed in since the last call.
    func collect() -> [TransferRecord] {
        bell.drain()
        return state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    /// Body bytes received so far by these transfers together.
    func bytes(of transfers: Range<Int>) -> Int {
        state.withLock { state in
            transfers.reduce(0) { $0 + (state.bytesByTransfer[$1] ?? 0) }
        }
    }

    /// The whole timing log, in the order of its events.
    func timing() -> [TimingEvent] {
        state.withLock { state in state.timing.sorted { $0.at < $1.at } }
    }
}
