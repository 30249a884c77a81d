internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// Following an origin that leads somewhere else. Each step is a transfer of its own: it shares connections, callers and
/// limits as any other does.
extension CachingClient {
    /// Where an answer leads to, and with what; the caller is told where the way ends here.
    func redirected(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        let rules = load.configuration.redirects
        guard rules.most > 0, let status = outcome.status, let location = outcome.fields["Location"] else {
            return unsuccessful(load, outcome, sent)
        }
        guard let target = RedirectTarget.resolve(location, from: sent.url) else {
            let sentence = "\(sent.url) leads to \(location), which is no address"
            return failed(load, FetchError(.redirect, sentence), outcome)
        }
        let redirect = Redirect(status: status, from: sent.url, to: target)
        let handler = load.request.redirects
        let judge = RedirectJudge(rules: rules, hasHandler: handler != nil)
        let next: OutgoingRequest
        do throws(FetchError) {
            next = try judge.next(after: redirect, sent, before: load.trail.redirects)
        } catch {
            return failed(load, error, outcome)
        }
        var load = load
        note(redirect, outcome, sent, in: &load.trail)
        guard let handler else { return send(next, for: load) }
        aside(load) { [self, load] in
            if let changed = await handler.followed(redirect, next) {
                send(changed, for: load)
            } else {
                let sentence = "the caller does not follow from \(sent.url) to \(target)"
                failed(load, FetchError(.redirect, sentence), outcome)
            }
        }
    }

    private func note(
        _ redirect: Redirect,
        _ outcome: TransferOutcome,
        _ sent: OutgoingRequest,
        in trail: inout RedirectTrail
    ) {
        let said = confirmation(outcome)
        trail.redirects.append(redirect)
        trail.hops.append(RedirectHop(redirect, outcome.exchange))
        trail.answers.append(
            StoredResponse(
                request: sent.fields,
                status: redirect.status,
                fields: said.fields,
                requestedAt: said.requestedAt,
                respondedAt: said.respondedAt
            )
        )
        trail.metrics = outcome.metrics?.following(trail.metrics, by: trail.redirects)
        trail.phases = trail.phases + outcome.stamps.phases(until: clock.now())
        trail.began = trail.began ?? outcome.stamps.queued
    }

    /// For how many seconds the way may be taken unasked, by the rules of HTTP; nil where nothing at its end may be kept for
    /// its beginning.
    func lasting(_ trail: RedirectTrail) -> Int64? {
        var least = Int64.max
        for answer in trail.answers {
            let request = HTTPRequestHead(method: "GET", target: "/", fields: answer.request)
            guard HitJudge.rules.mayStore(request: request, status: answer.status, fields: answer.fields)
            else { return nil }
            let left =
                HitJudge.rules.freshnessLifetime(of: answer)
                - HitJudge.rules.age(of: answer, now: calendar.wall)
            least = min(least, left)
        }
        return least > 0 ? least : nil
    }
}

extension Keeping {
    /// No longer than so many seconds, of what would else last as long as `limits` say; a caller's own word stands.
    func atMost(_ seconds: Int64, _ limits: CacheLimits) -> Keeping {
        guard expiration == nil else { return self }
        var keeping = self
        keeping.expiration = .after(min(limits.timeToLive ?? .seconds(seconds), .seconds(seconds)))
        // Nothing but the way itself makes it last longer.
        keeping.onAccess = .none
        return keeping
    }
}

extension RedirectHop {
    /// `exchange` is nil where it was not this load's own.
    fileprivate init(_ redirect: Redirect, _ exchange: ExchangeRecord?) {
        self.init(
            url: redirect.from,
            status: redirect.status,
            location: redirect.to,
            request: exchange?.requestFirstByte,
            firstByte: exchange?.responseFirstByte,
            lastByte: exchange?.responseLastByte,
            clientPort: exchange?.localPort
        )
    }
}
