import Figures
package import JSON
import LinkModel
import Logs
package import Runs

extension RunResult: JSONRepresentable {
    /// The whole content of `result.json`.
    package var json: JSONValue {
        [
            "schema": .string(Self.schema), "netlab": netlab.json, "scenario": scenario.json,
            "scenarioDigest": scenarioDigest.json, "seed": seed.json,
            "startedAt": .string(TimestampFormat.text(startedAt)), "machine": machine.json,
            "outcome": .string(outcome.rawValue), "failure": failure.json, "matrix": matrixJSON,
            "repeat": repetition.json, "link": link.json, "transfers": transfers.json, "steps": steps.json,
            "cache": cache.json, "expectations": expectations.json, "emulation": emulation.json,
            "packets": packetsJSON, "clock": clock.json,
            "findings": findings.map { FindingSentence($0).text }.json,
            "artifacts": artifactsJSON,
        ]
    }

    /// One document for the runs of a command: the result of a single run, or all results with the figures of
    /// repeated runs.
    package static func document(_ runs: [RunResult], repeated: [RepeatedFigure] = []) -> JSONValue {
        if runs.count == 1 { return runs[0].json }
        return ["schema": "netlab.results/1", "runs": runs.json, "repeated": repeated.json]
    }

    private var matrixJSON: JSONValue {
        guard !matrix.isEmpty else { return nil }
        return .object(matrix.map { .init(key: $0.key, value: $0.value.json) })
    }

    private var packetsJSON: JSONValue {
        guard let packets else { return nil }
        return ["down": packets[.down].json, "up": packets[.up].json]
    }

    private var artifactsJSON: JSONValue {
        .object(
            Artifact.allCases.map { artifact in
                let name = artifacts.contains(artifact) ? artifact.fileName : nil
                return .init(key: artifact.rawValue, value: name.json)
            }
        )
    }
}
