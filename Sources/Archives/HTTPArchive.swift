import JSON

/// An HTTP archive (HAR), as browsers and proxies export it: exchanges in the order of their start.
package struct HTTPArchive: Hashable, Sendable {
    package var entries: [ArchiveEntry]

    package init(entries: [ArchiveEntry] = []) {
        self.entries = entries
    }

    /// Reads the text of an archive. Archives differ, so entries are read leniently.
    package init(parsing bytes: [UInt8]) throws(ArchiveError) {
        // Some tools begin with a byte order mark, which JSON does not allow.
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONValue(parsing: hasMark ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw .notJSON(error)
        }
        guard let log = document["log"], case .array(let elements)? = log["entries"] else {
            throw .noEntries
        }
        entries = elements.map { ArchiveEntry($0) }
    }
}
