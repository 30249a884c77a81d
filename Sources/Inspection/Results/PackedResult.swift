/// What an inspector lists in numbers that only the capture bounds: kept as a few bytes each until somebody asks for it.
package protocol PackedResult: Hashable, Sendable {
    init(from reader: inout PackedReader)

    func pack(into writer: inout PackedWriter)

    /// They are listed by this.
    var packedOrder: UInt64 { get }
}
