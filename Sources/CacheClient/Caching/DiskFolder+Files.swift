import Glibc
internal import LinuxIO

extension DiskFolder {
    struct Listed {
        var name: String
        var size: Int
        var usedAt: Int64
        var confirmedAt: Int64
    }

    static var temporaryPrefix: String { ".writing-" }

    /// The entries' files; temporary files that nobody writes any more are removed on the way.
    func entries(at now: Int64) throws(SystemCallError) -> [Listed] {
        guard let folder = opendir(path) else { throw SystemCallError("opendir", on: path, errno: errno) }
        defer { closedir(folder) }
        let descriptor = dirfd(folder)
        var found: [Listed] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let isTemporary = name.hasPrefix(Self.temporaryPrefix)
            var status = stat()
            guard isTemporary || Self.isEntryName(name),
                fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let modified = status.st_mtim.nanoseconds
            if !isTemporary {
                let used = max(status.st_atim.nanoseconds, modified)
                let size = Int(status.st_size)
                found.append(Listed(name: name, size: size, usedAt: used, confirmedAt: modified))
            } else if now - modified > Self.abandonedAfter {
                unlinkat(descriptor, name, 0)
            }
        }
        return found
    }

    static func isEntryName(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Writes to a temporary file and renames it; the folder is made again where somebody removed it.
    mutating func write(
        _ start: [UInt8],
        _ body: [UInt8],
        to name: String,
        at now: Int64
    ) throws(SystemCallError) {
        let temporary = path + "/" + nextTemporaryName()
        do {
            try Self.write(start, body, toNew: temporary, at: now)
        } catch  where error.errno == ENOENT {
            try makeFolder()
            try Self.write(start, body, toNew: temporary, at: now)
        }
        do {
            let target = path + "/" + name
            try systemCall("rename", on: target) { rename(temporary, target) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func write(
        _ start: [UInt8],
        _ body: [UInt8],
        toNew path: String,
        at now: Int64
    ) throws(SystemCallError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) { Glibc.open(path, flags, 0o600) }
        )
        do {
            try writeAll(start, to: file.raw, path: path)
            try writeAll(body, to: file.raw, path: path)
        } catch {
            unlink(path)
            throw error
        }
        FileTimes.set(file.raw, used: now, confirmed: now)
    }

    private static func writeAll(_ bytes: [UInt8], to raw: Int32, path: String) throws(SystemCallError) {
        var written = 0
        while written < bytes.count {
            written += try systemCall("write", on: path) {
                bytes.withUnsafeBytes {
                    Glibc.write(raw, $0.baseAddress?.advanced(by: written), $0.count - written)
                }
            }
        }
    }
}
