import Glibc
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
    private static let header = 8
    /// ICMP type of an echo request.
    private static let echoRequest: UInt8 = 8

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
        let socket = try ProbeSocket.pings(patience: patience)
        try socket.connect(SocketAddress(host: phone, port: 0))
        var question = [UInt8](repeating: 0, count: header + payload)
        question[0] = echoRequest
        var answer = [UInt8](repeating: 0, count: 2_048)
        var times: [Nanoseconds] = []
        for number in 1...count {
            question[7] = UInt8(number)
            let sent = RunClock.wall()
            try socket.send(question)
            if let arrived = try Self.arrival(of: UInt8(number), at: socket, &answer) {
                times.append(arrived - sent)
            } else if times.isEmpty, number == mostSilent {
                return PhoneRoundTrips(asked: number, times: [])
            }
            Readiness.wait(for: [], milliseconds: pause)
        }
        return PhoneRoundTrips(asked: count, times: times)
    }

    /// When the answer to this question came, in nanoseconds since 1970; nil if it does not come in time. Late answers to
    /// earlier ones are left out.
    private static func arrival(
        of number: UInt8,
        at socket: borrowing ProbeSocket,
        _ buffer: inout [UInt8]
    ) throws(SystemCallError) -> Int64? {
        do throws(SystemCallError) {
            while true {
                let stamp = try socket.receiveStamped(into: &buffer)
                if buffer[7] == number { return stamp }
            }
        } catch  where [EAGAIN, ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errno) {
            return nil
        }
    }
}
