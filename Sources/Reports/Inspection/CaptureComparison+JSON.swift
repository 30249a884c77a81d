import Analysis
import Inspection
import JSON
import LinkModel
import Runs

extension CaptureComparison {
    /// The line that a capture is compared with; each exchange has its own figures.
    var json: JSONValue {
        [
            "profile": profile.json,
            "link": ["down": link.json(.down), "up": link.json(.up)],
            "remarks": remarks.map(\.words).json,
        ]
    }
}

extension ComparedExchange {
    var json: JSONValue {
        [
            "measuredNs": measured.json, "theory": theory.json, "ratio": ratio.json,
            "cause": (topCause?.cause.rawValue).json, "causeShare": (topCause?.share).json,
            "ledger": (ledger?.json) ?? .null,
        ]
    }
}
