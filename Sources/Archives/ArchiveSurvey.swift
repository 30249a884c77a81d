import Wire

/// An archive's exchanges in the order of their start, and what is remarkable about them.
package struct ArchiveSurvey: Hashable, Sendable {
    /// The phases may differ from the stated time by this share of it, since tools round them.
    private static let sumShare = 0.02
    /// And by this time, for short exchanges.
    private static let sumTime: Nanoseconds = 2_000_000
    /// A smaller share of the time explains nothing.
    private static let leastShare = 0.1
    /// Smaller texts gain nothing from compression.
    private static let leastText = 1400

    package let exchanges: [ArchivedExchange]
    /// Tool and browser, as the archive names them.
    package let tools: [String]
    package let findings: [ArchiveFinding]

    init(_ exchanges: [ArchivedExchange], damage: [ArchiveFinding] = [], tools: [String] = []) {
        self.tools = tools
        self.exchanges = exchanges.enumerated().sorted { first, second in
            (first.element.started ?? .max, first.offset) < (second.element.started ?? .max, second.offset)
        }.map(\.element)
        findings = damage + Self.doubts(exchanges) + Self.endings(exchanges) + Self.costs(self.exchanges)
    }

    /// When the first exchange began, in nanoseconds since 1970.
    package var start: Int64? { exchanges.lazy.compactMap(\.started).min() }

    package var end: Int64? { exchanges.lazy.compactMap { $0.lastByte ?? $0.started }.max() }

    private static func some(_ exchanges: [ArchivedExchange]) -> ArchiveFinding.Some? {
        exchanges.first.map { ArchiveFinding.Some(count: exchanges.count, first: $0.number) }
    }

    /// What makes figures doubtful.
    private static func doubts(_ exchanges: [ArchivedExchange]) -> [ArchiveFinding] {
        let late = zip(exchanges, exchanges.dropFirst()).filter { before, after in
            (after.started ?? .max) < (before.started ?? .min)
        }.map(\.1)
        let lists: [(list: [ArchivedExchange], finding: (ArchiveFinding.Some) -> ArchiveFinding)] = [
            (exchanges.filter(\.url.isEmpty), { .noURL($0) }),
            (exchanges.filter { $0.started == nil || $0.duration == nil }, { .untimed($0) }),
            (exchanges.filter(isUnlikeSum), { .unlikeSum($0) }),
            (late, { .unordered($0) }),
            (exchanges.filter { $0.bodyBytes == nil && $0.status != nil }, { .noSize($0) }),
        ]
        return lists.compactMap { list, finding in some(list).map(finding) }
    }

    private static func isUnlikeSum(_ exchange: ArchivedExchange) -> Bool {
        guard let total = exchange.total, exchange.duration != nil else { return false }
        let difference = (exchange.timings.total - total).magnitude
        return difference > max(UInt64(sumTime), UInt64((Double(total) * sumShare).rounded()))
    }

    private static func endings(_ exchanges: [ArchivedExchange]) -> [ArchiveFinding] {
        let failed = exchanges.filter { $0.status == nil && !$0.isFromCache }
        var findings: [ArchiveFinding] = []
        if let some = some(failed) {
            findings.append(.failed(some, why: failed.lazy.compactMap(\.failure).first))
        }
        if let some = some(exchanges.filter { ($0.status ?? 0) >= 400 }) { findings.append(.refused(some)) }
        if let some = some(exchanges.filter(\.isFromCache)) { findings.append(.cached(some)) }
        return findings
    }

    /// What the time and the bytes went on.
    private static func costs(_ exchanges: [ArchivedExchange]) -> [ArchiveFinding] {
        let asked = exchanges.filter { !$0.isFromCache }
        let all = sum(asked) { $0.timings.total }
        func share(
            _ part: (ArchivedExchange) -> Nanoseconds,
            _ finding: (ArchiveFinding.Some, Nanoseconds, Nanoseconds) -> ArchiveFinding
        ) -> ArchiveFinding? {
            let time = sum(asked, part)
            guard Double(time) >= Double(all) * leastShare, time > 0 else { return nil }
            return some(asked.filter { part($0) > 0 }).map { finding($0, time, all) }
        }
        let plain = asked.filter(isUncompressed)
        let again = repeated(asked)
        return [
            share({ ($0.timings.lookup ?? 0) + ($0.timings.connect ?? 0) }) {
                .settingUp($0, time: $1, of: $2)
            },
            share({ $0.timings.blocked ?? 0 }) { .blocked($0, time: $1, of: $2) },
            some(plain).map { .uncompressed($0, bytes: Int(sum(plain) { Int64($0.bodyBytes ?? 0) })) },
            some(again).map { .repeated($0, bytes: Int(sum(again) { Int64($0.bodyBytes ?? 0) })) },
        ].compactMap { $0 }
    }

    /// Bounded, since an archive may state anything.
    private static func sum(_ exchanges: [ArchivedExchange], _ part: (ArchivedExchange) -> Int64) -> Int64 {
        exchanges.reduce(0) { sum, exchange in
            let (next, isTooLarge) = sum.addingReportingOverflow(part(exchange))
            return isTooLarge ? .max : next
        }
    }

    private static func isUncompressed(_ exchange: ArchivedExchange) -> Bool {
        guard exchange.status == 200, exchange.contentCoding == nil, let bytes = exchange.bodyBytes,
            bytes >= leastText, (exchange.decodedBytes ?? bytes) <= bytes
        else { return false }
        let kind = exchange.mediaKind
        return kind.hasPrefix("text/") || kind.hasSuffix("json") || kind.hasSuffix("javascript")
            || kind.hasSuffix("xml")
    }

    private static func repeated(_ exchanges: [ArchivedExchange]) -> [ArchivedExchange] {
        var seen: Set<String> = []
        return exchanges.filter { exchange in
            exchange.method == "GET" && exchange.status == 200 && !seen.insert(exchange.url).inserted
        }
    }
}
