import Foundation

/// The part of result.json that the tests read.
struct ResultDocument: Decodable {
    struct Witness: Decodable {
        var sizeBytes: Int
        var requestNs: Int64
        var firstByteNs: Int64
        var lastByteNs: Int64
        var durationNs: Int64
    }

    struct Theory: Decodable {
        var articleNs: Int64
        var wireNs: Int64
        var aloneNs: Int64?
        var sharedNs: Int64?
    }

    struct Phases: Decodable {
        var dnsNs: Int64
        var connectNs: Int64
        var blockedNs: Int64
        var tlsNs: Int64
    }

    struct Proxy: Decodable {
        var sizeBytes: Int
        var requestNs: Int64
        var lastByteNs: Int64
        var durationNs: Int64
        var phases: ProxyPhases
        var keptAlive: Bool
    }

    struct ProxyPhases: Decodable {
        var connectNs: Int64
        var tlsNs: Int64
    }

    struct Encryption: Decodable, Equatable {
        var version: String
        var resumed: Bool
    }

    /// A row is null if streams cannot show it; their mark is not a row.
    struct Ledger: Decodable {
        var rows: [String: Int64]

        private struct Row: Decodable {
            var time: Int64?

            init(from decoder: any Decoder) throws {
                time = try? decoder.singleValueContainer().decode(Int64.self)
            }
        }

        init(from decoder: any Decoder) throws {
            rows = try [String: Row](from: decoder).compactMapValues(\.time)
        }
    }

    struct Transfer: Decodable {
        var step: String
        var file: String
        var source: String
        var status: Int?
        var wireStatus: Int?
        var httpVersion: String?
        var httpStream: Int?
        var tls: Encryption?
        var connection: Int?
        var error: String?
        var sharedWith: Int?
        var newConnection: Bool?
        var durationNs: Int64
        var phases: Phases?
        var bodyBytes: Int
        var headerBytes: Int?
        var wireDownBytes: Int?
        var requestBytes: Int?
        var retransmittedBytes: Int?
        var setUpNs: Int64?
        var clientLog: Witness?
        var capture: Witness?
        var proxy: Proxy?
        var theory: Theory?
        var ledger: Ledger?

        /// The cause's time in its ledger, in nanoseconds.
        subscript(cause: String) -> Int64 { ledger?.rows[cause] ?? 0 }

        /// The time to compare with theory: the exchange, plus the connection's set-up, if any.
        var exchangeNs: Int64? {
            clientLog.map { $0.durationNs + (setUpNs ?? 0) }
        }
    }

    struct StepTheory: Decodable {
        var sharedNs: Int64?
    }

    struct Answers: Decodable {
        var memory: Int
        var disk: Int
        var network: Int
    }

    struct StepCache: Decodable {
        var answers: Answers
    }

    struct Step: Decodable {
        var name: String
        var hitRatio: Double?
        var cache: StepCache
        var makespanNs: Int64
        var sumOfDurationsNs: Int64
        var busyNs: Int64
        var theory: StepTheory?
    }

    struct Emulation: Decodable {
        var latenessP99Ns: Int64?
        var latenessMaxNs: Int64?
        var captureDrops: Int?
        var trusted: Bool
        var why: String?
    }

    struct Expectation: Decodable {
        var text: String
        var held: Bool?
        var actual: String?
    }

    struct Link: Decodable {
        var mode: String
        var clock: String?
        var carrier: String?
        var congestion: String?
        var lossAsDelay: Bool?
        var recoveries: Int?
    }

    var schema: String
    var outcome: String
    var link: Link
    var matrix: [String: String]?
    var transfers: [Transfer]
    var steps: [Step]
    var emulation: Emulation
    var expectations: [Expectation]
    var findings: [String]
    var artifacts: [String: String?]
    var scenarioDigest: String

    init(json: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }

    init(file: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// The runs of a document that holds several.
    static func series(json: String) throws -> [ResultDocument] {
        struct Series: Decodable {
            var schema: String
            var runs: [ResultDocument]
        }
        return try JSONDecoder().decode(Series.self, from: Data(json.utf8)).runs
    }

    /// Nanoseconds by which the client's log and the capture may differ.
    static let tolerance: Int64 = 1_000_000

    /// True if client log and capture agree on the times of every transfer that has both.
    var witnessesAgree: Bool {
        transfers.allSatisfy { transfer in
            guard let log = transfer.clientLog, let capture = transfer.capture else { return true }
            return abs(log.durationNs - capture.durationNs) <= Self.tolerance
        }
    }

    func transfers(_ step: String) -> [Transfer] {
        transfers.filter { $0.step == step }
    }
}
