/// How much a direction's queue holds before something is dropped.
package enum QueueLimit: Hashable, Sendable {
    case packets(Int)
    case bytes(Int)
}
