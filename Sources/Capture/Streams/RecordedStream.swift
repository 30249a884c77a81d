import Glibc
import LinuxIO
import Wire

/// Notes what crosses one connection.
final class RecordedStream: StreamTap {
    private let number: UInt32
    private let leg: StreamLeg
    private let queue: StreamEventQueue
    private let clock: RunClock

    init(_ number: UInt32, on leg: StreamLeg, _ queue: StreamEventQueue, _ clock: RunClock) {
        self.number = number
        self.leg = leg
        self.queue = queue
        self.clock = clock
    }

    func connected() {
        note(.happened(.established))
    }

    func received(_ bytes: ArraySlice<UInt8>) {
        if bytes.isEmpty {
            note(.happened(.finished(.far)))
        } else {
            carry(bytes, [], by: .far, at: clock.now())
        }
    }

    func now() -> Instant { clock.now() }

    func sent(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, at instant: Instant) {
        if !first.isEmpty || !second.isEmpty { carry(first, second, by: .near, at: instant) }
    }

    func finishedSending() {
        note(.happened(.finished(.near)))
    }

    func failed(_ error: SystemCallError) {
        // Other failures are the network's or this machine's: the peer has sent nothing. A reset behind the end
        // of the peer's stream is a broken pipe.
        guard [ECONNRESET, ECONNREFUSED, EPIPE].contains(error.errno) else { return }
        note(.happened(.reset(.far)))
    }

    func closed(_ closing: StreamClosing) {
        switch closing {
        case .inOrder: note(.happened(.finished(.near)))
        case .reset: note(.happened(.reset(.near)))
        case .wasReset: note(.happened(.reset(.far)))
        }
        note(.over)
    }

    private func carry(
        _ first: ArraySlice<UInt8>,
        _ second: ArraySlice<UInt8>,
        by side: SynthesizedFlow.Side,
        at instant: Instant
    ) {
        queue.carry(first, second, by: side, of: number, on: leg, at: instant)
    }

    private func note(_ kind: StreamEvents.Kind) {
        queue.add(kind, of: number, at: clock.now())
    }
}
