import HTTP
import Scenarios

/// A request for something that the origin has, and all that its answer hangs on.
struct Inquiry {
    let request: HTTPRequestHead
    let subject: Subject
    /// Among the requests for this path, from 0.
    let number: Int
    let draws: ResponseDraws
    let now: HTTPDate

    var behaviour: ResponseBehaviour { subject.behaviour }

    /// Whether a client is told the length ahead.
    var tellsLength: Bool {
        switch behaviour.length.value {
        case .known: true
        case .chunked, .untilClose: false
        case nil: behaviour.trailers.value == nil
        }
    }
}
