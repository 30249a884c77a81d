package import JSON

/// How many entries each log of a run has, by which a log that lost some is recognised.
package struct LogEntries: Hashable, Sendable {
    private var counts: [Artifact: Int]

    init(_ record: RunRecord) {
        counts = [
            .timingLog: record.timing.count, .linkLog: record.linkLog.count,
            .originLog: record.originLog.count, .proxyLog: record.proxyLog.count,
            .tlsKeys: record.tlsSecrets.count,
        ]
    }

    package subscript(log: Artifact) -> Int { counts[log] ?? 0 }
}

extension LogEntries: JSONReadable {
    package static let logs: [Artifact] = [.timingLog, .linkLog, .originLog, .proxyLog, .tlsKeys]

    package var json: JSONValue {
        .object(Self.logs.map { .init(key: $0.rawValue, value: self[$0].json) })
    }

    package init?(json: JSONValue) {
        counts = [:]
        for log in Self.logs {
            guard let count = json[log.rawValue]?.int else { return nil }
            counts[log] = count
        }
    }
}
