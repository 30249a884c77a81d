package import JSON
package import Wire

/// A change that was run for real, held against what the simulator said of it.
package struct WhatIfTrial: Hashable, Sendable, JSONRepresentable {
    /// How far the two gains may be apart, as a share of the larger one.
    package static let tolerance = 0.05
    /// What of the makespan they may always be apart: small gains drown in it.
    package static let floor = 0.005

    /// The explained run.
    package var before: WhatIf.Figures
    /// The run with the change.
    package var after: WhatIf.Figures
    /// Of the steps, by the simulator.
    package var predictedGain: Nanoseconds

    package init(before: WhatIf.Figures, after: WhatIf.Figures, predictedGain: Nanoseconds) {
        self.before = before
        self.after = after
        self.predictedGain = predictedGain
    }

    package var gain: Nanoseconds { before.makespan - after.makespan }

    /// Of the larger of both gains.
    package var difference: Double {
        let larger = max(abs(gain), abs(predictedGain))
        return larger > 0 ? Double(abs(gain - predictedGain)) / Double(larger) : 0
    }

    package var holds: Bool {
        difference <= Self.tolerance
            || Double(abs(gain - predictedGain)) <= Self.floor * Double(before.makespan)
    }

    package var json: JSONValue {
        [
            "beforeNs": before.makespan.json, "afterNs": after.makespan.json, "gainNs": gain.json,
            "difference": difference.json, "holds": holds.json,
        ]
    }
}
