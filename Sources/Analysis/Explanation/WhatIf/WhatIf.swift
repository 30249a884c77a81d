package import JSON
package import Wire

/// A change to a run, and what the simulator says of it.
package struct WhatIf: Hashable, Sendable, JSONRepresentable {
    /// What the transfers come to.
    package struct Figures: Hashable, Sendable {
        /// The steps' makespans, added up.
        package var makespan: Nanoseconds
        /// The transfers' durations, added up: what their callers wait in all.
        package var sum: Nanoseconds

        package init(makespan: Nanoseconds, sum: Nanoseconds) {
            self.makespan = makespan
            self.sum = sum
        }
    }

    package var change: WhatIfChange
    /// As it is, by the same simulator.
    package var before: Figures
    package var after: Figures
    /// What came of running it; nil where that was not asked for, or cannot be.
    package var trial: WhatIfTrial?

    package init(change: WhatIfChange, before: Figures, after: Figures) {
        self.change = change
        self.before = before
        self.after = after
    }

    package var gain: Nanoseconds { before.makespan - after.makespan }
    package var gainOfSum: Nanoseconds { before.sum - after.sum }

    package var json: JSONValue {
        [
            "change": change.words.json, "key": .string(change.rawValue), "beforeNs": before.makespan.json,
            "afterNs": after.makespan.json,
            "gainNs": gain.json, "sumBeforeNs": before.sum.json, "sumAfterNs": after.sum.json,
            "sumGainNs": gainOfSum.json, "measured": trial.json,
        ]
    }
}
