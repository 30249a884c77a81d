import Figures
import Inspection
import JSON
import Wire

/// DNS questions and answers in a capture.
struct LookupReport {
    private static let unknown = "-"
    /// Further addresses of an answer are only counted.
    private static let mostAddresses = 2

    private let lookups: [CaptureLookup]
    private let start: Int64

    init(_ lookups: [CaptureLookup], start: Int64) {
        self.lookups = lookups
        self.start = start
    }

    var isEmpty: Bool { lookups.isEmpty }

    var table: ReportTable {
        ReportTable(
            lookups,
            [
                .text("name") { $0.name.printable.shortened(to: 40) },
                .number("type", priority: 3) { $0.type.description },
                .number("asked at", priority: 1) {
                    $0.asked.map { DurationFormat.text(max(0, $0 &- start)) } ?? Self.unknown
                },
                .number("answered", "after", priority: 4) {
                    $0.duration.map(DurationFormat.text) ?? Self.unknown
                },
                .text("answer", priority: 2, cell: Self.answer),
            ]
        )
    }

    private static func answer(_ lookup: CaptureLookup) -> String {
        guard let code = lookup.code else { return "none" }
        guard code == .noError else { return code.words }
        let shown = lookup.addresses.prefix(mostAddresses).map(\.description)
        let rest = lookup.addresses.count - shown.count
        guard !shown.isEmpty else { return "no address" }
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension LookupReport: JSONRepresentable {
    /// Times count from the capture's first packet.
    var json: JSONValue { .array(lookups.map { Self.json($0, start) }) }

    private static func json(_ lookup: CaptureLookup, _ start: Int64) -> JSONValue {
        [
            "name": lookup.name.json, "type": lookup.type.description.json,
            "client": lookup.client.description.json, "server": lookup.server.description.json,
            "packet": lookup.packet.json, "askedNs": lookup.asked.map { $0 &- start }.json,
            "answeredNs": lookup.answered.map { $0 &- start }.json, "durationNs": lookup.duration.json,
            "code": (lookup.code?.words).json, "addresses": lookup.addresses.map(\.description).json,
        ]
    }
}

extension DNSResponseCode {
    /// The usual names of the codes.
    fileprivate var words: String {
        switch self {
        case .noError: "NOERROR"
        case .formatError: "FORMERR"
        case .noSuchName: "NXDOMAIN"
        case .notImplemented: "NOTIMP"
        case .refused: "REFUSED"
        default: rawValue == 2 ? "SERVFAIL" : "RCODE\(rawValue)"
        }
    }
}
