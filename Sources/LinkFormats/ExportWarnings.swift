import Figures
import LinkModel

/// Warnings about omissions and changes for another tool: one per subject, however many directions it
/// concerns.
struct ExportWarnings {
    private(set) var lines: [String] = []

    mutating func add(_ line: String) {
        if !lines.contains(line) { lines.append(line) }
    }

    /// Adds one line for directions that are treated alike: `down and up: ...`.
    mutating func add(_ directions: [LinkDirection], _ line: String) {
        guard !directions.isEmpty else { return }
        add(directions.map(\.rawValue).joined(separator: " and ") + ": " + line)
    }

    mutating func addOmissions(_ impairments: [Impairment], of link: LinkParameters) {
        for impairment in impairments {
            add(
                LinkDirection.both.filter { impairment.isPresent(in: link[$0]) },
                "\(impairment.name) \(impairment == .outages ? "are" : "is") left out"
            )
        }
    }

    /// Adds the impairments that a tool neither carries nor has its own warnings for.
    mutating func addOmissions(of link: LinkParameters, but told: Set<Impairment>) {
        addOmissions(Impairment.allCases.filter { !told.contains($0) }, of: link)
    }

    /// Adds settings that none of the other tools supports.
    mutating func addCommon(_ link: LinkParameters, tool: String) {
        if link.dnsDelay > 0 {
            add(
                "\(tool) does not delay name lookups: the DNS delay of \(ExactDecimal.milliseconds(link.dnsDelay)) is left out"
            )
        }
        addOmissions([.outages, .policing], of: link)
        add(
            LinkDirection.both.filter {
                if case .schedule = link[$0].rate { true } else { false }
            },
            "the rate changes over time: its mean is used"
        )
    }
}

extension LinkDirection {
    /// In the order in which lines are described.
    static let both: [LinkDirection] = [.down, .up]
}
