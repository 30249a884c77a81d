import Wire

/// Which name is looked up next. A domain whose server does not answer holds up itself alone, and so does a client that
/// asks for thousands of names. Pure.
struct LookupQueue {
    private struct Entry {
        let name: String
        let client: IPAddress?
    }

    private struct Lookup {
        let domain: String
        let client: IPAddress?
        let began: Instant
    }

    /// Look-ups at a time: all, those of one client from elsewhere, and those of one domain.
    static let most = 128
    static let mostOfClient = 32
    static let mostOfDomain = 8
    /// Names that may wait: all, and those of one domain.
    static let mostWaiting = 2048
    static let mostWaitingOfDomain = 512
    /// A domain with a look-up that takes longer gets no further ones meanwhile.
    private static let patience: Nanoseconds = 1_000_000_000

    private var waiting: [String: [Entry]] = [:]
    /// Domains with names that wait, the next one first.
    private var turns: [String] = []
    private var running: [String: Lookup] = [:]
    private var waitingCount = 0

    /// The part of a name that one owner has, as far as the name alone tells: `a.example.org` and `b.example.org` have
    /// `example.org` in common, `a.co.uk` and `b.co.uk` nothing.
    static func domain(of name: String) -> String {
        let labels = name.split(separator: ".")
        guard labels.count > 2 else { return labels.joined(separator: ".") }
        let isShared = labels[labels.count - 1].count == 2 && labels[labels.count - 2].count <= 3
        return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
    }

    /// False if too many wait already.
    mutating func add(_ name: String, for client: IPAddress?) -> Bool {
        let domain = Self.domain(of: name)
        let others = waiting[domain]?.count ?? 0
        guard waitingCount < Self.mostWaiting, others < Self.mostWaitingOfDomain else { return false }
        if others == 0 { turns.append(domain) }
        waiting[domain, default: []].append(Entry(name: name, client: client?.holder))
        waitingCount += 1
        return true
    }

    /// Begins with a name that may be looked up now; nil if there is none.
    mutating func next(at now: Instant) -> String? {
        guard running.count < Self.most, !turns.isEmpty else { return nil }
        let (domains, clients) = busy(at: now)
        for (place, domain) in turns.enumerated() where !domains.contains(domain) {
            guard let index = waiting[domain]?.firstIndex(where: { !clients.contains($0.client) }),
                let entry = waiting[domain]?.remove(at: index)
            else { continue }
            waitingCount -= 1
            turns.remove(at: place)
            if waiting[domain]?.isEmpty == false { turns.append(domain) } else { waiting[domain] = nil }
            running[entry.name] = Lookup(domain: domain, client: entry.client, began: now)
            return entry.name
        }
        return nil
    }

    /// Domains and clients that get no further look-up now.
    private func busy(at now: Instant) -> (domains: Set<String>, clients: Set<IPAddress?>) {
        var (ofDomain, ofClient): ([String: Int], [IPAddress: Int]) = ([:], [:])
        for lookup in running.values {
            let isSlow = now >= lookup.began + Self.patience
            ofDomain[lookup.domain, default: 0] += isSlow ? Self.mostOfDomain : 1
            // All of this machine's programs, whoever runs them, come from there.
            if let client = lookup.client, !client.isLoopback { ofClient[client, default: 0] += 1 }
        }
        return (
            Set(ofDomain.filter { $0.value >= Self.mostOfDomain }.keys),
            Set(ofClient.filter { $0.value >= Self.mostOfClient }.keys)
        )
    }

    /// Returns how long the look-up took; nil if there was none.
    mutating func ended(_ name: String, at now: Instant) -> Nanoseconds? {
        running.removeValue(forKey: name).map { now - $0.began }
    }

    /// Nobody waits for that name any more.
    mutating func forget(_ name: String) {
        let domain = Self.domain(of: name)
        guard let index = waiting[domain]?.firstIndex(where: { $0.name == name }) else { return }
        waiting[domain]?.remove(at: index)
        waitingCount -= 1
        guard waiting[domain]?.isEmpty == true else { return }
        waiting[domain] = nil
        turns.removeAll { $0 == domain }
    }
}
