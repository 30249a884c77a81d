/// What is to be done next for a load. Stages do not know each other: the client hands each load on.
enum LoadStep: Sendable {
    /// Its source is looked for in the caches.
    case lookUp
    /// Its source is asked.
    case fetch
    /// The request goes out, after the caches, modifiers and redirects had their say.
    case send(OutgoingRequest)
    /// An origin or a downloader answered.
    case answered(TransferOutcome, to: OutgoingRequest)
    /// The image came from an origin or a downloader.
    case store(TransferOutcome, from: OutgoingRequest)
    /// The request's provider made the image.
    case provided([UInt8])
    /// The source failed; without an outcome nothing was sent.
    case fail(FetchError, TransferOutcome? = nil)
    /// The image was handed over stale: it is asked about behind the caller's back.
    case refresh
}
