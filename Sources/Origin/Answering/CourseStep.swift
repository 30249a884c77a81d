import HTTP
import Scenarios
import Serving

/// Framing and timing of a response.
enum CourseStep {
    /// Number of pauses drawn; the last one applies to all that follow.
    private static let mostPauses = 10_000

    static func pace(_ response: inout ServedResponse, _ inquiry: Inquiry) {
        let behaviour = inquiry.behaviour
        frame(&response, inquiry)
        response.course.delay = behaviour.delay.value?.time(at: inquiry.draws.fraction(.delay)) ?? 0
        response.course.rate = behaviour.rateBps.value.map { Int($0) }
        response.course.pieces = behaviour.pieces.value.map {
            paced($0, length: response.body.count, inquiry.draws)
        }
    }

    /// An answer with a stated length, such as a part or a refusal, keeps it.
    private static func frame(_ response: inout ServedResponse, _ inquiry: Inquiry) {
        guard !inquiry.statesLength, response.head.fields["Content-Length"] == nil else { return }
        guard inquiry.behaviour.length.value != .untilClose else {
            response.framing = .untilClose
            return
        }
        let trailers = HTTPFields(inquiry.behaviour.trailers.value ?? [])
        if !trailers.isEmpty {
            response.head.fields["Trailer"] = trailers.map(\.name).joined(separator: ", ")
        }
        response.framing = .chunked(trailers: trailers)
    }

    private static func paced(_ pieces: ResponsePieces, length: Int, _ draws: ResponseDraws) -> PacedPieces {
        if let pause = pieces.pause.fixed { return PacedPieces(size: pieces.size, pause: pause) }
        let count = min(mostPauses, length / pieces.size + 1)
        return PacedPieces(
            size: pieces.size,
            pauses: (0..<count).map { pieces.pause.time(at: draws.fraction(.pause, $0)) }
        )
    }
}
