internal import CLinux
import Glibc

/// A folder and what is beneath it, for who must get nowhere else: `..`, absolute links, and links that lead out of it
/// find nothing. Links that stay beneath it are followed.
///
/// Places are bytes, relative to the folder and without a slash in front; an empty one is the folder itself. Any thread
/// may call it. It stays the same folder where its path comes to mean another.
package final class FolderTree: Sendable {
    /// As it was given.
    package let path: String
    private let descriptor: OwnedDescriptor

    package init(_ path: String) throws(SystemCallError) {
        self.path = path
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        descriptor = OwnedDescriptor(owning: try systemCall("open", on: path) { netlab_open(path, flags, 0) })
        // Known before anybody asks for a file: without openat2 (Linux 5.6), or where it is forbidden, nothing may be
        // served at all.
        guard try status(of: []) != nil else { throw SystemCallError("openat2", on: path, errno: ENOENT) }
    }

    /// The folder is in no other any more: there is nothing in it, and never will be.
    package var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor.raw, &status) == 0 && status.st_nlink == 0
    }

    /// What stands at a place; nil where there is nothing, or it is not beneath the folder.
    package func status(of place: [UInt8]) throws(SystemCallError) -> FileStatus? {
        if let status = unlinkedStatus(of: place) { return status }
        guard let found = try descend(to: place, { netlab_point_beneath($0, $1) }) else { return nil }
        return try Self.status(of: found, name(place))
    }

    /// In one call, for a name of the folder's own that is no link: nothing on the way to it leads elsewhere. nil where it
    /// takes more to tell.
    private func unlinkedStatus(of place: [UInt8]) -> FileStatus? {
        guard place.first != Self.dot, !place.contains(where: { $0 == Self.slash || $0 == 0 }) else {
            return nil
        }
        var status = stat()
        let isThere = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, place.count) + 1) {
            path in
            path.initialize(repeating: 0)
            path[0] = Self.dot
            for index in place.indices { path[index] = place[index] }
            return path.withMemoryRebound(to: CChar.self) { path in
                path.baseAddress.map { fstatat(descriptor.raw, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
            }
        }
        guard isThere, status.st_mode & S_IFMT != S_IFLNK else { return nil }
        return FileStatus(status)
    }

    /// Opens a regular file; nil where there is none, nothing else is ever opened: neither a pipe, which would wait for
    /// its other end, nor a device.
    package func open(_ place: [UInt8]) throws(SystemCallError) -> (file: SharedFile, status: FileStatus)? {
        guard try status(of: place)?.isRegular == true else { return nil }
        // Somebody may put something else there now: hence no waiting, no terminal, and a second look.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
        guard let found = try descend(to: place, { netlab_open_beneath($0, $1, flags) }) else {
            return nil
        }
        let status = try Self.status(of: found, name(place))
        guard status.isRegular else { return nil }
        return (SharedFile(found, name: name(place)), status)
    }

    /// The regular files and folders in a folder, in no order; nil where it is none. `isWhole` is false where there are
    /// more than `limit`.
    package func entries(
        of place: [UInt8],
        atMost limit: Int
    ) throws(SystemCallError) -> (entries: [FolderEntry], isWhole: Bool)? {
        let flags = O_RDONLY | O_DIRECTORY
        guard let found = try descend(to: place, { netlab_open_beneath($0, $1, flags) }) else {
            return nil
        }
        let reader = try FolderReader(found, name: name(place))
        var entries: [FolderEntry] = []
        while let name = try reader.next() {
            guard
                let status = try reader.status(of: name)
                    ?? linked(place + (place.isEmpty ? [] : [0x2F]) + name),
                status.isRegular || status.isFolder
            else { continue }
            if entries.count == limit { return (entries, false) }
            entries.append(FolderEntry(name: name, status: status))
        }
        return (entries, true)
    }

    /// What a link leads to. One that nobody may follow is not shown.
    private func linked(_ place: [UInt8]) -> FileStatus? {
        try? status(of: place)
    }

    private func name(_ place: [UInt8]) -> String {
        place.isEmpty ? path : "\(path)/\(String(decoding: place, as: UTF8.self))"
    }

    private static func status(
        of descriptor: borrowing OwnedDescriptor,
        _ name: String
    ) throws(SystemCallError) -> FileStatus {
        let raw = descriptor.raw
        var status = stat()
        try systemCall("fstat", on: name) { fstat(raw, &status) }
        return FileStatus(status)
    }

    // MARK: Descending

    /// Where the kernel could not tell whether a path with `..` in a link stays beneath, because something was moved
    /// meanwhile.
    private static let mostTries = 8

    private func descend(
        to place: [UInt8],
        _ open: (Int32, UnsafePointer<CChar>) -> Int32
    ) throws(SystemCallError) -> OwnedDescriptor? {
        // A path ends at its first NUL: behind it would be something that was not asked for.
        if place.contains(0) { return nil }
        let path = Self.path(place)
        var tries = 0
        while true {
            do throws(SystemCallError) {
                let raw = descriptor.raw
                return OwnedDescriptor(owning: try systemCall("openat2", on: name(place)) { open(raw, path) })
            } catch {
                tries += 1
                if error.errno == EAGAIN, tries < Self.mostTries { continue }
                if Self.meansNothingThere.contains(error.errno) { return nil }
                throw error
            }
        }
    }

    private static let dot: UInt8 = 0x2E
    private static let slash: UInt8 = 0x2F

    /// As the kernel takes it.
    private static func path(_ place: [UInt8]) -> [CChar] {
        var path: [CChar] = []
        path.reserveCapacity(place.count + 2)
        for byte in place { path.append(CChar(bitPattern: byte)) }
        if path.isEmpty { path.append(CChar(dot)) }
        path.append(0)
        return path
    }

    /// EXDEV: it leads out of the folder. ENXIO: a socket, or a device without a driver.
    private static let meansNothingThere = [ENOENT, ENOTDIR, EXDEV, ELOOP, ENAMETOOLONG, EINVAL, ENXIO]
}
