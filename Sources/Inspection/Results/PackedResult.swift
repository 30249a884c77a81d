/// A result of which only the capture bounds the number: kept as a few bytes until it is needed.
package protocol PackedResult: Hashable, Sendable {
    init(from reader: inout PackedReader)

    func pack(into writer: inout PackedWriter)

    /// Sort key of the list.
    var packedOrder: UInt64 { get }
}
