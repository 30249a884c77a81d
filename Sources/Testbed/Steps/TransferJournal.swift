import LinuxIO
import Logs
import Runs
import Synchronization
import Wire

/// Collects finished transfers: any thread hands them in, and the main thread takes them.
final class TransferJournal: Sendable {
    /// Above this number of events, progress events are dropped. All others are always kept.
    private static let mostEvents = 1 << 20

    private struct State {
        var finished: [TransferRecord] = []
        var timing: [TimingEvent] = []
        var courses: [Int: TransferCourse] = [:]
        /// Transfers at whose first body bytes the client pauses, and the length of the pause.
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

    /// Called by the thread that causes the event. It may continue when this returns.
    func note(_ event: TimingEvent) {
        let pause = state.withLock { state -> Nanoseconds? in
            if state.timing.count < Self.mostEvents || event.kind != .progress { state.timing.append(event) }
            state.courses[event.transfer, default: TransferCourse()].note(event)
            if event.kind == .progress, event.bytes != nil {
                return state.endsPauses ? nil : state.pauses.removeValue(forKey: event.transfer)
            }
            return nil
        }
        guard let pause else { return }
        // The alarm is never drained, so later pauses end at once.
        Readiness.wait(for: [alarm.raw], milliseconds: Int32(clamping: (pause + 999_999) / 1_000_000))
    }

    /// Blocks the client's thread for this time when the first body bytes of the transfer arrive, so that
    /// nothing reads.
    func pause(_ transfer: Int, for time: Nanoseconds) {
        state.withLock { $0.pauses[transfer] = time }
    }

    /// Ends the current pause and disables later ones.
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

    /// Body bytes that these transfers have received so far, in total.
    func bytes(of transfers: Range<Int>) -> Int {
        state.withLock { state in
            transfers.reduce(0) { $0 + (state.courses[$1]?.bytes ?? 0) }
        }
    }

    /// How far these transfers have come, in their order.
    func courses(of transfers: [Int]) -> [TransferCourse] {
        state.withLock { state in transfers.map { state.courses[$0] ?? TransferCourse() } }
    }

    /// The complete timing log, in order of time.
    func timing() -> [TimingEvent] {
        state.withLock { state in state.timing.sorted { $0.at < $1.at } }
    }
}
