package import Wire

/// A change to a run, and the simulator's result for it.
package struct WhatIf: Hashable, Sendable {
    /// Totals over the transfers.
    package struct Figures: Hashable, Sendable {
        /// Sum of the steps' makespans.
        package var makespan: Nanoseconds
        /// Sum of the transfers' durations: their callers' total wait.
        package var sum: Nanoseconds

        package init(makespan: Nanoseconds, sum: Nanoseconds) {
            self.makespan = makespan
            self.sum = sum
        }
    }

    package var change: WhatIfChange
    /// The unchanged run, by the same simulator.
    package var before: Figures
    package var after: Figures
    /// The real run of the change; nil if not requested, or not possible.
    package var trial: WhatIfTrial?

    package init(change: WhatIfChange, before: Figures, after: Figures) {
        self.change = change
        self.before = before
        self.after = after
    }

    package var gain: Nanoseconds { before.makespan - after.makespan }
    package var gainOfSum: Nanoseconds { before.sum - after.sum }
}
