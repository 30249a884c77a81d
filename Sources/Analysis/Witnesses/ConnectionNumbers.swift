import Logs
import Runs
import Wire

/// Numbers the connections of a run in the order in which the client opened them, from 1.
struct ConnectionNumbers {
    /// By the transfer's index in the record.
    private(set) var numbers: [Int: Int] = [:]
    /// By the client's port: when each connection from it was opened, and its number.
    private var openings: [UInt16: [(at: Instant, number: Int)]] = [:]

    init(_ transfers: [TransferRecord]) {
        let exchanges = transfers.indices.compactMap { index in
            transfers[index].exchange.map { (index: index, exchange: $0) }
        }
        var opened = 0
        var current: [UInt16: Int] = [:]
        for (index, exchange) in exchanges.sorted(by: { Self.begin($0.exchange) < Self.begin($1.exchange) }) {
            if exchange.isNewConnection || current[exchange.localPort] == nil {
                opened += 1
                current[exchange.localPort] = opened
                openings[exchange.localPort, default: []].append((Self.begin(exchange), opened))
            }
            numbers[index] = current[exchange.localPort]
        }
    }

    /// Number of the client's connection from that port at a moment; nil if no transfer opened one.
    func number(ofPort port: UInt16, at moment: Instant) -> Int? {
        openings[port]?.last { $0.at <= moment }?.number
    }

    private static func begin(_ exchange: ExchangeRecord) -> Instant {
        exchange.connectStart ?? exchange.requestFirstByte
    }
}
