import HTTP
import LinuxIO
import Serving
import Synchronization
import TLS

/// Answers with the request's target, and lets a test wait for the record of each exchange.
final class EchoResponder: RequestResponder {
    private let exchanges = Mutex<[ServedExchange]>([])
    private let failures = Mutex<[TLSError]>([])
    private let expiries = Mutex<[ExpiredLimit]>([])
    private let reception: BodyReception
    private let answer: @Sendable (ServedRequest) -> ServedAnswer

    private init(_ reception: BodyReception, _ answer: @escaping @Sendable (ServedRequest) -> ServedAnswer) {
        self.reception = reception
        self.answer = answer
    }

    convenience init(
        reception: BodyReception,
        _ answer: @escaping @Sendable (ServedRequest) -> ServedResponse
    ) {
        self.init(reception) { .now(answer($0)) }
    }

    convenience init(
        _ answer: @escaping @Sendable (HTTPRequestHead) -> ServedResponse = { .text(200, $0.target) }
    ) {
        self.init(.drop) { .now(answer($0.head)) }
    }

    /// A responder that may answer late.
    static func answering(
        _ reception: BodyReception = .drop,
        _ answer: @escaping @Sendable (ServedRequest) -> ServedAnswer
    ) -> EchoResponder {
        EchoResponder(reception, answer)
    }

    /// In order of their ends.
    var ended: [ServedExchange] { exchanges.withLock { $0 } }

    /// TLS failures, in order.
    var failed: [TLSError] { failures.withLock { $0 } }

    /// The limits that ended connections, in order.
    var expired: [ExpiredLimit] { expiries.withLock { $0 } }

    func reception(of head: HTTPRequestHead) -> BodyReception { reception }

    func respond(to request: ServedRequest) -> ServedAnswer { answer(request) }

    func ended(_ exchange: ServedExchange) {
        exchanges.withLock { $0.append(exchange) }
    }

    func failed(_ client: SocketAddress, within tunnel: HTTPRequestHead?, _ error: TLSError) {
        failures.withLock { $0.append(error) }
    }

    func expired(_ client: SocketAddress, _ limit: ExpiredLimit) {
        expiries.withLock { $0.append(limit) }
    }
}
