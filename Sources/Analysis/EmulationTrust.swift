import Figures
package import Runs
package import Wire

/// What makes an emulation unfit to judge by.
package enum EmulationTrust {
    /// The most that one packet in a hundred may be late.
    static let latenessLimit: Nanoseconds = 1_000_000

    /// What is shorter than the kernel's own measure of it says nothing.
    private static let leastShortage: Nanoseconds = 10_000_000

    /// What is to be said against figures measured over it, in sentences without a full stop; empty where nothing is.
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

    /// Who had the processors meanwhile, in brackets; empty where nobody knows.
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
