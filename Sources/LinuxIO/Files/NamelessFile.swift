internal import CLinux
import Glibc

/// A file that is written before it has its name: nobody sees a part of it, and nothing is left of it if the
/// process ends first.
struct NamelessFile: ~Copyable {
    private let descriptor: OwnedDescriptor
    private let path: String

    private init(_ descriptor: consuming OwnedDescriptor, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// nil where that is impossible: the file system has no such files, or what is there cannot be replaced
    /// without a trace. It is a link, a device, another user's file, or has a second name.
    static func becoming(_ path: String, mode: UInt32) -> NamelessFile? {
        var present = stat()
        let isThere = lstat(path, &present) == 0
        guard isThere ? isReplaceable(present) : netlab_errno() == ENOENT else { return nil }
        let mode = isThere ? present.st_mode & 0o777 : mode
        let raw = netlab_nameless_file(folder(of: path), mode)
        guard raw >= 0 else { return nil }
        let descriptor = OwnedDescriptor(owning: raw)
        // Unlike a new file's, this mode is not subject to the user's mask.
        if isThere, fchmod(raw, mode) != 0 { return nil }
        return NamelessFile(descriptor, path)
    }

    private static func isReplaceable(_ present: stat) -> Bool {
        present.st_mode & S_IFMT == S_IFREG && present.st_nlink == 1 && present.st_uid == geteuid()
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Borrowed.
    var raw: Int32 { descriptor.raw }

    /// Gives it its name, in place of the file that has it; false if that is impossible.
    func takeName() -> Bool {
        let here = "/proc/self/fd/\(descriptor.raw)"
        func link(to name: String) -> Bool { linkat(AT_FDCWD, here, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 }
        if link(to: path) { return true }
        guard netlab_errno() == EEXIST else { return false }
        // Only a rename replaces a file.
        let fresh = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard link(to: fresh) else { return false }
        if rename(fresh, path) == 0 { return true }
        unlink(fresh)
        return false
    }
}
