import Inspection
import Logs
import Runs
import Wire

/// Finds each exchange of the client's log in the capture: by the client's port and the stream or order on
/// the connection, and by time if a port was used twice.
struct WitnessJoin {
    private let clock: ClockMapping
    private let sightings: [ExchangePlace: [CaptureSighting]]

    init(_ sightings: [CaptureSighting], clock: ClockMapping) {
        self.clock = clock
        self.sightings = Dictionary(grouping: sightings, by: ExchangePlace.init)
    }

    func sighting(of exchange: ExchangeRecord) -> CaptureSighting? {
        sightings[ExchangePlace(exchange)]?.min { distance($0, exchange) < distance($1, exchange) }
    }

    /// nil if the capture lacks part of the exchange, or if its clock cannot be mapped.
    func witness(_ sighting: CaptureSighting) -> CaptureWitness? {
        guard sighting.isComplete, let firstPacket = sighting.firstPacket,
            let lastPacket = sighting.lastPacket,
            let request = sighting.request.flatMap(clock.instant(wall:)),
            let firstByte = sighting.firstByte.flatMap(clock.instant(wall:)),
            let lastByte = sighting.lastByte.flatMap(clock.instant(wall:))
        else { return nil }
        let exchange = ExchangeWitness(
            sizeBytes: sighting.bodyBytes,
            request: request,
            firstByte: firstByte,
            lastByte: lastByte
        )
        return CaptureWitness(
            exchange: exchange,
            stream: sighting.connection.stream,
            firstPacket: firstPacket,
            lastPacket: lastPacket
        )
    }

    private func distance(_ sighting: CaptureSighting, _ exchange: ExchangeRecord) -> Nanoseconds {
        guard let request = sighting.request.flatMap(clock.instant(wall:)) else { return .max }
        return abs(request - exchange.requestFirstByte)
    }
}
