import LinuxIO
import RealTime
import Wire

/// Waiting in real time: the machine wakes threads late, and other programs want its processors.
struct RealTimeWaiting: ~Copyable {
    private var precedence: ThreadPrecedence
    private var allowance: WakingAllowance

    /// A thread that carries both directions has one of several processors, and leaves room for other
    /// programs.
    init(from now: Instant, carriesBoth: Bool) {
        precedence = ThreadPrecedence(
            from: now,
            rank: .line,
            leavesOthersRoom: carriesBoth && Machine.processors > 1
        )
        allowance = WakingAllowance(processorsSleep: carriesBoth && precedence.mayOversleep)
    }
}

extension RealTimeWaiting: PumpWaiting {
    var isWokenLate: Bool { true }

    var linger: Nanoseconds { allowance.linger }

    mutating func review(at now: Instant) {
        if precedence.review(at: now) { allowance.isCrowded = precedence.isCrowded }
    }

    func sleep(dueIn left: Nanoseconds?) -> Nanoseconds? {
        let wanted = left.map { allowance.sleep(dueIn: $0) }
        return wanted == 0 ? 0 : precedence.sleep(of: wanted)
    }

    mutating func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool) {
        precedence.slept(length, wasWoken: wasWoken)
        if let wanted, !wasWoken { allowance.woke(late: length - wanted) }
    }
}
