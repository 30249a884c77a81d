import Inspection
import Recordings
import Wire

/// Keeps the response bodies of a capture that a replay can serve unchanged.
final class BodyShelf: BodyCollector {
    /// The most that a scenario may name. Later bodies are replaced by made content of the same size.
    private static let mostBytes = 512_000_000

    private(set) var bodies: [ExchangePlace: [UInt8]] = [:]
    private(set) var leftOut = 0
    fileprivate var held = 0

    func sink(for exchange: CaptureExchange) -> (any BodySink)? {
        guard exchange.contentCoding == nil, exchange.method == "GET" else { return nil }
        guard held < Self.mostBytes else {
            leftOut += 1
            return nil
        }
        return BodyOnShelf(self, ExchangePlace(exchange))
    }

    fileprivate func keep(_ body: [UInt8], _ place: ExchangePlace) {
        held += body.count
        bodies[place] = body
    }

    /// One body while it is received.
    private final class BodyOnShelf: BodySink {
        private let shelf: BodyShelf
        private let place: ExchangePlace
        private var body: [UInt8] = []
        private var isWhole = true

        init(_ shelf: BodyShelf, _ place: ExchangePlace) {
            self.shelf = shelf
            self.place = place
        }

        func receive(_ content: RawSpan) {
            guard isWhole else { return }
            body.append(copying: content)
            if shelf.held + body.count > BodyShelf.mostBytes { skip() }
        }

        func skip() {
            isWhole = false
            body = []
        }

        func finish() {
            if isWhole { shelf.keep(body, place) }
        }
    }
}
