import LinkModel
import LinuxIO
import Runs
import Scenarios

extension LinkRecord {
    /// The line of a scenario with every default filled in.
    init(_ scenario: Scenario, carrier: Carrier) {
        self.init(
            mode: .packet,
            carrier: carrier,
            profile: scenario.link.profile,
            congestion: scenario.origin.congestion.rawValue,
            parameters: scenario.link.parameters
        )
        clock = .ofThisMachine
        initialWindow = scenario.origin.initialWindow
        receiveBuffer = scenario.client.receiveBuffer
    }

    /// The scenario's line over byte streams.
    init(streams scenario: Scenario, lossAsDelay: Bool) {
        self.init(
            mode: .stream,
            carrier: nil,
            profile: scenario.link.profile,
            congestion: nil,
            parameters: scenario.link.parameters,
            streams: Streams(lossAsDelay: lossAsDelay)
        )
        clock = .ofThisMachine
    }
}
