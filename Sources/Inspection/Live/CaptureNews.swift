/// What has changed since a caller last asked, while packets still come.
package struct CaptureNews: Sendable {
    /// In the order of their stream numbers.
    package var connections: [SeenConnection] = []
    /// Exchanges that have ended.
    package var exchanges: [CaptureExchange] = []
    /// UDP flows, in the order of their numbers.
    package var datagrams: [CaptureDatagrams] = []
    /// DNS questions, by their places among all, in that order.
    package var lookups: [(place: Int, lookup: CaptureLookup)] = []

    package init() {}

    package var isEmpty: Bool {
        connections.isEmpty && exchanges.isEmpty && datagrams.isEmpty && lookups.isEmpty
    }
}
