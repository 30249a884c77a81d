import ScenarioFormat
import Scenarios

/// What stands in for a scenario where none is named: a line without limits, and an origin without files.
enum BareScenario {
    /// A scenario must have a file and a step; these are dropped when it has been read.
    private static let text = """
        netlab: 1
        name: bare
        link: { down: {}, up: {} }
        origin: { files: { none.jpg: { image: jpeg, size: 400 B } } }
        steps: [ { fetch: all, name: none } ]
        """

    /// With what the command line says about its line; `command` stands in diagnostics.
    static func load(_ loading: ScenarioLoading, command: String) throws(CommandFailure) -> Scenario {
        let set = try loading.load(text: Array(text.utf8), file: command)
        var scenario = set.variants[0].scenario
        scenario.origin.files = []
        scenario.steps = []
        return scenario
    }
}
