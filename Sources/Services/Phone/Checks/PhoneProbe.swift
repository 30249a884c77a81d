import LinuxIO
import Synchronization
import Wire

/// Pings of a phone from netlab's end of the tunnel, one after the other, on a thread of their own.
final class PhoneProbe: Sendable {
    private static let count = 20
    /// Milliseconds between an answer and the next question.
    private static let pause: Int32 = 50
    /// Milliseconds to wait for an answer. A phone that sleeps takes some hundred to wake up.
    private static let patience = 1_000
    /// Unanswered questions at the beginning after which no more are asked.
    private static let mostSilent = 3
    private static let payload = 56

    private final class Outcome: Sendable {
        let figures = Mutex<Result<PhoneRoundTrips, SystemCallError>?>(nil)
    }

    private let outcome: Outcome
    private let thread: WorkerThread

    /// Begins at once, on the host of the calling thread.
    init(_ phone: IPAddress) throws(SystemCallError) {
        let outcome = Outcome()
        self.outcome = outcome
        thread = try WorkerThread(name: "netlab-probe") {
            let figures = Result { () throws(SystemCallError) in try Self.ask(phone) }
            outcome.figures.withLock { $0 = figures }
        }
    }

    deinit {
        thread.join()
    }

    /// nil while it is under way.
    var figures: Result<PhoneRoundTrips, SystemCallError>? { outcome.figures.withLock { $0 } }

    private static func ask(_ phone: IPAddress) throws(SystemCallError) -> PhoneRoundTrips {
        let socket = try EchoSocket(to: phone, payload: payload, patience: patience)
        var times: [Nanoseconds] = []
        for number in 1...count {
            if let time = try socket.roundTrip(number: UInt8(number)) {
                times.append(time)
            } else if times.isEmpty, number == mostSilent {
                return PhoneRoundTrips(asked: number, times: [])
            }
            Readiness.wait(for: [], milliseconds: pause)
        }
        return PhoneRoundTrips(asked: count, times: times)
    }
}
