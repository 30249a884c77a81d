import Runs
import Scenarios

extension LinkRecord {
    /// The line that a scenario asked for, every default filled in.
    init(_ scenario: Scenario, carrier: Carrier) {
        self.init(
            mode: .packet,
            carrier: carrier,
            profile: scenario.link.profile,
            congestion: scenario.origin.congestion.rawValue,
            parameters: scenario.link.parameters
        )
    }
}
