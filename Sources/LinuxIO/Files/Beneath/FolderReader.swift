internal import CLinux
import Glibc

/// Reads an open folder name by name. Used by one thread.
struct FolderReader: ~Copyable {
    private let stream: OpaquePointer
    private let name: String

    init(_ descriptor: consuming OwnedDescriptor, name: String) throws(SystemCallError) {
        self.name = name
        let raw = descriptor.release()
        guard let stream = fdopendir(raw) else {
            let code = netlab_errno()
            close(raw)
            throw SystemCallError("fdopendir", on: name, errno: code)
        }
        self.stream = stream
    }

    deinit {
        closedir(stream)
    }

    /// The next name other than `.` and `..`; nil at the end.
    borrowing func next() throws(SystemCallError) -> [UInt8]? {
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let code = netlab_errno()
                if code != 0 { throw SystemCallError("readdir", on: name, errno: code) }
                return nil
            }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if bytes != [0x2E], bytes != [0x2E, 0x2E] { return bytes }
        }
    }

    /// nil if the entry is a link or no longer exists.
    borrowing func status(of name: [UInt8]) throws(SystemCallError) -> FileStatus? {
        var status = stat()
        let path = name.map { CChar(bitPattern: $0) } + [0]
        guard fstatat(dirfd(stream), path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFLNK ? nil : FileStatus(status)
    }
}
