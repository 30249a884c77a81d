/// An entry of a log that is kept as one JSON object a line.
package protocol JSONLine {
    /// Name and version of the file's format, such as `netlab.link/1`: its first line states it.
    static var schema: String { get }

    /// Writes the object, without the line feed.
    func write(to writer: inout JSONWriter)
}

/// The text of a `.jsonl` file, built up entry by entry and taken away in pieces.
package struct JSONLines<Entry: JSONLine> {
    private var writer: JSONWriter

    /// Begins with the schema line.
    package init(capacity: Int = 0) {
        writer = JSONWriter(capacity: capacity)
        writer.raw("{\"schema\":\"\(Entry.schema)\"}\n")
    }

    /// Bytes that `drain()` would give.
    package var count: Int { writer.bytes.count }

    package mutating func append(_ entry: Entry) {
        entry.write(to: &writer)
        writer.raw("\n")
    }

    /// What was written since the last call.
    package mutating func drain() -> [UInt8] {
        writer.drain()
    }

    /// A whole file.
    package static func file(_ entries: [Entry]) -> [UInt8] {
        var lines = JSONLines(capacity: 64 + entries.count * 192)
        for entry in entries { lines.append(entry) }
        return lines.drain()
    }
}
