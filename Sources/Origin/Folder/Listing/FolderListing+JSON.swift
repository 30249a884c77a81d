import Figures
import JSON

extension FolderListing {
    var json: JSONValue {
        [
            "schema": "netlab.folder/1",
            "path": .string(path),
            "complete": .bool(isWhole),
            "entries": .array(rows.map(\.json)),
        ]
    }
}

extension FolderListing.Row {
    fileprivate var json: JSONValue {
        [
            "name": .string(name),
            "link": .string(link),
            "type": size == nil ? "folder" : "file",
            "bytes": size.map { .integer(Int64($0)) } ?? .null,
            "modified": .string(TimestampFormat.text(modified)),
        ]
    }
}
