/// The sender: the client up, the server down.
package enum StreamDirection: Hashable, Sendable {
    case up, down
}
