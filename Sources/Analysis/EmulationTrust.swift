import Runs
package import Wire

/// What makes an emulation unfit to judge by.
package enum EmulationTrust {
    /// The most that one packet in a hundred may be late.
    static let latenessLimit: Nanoseconds = 1_000_000

    /// What is to be said against figures measured over it, in sentences without a full stop; empty where nothing is.
    package static func objections(latenessP99: Nanoseconds?, captureDrops: Int?) -> [String] {
        var objections: [String] = []
        if let late = latenessP99, late > latenessLimit {
            objections.append(
                "one packet in a hundred left the line \(DurationFormat.text(late)) late or more (at most "
                    + "\(DurationFormat.text(latenessLimit)) is good enough): the machine was too busy"
            )
        }
        if let drops = captureDrops, drops > 0 {
            objections.append(
                "the recorders missed \(ByteFormat.grouped(drops)) \(drops == 1 ? "packet" : "packets")"
            )
        }
        return objections
    }
}
