internal import HTTP
internal import LinuxIO
import Logs
internal import Wire

/// Fetches from a load's source: an origin over the client's own connections, a provider, or the request's
/// own downloader.
final class FetchStage: Sendable {
    private let transfers: TransferLoop
    private let partials: PartialDownloads
    private let tasks: CallerTasks
    /// Judges the heads of answers; nil accepts all.
    private let judge: ResponseJudge?
    private let answers: ResponseStage
    private let store: StoreStage
    private let log: LoadLog

    init(
        _ transfers: TransferLoop,
        _ partials: PartialDownloads,
        _ tasks: CallerTasks,
        _ judge: ResponseJudge?,
        _ answers: ResponseStage,
        _ store: StoreStage,
        _ log: LoadLog
    ) {
        self.transfers = transfers
        self.partials = partials
        self.tasks = tasks
        self.judge = judge
        self.answers = answers
        self.store = store
        self.log = log
    }

    /// Asks the origin whether a held image is still valid, if it has a validator; else asks for the image.
    func fetch(_ load: Load) {
        guard !load.caller.isOver else { return }
        if load.held == nil, load.retries == 0, load.failures.isEmpty {
            log.count { $0.misses += 1 }
            log.emit(.miss, load.id, at: log.now())
        }
        guard !load.options.contains(.onlyFromCache) else {
            return load.next(.fail(FetchError(.notCached, "\(load.request.cacheKey) is not in a cache")))
        }
        switch load.request.source {
        case .provider(let provider): provide(by: provider, for: load)
        case .url(let url, _):
            guard partials.mayHave(load) else { return ask(url, load) }
            partials.find(load) { [self] in ask(url, $0) }
        }
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
        tasks.run(for: load.caller) { [self, outgoing] in
            if let modified = await modifier.modified(outgoing) {
                send(modified, for: load)
            } else {
                load.next(.fail(FetchError(.rejected, "the modifier of \(url) rejected the request")))
            }
        }
    }

    func send(_ outgoing: OutgoingRequest, for load: Load) {
        // The caller may have cancelled while a modifier or a handler ran.
        guard !load.caller.isOver else { return }
        var load = load
        if let name = outgoing.unsendable {
            let sentence = "the header \"\(name)\" of the request for \(outgoing.url) cannot be sent as it is"
            return load.next(.fail(FetchError(.badRequest, sentence)))
        }
        let queued = log.now()
        load.lookup = load.lookup ?? queued - load.start
        if let downloader = load.request.downloader {
            return download(outgoing, by: downloader, for: load, since: queued)
        }
        guard let endpoint = URLEndpoint(url: outgoing.url) else {
            let sentence = "\(outgoing.url) is not an http or https URL with a host"
            return load.next(.fail(FetchError(.badURL, sentence)))
        }
        log.emit(.queued, load.id, at: queued)
        var request = TransferRequest(
            id: load.id,
            url: outgoing.url,
            endpoint: endpoint,
            fields: outgoing.fields,
            queuedAt: queued,
            settings: load.settings.transfers
        ) { [answers, load] outcome in
            answers.take(outcome, to: outgoing, for: load)
        }
        request.priority = load.caller.priority
        request.held = load.part?.bytes.count ?? 0
        request.judge = judge
        request.chainQueuedAt = load.way?.began
        request.progress = load.request.progress
        // An image that is yet to be modified has no previews.
        request.beginning = load.request.content == nil ? load.request.beginning : nil
        request.keeping = keepingPlace(load)
        guard let ticket = transfers.submit(request) else { return load.caller.end(.closed) }
        load.caller.adopt(.transfer(ticket, transfers))
    }

    /// nil if nothing is stored, or if each caller stores the image itself.
    private func keepingPlace(_ load: Load) -> KeepingPlace? {
        guard load.usesMemory || load.usesDisk else { return nil }
        // Each caller modifies the image itself.
        let keepsAlone = load.options.contains(.waitForCache) || load.request.content != nil
        return keepsAlone ? nil : KeepingPlace(load.request)
    }

    private func provide(by provider: ImageProvider, for load: Load) {
        tasks.run(for: load.caller) { [store] in
            let bytes: [UInt8]
            do {
                bytes = try await provider.bytes()
            } catch {
                let failure = Self.failure(error, .provider, "the provider of \(provider.cacheKey)")
                return load.next(.fail(failure))
            }
            guard !load.caller.isOver else { return }
            guard !bytes.isEmpty, bytes.count <= load.configuration.maximumBodySize else {
                let word: FetchError.Word = bytes.isEmpty ? .provider : .tooLarge
                let size = bytes.isEmpty ? "nothing" : "\(bytes.count) bytes, more than allowed"
                let failure = FetchError(word, "the provider of \(provider.cacheKey) gave \(size)")
                return load.next(.fail(failure))
            }
            store.keepProvided(bytes, for: load)
        }
    }

    private func download(
        _ outgoing: OutgoingRequest,
        by downloader: Downloader,
        for load: Load,
        since queued: Instant
    ) {
        tasks.run(for: load.caller) { [self] in
            var outcome = TransferOutcome(stamps: TransferStamps(queued: queued))
            do {
                let answer = try await downloader.answer(outgoing)
                outcome.status = answer.status
                outcome.fields = HTTPFields(
                    answer.headers.sorted { $0.key < $1.key }.map { HTTPField(name: $0.key, value: $0.value) }
                )
                outcome.body = answer.bytes
                if answer.bytes.count > load.configuration.maximumBodySize {
                    outcome.failure = FetchError(.tooLarge, "the downloader's body is larger than allowed")
                } else {
                    let url = outgoing.url
                    let head = ResponseHead(url: url, status: answer.status, fields: outcome.fields)
                    outcome.failure = judge?.failure(of: head)
                }
            } catch {
                outcome.failure = Self.failure(error, .local, "the downloader of \(outgoing.url)")
            }
            answers.take(outcome, to: outgoing, for: load)
        }
    }

    private static func failure(_ error: any Error, _ word: FetchError.Word, _ who: String) -> FetchError {
        (error as? FetchError) ?? FetchError(word, "\(who) failed: \(error)")
    }
}
