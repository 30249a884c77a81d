import JSON
import LinuxIO

/// A folder with the rows of captures.
///
///     captures.json              says what the folder is
///     shards/ab/KEY.ndjson.zst   the rows of a capture, that of its reading first
///     parts/                     shards under way; nothing in it counts
///     tables/                    what they were merged into
///
/// Several machines may fill it at once: a shard appears by one rename, whole, in place of an older one of its capture.
package struct RowsFolder: Hashable, Sendable {
    private static let header = "captures.json"
    private static let schema = "netlab.captures/1"
    private static let tables = "tables"

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// True if rows of captures are there, or will be.
    package var exists: Bool { WholeFile.exists("\(path)/\(Self.header)") }

    private var shardsFolder: String { "\(path)/shards" }
    private var parts: PartsFolder { PartsFolder(path: "\(path)/parts") }

    /// Makes the folders. Throws if something else is there. `now` is in nanoseconds since 1970.
    package func begin(now: Int64) throws(SweepError) {
        let own: Set<String> = [Self.header, Self.tables, "shards", "parts"]
        guard exists || ((try? Folder.names(in: path)) ?? []).allSatisfy(own.contains) else {
            throw SweepError(
                "\(path) holds something other than rows of captures",
                advice: "name another folder with --rows"
            )
        }
        do throws(SystemCallError) {
            try Folder.make(shardsFolder, mode: 0o700)
            try Folder.make(parts.path, mode: 0o700)
            if !exists {
                let json: JSONValue = ["schema": Self.schema.json]
                try WholeFile.write("\(path)/\(Self.header)", Array((json.pretty + "\n").utf8))
            }
        } catch {
            throw SweepError("the folder of rows cannot be written to", error)
        }
        parts.removeAbandoned(now: now)
    }

    /// The shard of a capture. Two digits make a level, since folders with many names are slow to list.
    package func shard(of capture: NamedCapture) -> CaptureShard {
        let key = capture.key
        return CaptureShard("\(shardsFolder)/\(key.prefix(2))/\(key).ndjson.zst")
    }

    /// A shard that will be the capture's when it is finished.
    package func part(of capture: NamedCapture) throws(SweepError) -> ShardPart {
        try ShardPart(of: capture, parts.fresh(capture.key), becoming: shard(of: capture).path)
    }

    /// In the order of their names.
    package func shards() throws(SweepError) -> [CaptureShard] {
        do throws(SystemCallError) {
            var found: [CaptureShard] = []
            for level in try Folder.names(in: shardsFolder) {
                for name in try Folder.names(in: "\(shardsFolder)/\(level)")
                where name.hasSuffix(".ndjson.zst") {
                    found.append(CaptureShard("\(shardsFolder)/\(level)/\(name)"))
                }
            }
            return found
        } catch {
            throw SweepError("the shards cannot be listed", error)
        }
    }
}
