import Forwarding
import HTTP
import LinuxIO
import Serving

/// Takes one request from its rules to its answer: past a breakpoint, to the recorded session, the cache or its
/// server. It belongs to the loop's thread.
final class RequestPipeline {
    private let means: ProxyResources
    /// What rules make of the exchange; nil if none is for it.
    private let plan: ExchangePlan?
    private let breakpoints: Set<BreakpointPhase>
    private let exchange: ExchangeUnderWay

    init(
        _ means: ProxyResources,
        _ plan: ExchangePlan?,
        _ breakpoints: Set<BreakpointPhase>,
        _ exchange: ExchangeUnderWay
    ) {
        self.means = means
        self.plan = plan
        self.breakpoints = means.held == nil ? [] : breakpoints
        self.exchange = exchange
    }

    func begin(_ request: ForwardedRequest, _ body: BodyStream?) -> ServedAnswer {
        if let plan, let answer = plan.answer {
            body?.abandon()
            return .now(ServedResponse(answer, of: plan))
        }
        guard plan?.requestBody != nil || breakpoints.contains(.request) else {
            return pass(request, body, LateResponse())
        }
        let answer = LateResponse()
        edit(request, body, answer)
        return .late(answer)
    }

    /// A rule rewrites the body.
    private func edit(_ request: ForwardedRequest, _ body: BodyStream?, _ answer: LateResponse) {
        guard let edit = plan?.requestBody else { return hold(request, body, answer) }
        RequestEditing.edit(request, body, by: edit) { [self] result in
            guard !answer.isUnwanted else { return }
            switch result {
            case .failure(let error): answer.fulfil(.unrewritten(error))
            case .success(let (edited, body)): hold(edited, body, answer)
            }
        }
    }

    // MARK: The breakpoint

    private func hold(_ request: ForwardedRequest, _ body: BodyStream?, _ answer: LateResponse) {
        guard breakpoints.contains(.request), let held = means.held else {
            return send(request, body, answer)
        }
        guard let body else { return hold(HeldRequest(request, body: nil), in: held, answer) }
        BodyCollection.collect(body, atMost: HeldBody.longest) { [self] outcome in
            guard !answer.isUnwanted else { return }
            switch outcome {
            case .tooLong: answer.fulfil(.tooLongToHold)
            case .whole(let bytes, let trailers):
                hold(HeldRequest(request, body: bytes, trailers: trailers), in: held, answer)
            }
        }
    }

    private func hold(_ request: HeldRequest, in held: HeldExchanges, _ answer: LateResponse) {
        held.hold(.request(request), of: exchange, for: answer) { [self] content in
            if case .request(let held) = content { send(held.request, held.stream, answer) }
        }
    }

    // MARK: The answer

    /// Passes a request on whose client waits for the answer already.
    private func send(_ request: ForwardedRequest, _ body: BodyStream?, _ answer: LateResponse) {
        if case .now(let response) = pass(request, body, answer) { answer.fulfil(response) }
    }

    /// `answer` is for what does not come at once.
    private func pass(_ request: ForwardedRequest, _ body: BodyStream?, _ answer: LateResponse)
        -> ServedAnswer
    {
        let breakpoint =
            breakpoints.contains(.response)
            ? means.held.map {
                ResponseBreakpoint($0, to: request, plan, of: exchange)
            } : nil
        if let recorded = means.recorded {
            body?.abandon()
            return respond(recorded.answer(request, plan), at: breakpoint, answer)
        }
        let visit = means.cache?.visit(request, plan, hasBody: body != nil)
        exchange.cache = visit
        if let confirmation = visit?.confirmation, let pool = means.pool {
            visit?.confirmation = nil
            CacheConfirmation.begin(confirmation, in: pool)
        }
        if let stored = visit?.answer { return respond(stored, at: breakpoint, answer) }
        let upstream = UpstreamRequest(
            visit?.request ?? request,
            plan,
            of: exchange.client.host,
            mayReachLoopback: exchange.mayReachLoopback,
            body: body,
            keeping: means.keeping,
            answer: answer,
            cache: visit,
            breakpoint: breakpoint,
            mirrors: means.mirrors
        )
        exchange.request = upstream
        means.pool?.begin(upstream)
        return .late(answer)
    }

    private func respond(
        _ response: ServedResponse,
        at breakpoint: ResponseBreakpoint?,
        _ answer: LateResponse
    ) -> ServedAnswer {
        ResponseRelease(plan, at: breakpoint).release(response, or: answer).map { .now($0) } ?? .late(answer)
    }
}
