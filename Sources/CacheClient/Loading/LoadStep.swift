/// What is to be done for a load that an earlier stage has to take up again. A stage knows the next one alone: its client
/// hands such a load back.
enum LoadStep: Sendable {
    /// Its source is looked for in the caches.
    case lookUp
    /// Its source is asked.
    case fetch
    /// The request goes out, after the caches, modifiers and redirects had their say.
    case send(OutgoingRequest)
    /// The source failed; without an outcome nothing was sent.
    case fail(FetchError, TransferOutcome? = nil)
    /// The image was served stale: it is revalidated in the background.
    case refresh
}
