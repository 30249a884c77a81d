internal import HTTP
internal import LinuxIO
internal import Wire

/// Bodies that were cut short: what came of them is kept on disk, and the next load asks for the rest.
extension CachingClient {
    func mayHavePart(_ load: Load) -> Bool {
        !parts.isEmpty && load.part == nil && !load.wantsWhole && load.held == nil && mayResume(load)
    }

    /// Hands on the load with what is here of its body.
    func findPart(_ load: Load, then proceed: @escaping @Sendable (Load) -> Void) {
        parts.find(partKey(load), at: calendar.wall) { image in
            var load = load
            load.part = image.flatMap { CutBody(bytes: $0.bytes, head: $0.head) }
            proceed(load)
        }
    }

    private func mayResume(_ load: Load) -> Bool {
        guard case .url = load.request.source else { return false }
        return load.usesDisk && load.configuration.resumesDownloads && load.request.downloader == nil
            && !load.options.contains(.memoryOnly) && load.fields["Range"] == nil
    }

    /// A body's beginning belongs to the address and all that was asked, but nobody who reads the disk need learn that.
    private func partKey(_ load: Load) -> String {
        guard case .url(let url, _) = load.request.source else { return load.request.cacheKey }
        let fields = load.fields.map { "\n\($0.name): \($0.value)" }.joined()
        return EntryName(of: url + fields).text
    }

    /// Keeps what came of a body that was cut short, where the rest may be asked for.
    func keepPart(_ load: Load, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        let words: [FetchError.Word] = [.truncated, .reset, .timeout, .cancelled]
        guard let failure = outcome.failure, words.contains(failure.word), outcome.sharedWith == nil,
            !outcome.body.isEmpty, mayResume(load)
        else { return }
        var (bytes, head) = (outcome.body, head(of: outcome, to: sent))
        if outcome.status == 206 {
            guard let part = load.part, part.isContinued(by: outcome.fields) else { return }
            (bytes, head) = (part.bytes + bytes, part.head)
        } else {
            // What must not be kept whole is not kept in part.
            guard mayKeep(outcome, sent, load) else { return }
            head.status = outcome.status ?? 0
        }
        guard let part = CutBody(bytes: bytes, head: head) else { return }
        let image = CachedImage(bytes: part.bytes, head: part.head)
        parts.keep(image, for: partKey(load), at: calendar.wall)
    }

    /// The rest came, or what says that it is.
    func continued(_ load: Load, _ part: CutBody, _ outcome: TransferOutcome, _ sent: OutgoingRequest) {
        let limit = load.configuration.maximumBodySize
        guard sent.fields["Range"] == part.conditions["Range"],
            let whole = part.joined(with: outcome.body, by: outcome.fields), whole.count <= limit
        else { return startAnew(load) }
        var joined = outcome
        joined.body = whole
        joined.isJoined = true
        let said = confirmation(outcome)
        joined.fields =
            CacheRules.freshened(
                StoredResponse(part.head),
                by: outcome.fields,
                request: part.head.varying,
                requestedAt: said.requestedAt,
                respondedAt: said.respondedAt
            ).fields
        let head = ResponseHead(url: sent.url, status: part.head.status, fields: joined.fields)
        if let failure = judge?.failure(of: head) {
            dropPart(load)
            joined.failure = failure
            return failed(load, failure, joined)
        }
        fetched(load, joined, sent)
    }

    /// What is here is the beginning of nothing: the whole is asked for.
    func startAnew(_ load: Load) {
        dropPart(load)
        var load = load.fromStart()
        load.wantsWhole = true
        fetch(load)
    }

    func dropPart(_ load: Load) {
        guard !parts.isEmpty, mayResume(load) else { return }
        parts.remove(partKey(load))
    }
}
