import HTTP
import LinuxIO
import Serving

/// A server behind the proxy that answers as a test says.
struct TestOrigin: RequestResponder {
    let answer: @Sendable (ServedRequest) -> ServedAnswer
    /// Called when a response has been sent.
    var onEnd: @Sendable () -> Void = {}

    func reception(of head: HTTPRequestHead) -> BodyReception {
        head.target == "/stream" ? .stream() : .keep(atMost: 1 << 24)
    }

    func respond(to request: ServedRequest) -> ServedAnswer { answer(request) }

    func ended(_ exchange: ServedExchange) { onEnd() }
}
