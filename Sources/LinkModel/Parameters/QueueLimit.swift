/// Capacity of a direction's queue; beyond it, packets are dropped.
package enum QueueLimit: Hashable, Sendable {
    case packets(Int)
    case bytes(Int)
}
