import LinkModel
import Logs
import Runs
import Wire

/// The connections of a run as the simulator numbers them: their packets' fates follow from the numbers.
///
/// Where clients choose between IPv6 and IPv4, connections that came to nothing have numbers in the line's log, too.
struct ReplayedConnections {
    private let record: RunRecord
    private let numbers: ConnectionNumbers
    /// nil if every connection of the line is one of the client's exchanges.
    private let line: LineLog?

    init(_ record: RunRecord) {
        self.record = record
        numbers = ConnectionNumbers(record.transfers)
        let isChosen = record.link.parameters.ip == .both && record.linkLogOmitted == 0
        line = isChosen ? LineLog(record.linkLog, ports: record.flowPorts) : nil
    }

    /// Number of the connection that carried the transfer at that index of the record.
    func number(of place: Int) -> Int? {
        flow(of: place).map { Int($0.number) } ?? numbers.numbers[place]
    }

    func number(ofPort port: UInt16, at moment: Instant) -> Int? {
        line?.flow(ofPort: port, at: moment).map { Int($0.number) }
            ?? numbers.number(ofPort: port, at: moment)
    }

    /// How long the transfer at that index tried other addresses before its own connection's first packet.
    func fallback(of place: Int) -> Nanoseconds {
        guard let begun = record.transfers[place].exchange?.connectStart, let flow = flow(of: place) else {
            return 0
        }
        return ConnectionFallback(record.link.parameters).length(from: begun, to: flow.start)
    }

    private func flow(of place: Int) -> FlowLog? {
        guard let exchange = record.transfers[place].exchange else { return nil }
        return line?.flow(ofPort: exchange.localPort, at: exchange.requestFirstByte)
    }
}
