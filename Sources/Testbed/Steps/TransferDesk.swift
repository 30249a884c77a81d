import LinuxIO
import Runs
import Synchronization

/// Where finished transfers are handed in: any thread hands in, the main thread collects.
final class TransferDesk: Sendable {
    /// Events beyond these are kept only where they are no mere progress: what a transfer comes to is always told.
    private static let mostEvents = 1 << 20

    private struct State {
        var finished: [TransferRecord] = []
        var timing: [TimingEvent] = []
        var bytesByTransfer: [Int: Int] = [:]
    }

    /// Rung for every transfer that ends.
    let bell: WakeUp
    private let state = Mutex(State())

    init() throws(SystemCallError) {
        bell = try WakeUp()
    }

    func handIn(_ transfer: TransferRecord) {
        state.withLock { $0.finished.append(transfer) }
        bell.ring()
    }

    func note(_ event: TimingEvent) {
        state.withLock { state in
            if state.timing.count < Self.mostEvents || event.kind != .progress { state.timing.append(event) }
            if event.kind == .progress, let bytes = event.bytes {
                state.bytesByTransfer[event.transfer] = bytes
            }
        }
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
