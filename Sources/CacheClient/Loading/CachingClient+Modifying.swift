internal import HTTP
internal import LinuxIO

extension CachingClient {
    /// Has the request's own modifier make the image of what came.
    func modify(
        _ outcome: TransferOutcome,
        by modifier: ContentModifier,
        of sent: OutgoingRequest,
        for load: Load
    ) {
        var answer = Downloader.Answer(bytes: outcome.body)
        for field in outcome.fields where answer.headers[field.name] == nil {
            answer.headers[field.name] = outcome.fields.combined(field.name)
        }
        aside(load) { [self, answer] in
            let made = await modifier.modified(answer)
            guard !load.caller.isOver else { return }
            guard let bytes = made else {
                let sentence = "the modifier of what came from \(sent.url) could not use it"
                return failed(load, FetchError(.unusable, sentence), outcome)
            }
            guard bytes.count <= load.configuration.maximumBodySize else {
                let sentence = "the modifier of what came from \(sent.url) made more of it than is allowed"
                return failed(load, FetchError(.tooLarge, sentence), outcome)
            }
            var modified = outcome
            modified.body = bytes
            keep(modified, of: sent, for: load)
        }
    }
}
