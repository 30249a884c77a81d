/// What a proxy passes requests on with. It belongs to the loop's thread.
struct ProxyResources {
    /// nil if the proxy cannot reach servers.
    var pool: UpstreamPool?
    /// nil if no bodies are kept.
    var keeping: ContentKeeping?
    /// nil if nothing is stored.
    var cache: ResponseCache?
    /// nil if servers answer.
    var recorded: RecordedAnswers?
    /// nil if nothing can be mirrored.
    var mirrors: MirrorWriter?
    /// nil if nothing can be held.
    var held: HeldExchanges?
}
