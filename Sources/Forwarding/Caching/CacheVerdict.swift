/// A shared cache's decision about one request.
package enum CacheVerdict: Hashable, Sendable {
    /// The stored response with this index answers.
    case answer(Int, CacheStatus)
    /// The stored response with this index answers at once, and its server is asked behind the answer
    /// (`stale-while-revalidate`).
    case answerAndConfirm(Int, CacheStatus, CacheForwarding)
    /// The server is asked.
    case forward(CacheForwarding)
    /// The request allows no server to be asked, and nothing stored answers it: 504.
    case unavailable
}

/// How a request goes on to its server past a cache.
package struct CacheForwarding: Hashable, Sendable {
    /// With the cache's conditions if a stored response is to be confirmed.
    package var request: ForwardedRequest
    package var reason: CacheStatus.Reason
    /// The response may be stored, if it says nothing against it.
    package var mayStore: Bool
    /// Index of the stored response that the server's succeeds; nil if none fits the request.
    package var selected: Int?
    /// Index of the stored response that a 304 confirms; nil if the client gets the 304.
    package var confirmed: Int?
    /// Index of the stored response that answers if the server fails; nil if the failure is the answer.
    package var substitute: Int?

    package init(
        _ request: ForwardedRequest,
        _ reason: CacheStatus.Reason,
        mayStore: Bool = false,
        selected: Int? = nil,
        confirmed: Int? = nil,
        substitute: Int? = nil
    ) {
        self.request = request
        self.reason = reason
        self.mayStore = mayStore
        self.selected = selected
        self.confirmed = confirmed
        self.substitute = substitute
    }
}
