package import LinuxIO
import RealTime
import Wire

/// Waits for sockets, instants and calls, and gives each of its sockets its turn. One thread makes it and uses
/// it; only calls come from others.
package final class EventLoop {
    /// Calls made by the loop's own sockets are answered this many times before the loop looks at the poller
    /// again.
    private static let callRounds = 4

    package let clock: RunClock
    private let poller: Poller
    private let calls: ConnectionCalls
    private var seats = TokenTable<LoopRegistration>()
    private var timers = TimerQueue()
    private var events: [PollEvent] = []
    /// nil if nobody measures how soon this thread wakes.
    private var precedence: ThreadPrecedence?
    /// Is told of each socket that has closed.
    var onClose: (any LoopSocket) -> Void = { _ in }

    init(_ poller: consuming Poller, _ calls: ConnectionCalls, _ clock: RunClock, isMeasured: Bool) {
        self.poller = poller
        self.calls = calls
        self.clock = clock
        calls.belong()
        if isMeasured { precedence = .ofHost(from: clock.now()) }
    }

    var count: Int { seats.count }

    /// Smaller tokens are the owner's, for its timers and its own descriptors.
    static var firstToken: UInt64 { TokenTable<LoopRegistration>.firstToken }

    // MARK: Sockets

    /// Issues the token of a socket that is added later.
    package func takeToken() -> UInt64 { seats.takeToken() }

    /// Adds a socket under a token that was taken for it, and gives it its first turn.
    package func add(
        _ socket: any LoopSocket,
        at token: UInt64,
        isReadable: Bool
    ) throws(SystemCallError) {
        let seat = LoopRegistration(socket, token: token, watched: .read)
        try poller.add(socket.raw, seat.watched, token: token)
        seats.insert(seat, at: token)
        socket.proceed(isReadable: isReadable)
        try settle(seat)
    }

    /// Lets go of a socket that its owner hands to another thread, in the socket's turn.
    package func release(_ token: UInt64) throws(SystemCallError) {
        guard let seat = seats[token] else { return }
        try poller.remove(seat.socket.raw)
        seats.remove(token)
        timers.remove(token)
    }

    /// Asks for a turn of a socket. Any thread may call the closure.
    package func wakeUp(_ token: UInt64) -> @Sendable () -> Void {
        let calls = calls
        return { calls.call(token) }
    }

    /// Every socket takes nothing new and closes when what is under way is done.
    func finish() throws(SystemCallError) {
        for seat in seats.values {
            seat.socket.finish()
            try settle(seat)
        }
    }

    /// Its sockets, in no order.
    var sockets: [any LoopSocket] { seats.values.map(\.socket) }

    /// Closes a socket that is not in the middle of a turn.
    func close(_ token: UInt64) throws(SystemCallError) {
        guard let seat = seats[token] else { return }
        seat.socket.close()
        try settle(seat)
    }

    /// Closes every socket and lets go of it: its owner may hold the loop.
    func close() {
        let open = seats.values
        for seat in open { seat.socket.close() }
        for seat in open { seats.remove(seat.token) }
    }

    // MARK: The owner's descriptors and timers

    func setTimer(_ token: UInt64, to due: Instant) {
        timers.set(token, to: due)
    }

    func watch(
        _ descriptor: Int32,
        _ interest: PollInterest,
        token: UInt64
    ) throws(SystemCallError) {
        try poller.modify(descriptor, interest, token: token)
    }

    func unwatch(_ descriptor: Int32) throws(SystemCallError) {
        try poller.remove(descriptor)
    }

    // MARK: Turns

    /// Waits, then serves what is due, ready or called. Timers and descriptors with the owner's tokens go to
    /// `own`.
    func turn(_ own: (UInt64) throws(SystemCallError) -> Void) throws(SystemCallError) {
        let before = clock.now()
        try poller.wait(timeout: calls.isEmpty ? timeout(from: before) : 0, into: &events)
        let now = clock.now()
        precedence?.slept(now - before)
        precedence?.review(at: now)
        while let timer = timers.takeDue(now) {
            guard timer.token >= Self.firstToken else {
                try own(timer.token)
                continue
            }
            seats[timer.token]?.timer = nil
            try attend(timer.token)
        }
        for event in events {
            if event.token >= Self.firstToken { try serve(event) } else { try own(event.token) }
        }
        for _ in 0..<Self.callRounds {
            let called = calls.take()
            if called.isEmpty { break }
            for token in called { try attend(token) }
        }
    }

    /// The kernel may stretch a wait by a thousandth, so a long wait is ended early and the rest is waited for
    /// again.
    private func timeout(from now: Instant) -> Nanoseconds? {
        timers.earliest.map { due in
            let left = max(0, due - now)
            return left - left / 500
        }
    }

    private func attend(_ token: UInt64) throws(SystemCallError) {
        guard let seat = seats[token] else { return }
        seat.socket.proceed(isReadable: false)
        try settle(seat)
    }

    private func serve(_ event: PollEvent) throws(SystemCallError) {
        guard let seat = seats[event.token] else { return }
        if event.hasHungUp {
            seat.socket.hangUp()
        } else {
            seat.socket.proceed(isReadable: event.isReadable)
        }
        try settle(seat)
    }

    /// Updates the poller and the timers to what the socket waits for now.
    private func settle(_ seat: LoopRegistration) throws(SystemCallError) {
        // It may have been released in its turn.
        guard seats[seat.token] === seat else { return }
        guard !seat.socket.isClosed else {
            try poller.remove(seat.socket.raw)
            seats.remove(seat.token)
            timers.remove(seat.token)
            onClose(seat.socket)
            return
        }
        let outlook = seat.socket.outlook
        if outlook.interest != seat.watched {
            try poller.modify(seat.socket.raw, outlook.interest, token: seat.token)
            seat.watched = outlook.interest
        }
        // A timer that fires too early is set again then: most are postponed long before they are due.
        if seat.timer.map({ outlook.next < $0 }) ?? true {
            timers.set(seat.token, to: outlook.next)
            seat.timer = outlook.next
        }
    }
}
