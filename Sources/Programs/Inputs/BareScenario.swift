import Experiments
import ScenarioFormat
package import Scenarios

/// The scenario used if none is named: an unlimited line, and an origin without files.
package enum BareScenario {
    /// Text, since options change its keys before defaults are filled in: `--set link.down.rate=1Mbit/s` also
    /// sets the queue.
    private static let text = """
        netlab: 1
        name: bare
        link: { down: {}, up: {} }
        """

    /// The bare scenario with the line that the command line sets. Diagnostics name it `command`.
    package static func load(_ loading: ScenarioLoading, command: String) throws(CommandFailure) -> Scenario {
        try loading.load(text: Array(text.utf8), file: command, purpose: .bench).set.variants[0].scenario
    }
}
