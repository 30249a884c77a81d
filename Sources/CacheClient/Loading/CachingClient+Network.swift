internal import HTTP
internal import LinuxIO
import Logs
import Synchronization
internal import Wire

extension CachingClient {
    /// Asks the load's source: an origin whether what is held still holds, where it has a validator, else for the image.
    func fetch(_ load: Load) {
        guard !load.caller.isOver else { return }
        if load.held == nil, load.retries == 0, load.failures.isEmpty {
            counts.withLock { $0.misses += 1 }
            emit(.miss, load.id, at: clock.now())
        }
        guard !load.options.contains(.onlyFromCache) else {
            return failed(load, FetchError(.notCached, "no cache has \(load.request.cacheKey)"))
        }
        guard case .url(let url, _) = load.request.source else { return provide(load) }
        guard mayHavePart(load) else { return ask(url, load) }
        findPart(load) { [self] in ask(url, $0) }
    }

    private func ask(_ url: String, _ load: Load) {
        var outgoing = OutgoingRequest(url: url, for: load.request, fields: load.fields)
        if let held = load.held {
            let conditions = CacheRules.conditions(on: StoredResponse(held.image.head), for: load.fields)
            for field in conditions { outgoing.fields[field.name] = field.value }
        }
        if let part = load.part {
            for field in part.conditions { outgoing.fields[field.name] = field.value }
        }
        guard let modifier = load.request.modifier else { return send(outgoing, for: load) }
        aside(load) { [self, outgoing] in
            if let modified = await modifier.modified(outgoing) {
                send(modified, for: load)
            } else {
                failed(load, FetchError(.rejected, "the modifier of \(url) let nothing be sent"))
            }
        }
    }

    func send(_ outgoing: OutgoingRequest, for load: Load) {
        // Whoever left while a modifier or a handler worked wants nothing sent.
        guard !load.caller.isOver else { return }
        var load = load
        if let name = outgoing.unsendable {
            let sentence = "the header \"\(name)\" of the request for \(outgoing.url) cannot be sent as it is"
            return failed(load, FetchError(.badRequest, sentence))
        }
        let queued = clock.now()
        load.lookup = load.lookup ?? queued - load.start
        if let downloader = load.request.downloader {
            return download(outgoing, by: downloader, for: load, since: queued)
        }
        guard let endpoint = Endpoint(url: outgoing.url) else {
            let sentence = "\(outgoing.url) is not an http or https URL with a host"
            return failed(load, FetchError(.badURL, sentence))
        }
        emit(.queued, load.id, at: queued)
        var request = TransferRequest(
            id: load.id,
            url: outgoing.url,
            endpoint: endpoint,
            fields: outgoing.fields,
            queuedAt: queued,
            settings: load.settings.transfers
        ) { [self, load] outcome in
            arrived(outcome, of: outgoing, for: load)
        }
        request.priority = load.caller.priority
        request.held = load.part?.bytes.count ?? 0
        request.judge = judge
        request.wayBegan = load.way?.began
        request.progress = load.request.progress
        // Of what is yet to be modified nothing can be shown.
        request.beginning = load.request.content == nil ? load.request.beginning : nil
        request.keeping = keepingPlace(load)
        guard let ticket = transfers.submit(request) else { return load.caller.end(Self.closed) }
        load.caller.takes(.transfer(ticket, transfers))
    }

    /// nil where nothing is kept, and where one caller's keeping is not another's.
    private func keepingPlace(_ load: Load) -> KeepingPlace? {
        guard load.usesMemory || load.usesDisk else { return nil }
        // Each caller makes something of its own of what is yet to be modified.
        let keepsAlone = load.options.contains(.waitForCache) || load.request.content != nil
        return keepsAlone ? nil : KeepingPlace(load.request)
    }

