import Inspection
import Runs

/// Finds the exchanges of a capture that a run's transfers were joined with.
struct CapturedHeads {
    private struct Key: Hashable {
        var connection: CaptureConnection
        var httpStream: Int?
        var firstPacket: Int
    }

    private let inspection: CaptureInspection
    private var places: [Key: Int] = [:]

    init(_ inspection: CaptureInspection) {
        self.inspection = inspection
        for (place, exchange) in inspection.exchanges.enumerated() {
            guard let packet = exchange.firstPacket else { continue }
            let key = Key(
                connection: exchange.connection,
                httpStream: exchange.httpStream,
                firstPacket: packet
            )
            places[key] = place
        }
    }

    /// nil if the capture does not hold it, and with a proxy, whose exchange the capture shows instead.
    func exchange(of transfer: TransferResult) -> CaptureExchange? {
        guard transfer.proxy == nil, let witness = transfer.capture,
            let connection = witness.stream.map(CaptureConnection.tcp)
        else { return nil }
        let key = Key(
            connection: connection,
            httpStream: transfer.httpStream,
            firstPacket: witness.firstPacket
        )
        return places[key].map { inspection.exchanges[$0] }
    }
}
