internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// Decides what an answer means: an image, the rest of one, a confirmation of the cached one, a redirect or a
/// failure.
final class ResponseStage: Sendable {
    private let cache: TieredCache
    private let partials: PartialDownloads
    private let tasks: CallerTasks
    private let store: StoreStage
    private let responses: ResponseBuilder
    private let log: LoadLog

    init(
        _ cache: TieredCache,
        _ partials: PartialDownloads,
        _ tasks: CallerTasks,
        _ store: StoreStage,
        _ responses: ResponseBuilder,
        _ log: LoadLog
    ) {
        self.cache = cache
        self.partials = partials
        self.tasks = tasks
        self.store = store
        self.responses = responses
        self.log = log
    }

    /// Called on the transfer loop's thread, or on one of Swift's own after a downloader.
    func take(_ outcome: TransferOutcome, to sent: OutgoingRequest, for load: Load) {
        if let failure = outcome.failure {
            partials.keep(load, outcome, sent)
            return load.next(.fail(failure, outcome))
        }
        switch outcome.status {
        case 200:
            return fetched(load, outcome, sent)
        case 304:
            guard let held = load.held, sent.isConditional else { break }
            return revalidated(load, held, outcome)
        case 206, 416:
            guard let part = load.part else { break }
            return outcome.status == 206 ? continued(load, part, outcome, sent) : startAnew(load)
        case let status? where RedirectJudge.statuses.contains(status):
            return redirected(load, outcome, sent)
        default:
            break
        }
        unsuccessful(load, outcome, sent)
    }

    /// Handles an answer without an image.
    private func unsuccessful(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        switch outcome.status {
        case .some(201..<300):
            load.caller.finish(responses.respond(load, outcome))
            return
        case 404, 410:
            // The image is gone at its origin, so it leaves the caches.
            cache.drop(load)
            partials.drop(load)
        default:
            break
        }
        let sentence = "\(sent.url) was answered with \(outcome.status ?? 0)"
        load.next(.fail(FetchError(.status, sentence), outcome))
    }

    private func fetched(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        // What the caches held is out of date.
        if load.held != nil { log.count { $0.misses += 1 } }
        partials.drop(load)
        guard let modifier = load.request.content else { return store.keep(outcome, of: sent, for: load) }
        modify(outcome, by: modifier, of: sent, for: load)
    }

    /// Has the request's own modifier make the image from the response.
    private func modify(
        _ outcome: TransferOutcome,
        by modifier: ContentModifier,
        of sent: OutgoingRequest,
        for load: Load
    ) {
        var answer = Downloader.Answer(bytes: outcome.body)
        for field in outcome.fields where answer.headers[field.name] == nil {
            answer.headers[field.name] = outcome.fields.combined(field.name)
        }
        tasks.run(for: load.caller) { [store, answer] in
            let made = await modifier.modified(answer)
            guard !load.caller.isOver else { return }
            guard let bytes = made else {
                let sentence = "the content modifier could not use the response of \(sent.url)"
                return load.next(.fail(FetchError(.unusable, sentence), outcome))
            }
            guard bytes.count <= load.configuration.maximumBodySize else {
                let sentence = "the content modifier made the response of \(sent.url) larger than allowed"
                return load.next(.fail(FetchError(.tooLarge, sentence), outcome))
            }
            var modified = outcome
            modified.body = bytes
            store.keep(modified, of: sent, for: load)
        }
    }

    private func revalidated(_ load: Load, _ held: Load.Held, _ outcome: TransferOutcome) {
        var load = load
        guard CacheRules.confirms(outcome.fields, StoredResponse(held.image.head)) else {
            // The 304 is about another version than the cached one: fetch the image itself.
            load.held = nil
            return load.fromStart().next(.fetch)
        }
        let before = log.now()
        log.count { $0.revalidated += 1 }
        let confirmation = log.confirmation(outcome)
        cache.confirm(held, load, by: confirmation, at: before)
        load.held?.image = held.image.confirmed(by: confirmation)
        load.caller.finish(
            responses.answer(load, as: .revalidated, after: outcome, storing: log.now() - before)
        )
    }

    /// Handles an answer that claims to be the rest of a body.
    private func continued(
        _ load: Load,
        _ part: CutBody,
        _ outcome: TransferOutcome,
        _ sent: OutgoingRequest
    ) {
        guard let joined = partials.joined(part, with: outcome, to: sent, for: load) else {
            return startAnew(load)
        }
        guard let failure = joined.failure else { return fetched(load, joined, sent) }
        partials.drop(load)
        load.next(.fail(failure, joined))
    }

    /// Requests the whole body: the part here does not belong to the origin's version.
    private func startAnew(_ load: Load) {
        partials.drop(load)
        var load = load.fromStart()
        load.wantsWhole = true
        load.next(.fetch)
    }

    /// Follows a redirect by its own transfer, which shares connections, callers and limits like any other.
    /// The load fails if the redirect may not be followed.
    private func redirected(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        let rules = load.configuration.redirects
        guard rules.most > 0, let status = outcome.status, let location = outcome.fields["Location"] else {
            return unsuccessful(load, outcome, sent)
        }
        guard let target = RedirectTarget.resolve(location, from: sent.url) else {
            let sentence = "\(sent.url) redirects to \(location), which is not a URL"
            return load.next(.fail(FetchError(.redirect, sentence), outcome))
        }
        let redirect = Redirect(status: status, from: sent.url, to: target)
        let handler = load.request.redirects
        let judge = RedirectJudge(rules: rules, hasHandler: handler != nil)
        let next: OutgoingRequest
        do throws(FetchError) {
            next = try judge.next(after: redirect, sent, before: load.trail.redirects)
        } catch {
            return load.next(.fail(error, outcome))
        }
        var load = load
        load.trail.append(redirect, sent, outcome, log.confirmation(outcome), now: log.now())
        guard let handler else { return load.next(.send(next)) }
        tasks.run(for: load.caller) { [load] in
            if let changed = await handler.followed(redirect, next) {
                load.next(.send(changed))
            } else {
                let sentence = "the caller does not follow the redirect from \(sent.url) to \(target)"
                load.next(.fail(FetchError(.redirect, sentence), outcome))
            }
        }
    }
}

extension OutgoingRequest {
    fileprivate var isConditional: Bool {
        fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
    }
}
