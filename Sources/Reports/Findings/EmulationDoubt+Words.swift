import Figures
package import Runs
import Wire

extension EmulationDoubt {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .late(let late, let limit, let shortage):
            "one packet in a hundred left the line at least \(DurationFormat.text(late)) late (at most "
                + "\(DurationFormat.text(limit)) is good enough): the machine was too busy"
                + Self.detail(shortage)
        case .missed(let packets): "the recorders missed \(CountFormat.text(packets, "packet"))"
        case .dropped(let packets):
            "it dropped \(CountFormat.text(packets, "packet")) that it should have carried"
        case .clockSet(let step): "the wall clock was set by \(DurationFormat.text(step)) during the run"
        case .text(let words): words
        }
    }

    /// The programs that used the processors meanwhile, in brackets; empty if unknown.
    private static func detail(_ shortage: ProcessorShortage) -> String {
        var parts: [String] = []
        if let stolen = shortage.stolen {
            parts.append("its host gave \(DurationFormat.text(stolen)) of processor time to other guests")
        }
        if let waited = shortage.waited {
            parts.append("its programs waited \(DurationFormat.text(waited)) for a processor")
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", and ")))"
    }
}

extension [EmulationDoubt] {
    /// All in one sentence, without a full stop.
    var words: String { map(\.words).joined(separator: "; ") }
}
