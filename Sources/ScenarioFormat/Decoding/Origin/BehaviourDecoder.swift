import HTTP
import Scenarios

/// The keys that set how the origin answers.
struct BehaviourDecoder {
    let section: Section
    /// True for `origin` as a whole; false for one of its files or a named host.
    var isWhole = false

    /// All settings of the section.
    var behaviour: ResponseBehaviour {
        let behaviour = ResponseBehaviour().changed(by: section)
        if behaviour.redirect.value != nil, let statuses = behaviour.statuses.value,
            !statuses.statuses.contains(where: StatusSequence.redirecting.contains)
        {
            let list = StatusSequence.redirecting.map { "\($0)" }.joined(separator: ", ")
            section.log.report(
                "`redirect` needs a `status` that redirects: one of \(list)",
                at: section.place("status") ?? section.span
            )
        }
        if behaviour.trailers.value != nil, let length = behaviour.length.value, length != .chunked {
            section.log.report(
                "`trailers` follow the last chunk: they need `length: chunked`",
                at: section.keySpan("trailers")
            )
        }
        if !isWhole, behaviour.fault.value?.kind == .neverAccept {
            section.log.report(
                "`neverAccept` belongs to the whole origin: a connection is made before a file is requested",
                at: section.place("fault", "kind") ?? section.span
            )
        }
        return behaviour
    }
}
