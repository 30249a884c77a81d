package import Runs
package import Wire

/// Reasons not to trust an emulation.
package enum EmulationTrust {
    /// Largest 99th percentile of packet lateness, in nanoseconds.
    static let latenessLimit: Nanoseconds = 1_000_000

    /// Shortages below the kernel's measuring resolution are ignored.
    private static let leastShortage: Nanoseconds = 10_000_000

    /// Doubts about figures measured over it; empty without any.
    package static func doubts(
        latenessP99: Nanoseconds?,
        captureDrops: Int?,
        shortage: ProcessorShortage?,
        lostPackets: Int = 0
    ) -> [EmulationDoubt] {
        var doubts: [EmulationDoubt] = []
        if let late = latenessP99, late > latenessLimit {
            doubts.append(.late(late, limit: latenessLimit, shortage: measured(shortage)))
        }
        if let drops = captureDrops, drops > 0 { doubts.append(.missed(packets: drops)) }
        if lostPackets > 0 { doubts.append(.dropped(packets: lostPackets)) }
        return doubts
    }

    private static func measured(_ shortage: ProcessorShortage?) -> ProcessorShortage {
        func measured(_ time: Nanoseconds?) -> Nanoseconds? {
            time.flatMap { $0 >= leastShortage ? $0 : nil }
        }
        return ProcessorShortage(stolen: measured(shortage?.stolen), waited: measured(shortage?.waited))
    }
}
