/// How much a direction's drop-tail queue holds before it drops what arrives.
package enum QueueLimit: Hashable, Sendable {
    case packets(Int)
    case bytes(Int)
}
