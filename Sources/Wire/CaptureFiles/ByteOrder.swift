/// The order of bytes in a capture file: its writer's own.
package enum ByteOrder: Hashable, Sendable {
    case little, big
}
