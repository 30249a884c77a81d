import HTTP

/// The 1xx heads before one answer. They wait in memory for a client that takes nothing.
struct InterimHeads {
    private static let mostBytes = 65_536
    /// Bytes that each of them counts beside its fields, so that their number is limited, too.
    private static let overhead = 128

    private var bytes = 0

    /// False if there were too many.
    mutating func admit(_ head: HTTPResponseHead) -> Bool {
        bytes += head.fields.reduce(Self.overhead) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        return bytes <= Self.mostBytes
    }
}
