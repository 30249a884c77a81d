internal import Images
import Synchronization
internal import Wire

/// Watches a body arrive and makes a preview whenever a progressive JPEG has become sharper: one at a time,
/// and not too often.
final class PreviewMaker: Sendable {
    private struct State {
        /// A copy: the transfer continues to write to its own.
        var bytes: [UInt8] = []
        var scans = ProgressiveScans()
        /// True if the bytes would make a sharper preview than the last one.
        var isSharper = false
        var isBusy = false
        var madeAt: Instant?
    }

    private let interval: Nanoseconds
    /// Makes a preview from the first part of an image, on any thread, and calls `done` at the end.
    private let make: @Sendable (_ beginning: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void
    private let state = Mutex(State())

    init(
        every interval: Nanoseconds,
        _ make: @escaping @Sendable (_ beginning: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void
    ) {
        self.interval = interval
        self.make = make
    }

    /// `body` is everything received so far.
    func take(_ body: [UInt8], at now: Instant) {
        let beginning = state.withLock { state -> [UInt8]? in
            // Another answer has replaced the first.
            if body.count < state.bytes.count { state = State(isBusy: state.isBusy, madeAt: state.madeAt) }
            state.bytes += body[state.bytes.count...]
            if state.scans.read(state.bytes) { state.isSharper = true }
            guard state.isSharper, !state.isBusy else { return nil }
            if let last = state.madeAt, now - last < interval { return nil }
            (state.isSharper, state.isBusy, state.madeAt) = (false, true, now)
            return state.bytes
        }
        guard let beginning else { return }
        make(beginning) { [self] in state.withLock { $0.isBusy = false } }
    }
}
