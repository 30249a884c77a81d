package import JSON

/// How many entries each log of a run has, by which a log that lost some is recognised.
package struct LogEntries: Hashable, Sendable {
    private var counts: [Artifact: Int]

    init(_ record: RunRecord) {
        counts = [
            .timingLog: record.timing.count, .linkLog: record.linkLog.count,
            .originLog: record.originLog.count, .quicLog: record.quicLog.count,
            .proxyLog: record.proxyLog.count,
            .tlsKeys: record.tlsSecrets.count,
        ]
    }

    package subscript(log: Artifact) -> Int { counts[log] ?? 0 }
}

extension LogEntries: JSONReadable {
    package static let logs: [Artifact] = [.timingLog, .linkLog, .originLog, .quicLog, .proxyLog, .tlsKeys]

    /// Earlier records do not count it.
    private static let optional: Set<Artifact> = [.quicLog]

    package var json: JSONValue {
        .object(
            Self.logs.filter { !Self.optional.contains($0) || self[$0] > 0 }.map {
                .init(key: $0.rawValue, value: self[$0].json)
            }
        )
    }

    package init?(json: JSONValue) {
        counts = [:]
        for log in Self.logs {
            let count = json[log.rawValue]?.int ?? (Self.optional.contains(log) ? 0 : nil)
            guard let count else { return nil }
            counts[log] = count
        }
    }
}
