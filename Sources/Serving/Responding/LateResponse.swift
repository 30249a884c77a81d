package import HTTP
import Synchronization

/// A response that is still being made when the server asks for it. Its maker hands it over, from any thread.
///
/// On an HTTP/1 connection later requests wait behind it; with HTTP/2 nothing does. The time to make it
/// counts towards the delay that its course asks for.
package final class LateResponse: Sendable {
    private enum State {
        /// With the call for when it is made.
        case awaited((@Sendable () -> Void)?)
        case made(ServedResponse)
        case unwanted
    }

    private let state = Mutex(State.awaited(nil))
    private let interim = Mutex<[HTTPResponseHead]>([])
    private let held = Mutex(false)
    private let leaving = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    /// True if nobody waits for it any more: its client has left, or the server has ended.
    package var isUnwanted: Bool {
        state.withLock { if case .unwanted = $0 { true } else { false } }
    }

    /// Hands it over. The first call counts; dropped if nobody waits any more.
    package func fulfil(_ response: ServedResponse) {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .awaited(let call) = state else { return nil }
            state = .made(response)
            return call
        }
        call?()
    }

    /// Sends a 1xx head ahead of it, such as 103 with early hints. Clients of HTTP/1.0 get none.
    package func inform(_ head: HTTPResponseHead) {
        interim.withLock { $0.append(head) }
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            if case .awaited(let call) = state { call } else { nil }
        }
        call?()
    }

    /// A person decides when it is made, maybe in hours. A client that has ended its side meanwhile counts as gone:
    /// nothing else would tell that it left.
    package var isHeld: Bool { held.withLock { $0 } }

    package func hold(_ isHeld: Bool) {
        held.withLock { $0 = isHeld }
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            if isHeld, case .awaited(let call) = state { call } else { nil }
        }
        call?()
    }

    func takeInterim() -> [HTTPResponseHead] {
        interim.withLock { heads in
            defer { heads = [] }
            return heads
        }
    }

    /// nil if it is not made yet.
    package var made: ServedResponse? {
        state.withLock { if case .made(let response) = $0 { response } else { nil } }
    }

    /// Sets a call that runs once it is made, on the thread that hands it over; at once if it is made
    /// already.
    package func whenMade(_ call: @escaping @Sendable () -> Void) {
        let isHere = state.withLock { state in
            switch state {
            case .awaited: state = .awaited(call)
            case .made: return true
            case .unwanted: break
            }
            return false
        }
        if isHere { call() }
    }

    /// Sets a call that runs once nobody waits for it any more, on the thread that gives it up; at once if nobody does
    /// already. A later call replaces an earlier one.
    package func whenUnwanted(_ call: @escaping @Sendable () -> Void) {
        leaving.withLock { $0 = call }
        if isUnwanted { takeLeaving()?() }
    }

    /// Nobody waits for it any more. What was made already, and not taken, is not sent.
    package func giveUp() {
        let made = state.withLock { state -> ServedResponse? in
            defer { state = .unwanted }
            return if case .made(let response) = state { response } else { nil }
        }
        made?.live?.abandon()
        takeLeaving()?()
    }

    private func takeLeaving() -> (@Sendable () -> Void)? {
        leaving.withLock { call in
            defer { call = nil }
            return call
        }
    }
}
