package import Wire

/// What became of a request that was sent again.
package struct RepeatedExchange: Hashable, Sendable {
    /// 0 without a response.
    package var status: Int
    /// Of the response's body, as it came.
    package var bytes: Int
    /// From the proxy's first step to the response's last byte.
    package var duration: Nanoseconds
    /// From the request's last byte to the response's first.
    package var wait: Nanoseconds?
    /// Its connection had served other requests before.
    package var isReused: Bool
    package var failure: UpstreamFailure?
}
