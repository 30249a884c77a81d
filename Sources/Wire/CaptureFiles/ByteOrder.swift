/// The order of bytes in a capture file: its writer's own.
@usableFromInline
package enum ByteOrder: Hashable, Sendable {
    case little, big
}
