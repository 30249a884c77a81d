internal import HTTP
internal import LinuxIO
internal import Wire

/// Keeps on disk the beginnings of bodies that were cut short; the next load requests the rest.
final class PartialDownloads: Sendable {
    private let parts: PartStore
    /// Judges bodies that were joined; nil accepts all.
    private let judge: ResponseJudge?
    private let log: LoadLog

    init(_ parts: PartStore, _ judge: ResponseJudge?, _ log: LoadLog) {
        self.parts = parts
        self.judge = judge
        self.log = log
    }

    func mayHave(_ load: Load) -> Bool {
        !parts.isEmpty && load.part == nil && !load.wantsWhole && load.held == nil && mayResume(load)
    }

    /// Calls `proceed` with the load and the kept beginning of its body, if there is one.
    func find(_ load: Load, then proceed: @escaping @Sendable (Load) -> Void) {
        parts.find(key(load), at: log.wall) { image in
            var load = load
            load.part = image.flatMap { CutBody(bytes: $0.bytes, head: $0.head) }
            proceed(load)
        }
    }

    /// Keeps the beginning of a body that was cut short, if its rest can be requested.
    func keep(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        let words: [FetchError.Word] = [.truncated, .reset, .timeout, .cancelled]
        guard let failure = outcome.failure, words.contains(failure.word), outcome.sharedWith == nil,
            !outcome.body.isEmpty, mayResume(load)
        else { return }
        var (bytes, head) = (outcome.body, log.head(of: outcome, to: sent))
        if outcome.status == 206 {
            guard let part = load.part, part.isContinued(by: outcome.fields) else { return }
            (bytes, head) = (part.bytes + bytes, part.head)
        } else {
            // A part needs the same permission to be stored as the whole.
            guard load.mayKeep(outcome, sent, at: log.wall) else { return }
            head.status = outcome.status ?? 0
        }
        guard let part = CutBody(bytes: bytes, head: head) else { return }
        let image = CachedImage(bytes: part.bytes, head: part.head)
        parts.keep(image, for: key(load), at: log.wall)
    }

    /// The outcome as if the whole body had come, failed if the judge refuses it; nil if what came is not the rest of
    /// `part`.
    func joined(
        _ part: CutBody,
        with outcome: TransferOutcome,
        to sent: OutgoingRequest,
        for load: Load
    ) -> TransferOutcome? {
        guard sent.fields["Range"] == part.conditions["Range"],
            let whole = part.joined(with: outcome.body, by: outcome.fields),
            whole.count <= load.configuration.maximumBodySize
        else { return nil }
        let said = log.confirmation(outcome)
        var joined = outcome
        joined.body = whole
        joined.isJoined = true
        joined.fields =
            CacheRules.freshened(
                StoredResponse(part.head),
                by: outcome.fields,
                request: part.head.varying,
                requestedAt: said.requestedAt,
                respondedAt: said.respondedAt
            ).fields
        let head = ResponseHead(url: sent.url, status: part.head.status, fields: joined.fields)
        joined.failure = judge?.failure(of: head)
        return joined
    }

    func drop(_ load: Load) {
        guard !parts.isEmpty, mayResume(load) else { return }
        parts.remove(key(load))
    }

    private func mayResume(_ load: Load) -> Bool {
        guard case .url = load.request.source else { return false }
        return load.usesDisk && load.configuration.resumesDownloads && load.request.downloader == nil
            && !load.options.contains(.memoryOnly) && load.fields["Range"] == nil
    }

    /// Key of the address and all that was requested. A digest, so that readers of the disk learn neither.
    private func key(_ load: Load) -> String {
        guard case .url(let url, _) = load.request.source else { return load.request.cacheKey }
        let fields = load.fields.map { "\n\($0.name): \($0.value)" }.joined()
        return EntryName(of: url + fields).text
    }
}
