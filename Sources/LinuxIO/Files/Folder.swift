internal import CLinux
import Glibc

/// Folders, and symbolic links to them.
package enum Folder {
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The sorted names in a folder.
    package static func names(in path: String) throws(SystemCallError) -> [String] {
        var names: [String] = []
        try visit(path) { _, name in names.append(name) }
        return names.sorted()
    }

    /// The entries of a folder, in no order. A link's status is its own.
    package static func files(in path: String) throws(SystemCallError) -> [(name: String, status: FileStatus)]
    {
        var files: [(String, FileStatus)] = []
        try visit(path) { folder, name in
            var status = stat()
            // Skip a file that was removed meanwhile.
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
            files.append((name, FileStatus(status)))
        }
        return files
    }

    private static func visit(_ path: String, _ each: (Int32, String) -> Void) throws(SystemCallError) {
        let folder = try opened(path)
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { each(dirfd(folder), name) }
        }
    }

    private static func opened(_ path: String) throws(SystemCallError) -> OpaquePointer {
        while true {
            if let folder = opendir(path) { return folder }
            if errno != EINTR { throw SystemCallError("opendir", on: path, errno: errno) }
        }
    }

    /// Creates a folder and its parents; an existing one is fine.
    package static func make(
        _ path: String,
        mode: UInt32,
        modeAbove: UInt32 = 0o777
    ) throws(SystemCallError) {
        if exists(path) { return }
        try makeAbove(path, mode: modeAbove)
        do throws(SystemCallError) {
            try systemCall("mkdir", on: path) { mkdir(path, mode) }
        } catch  where error.errno == EEXIST && exists(path) {
            // Another process created it meanwhile.
        }
    }

    /// Makes the folders above a path.
    package static func makeAbove(_ path: String, mode: UInt32 = 0o777) throws(SystemCallError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        try make(String(path[..<slash]), mode: mode, modeAbove: mode)
    }

    /// The working folder as raw bytes; nil if it was removed.
    package static var current: [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard getcwd(&buffer, buffer.count) != nil else { return nil }
        return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }

    /// A path from the root to an existing file or folder, without links.
    package static func real(_ path: String) throws(SystemCallError) -> String {
        guard let found = realpath(path, nil) else {
            throw SystemCallError("realpath", on: path, errno: errno)
        }
        defer { free(found) }
        return String(cString: found)
    }

    /// Throws unless files in the folder may be listed, created and removed.
    package static func requireUsable(_ path: String) throws(SystemCallError) {
        try systemCall("use the folder", on: path) { access(path, R_OK | W_OK | X_OK) }
    }

    /// Removes a folder and the files in it, one level deep. Skips what cannot be removed.
    package static func remove(_ path: String) {
        for name in (try? names(in: path)) ?? [] { WholeFile.remove("\(path)/\(name)") }
        rmdir(path)
    }

    /// Removes a folder with everything in it, without following links. Skips what cannot be removed.
    package static func removeWhole(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let inner = "\(path)/\(name)"
            if unlink(inner) != 0, errno == EISDIR { removeWhole(inner) }
        }
        rmdir(path)
    }

    /// Removes a folder if nothing is in it.
    package static func removeEmpty(_ path: String) {
        rmdir(path)
    }

    /// Creates one folder; false if the name is taken.
    package static func makeNew(_ path: String, mode: UInt32) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            try systemCall("mkdir", on: path) { mkdir(path, mode) }
            return true
        } catch  where error.errno == EEXIST {
            return false
        }
    }

    /// Changes the target of a symbolic link atomically, so that the link is never missing.
    package static func replaceLink(_ path: String, target: String) throws(SystemCallError) {
        let fresh = "\(path).\(getpid())"
        unlink(fresh)
        try systemCall("symlink", on: fresh) { symlink(target, fresh) }
        try systemCall("rename", on: path) { rename(fresh, path) }
    }
}
