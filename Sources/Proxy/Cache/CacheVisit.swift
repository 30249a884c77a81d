import Forwarding
import HTTP
import LinuxIO
import Serving

/// What a cache does with one exchange: it answers it, or stores what its server sends. It belongs to the loop's
/// thread.
final class CacheVisit {
    private let cache: ResponseCache
    private let plan: ExchangePlan?
    /// As the cache got it.
    private let original: ForwardedRequest
    /// nil if no server is asked.
    private let forwarding: CacheForwarding?
    private let stored: StoredAnswer?
    /// The entry that does not outlive a successor, even one that is not stored.
    private let superseded: CacheEntryName?
    private let began: Int64
    private(set) var status: CacheStatus
    /// The answer in place of the server's; nil if there is none.
    private(set) var answer: ServedResponse?
    /// The head of a stored response that is the answer, before rules change it.
    private(set) var storedHead: HTTPResponseHead?
    /// Asks the server behind an answer that is given at once; nil if nothing is asked.
    var confirmation: CacheVisit?
    /// The stored response that this visit is the confirmation of.
    var confirmedEntry: CacheEntryName?
    private let place: Int
    /// The response that is being stored.
    private var fresh: StoredResponse?
    private var writer: CacheWriter?

    /// No server is asked: the request fails unless something else `answers`.
    init(_ cache: ResponseCache, _ plan: ExchangePlan?, for original: ForwardedRequest, at now: Int64) {
        self.cache = cache
        self.plan = plan
        self.original = original
        forwarding = nil
        stored = nil
        superseded = nil
        began = now
        place = cache.place
        status = .unavailable
        var page = ServedResponse.proxyPage(
            504,
            "the cache has no response for this request (only-if-cached)"
        )
        page.head.fields.append("Cache-Status", status.description)
        answer = page
    }

    init(
        _ cache: ResponseCache,
        _ plan: ExchangePlan?,
        to forwarding: CacheForwarding,
        for original: ForwardedRequest,
        _ stored: StoredAnswer? = nil,
        _ superseded: CacheEntryName? = nil,
        at now: Int64
    ) {
        self.cache = cache
        self.plan = plan
        self.original = original
        self.forwarding = forwarding
        self.stored = stored
        self.superseded = superseded
        began = now
        place = cache.place
        status = .passed(forwarding.reason, isStored: false)
    }

    deinit {
        if let confirmedEntry { cache.confirmed(confirmedEntry) }
    }

    /// The request as it goes to its server.
    var request: ForwardedRequest { forwarding?.request ?? original }

    /// What is said of the exchange once its client is gone: a response that never got whole is not stored.
    var outcome: CacheStatus {
        guard writer != nil, let forwarding else { return status }
        return .passed(forwarding.reason, isStored: false)
    }

    // MARK: Answering

    func respond(with stored: StoredAnswer, _ status: CacheStatus) {
        self.status = status
        var (head, content) = cache.caching.answer(
            with: stored.response,
            bodyBytes: stored.bodyBytes,
            to: original.head,
            status,
            now: RunClock.wall()
        )
        if let name = original.standIn { head = head.inPlace(of: original.destination, as: name) }
        storedHead = head
        answer = stored.served(head, content, plan)
    }

    /// Says in the server's response what the cache made of it.
    func mark(_ head: inout HTTPResponseHead) {
        head.fields.append("Cache-Status", status.description)
    }

    // MARK: The server's response

    /// Its head has come.
    func receive(_ head: HTTPResponseHead) {
        guard let forwarding else { return }
        let now = RunClock.wall()
        if CacheRules.invalidates(method: original.head.method, status: head.status) {
            cache.invalidate(original.storedURL)
            // What it made or changed there, on its own server alone (RFC 9111, 4.4).
            for name in ["Location", "Content-Location"] {
                if let url = head.fields[name].flatMap(original.storedURL(of:)) { cache.invalidate(url) }
            }
        }
        if head.status == 304, forwarding.confirmed != nil { return confirm(head, forwarding, now) }
        if forwarding.substitute != nil, let stored, SharedCaching.isFailure(head.status) {
            return respond(with: stored, .staleIfError(forwarding.reason, status: head.status))
        }
        if original.head.method == "HEAD", let stored { return compare(head, stored, now) }
        guard forwarding.mayStore else { return }
        fresh = cache.caching.storable(head, to: original.head, requestedAt: began, respondedAt: now)
        if fresh != nil {
            begin(head, forwarding)
        } else if let superseded, head.status < 500, head.status != 304 {
            cache.folder.remove(superseded)
        }
    }

