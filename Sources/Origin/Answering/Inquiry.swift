import HTTP
import Scenarios

/// A request for something that the origin has, with everything that its answer depends on.
struct Inquiry {
    let request: HTTPRequestHead
    let subject: Subject
    /// The request's number among those for this path, from 0.
    let number: Int
    let draws: ResponseDraws
    let now: HTTPDate
    /// Where the client finds the same by another protocol; nil if nowhere.
    var alternative: String?

    var behaviour: ResponseBehaviour { subject.behaviour }

    /// Whether the length is stated ahead.
    var statesLength: Bool {
        switch behaviour.length.value {
        case .known: true
        case .chunked, .untilClose: false
        case nil: behaviour.trailers.value == nil
        }
    }

    /// True if the answer depends only on the request's conditions: the same for every client, at every time.
    var isSteady: Bool {
        guard statesLength, subject.resource.mediaType != nil, subject.resource.variants.isEmpty else {
            return false
        }
        if case .after = behaviour.expires.value { return false }
        let isOpen = behaviour.auth.value == nil && behaviour.signing.value == nil
        let isUndrawn =
            behaviour.delay.value.map { $0.fixed != nil } ?? true
            && behaviour.pieces.value.map { $0.pause.fixed != nil } ?? true
        return isOpen && isUndrawn && behaviour.statuses.value == nil && behaviour.redirect.value == nil
            && behaviour.fault.value == nil
    }
}
