import Forwarding
import HTTP
import LinuxIO

/// A proxy's shared cache (RFC 9111). It belongs to the loop's thread.
final class ResponseCache {
    let folder: CacheFolder
    let caching = SharedCaching()
    private let observer: any ProxyObserver
    /// Writing has failed since the last response that was stored.
    private var isFailing = false
    private var invalidations = CacheInvalidations()
    /// Stored responses that are confirmed behind their answers.
    private var confirming: Set<CacheEntryName> = []

    init(_ folder: CacheFolder, _ observer: any ProxyObserver) {
        self.folder = folder
        self.observer = observer
    }

    /// Begins with one request. `plan` is what rules make of the exchange.
    func visit(_ request: ForwardedRequest, _ plan: ExchangePlan?, hasBody: Bool) -> CacheVisit {
        let now = RunClock.wall()
        if let reason = caching.bypass(request, plan, hasBody: hasBody) {
            return CacheVisit(self, plan, to: CacheForwarding(request, reason), for: request, at: now)
        }
        let found = folder.entries(of: request.storedURL)
        let held = found.map(\.entry.response)
        let joined = JoinedParts.all(in: held)
        switch caching.decide(on: request, held + joined.map(\.response), now: now) {
        case .unavailable: return CacheVisit(self, plan, for: request, at: now)
        case .answer(let place, let status):
            let stored =
                place < found.count
                ? StoredAnswer(found[place], in: folder, now)
                : StoredAnswer(joined[place - found.count], of: found, in: folder, now)
            guard let stored else {
                // The entry was damaged, and is gone.
                return visit(request, plan, hasBody: hasBody)
            }
            let visit = CacheVisit(self, plan, for: request, at: now)
            visit.respond(with: stored, status)
            return visit
        case .answerAndConfirm(let place, let status, let forwarding):
            guard let stored = StoredAnswer(found[place], in: folder, now) else {
                return visit(request, plan, hasBody: hasBody)
            }
            let visit = CacheVisit(self, plan, for: request, at: now)
            visit.respond(with: stored, status)
            let name = found[place].name
            if confirming.insert(name).inserted {
                visit.confirmation = CacheVisit(
                    self,
                    nil,
                    to: forwarding,
                    for: request,
                    stored,
                    name,
                    at: now
                )
                visit.confirmation?.confirmedEntry = name
            }
            return visit
        case .forward(let forwarding):
            var stored: StoredAnswer?
            let compared = request.head.method == "HEAD" ? forwarding.selected : nil
            if let place = forwarding.confirmed ?? forwarding.substitute ?? compared {
                stored = StoredAnswer(found[place], in: folder, now)
                if stored == nil { return self.visit(request, plan, hasBody: hasBody) }
            }
            let superseded = forwarding.selected.map { found[$0].name }
            return CacheVisit(self, plan, to: forwarding, for: request, stored, superseded, at: now)
        }
    }

    /// The place of an exchange that begins now among the invalidations.
    var place: Int { invalidations.present }

    /// Ends what is stored for a URL, and keeps what is under way for it from being stored.
    func invalidate(_ url: String) {
        invalidations.note(url)
        folder.remove(url)
    }

    func hasInvalidated(_ url: String, since place: Int) -> Bool {
        invalidations.hasOvertaken(url, since: place)
    }

    /// The server has said all that it will say of a stored response, or nothing.
    func confirmed(_ name: CacheEntryName) {
        confirming.remove(name)
    }

    /// Does something to the folder, and tells of the first failure. Nothing is stored without room on the disk,
    /// but the proxy goes on.
    func store<Result>(_ work: () throws(SystemCallError) -> Result) -> Result? {
        do throws(SystemCallError) {
            let result = try work()
            return result
        } catch {
            if !isFailing { observer.failed("the cache could not store a response: \(error)") }
            isFailing = true
            return nil
        }
    }

    func noteSuccess() {
        isFailing = false
    }
}
