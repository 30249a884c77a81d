import Runs

extension Artifact {
    /// What the file holds.
    var words: String {
        switch self {
        case .clientCapture: "packets at the client, for Wireshark"
        case .serverCapture: "packets at the origin, for Wireshark"
        case .timingLog: "the client's log"
        case .linkLog: "the line's log: the fate of each packet"
        case .originLog: "the origin's log"
        case .quicLog: "what both ends sent over QUIC"
        case .proxyLog: "the proxy's log"
        case .scenario: "the scenario as given"
        case .resolvedScenario: "the scenario with every default filled in"
        case .tlsKeys: "secrets that decrypt the captures"
        case .httpArchive: "the client's exchanges, for a browser's network panel"
        }
    }
}
