import LinuxIO
import Synchronization
import Wire

/// Takes events from the threads that use the connections and keeps them until another thread writes them, so
/// that no connection waits for the disk.
///
/// It has a limit. What does not fit is counted, and the place where it is missing is noted.
final class StreamEventQueue: Sendable {
    /// What did not fit, or could not be written.
    struct Losses: Hashable {
        /// Reads and writes by leg.
        var pieces = [0, 0]
        var bytes = 0
        var connections = 0
    }

    private struct Missed {
        var near = 0
        var far = 0
    }

    private struct State {
        var events = StreamEvents()
        var streams: UInt32 = 0
        /// By stream: bytes that did not fit since its latest event.
        var missed: [UInt32: Missed] = [:]
        var losses = Losses()
        var isClosed = false
    }

    /// Bytes that may wait.
    private let limit: Int
    private let state = Mutex(State())
    let wakeUp: WakeUp

    init(limit: Int) throws(SystemCallError) {
        self.limit = limit
        wakeUp = try WakeUp()
    }

    var losses: Losses { state.withLock { $0.losses } }

    /// Returns the stream's number; nil if there is no room for another.
    func open(_ opening: StreamOpening, at instant: Instant) -> UInt32? {
        change { state in
            guard !state.isClosed else { return nil }
            guard state.events.size < limit else {
                state.losses.connections += 1
                return nil
            }
            state.streams &+= 1
            state.events.open(opening, as: state.streams, at: instant)
            return state.streams
        }
    }

    func carry(
        _ first: ArraySlice<UInt8>,
        _ second: ArraySlice<UInt8>,
        by side: SynthesizedFlow.Side,
        of stream: UInt32,
        on leg: StreamLeg,
        at instant: Instant
    ) {
        change { state in
            guard !state.isClosed else { return }
            let count = first.count + second.count
            guard state.events.size + count < limit else {
                state.losses.pieces[leg.rawValue] += 1
                state.losses.bytes += count
                switch side {
                case .near: state.missed[stream, default: Missed()].near += count
                case .far: state.missed[stream, default: Missed()].far += count
                }
                return
            }
            Self.noteMissed(of: stream, at: instant, in: &state)
            state.events.add(.happened(.carried(by: side)), first, second, of: stream, at: instant)
        }
    }

    /// Adds an event without bytes. It always fits: there are few of them for each connection.
    func add(_ kind: StreamEvents.Kind, of stream: UInt32, at instant: Instant) {
        change { state in
            guard !state.isClosed else { return }
            Self.noteMissed(of: stream, at: instant, in: &state)
            state.events.add(kind, of: stream, at: instant)
        }
    }

    /// Exchanges what waits for the memory of an earlier batch, which is empty.
    func swap(with batch: inout StreamEvents) {
        state.withLock { Swift.swap(&$0.events, &batch) }
    }

    /// Ignores everything from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.events = StreamEvents()
            state.missed = [:]
        }
    }

    /// Wakes the reader if there was nothing for it.
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, isFirst) = state.withLock { state in
            let wasEmpty = state.events.isEmpty
            let value = body(&state)
            return (value, wasEmpty && !state.events.isEmpty)
        }
        if isFirst { wakeUp.ring() }
        return value
    }

    private static func noteMissed(of stream: UInt32, at instant: Instant, in state: inout State) {
        guard !state.missed.isEmpty, let missed = state.missed.removeValue(forKey: stream) else { return }
        for (count, side) in [(missed.near, SynthesizedFlow.Side.near), (missed.far, .far)] where count > 0 {
            state.events.add(.happened(.missed(count, by: side)), of: stream, at: instant)
        }
    }
}
