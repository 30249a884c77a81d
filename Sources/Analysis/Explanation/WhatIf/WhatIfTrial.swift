package import JSON
package import Wire

/// A change that was run for real, compared with the simulator's prediction.
package struct WhatIfTrial: Hashable, Sendable, JSONRepresentable {
    /// Largest difference of the two gains, as a share of the larger one.
    package static let tolerance = 0.05
    /// Difference always allowed, as a share of the makespan: small gains disappear in noise.
    package static let floor = 0.005

    /// The explained run.
    package var before: WhatIf.Figures
    /// The run with the change.
    package var after: WhatIf.Figures
    /// Gain of the steps according to the simulator.
    package var predictedGain: Nanoseconds

    package init(before: WhatIf.Figures, after: WhatIf.Figures, predictedGain: Nanoseconds) {
        self.before = before
        self.after = after
        self.predictedGain = predictedGain
    }

    package var gain: Nanoseconds { before.makespan - after.makespan }

    /// As a share of the larger gain.
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
