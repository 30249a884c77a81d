import Inspection
import Theory
import Wire

/// How exchanges of a capture were carried, as far as it matters to the simulator.
struct ExchangeManner: Hashable {
    var security: SimulatedSecurity?
    var isMultiplexed = false

    /// `handshake` is that of its connection, if there was one.
    init(_ exchange: CaptureExchange, _ handshake: CaptureHandshake?) {
        isMultiplexed = exchange.httpStream != nil
        guard let handshake else { return }
        let isOld = (handshake.version?.rawValue ?? .max) < TLSProtocolVersion.tls13.rawValue
        switch (isOld, handshake.resumption != nil) {
        case (true, true): security = .resumed12
        case (true, false): security = .full12
        case (false, true): security = .resumed13
        case (false, false): security = .full13
        }
    }

    var multiplexing: SimulatedMultiplexing? { isMultiplexed ? SimulatedMultiplexing() : nil }
}
