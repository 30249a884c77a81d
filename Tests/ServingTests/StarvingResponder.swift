import HTTP
import LinuxIO
import Serving
import Synchronization

/// Answers with the request's target, and reports when the server could not accept.
final class StarvingResponder: RequestResponder {
    /// Signalled at every pause.
    let starved: WakeUp
    /// The error numbers of all pauses.
    let pauses = Mutex<[Int32]>([])

    init() throws {
        starved = try WakeUp()
    }

    func respond(to request: ServedRequest) -> ServedAnswer { .now(.text(200, request.head.target)) }

    func ended(_ exchange: ServedExchange) {}

    func pausedAccepting(_ error: SystemCallError) {
        pauses.withLock { $0.append(error.errno) }
        starved.ring()
    }
}
