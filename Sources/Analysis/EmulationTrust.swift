import Figures
package import Runs
package import Wire

/// Reasons not to trust an emulation.
package enum EmulationTrust {
    /// Largest 99th percentile of packet lateness, in nanoseconds.
    static let latenessLimit: Nanoseconds = 1_000_000

    /// Shortages below the kernel's measuring resolution are ignored.
    private static let leastShortage: Nanoseconds = 10_000_000

    /// Objections to figures measured over it, as sentences without a full stop; empty without any.
    package static func objections(
        latenessP99: Nanoseconds?,
        captureDrops: Int?,
        shortage: ProcessorShortage?
    ) -> [String] {
        var objections: [String] = []
        if let late = latenessP99, late > latenessLimit {
            objections.append(
                "one packet in a hundred left the line \(DurationFormat.text(late)) late or more (at most "
                    + "\(DurationFormat.text(latenessLimit)) is good enough): the machine was too busy"
                    + detail(shortage)
            )
        }
        if let drops = captureDrops, drops > 0 {
            objections.append(
                "the recorders missed \(ByteFormat.grouped(drops)) \(drops == 1 ? "packet" : "packets")"
            )
        }
        return objections
    }

    /// The programs that used the processors meanwhile, in brackets; empty if unknown.
    private static func detail(_ shortage: ProcessorShortage?) -> String {
        var parts: [String] = []
        if let stolen = shortage?.stolen, stolen >= leastShortage {
            parts.append("its host gave \(DurationFormat.text(stolen)) of its processors' time to others")
        }
        if let waited = shortage?.waited, waited >= leastShortage {
            parts.append("its programs waited \(DurationFormat.text(waited)) for a processor")
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", and ")))"
    }
}
