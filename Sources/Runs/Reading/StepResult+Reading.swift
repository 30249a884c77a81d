package import JSON
import Wire

extension StepResult {
    /// Reads a step of `result.json`; nil without its name, start or makespan. The caller adds the step's
    /// line.
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