    private func confirm(_ head: HTTPResponseHead, _ forwarding: CacheForwarding, _ now: Int64) {
        guard var stored else { return }
        if CacheRules.confirms(head.fields, stored.response) {
            stored.response = cache.caching.confirmed(
                stored.response,
                by: head,
                to: original.head,
                requestedAt: began,
                respondedAt: now
            )
            var found = stored.found
            found.entry.response = stored.response
            // An entry that was invalidated meanwhile is gone, and stays so.
            cache.store { () throws(SystemCallError) in try cache.folder.update(found) }
        } else {
            // The server names another state than it was asked about. Its 304 is an answer all the same, but the
            // next request gets the whole response.
            cache.folder.remove(stored.found.name)
        }
        respond(with: stored, .revalidated(forwarding.reason))
    }

    /// The answer to HEAD says what one to GET would have said: the stored response is as fresh, or outdated.
    private func compare(_ head: HTTPResponseHead, _ stored: StoredAnswer, _ now: Int64) {
        var found = stored.found
        let bodyBytes = found.entry.bodyBytes
        guard let isSame = CacheRules.describes(head, found.entry.response, bodyBytes: bodyBytes) else {
            return
        }
        guard isSame else { return cache.folder.remove(found.name) }
        found.entry.response = cache.caching.confirmed(
            found.entry.response,
            by: head,
            to: original.head,
            requestedAt: began,
            respondedAt: now
        )
        let response = found.entry.response
        var asked = original.head
        asked.method = "GET"
        guard cache.caching.rules.mayStore(request: asked, status: response.status, fields: response.fields)
        else { return cache.folder.remove(found.name) }
        cache.store { () throws(SystemCallError) in try cache.folder.update(found) }
    }

    private func begin(_ head: HTTPResponseHead, _ forwarding: CacheForwarding) {
        let stated = head.fields["Content-Length"].flatMap { Int($0) } ?? 0
        guard stated <= cache.folder.longest else { return }
        let url = original.storedURL
        writer = cache.store { () throws(SystemCallError) in try cache.folder.begin(url) }
        if writer != nil { status = .passed(forwarding.reason, isStored: true) }
    }

    /// Content of it.
    func receive(_ bytes: ArraySlice<UInt8>) {
        guard let writer else { return }
        if cache.store({ () throws(SystemCallError) in try writer.write(bytes) }) != true { drop() }
    }

    /// It is complete.
    func end() {
        guard let writer, let fresh else { return }
        // The server may have answered before it carried out the other request.
        if cache.hasInvalidated(original.storedURL, since: place) { return drop() }
        // Less than the part that was announced could answer nothing.
        if let part = fresh.part?.part, part.count != writer.bodyBytes { return drop() }
        self.writer = nil
        let entry = CacheEntry(url: original.storedURL, fresh, bodyBytes: writer.bodyBytes)
        let now = RunClock.wall()
        if cache.store({ () throws(SystemCallError) in try writer.commit(entry, now: now) }) != nil {
            cache.noteSuccess()
        } else {
            drop()
        }
    }

    /// It will not come, or not whole. Returns the answer in its place; nil if the failure is the answer.
    func fail() -> ServedResponse? {
        if let answer { return answer }
        drop()
        guard let forwarding, forwarding.substitute != nil, let stored else { return nil }
        respond(with: stored, .staleIfError(forwarding.reason, status: nil))
        return answer
    }

    private func drop() {
        writer = nil
        if let forwarding { status = .passed(forwarding.reason, isStored: false) }
    }
}
