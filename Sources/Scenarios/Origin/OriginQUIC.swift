/// How the origin speaks QUIC, beneath HTTP/3.
package struct OriginQUIC: Hashable, Sendable {
    /// Every client has to show first that it receives at its address, which costs a round trip.
    package var retries: Bool

    package init(retries: Bool = false) {
        self.retries = retries
    }
}
