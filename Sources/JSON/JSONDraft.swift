/// A JSON document whose long arrays are made element by element while they are written, so that the whole
/// document is never in memory.
package enum JSONDraft {
    case value(JSONValue)
    /// An array of this many objects or arrays; the closure makes the one at an index.
    case elements(Int, (Int) -> JSONDraft)
    case object([(key: String, value: JSONDraft)])

    /// Bytes collected before they go to the sink.
    private static let burst = 1 << 16

    /// The whole document in memory.
    package var value: JSONValue {
        switch self {
        case .value(let value): value
        case .elements(let count, let make): .array((0..<count).map { make($0).value })
        case .object(let members):
            .object(members.map { JSONValue.Member(key: $0.key, value: $0.value.value) })
        }
    }

    /// Writes the text of `value.pretty` piece by piece.
    package func write(_ sink: ([UInt8]) -> Void) {
        var writer = JSONWriter()
        write(to: &writer, indent: 0, sink)
        writer.raw("\n")
        sink(writer.bytes)
    }

    private func write(to writer: inout JSONWriter, indent: Int, _ sink: ([UInt8]) -> Void) {
        switch self {
        case .value(let value): value.write(to: &writer, indent: indent)
        case .elements(0, _): writer.raw("[]")
        case .elements(let count, let make):
            writer.raw("[")
            for place in 0..<count {
                JSONValue.breakLine(&writer, indent + 1, isFirst: place == 0)
                make(place).write(to: &writer, indent: indent + 1, sink)
                if writer.bytes.count >= Self.burst {
                    sink(writer.bytes)
                    writer.removeAll()
                }
            }
            JSONValue.breakLine(&writer, indent, isFirst: true)
            writer.raw("]")
        case .object(let members) where members.isEmpty: writer.raw("{}")
        case .object(let members):
            writer.raw("{")
            for (place, member) in members.enumerated() {
                JSONValue.breakLine(&writer, indent + 1, isFirst: place == 0)
                writer.string(member.key)
                writer.raw(": ")
                member.value.write(to: &writer, indent: indent + 1, sink)
            }
            JSONValue.breakLine(&writer, indent, isFirst: true)
            writer.raw("}")
        }
    }
}

extension JSONDraft: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self = .value(.string(value))
    }
}
