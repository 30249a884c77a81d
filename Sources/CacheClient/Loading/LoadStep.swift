/// The next step of a load that returns to an earlier stage. A stage knows only the stage after it; the
/// client hands such loads back.
enum LoadStep: Sendable {
    /// Look its source up in the caches.
    case lookUp
    /// Fetch from its source.
    case fetch
    /// Send the request, after caches, modifiers and redirects.
    case send(OutgoingRequest)
    /// Handle the source's failure; without an outcome nothing was sent.
    case fail(FetchError, TransferOutcome? = nil)
    /// Revalidate in the background an image that was served stale.
    case refresh
}
