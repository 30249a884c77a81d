package import LinkModel
package import Wire

/// One measured step.
package struct StepResult: Hashable, Sendable {
    package var name: String
    /// The first transfer's start.
    package var start: Instant
    /// From the first start to the last end.
    package var makespan: Nanoseconds
    package var sumOfDurations: Nanoseconds
    /// Time in which at least one transfer was under way: the union of their intervals.
    package var busy: Nanoseconds
    /// The sum of durations over `busy`, the mean number of simultaneous transfers; nil if nothing took time.
    package var overlap: Double?
    /// Share of the makespan in which the down-link was sending; nil if the line has no rate, or its log is
    /// incomplete.
    package var utilisation: Double?
    /// Share of the transfers whose bytes came from a cache, including 304s; nil without transfers.
    package var hitRatio: Double?
    /// Number of exchanges on the wire. Callers that waited for another's transfer have none.
    package var requests: Int
    /// nil if the network was not used.
    package var theory: StepTheory?
    /// The line during the step, if it was noted.
    package var link: LinkParameters?
    /// Sum of the transfers' ledgers; nil if none is known.
    package var ledger: TransferLedger?
    package var cache = CacheFigures()

    package init(
        name: String,
        start: Instant,
        makespan: Nanoseconds,
        sumOfDurations: Nanoseconds,
        busy: Nanoseconds,
        overlap: Double? = nil,
        utilisation: Double? = nil,
        hitRatio: Double? = nil,
        requests: Int = 0,
        theory: StepTheory? = nil,
        link: LinkParameters? = nil
    ) {
        self.name = name
        self.start = start
        self.makespan = makespan
        self.sumOfDurations = sumOfDurations
        self.busy = busy
        self.overlap = overlap
        self.utilisation = utilisation
        self.hitRatio = hitRatio
        self.requests = requests
        self.theory = theory
        self.link = link
    }
}
