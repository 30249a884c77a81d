package import Inspection
import Wire

/// Look-ups that connections waited for: the answer has the address, and the connection opens right after it.
package struct NameWaits {
    /// From the first question to the last answer, in nanoseconds since 1970.
    package struct Wait: Hashable {
        package let asked: Int64
        package let answered: Int64
        /// From questions without an answer to the same ones, asked again, in order and without overlap.
        let repeats: [Span]
    }

    /// A program connects at once when it has the address. A later connection had the address before.
    private static let longestGap: Int64 = 1_000_000_000
    /// Connections opened this soon after the first one waited for the same answer.
    private static let together: Int64 = 50_000_000
    /// Upper bound of a resolver's patience.
    private static let longestLookup: Int64 = 60_000_000_000

    /// Upper bound of a resolver's retry interval.
    private static let longestRetry: Int64 = 10_000_000_000
    private static let leastRetry: Int64 = 500_000_000
    /// Questions examined before and after the one that was answered.
    private static let mostNeighbours = 32

    private let lookups: [CaptureLookup]
    private var attempts: ConnectionAttempts
    /// Indices of answers, in the order of their timestamps.
    private var answers: [IPAddress: [Int]] = [:]
    private var places: [String: [Int]] = [:]
    /// By the answer's index: when the first connection after it was opened.
    private var first: [Int: Int64] = [:]

    package init(_ inspection: CaptureInspection) {
        lookups = inspection.lookups
        attempts = ConnectionAttempts(inspection.lookups)
        for (place, lookup) in lookups.enumerated() {
            places[lookup.name, default: []].append(place)
            guard lookup.answered != nil, lookup.asked != nil else { continue }
            for address in lookup.addresses { answers[address, default: []].append(place) }
        }
        for (address, places) in answers {
            answers[address] = places.sorted { answered($0) < answered($1) }
        }
        guard !answers.isEmpty else { return }
        for flow in inspection.flows {
            attempts.add(flow)
            guard let handshake = flow.handshake,
                let place = answer(before: handshake.syn, flow.client, flow.server)
            else { continue }
            first[place] = min(first[place] ?? .max, handshake.syn)
        }
        attempts.sort()
    }

    /// The look-up that a connection opened at `syn` waited for; nil without one.
    package func wait(before syn: Int64, _ client: Endpoint, _ server: Endpoint) -> Wait? {
        guard let place = answer(before: syn, client, server), let first = first[place] else { return nil }
        guard syn - first <= Self.together else { return nil }
        let (asked, answered) = wait(of: place, before: syn)
        return Wait(
            asked: asked,
            answered: answered,
            repeats: repeats(around: place, from: asked, to: answered)
        )
    }

    /// When the client of a connection opened at `syn` began to try other addresses of the server's name; nil if it tried none.
    func attempt(before syn: Int64, _ client: Endpoint, _ server: Endpoint) -> Int64? {
        attempts.begin(before: syn, client, server)
    }

    /// The last answer with the server's address, if it came shortly before.
    private func answer(before syn: Int64, _ client: Endpoint, _ server: Endpoint) -> Int? {
        guard let places = answers[server.address] else { return nil }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if answered(places[middle]) <= syn { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let place = places[low - 1]
        guard lookups[place].client.address.mayBeOne(with: client.address) else { return nil }
        return syn - wait(of: place, before: syn).answered <= Self.longestGap ? place : nil
    }

    /// A resolver asks for both kinds of address, and repeats an unanswered question: all of that is one
    /// wait.
    private func wait(of place: Int, before syn: Int64) -> (asked: Int64, answered: Int64) {
        let lookup = lookups[place]
        var (asked, last) = (lookup.asked ?? syn, answered(place))
        for other in neighbours(of: place) where other.client.address == lookup.client.address {
            guard let begun = other.asked, begun <= last, last - begun <= Self.longestLookup else { continue }
            let isSameLookup = other.answered.map { $0 >= asked } ?? (asked - begun <= Self.longestRetry)
            guard isSameLookup else { continue }
            asked = min(asked, begun)
            if let end = other.answered, end <= syn { last = max(last, end) }
        }
        return (asked, last)
    }

    /// A resolver repeats a question as it was, or asks anew.
    private func repeats(around place: Int, from start: Int64, to end: Int64) -> [Span] {
        let (wait, isBeyond) = end.subtractingReportingOverflow(start)
        guard !isBeyond, wait >= Self.leastRetry else { return [] }
        let client = lookups[place].client.address
        let group = neighbours(of: place).filter { other in
            other.client.address == client && other.asked.map { $0 >= start && $0 <= end } ?? false
        }
        let spans = group.compactMap { lookup -> Span? in
            guard let asked = lookup.asked else { return nil }
            let anew =
                lookup.answered != nil
                ? nil
                : group.lazy.filter { $0.type == lookup.type }.compactMap(\.asked)
                    .filter { $0 - asked >= Self.leastRetry }.min()
            guard let again = [lookup.repeated, anew].compactMap({ $0 }).min(), again > asked, again <= end
            else { return nil }
            return Span(start: Instant(nanoseconds: asked), end: Instant(nanoseconds: again))
        }
        return Span.merged(spans)
    }

    /// The questions for the same name around one, the last first.
    private func neighbours(of place: Int) -> [CaptureLookup] {
        let all = places[lookups[place].name] ?? []
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] < place { low = middle + 1 } else { high = middle }
        }
        let around = max(0, low - Self.mostNeighbours)..<min(all.count, low + Self.mostNeighbours)
        return all[around].reversed().map { lookups[$0] }
    }

    private func answered(_ place: Int) -> Int64 { lookups[place].answered ?? .max }
}

extension IPAddress {
    /// A host may have an address of each kind.
    func mayBeOne(with other: IPAddress) -> Bool {
        switch (self, other) {
        case (.v4, .v6), (.v6, .v4): true
        default: self == other
        }
    }
}
