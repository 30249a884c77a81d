package import JSON
import Wire

extension StepResult {
    /// What is there of a step of `result.json`; nil where nobody could tell which it was or how long it took. The line
    /// that it had is for its reader to add.
    package init?(json: JSONValue) {
        guard let name = json["name"]?.text, let start = json["startNs"]?.instant,
            let makespan = json["makespanNs"]?.time
        else { return nil }
        self.init(
            name: name,
            start: start,
            makespan: makespan,
            sumOfDurations: json["sumOfDurationsNs"]?.time ?? 0,
            busy: json["busyNs"]?.time ?? 0,
            overlap: json["overlap"]?.number,
            utilisation: json["utilisation"]?.number,
            hitRatio: json["hitRatio"]?.number,
            requests: json["requests"]?.int ?? 0,
            theory: json["theory"].flatMap(StepTheory.init(json:))
        )
        cache = CacheFigures(json: json["cache"] ?? .null)
        ledger = json["ledger"].flatMap { TransferLedger(json: $0) }
    }
}

extension StepTheory {
    fileprivate init?(json: JSONValue) {
        guard let article = json["articleSumNs"]?.time, let wire = json["wireNs"]?.time else { return nil }
        self.init(articleSum: article, wire: wire, shared: json["sharedNs"]?.time)
    }
}
