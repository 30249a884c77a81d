internal import LinuxIO
internal import Wire

extension DiskFolder {
    /// A temporary file older than this was left behind by a process that died.
    static let abandonedAfter: Nanoseconds = 3_600_000_000_000

    static let temporaryPrefix = ".writing-"

    struct Listed {
        var name: String
        var size: Int
        var usedAt: Int64
        var confirmedAt: Int64
    }

    /// The entries' files; temporary files that nobody writes any more are removed on the way.
    func entries(at now: Int64) throws(SystemCallError) -> [Listed] {
        var found: [Listed] = []
        for name in try Folder.names(in: path) {
            let isTemporary = name.hasPrefix(Self.temporaryPrefix)
            guard isTemporary || Self.isEntryName(name), let file = FileStatus(place(of: name)),
                file.isRegular
            else { continue }
            if !isTemporary {
                let used = max(file.used, file.modified)
                found.append(Listed(name: name, size: file.size, usedAt: used, confirmedAt: file.modified))
            } else if now - file.modified > Self.abandonedAfter {
                WholeFile.remove(place(of: name))
            }
        }
        return found
    }

    static func isEntryName(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    func place(of name: String) -> String { "\(path)/\(name)" }

    /// Writes to a temporary file and renames it; the folder is made again where somebody removed it.
    mutating func write(
        _ start: [UInt8],
        _ body: [UInt8],
        to name: String,
        at now: Int64
    ) throws(SystemCallError) {
        let temporary = place(of: nextTemporaryName())
        do {
            try WholeFile.writeNew(temporary, [start, body])
        } catch  where error.errno == SystemCallError.noSuchFile {
            try makeFolder()
            try WholeFile.writeNew(temporary, [start, body])
        }
        FileStatus.stamp(temporary, used: now, modified: now)
        do {
            try WholeFile.rename(temporary, to: place(of: name))
        } catch {
            WholeFile.remove(temporary)
            throw error
        }
    }

    func makeFolder() throws(SystemCallError) {
        try Folder.make(path, mode: 0o700, modeAbove: 0o700)
        try Folder.requireUsable(path)
    }
}
