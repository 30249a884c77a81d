import Forwarding
import HTTP
import LinuxIO
import Serving

/// Where the response to one request waits. It belongs to the loop's thread.
struct ResponseBreakpoint {
    let held: HeldExchanges
    let request: ForwardedRequest
    private weak var exchange: ExchangeUnderWay?
    private let plan: ExchangePlan?

    init(
        _ held: HeldExchanges,
        to request: ForwardedRequest,
        _ plan: ExchangePlan?,
        of exchange: ExchangeUnderWay
    ) {
        self.held = held
        self.plan = plan
        self.request = request
        self.exchange = exchange
    }

    /// Holds the response, and then fulfils the answer. A connection that is taken over, and a body that is too
    /// long, pass at once.
    func hold(_ response: ServedResponse, for answer: LateResponse) {
        guard let exchange, response.head.status != 101 else { return answer.fulfil(response) }
        do throws(SystemCallError) {
            if let content = try HeldResponse(response, to: request) {
                return held.hold(.response(content), of: exchange, for: answer) { content in
                    if case .response(let held) = content { answer.fulfil(plan.spoil(held.response)) }
                }
            }
            exchange.missed = .tooLong
        } catch {
            exchange.missed = .unreadable
        }
        answer.fulfil(plan.spoil(response))
    }
}
