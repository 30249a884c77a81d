import HTTP
import Serving

/// Takes the calls of programs, all below one secret path.
final class ControlResponder: RequestResponder {
    /// Longest order; pictures and texts of a scenario are in it.
    private static let longest = 16 << 20

    private let path: String
    private let work: ControlWork

    init(at path: String, _ work: ControlWork) {
        self.path = path
        self.work = work
    }

    func reception(of head: HTTPRequestHead) -> BodyReception { .keep(atMost: Self.longest) }

    func respond(to request: ServedRequest) -> ServedAnswer {
        let head = request.head
        let rest = head.target.dropFirst(path.count)
        guard head.target.hasPrefix(path), rest.first.map({ $0 == "/" || $0 == "?" }) ?? true else {
            return .now(.text(403, "this is for programs that know NETLAB_CONTROL\n"))
        }
        do throws(SideBenchError) {
            guard let call = try ControlCall(method: head.method, path: rest) else {
                throw SideBenchError(
                    .missing,
                    "the control does not support \(head.method) \(rest)",
                    advice: "POST /benches makes one; GET, DELETE /benches/N; PUT /benches/N/link; "
                        + "POST /benches/N/advance?by=7d, /benches/N/change?files=a.jpg,b.jpg"
                )
            }
            return .late(work.order(call, request.body))
        } catch {
            return .now(ControlHandler.refusal(error))
        }
    }

    func ended(_ exchange: ServedExchange) {}
}
