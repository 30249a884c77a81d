package import Scenarios

/// Decodes the points of a sweep. One thread only.
package struct SweepReader {
    private let readers: [SweptScenarioReader]

    package init(_ sweep: LoadedSweep) {
        readers = sweep.scenarios.map(SweptScenarioReader.init)
    }

    package func scenario(of point: SweepPoint) throws(ScenarioError) -> Scenario {
        try readers[point.source].scenario(with: point.settings, seed: point.seed)
    }
}
