import HTTP
import LinuxIO
import Serving
import Wire

/// The pages below `http://netlab.test/control`, by which programs of this machine steer the proxy. Whoever asks
/// must know the token: a web site that makes a browser send such a request does not. It belongs to the loop's
/// thread.
final class ControlPages {
    private let token: Credentials
    let control: any ProxyControl
    private let switches: ProxySwitches
    private var past = PastRequests()

    init(_ settings: ProxySettings.Control, _ switches: ProxySwitches) {
        token = .bearer(token: settings.token)
        control = settings.control
        self.switches = switches
    }

    func note(_ exchange: ProxyExchange, _ request: UpstreamRequest) {
        if exchange.kind == .plain || exchange.kind == .intercepted { past.note(exchange, request) }
    }

    /// `body` is the request's; nil if it has none.
    func answer(
        _ head: HTTPRequestHead,
        _ body: BodyStream?,
        from client: IPAddress,
        _ means: ProxyResources
    ) -> ServedAnswer {
        guard switches.isOwn(client), Credentials(head.fields)?.matches(token) == true else {
            body?.abandon()
            return .now(.proxyPage(403, "only the user who started the proxy may control it"))
        }
        return carryOut(head, body, LateResponse(), means)
    }

    /// Carries out a command of the proxy's own program.
    func carryOut(_ entry: ControlQueue.Entry, _ means: ProxyResources) {
        let body = entry.body.isEmpty ? nil : BodyStream.whole(entry.body)
        switch carryOut(entry.head, body, entry.answer, means) {
        case .now(let response): entry.answer.fulfil(response)
        case .late: break
        }
    }

    /// `late` becomes the answer if that takes time.
    private func carryOut(
        _ head: HTTPRequestHead,
        _ body: BodyStream?,
        _ late: LateResponse,
        _ means: ProxyResources
    ) -> ServedAnswer {
        let command = ControlCommand(method: head.method, target: head.target)
        if case .proceed(let id)? = command { return proceed(id, as: body, means.held, late) }
        body?.abandon()
        guard let command else {
            return .now(.proxyPage(404, "the control does not support \(head.method) \(head.target)"))
        }
        switch command {
        case .list(let count): return .now(.document(control.document(past.newest(count))))
        case .again(let number, let times, let concurrency):
            guard let pool = means.pool, let past = past[number] else {
                return .now(Self.missing(number))
            }
            let body: [UInt8]?
            switch past.body {
            case .none: body = nil
            case .kept(let bytes): body = bytes
            case .missing(let reason):
                return .now(Self.refusal("request \(number) had a body, and \(reason)"))
            }
            return again(past, body, times, concurrency, pool, late)
        case .past(let number):
            return .now(past[number].map { .document(control.document($0)) } ?? Self.missing(number))
        case .held: return .now(.document(control.document(means.held?.messages ?? [])))
        case .show(let id): return show(id, means.held)
        case .abort(let id): return abort(id, means.held)
        case .status, .intercept, .allow, .line, .hostLine, .page, .hold, .proceed:
            switch control.answer(command, switches) {
            case .refused(let reason): return .now(Self.refusal(reason))
            case .done(let document): return .now(.document(document))
            }
        }
    }

    private func again(
        _ past: PastRequest,
        _ body: [UInt8]?,
        _ times: Int,
        _ concurrency: Int,
        _ pool: UpstreamPool,
        _ answer: LateResponse
    ) -> ServedAnswer {
        do throws(SystemCallError) {
            _ = try RequestRepetition(
                past.request,
                body,
                times: times,
                concurrency: concurrency,
                in: pool,
                isUnwanted: { answer.isUnwanted }
            ) { [control] results in
                answer.fulfil(.document(control.document(results, of: past)))
            }
        } catch {
            return .now(Self.refusal("the request cannot be sent again: \(error)"))
        }
        return .late(answer)
    }

    private static func missing(_ number: Int) -> ServedResponse {
        refusal("request \(number) is not among the newest forwarded requests")
    }

    static func refusal(_ reason: String) -> ServedResponse { .text(409, "\(reason)\n") }
}
