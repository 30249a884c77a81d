import LinkEngine
import LinkModel
import Runs
package import Scenarios

/// Requirements of a scenario that byte streams cannot meet.
package struct StreamObjection: Hashable, Sendable {
    private let refusal: StreamRefusal?
    private let delaysNames: Bool
    private let choosesAddresses: Bool
    private let speaksHTTP3: Bool
    /// TCP settings, which do not apply since no TCP crosses the line.
    private let transport: [String]
    /// Expectations on metrics that need packets.
    private let metrics: [String]

    /// nil if the scenario can run over byte streams.
    package init?(_ scenario: Scenario, lossAsDelay: Bool) {
        let links = scenario.links.map(\.parameters)
        refusal = links.lazy.compactMap { StreamRefusal($0, lossAsDelay: lossAsDelay) }.first
        delaysNames = links.contains(where: \.delaysNames)
        speaksHTTP3 = scenario.spokenHTTP == .http3
        choosesAddresses = links.contains { $0.ip != .v4 }
        metrics = scenario.expectations.filter(Self.needsPackets).map(\.text)
        transport = [
            scenario.origin.initialWindow.map { "an initial window of \($0)" },
            scenario.client.receiveBuffer.map { _ in "a receive buffer of its own" },
        ].compactMap { $0 }
        guard refusal == nil, !delaysNames, !choosesAddresses, !speaksHTTP3, metrics.isEmpty,
            transport.isEmpty
        else { return }
        return nil
    }

    private static func needsPackets(_ expectation: Expectation) -> Bool {
        var subjects = [expectation.subject]
        if case .subject(let other, _) = expectation.value { subjects.append(other) }
        return subjects.contains { $0.metric.traits.contains(.ofPackets) }
    }

    package var text: String {
        let expected = metrics.map { "`\($0)`: nothing is captured" }
        let names = delaysNames ? ["a DNS delay: stream mode does no name lookups"] : []
        let addresses = choosesAddresses ? ["a version of IP: the line carries no packets"] : []
        let versions = speaksHTTP3 ? ["HTTP/3: the line carries no packets"] : []
        let settings = transport.map { "\($0): the line carries no TCP" }
        return ((refusal?.causes.map(\.text) ?? []) + names + addresses + versions + settings + expected)
            .joined(
                separator: "; "
            )
    }

    package var error: BenchError {
        let packets = "--link packet can: netlab doctor shows what it needs on this machine"
        let isOfLossAlone =
            metrics.isEmpty && transport.isEmpty && !delaysNames && !choosesAddresses && !speaksHTTP3
            && refusal?.isOfLossAlone == true
        return BenchError(
            "stream mode cannot run this scenario: \(text)",
            advice: isOfLossAlone
                ? "--loss-as-delay turns each loss into the delay of a retransmission; \(packets)" : packets
        )
    }
}
