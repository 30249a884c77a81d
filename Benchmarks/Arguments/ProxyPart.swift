/// A part of `netlab bench proxy` that can run by itself.
package enum ProxyPart: String, Hashable, Sendable, CaseIterable {
    /// Processor time, added time and memory, beside the peers.
    case cost
    /// From starting the program to the first accepted connection.
    case start
    /// A thousand intercepted connections at once.
    case crowd
    /// One body of 10 GB.
    case body
    /// Memory after a million requests. It takes several minutes, so it runs only if it is named.
    case million

    package static let usual: Set<ProxyPart> = [.cost, .start, .crowd, .body]
}
