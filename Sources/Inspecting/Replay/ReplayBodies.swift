import Inspection
import Recordings
import Wire

/// Keeps the response bodies of a capture that a replay can serve unchanged.
final class ReplayBodies: BodyCollector {
    /// The most that a scenario may name. Later bodies are replaced by made content of the same size.
    private static let mostBytes = 512_000_000

    private(set) var kept: [RecordedExchangeID: [UInt8]] = [:]
    private(set) var leftOut = 0
    fileprivate var held = 0

    func sink(for exchange: CaptureExchange) -> (any BodySink)? {
        guard exchange.contentCoding == nil, exchange.method == "GET" else { return nil }
        guard held < Self.mostBytes else {
            leftOut += 1
            return nil
        }
        return KeptBody(self, RecordedExchangeID(exchange))
    }

    fileprivate func keep(_ body: [UInt8], _ place: RecordedExchangeID) {
        held += body.count
        kept[place] = body
    }

    /// One body while it is received.
    private final class KeptBody: BodySink {
        private let bodies: ReplayBodies
        private let place: RecordedExchangeID
        private var body: [UInt8] = []
        private var isWhole = true

        init(_ bodies: ReplayBodies, _ place: RecordedExchangeID) {
            self.bodies = bodies
            self.place = place
        }

        func receive(_ content: RawSpan) {
            guard isWhole else { return }
            body.append(copying: content)
            if bodies.held + body.count > ReplayBodies.mostBytes { skip() }
        }

        func skip() {
            isWhole = false
            body = []
        }

        func finish() {
            if isWhole { bodies.keep(body, place) }
        }
    }
}
