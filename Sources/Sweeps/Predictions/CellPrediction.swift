package import JSON
import Logs
import ScenarioFormat
package import Scenarios
package import Wire

/// What theory says of one point of a sweep: a line of `predictions.ndjson`.
package struct CellPrediction: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        package var name: String
        /// nil if theory cannot foretell it.
        package var makespan: Nanoseconds?

        package init(name: String, makespan: Nanoseconds?) {
            self.name = name
            self.makespan = makespan
        }
    }

    /// nil without a plan: the name also stands for clock and kernel, which theory does not ask for.
    package var identity: CellIdentity?
    package var scenario: String
    package var seed: UInt64
    package var settings: [ScenarioSetting]
    /// With the waits between steps; nil if theory cannot foretell it.
    package var total: Nanoseconds?
    /// What theory leaves out; nil if nothing.
    package var omission: String?
    /// Steps whose transfers take longer than the client waits; nil if theory cannot foretell them.
    package var timeouts: Int?
    package var steps: [Step]

    package init(
        identity: CellIdentity?,
        scenario: String,
        seed: UInt64,
        settings: [ScenarioSetting],
        total: Nanoseconds?,
        omission: String?,
        timeouts: Int?,
        steps: [Step]
    ) {
        self.identity = identity
        self.scenario = scenario
        self.seed = seed
        self.settings = settings
        self.total = total
        self.omission = omission
        self.timeouts = timeouts
        self.steps = steps
    }

    /// Of all steps, without the waits between them, as rows have it.
    package var makespan: Nanoseconds? {
        guard total != nil else { return nil }
        return steps.reduce(0) { $0 + ($1.makespan ?? 0) }
    }
}

extension CellPrediction: JSONLineReadable {
    package static let schema = "netlab.sweep-prediction/1"

    /// Members with text that are no settings.
    private static let own: Set<String> = ["cell", SweepDesign.scenarioKey, "leavesOut"]

    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        if let identity { writer.member("cell", identity.text) }
        writer.member(SweepDesign.scenarioKey, scenario)
        writer.member(SweepDesign.seedKey, seed)
        // The seed of a matrix is the scenario's own.
        for setting in settings where setting.key != SweepDesign.seedKey {
            writer.member(setting.key, setting.value)
            if let number = setting.number { writer.member("\(setting.key).number", number) }
        }
        writer.member("totalNs", total)
        writer.known("leavesOut", omission)
        writer.member("timeouts", timeouts)
        writer.raw(",\"makespanNs\":{")
        for step in steps { writer.member(step.name, step.makespan) }
        writer.raw("}}")
    }

    package init?(json: JSONValue) {
        guard case .object(let members) = json, let scenario = json[SweepDesign.scenarioKey]?.text,
            let seed = json[SweepDesign.seedKey]?.uint64, case .object(let steps)? = json["makespanNs"]
        else { return nil }
        self.init(
            identity: json["cell"]?.text.flatMap(CellIdentity.init),
            scenario: scenario,
            seed: seed,
            settings: members.compactMap { member in
                guard let value = member.value.text, !Self.own.contains(member.key) else { return nil }
                return ScenarioSetting(key: member.key, value: value)
            },
            total: json["totalNs"]?.int64,
            omission: json["leavesOut"]?.text,
            timeouts: json["timeouts"]?.int,
            steps: steps.map { Step(name: $0.key, makespan: $0.value.int64) }
        )
    }
}
