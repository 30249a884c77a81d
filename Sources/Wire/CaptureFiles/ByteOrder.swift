/// Byte order of a capture file, as its writer chose it.
@usableFromInline
package enum ByteOrder: Hashable, Sendable {
    case little, big
}
