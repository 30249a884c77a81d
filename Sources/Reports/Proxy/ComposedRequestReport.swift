import Figures
package import JSON
import Wire

/// A request that was composed and sent through a running proxy, from the command's own document.
package struct ComposedRequestReport {
    private static let clientPhases = [
        ("connectNs", "connect"), ("tunnelNs", "tunnel"), ("tlsNs", "TLS"), ("requestNs", "request"),
        ("waitNs", "wait"), ("responseNs", "response"),
    ]
    private static let serverPhases = [
        ("nameNs", "name"), ("connectNs", "connect"), ("tunnelNs", "tunnel"), ("tlsNs", "TLS"),
        ("requestNs", "request"), ("latencyNs", "wait"), ("responseNs", "response"), ("heldNs", "held"),
    ]

    private let lines: [String]
    private let fields: [String]
    private let terms: [ReportTerm]

    /// nil if the document is another one.
    package init?(_ document: JSONValue) {
        guard document["schema"]?.text == "netlab.proxy-compose/1" else { return nil }
        let number = document["number"]?.int.map { " (request \($0))" } ?? ""
        let status = "\(document["status"]?.int ?? 0) \(document["reason"]?.text ?? "")".printable
        let size = ByteFormat.text(document["bodyBytes"]?.int ?? 0)
        let duration = DurationFormat.text(document["durationNs"]?.int64 ?? 0)
        lines = [
            "\(document["method"]?.text ?? "") \(document["url"]?.text ?? "")\(number)".printable,
            "\(status)  \(size)  \(duration)",
        ]
        fields = (document["fields"]?.elements ?? []).map { field in
            "\(field["name"]?.text ?? ""): \(field["value"]?.text ?? "")".printable
        }
        let phases = [
            ("to the proxy", document, Self.clientPhases),
            ("to the server", document["server"] ?? nil, Self.serverPhases),
        ]
        terms = phases.compactMap { term, values, names in
            let texts = names.compactMap { key, word in
                values[key]?.int64.flatMap { $0 > 0 ? "\(word) \(DurationFormat.text($0))" : nil }
            }
            return texts.isEmpty ? nil : ReportTerm(term, meaning: texts.joined(separator: ", "))
        }
    }

    package var document: ReportDocument {
        var elements: [ReportElement] = lines.map { .line($0) }
        elements += fields.map { .line($0, indent: 2) }
        return ReportDocument([ReportSection(elements), [.terms(ReportTerms(terms))]])
    }
}
