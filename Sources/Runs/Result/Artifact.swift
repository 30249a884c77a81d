/// A file in the run's folder, beside `result.json`. The raw value is its key there.
package enum Artifact: String, Hashable, Sendable, CaseIterable {
    case clientCapture, serverCapture, timingLog, linkLog, originLog, quicLog, proxyLog, scenario,
        resolvedScenario,
        tlsKeys, httpArchive

    /// File name inside the folder.
    package var fileName: String {
        switch self {
        case .clientCapture: "client.pcapng"
        case .serverCapture: "server.pcapng"
        case .timingLog: "timing.jsonl"
        case .linkLog: "link.jsonl"
        case .originLog: "origin.jsonl"
        case .quicLog: "quic.jsonl"
        case .proxyLog: "proxy.jsonl"
        case .scenario: "scenario.yaml"
        case .resolvedScenario: "resolved.yaml"
        case .tlsKeys: "tls.keys"
        case .httpArchive: "run.har"
        }
    }
}
