package import JSON
package import LinkModel
package import Wire

/// One measured step as a whole.
package struct StepResult: Hashable, Sendable, JSONRepresentable {
    package var name: String
    /// The first transfer's start.
    package var start: Instant
    /// From the first start to the last end.
    package var makespan: Nanoseconds
    package var sumOfDurations: Nanoseconds
    /// The union of the transfers' intervals: time in which at least one was under way.
    package var busy: Nanoseconds
    /// How often a busy second is counted by the sum; nil where nothing took time.
    package var overlap: Double?
    /// The share of the makespan that the down-link was sending; nil where the line has no rate or its log is not whole.
    package var utilisation: Double?
    /// The share of the transfers whose bytes came out of a cache, 304s among them; nil without transfers.
    package var hitRatio: Double?
    /// Exchanges on the wire: callers who waited for another one's transfer had none.
    package var requests: Int
    /// nil where no network was touched.
    package var theory: StepTheory?
    /// The line that it had, where that was noted.
    package var link: LinkParameters?
    /// The transfers' ledgers added up; nil where none is known.
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

    package var json: JSONValue {
        [
            "name": name.json, "startNs": start.json, "makespanNs": makespan.json,
            "sumOfDurationsNs": sumOfDurations.json, "busyNs": busy.json, "overlap": overlap.json,
            "utilisation": utilisation.json, "hitRatio": hitRatio.json, "requests": requests.json,
            "theory": theory.json, "link": linkJSON, "ledger": ledger.json,
            "cache": cache.json,
        ]
    }

    /// Rate and delay tell lines apart; the run's own `link` has everything.
    private var linkJSON: JSONValue {
        guard let link else { return nil }
        func direction(_ side: DirectionParameters) -> JSONValue {
            ["rateBps": side.rateBps.json, "oneWayDelayNs": side.oneWayDelay.json]
        }
        return ["down": direction(link.down), "up": direction(link.up)]
    }
}