    /// On the transfer loop's thread: keeps what is worth keeping and answers the caller.
    func arrived(_ outcome: TransferOutcome, of sent: OutgoingRequest, for load: Load) {
        if let failure = outcome.failure {
            keepPart(load, outcome, sent)
            return failed(load, failure, outcome)
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

    /// What is no image, or is none of ours.
    func unsuccessful(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        switch outcome.status {
        case .some(201..<300):
            load.caller.finish(respond(load, outcome))
            return
        case 404, 410:
            // What the origin has no more is not kept either.
            drop(load)
            dropPart(load)
        default:
            break
        }
        failed(load, FetchError(.status, "\(sent.url) was answered with \(outcome.status ?? 0)"), outcome)
    }

    func fetched(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        dropPart(load)
        if let modifier = load.request.content { return modify(outcome, by: modifier, of: sent, for: load) }
        keep(outcome, of: sent, for: load)
    }

    /// Stores the image that came, where it may be, and answers the caller.
    func keep(_ outcome: TransferOutcome, of sent: OutgoingRequest, for load: Load) {
        let before = clock.now()
        let head = head(of: outcome, to: sent)
        guard !outcome.body.isEmpty, mayKeep(outcome, sent, load) else {
            drop(load)
            load.caller.finish(respond(load, outcome, storing: clock.now() - before))
            return
        }
        let image = CachedImage(bytes: outcome.body, head: head)
        let asked = outcome.stamps.requestFirstByte ?? outcome.stamps.queued
        let isOutdated = load.caller.isOutdated(asked)
        let isUnstored = load.options.contains(.unstored)
        // What the caches have is not what the key stands for any more.
        if isUnstored, !isOutdated, load.held != nil || load.options.contains(.forceRefresh) { drop(load) }
        let hasCaches = load.usesMemory || load.usesDisk
        if outcome.isKept || isOutdated || isUnstored || !hasCaches {
            load.caller.finish(respond(load, outcome, image))
            return
        }
        open.outdate(load.request.cacheKey, asked, by: load.caller)
        let stored = limited(load)
        guard load.options.contains(.waitForCache) else {
            store(image, stored, at: before)
            load.caller.finish(respond(load, outcome, image, storing: clock.now() - before))
            return
        }
        store(image, stored, at: before) { [self] in
            load.caller.finish(respond(load, outcome, image, storing: clock.now() - before))
        }
    }

    func mayKeep(_ outcome: TransferOutcome, _ sent: OutgoingRequest, _ load: Load) -> Bool {
        guard load.configuration.revalidate == .http else { return true }
        if !load.trail.answers.isEmpty, lasting(load.trail) == nil { return false }
        let request = HTTPRequestHead(method: "GET", target: sent.url, fields: sent.fields)
        return HitJudge.rules.mayStore(request: request, status: 200, fields: outcome.fields)
    }

    /// By the rules of HTTP what is kept lasts no longer than the way to it.
    private func limited(_ load: Load) -> Load {
        var load = load
        guard load.configuration.revalidate == .http, !load.trail.answers.isEmpty,
            let seconds = lasting(load.trail)
        else { return load }
        load.request.memory = load.request.memory.atMost(seconds, load.configuration.memory)
        load.request.disk = load.request.disk.atMost(seconds, load.configuration.disk)
        return load
    }

    private func revalidated(_ load: Load, _ held: Load.Held, _ outcome: TransferOutcome) {
        var load = load
        guard CacheRules.confirms(outcome.fields, StoredResponse(held.image.head)) else {
            // The origin speaks of a state that is not the one held: nothing but the image itself helps.
            load.held = nil
            return fetch(load.fromStart())
        }
        let before = clock.now()
        counts.withLock { $0.revalidated += 1 }
        let confirmation = confirmation(outcome)
        confirm(held, load, by: confirmation, at: before)
        load.held?.image = held.image.confirmed(by: confirmation)
        load.caller.finish(
            answer(load, as: .revalidated, after: outcome, storing: clock.now() - before)
        )
    }

    func head(of outcome: TransferOutcome, to sent: OutgoingRequest) -> CachedHead {
        let said = confirmation(outcome)
        var varying = HTTPFields()
        if case .names(let names)? = Vary(outcome.fields) {
            varying = HTTPFields(sent.fields.filter { names.contains($0.name.lowercased()) })
        }
        return CachedHead(
            fields: said.fields,
            varying: varying,
            requestedAt: said.requestedAt,
            respondedAt: said.respondedAt
        )
    }

    /// What an answer said, and when, by the calendar.
    func confirmation(_ outcome: TransferOutcome) -> Confirmation {
        let (wall, now) = (calendar.wall, clock.now())
        let asked = outcome.stamps.requestFirstByte ?? outcome.stamps.queued
        let answered = outcome.stamps.responseFirstByte ?? now
        return Confirmation(
            fields: CacheRules.storable(outcome.fields),
            requestedAt: wall - (now - asked),
            respondedAt: wall - (now - answered)
        )
    }
}

extension OutgoingRequest {
    fileprivate var isConditional: Bool {
        fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
    }
}
