/// A log entry that is written as one JSON object per line.
package protocol JSONLine {
    /// Name and version of the file's format, such as `netlab.link/1`. The file's first line states it.
    static var schema: String { get }

    /// Writes the object, without the line feed.
    func write(to writer: inout JSONWriter)
}

/// The text of a `.jsonl` file, built up entry by entry. The owner writes `bytes` out and empties them when
/// it likes.
package struct JSONLines<Entry: JSONLine> {
    private var writer = JSONWriter()

    /// Begins with the schema line.
    package init() {
        writer.raw("{\"schema\":\"\(Entry.schema)\"}\n")
    }

    package var bytes: [UInt8] { writer.bytes }

    package mutating func append(_ entry: Entry) {
        entry.write(to: &writer)
        writer.raw("\n")
    }

    /// Clears the text and keeps the memory for the next entries.
    package mutating func removeAll() {
        writer.removeAll()
    }
}
