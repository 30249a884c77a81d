package import JSON
import LinkModel
import Scenarios
import Wire

extension StepResult: Tabulated {
    package static let figures: [ResultFigure<StepResult>] = [
        .member("name", \.name),
        .stored(.time, "start", \.start, .untested),
        .stored(.time, "makespan", \.makespan, compared: "time of the step"),
        .stored(.time, "sumOfDurations", \.sumOfDurations),
        .stored(.time, "busy", \.busy),
        .stored(.number, "overlap", \.overlap, .ofTimes),
        .stored(.ratio, "utilisation", \.utilisation, .ofTimes),
        .stored(.ratio, "hitRatio", \.hitRatio),
        .stored(.number, "requests", \.requests),
        .member("theory", \.theory),
        .derived(.word, "link", \.linkJSON, .untested),
        .member("ledger", \.ledger),
        .member("cache", \.cache),
    ]

    static let figuresOfParts: [ResultFigure<StepResult>] = {
        var figures: [ResultFigure<StepResult>] = StepTheory.figures.map { $0.within("theory") { $0.theory } }
        figures += CacheAnswers.figures.map { $0.within("cache") { $0.cache.answers } }
        figures += CacheFigures.figures.map { $0.within("cache") { $0.cache } }
        return figures
    }()

    /// nil without its name, start or makespan. The caller adds the step's line.
    package init?(json: JSONValue) {
        guard let name = json["name"]?.text, let start = json["startNs"]?.instant,
            let makespan = json["makespanNs"]?.time
        else { return nil }
        self.init(name: name, start: start, makespan: makespan, sumOfDurations: 0, busy: 0)
        Self.figures.read(json, into: &self)
    }

    /// Rate and delay, which distinguish lines; the run's own `link` has every parameter.
    private var linkJSON: JSONValue {
        guard let link else { return nil }
        func direction(_ side: DirectionParameters) -> JSONValue {
            ["rateBps": side.rateBps.json, "oneWayDelayNs": side.oneWayDelay.json]
        }
        return ["down": direction(link.down), "up": direction(link.up)]
    }
}
