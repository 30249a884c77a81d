import HTTP
import Serving

/// Takes the calls of programs, all below one secret path, and queues them.
final class ControlResponder<Call: ControlRequest>: RequestResponder {
    private let path: String
    private let queue: ControlQueue<Call>

    init(at path: String, _ queue: ControlQueue<Call>) {
        self.path = path
        self.queue = queue
    }

    func reception(of head: HTTPRequestHead) -> BodyReception { .keep(atMost: OrderedScenario.longest) }

    func respond(to request: ServedRequest) -> ServedAnswer {
        let head = request.head
        let rest = head.target.dropFirst(path.count)
        guard head.target.hasPrefix(path), rest.first.map({ $0 == "/" || $0 == "?" }) ?? true else {
            return .now(.text(403, "this is for programs that know the control's URL\n"))
        }
        do throws(ControlError) {
            guard let call = try Call(method: head.method, path: rest) else {
                throw ControlError(
                    .missing,
                    "the control does not support \(head.method) \(rest)",
                    advice: Call.advice
                )
            }
            return .late(queue.order(call, request.body))
        } catch {
            return .now(.refusal(error))
        }
    }

    func ended(_ exchange: ServedExchange) {}
}
