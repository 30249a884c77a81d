/// The exchanges that were under way at one moment.
package struct BegunExchanges: Hashable, Sendable {
    /// The newest of those that have lasted a while, in order.
    package var shown: [BegunExchange]
    /// Those that have lasted a while.
    package var count: Int
}
