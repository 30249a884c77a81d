package import JSON
import Logs
package import Scenarios

/// One cell of a plan: a line of `plan.ndjson`.
package struct PlannedCell: Hashable, Sendable {
    package var identity: CellIdentity
    /// The scenario's name in the sweep's folder.
    package var scenario: String
    package var settings: [ScenarioSetting]
    /// nil for the scenario's own.
    package var seed: UInt64?

    package init(identity: CellIdentity, scenario: String, settings: [ScenarioSetting], seed: UInt64?) {
        self.identity = identity
        self.scenario = scenario
        self.settings = settings
        self.seed = seed
    }
}

extension PlannedCell: JSONLineReadable {
    package static let schema = "netlab.sweep-plan/1"

    /// What the cell's line begins with.
    static func start(of identity: CellIdentity) -> [UInt8] { Array("{\"cell\":\"\(identity)\"".utf8) }

    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("cell", identity.text)
        writer.member("scenario", scenario)
        writer.known("seed", seed)
        writer.raw(",\"settings\":{")
        for setting in settings { writer.member(setting.key, setting.value) }
        writer.raw("}}")
    }

    package init?(json: JSONValue) {
        guard let identity = json["cell"]?.text.flatMap(CellIdentity.init),
            let scenario = json["scenario"]?.text, case .object(let members)? = json["settings"]
        else { return nil }
        var settings: [ScenarioSetting] = []
        for member in members {
            guard let value = member.value.text else { return nil }
            settings.append(ScenarioSetting(key: member.key, value: value))
        }
        self.init(
            identity: identity,
            scenario: scenario,
            settings: settings,
            seed: json["seed"]?.uint64
        )
    }
}
