internal import CLinux
import Glibc

/// A folder and everything beneath it, for callers that must not leave it: `..`, absolute links, and links
/// that lead out of it find nothing. Links that stay beneath it are followed.
///
/// Places are bytes relative to the folder, without a leading slash; an empty place is the folder itself. Any
/// thread may call it. It keeps to the same folder even if another takes its path.
package final class FolderTree: Sendable {
    /// The path as given.
    package let path: String
    private let descriptor: OwnedDescriptor

    package init(_ path: String) throws(SystemCallError) {
        self.path = path
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        descriptor = OwnedDescriptor(owning: try systemCall("open", on: path) { netlab_open(path, flags, 0) })
        // Checked before any file is requested: without openat2 (Linux 5.6), or if it is forbidden, nothing
        // must be served.
        guard try status(of: []) != nil else { throw SystemCallError("openat2", on: path, errno: ENOENT) }
    }

    /// True if the folder was removed from the file system, so that it is empty for ever.
    package var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor.raw, &status) == 0 && status.st_nlink == 0
    }

    /// The status of a place; nil if there is nothing, or it is not beneath the folder.
    package func status(of place: [UInt8]) throws(SystemCallError) -> FileStatus? {
        if let status = unlinkedStatus(of: place) { return status }
        guard let found = try descend(to: place, { netlab_point_beneath($0, $1) }) else { return nil }
        return try Self.status(of: found, name(place))
    }

    /// The status in one call, for a name directly in the folder that is not a link, so that nothing can lead
    /// elsewhere. nil if more checks are needed.
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

    /// Opens a regular file; nil if there is none. Nothing else is ever opened: neither a pipe, which would
    /// wait for its other end, nor a device.
    package func open(_ place: [UInt8]) throws(SystemCallError) -> (file: SharedFile, status: FileStatus)? {
        guard try status(of: place)?.isRegular == true else { return nil }
        // The file may have been replaced meanwhile: do not wait, take no terminal, and check again.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
        guard let found = try descend(to: place, { netlab_open_beneath($0, $1, flags) }) else {
            return nil
        }
        let status = try Self.status(of: found, name(place))
        guard status.isRegular else { return nil }
        return (SharedFile(found, name: name(place)), status)
    }

    /// The regular files and folders in a folder, in no order; nil if it is not a folder. `isWhole` is false
    /// if there are more than `limit`.
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

    /// Status of a link's target; nil if it may not be followed.
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

    /// Tries if the kernel cannot decide whether a path with `..` in a link stays beneath, because something
    /// was moved meanwhile.
    private static let mostTries = 8

    private func descend(
        to place: [UInt8],
        _ open: (Int32, UnsafePointer<CChar>) -> Int32
    ) throws(SystemCallError) -> OwnedDescriptor? {
        // The kernel would cut a path at its first NUL, and so open something else.
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
                if Self.absenceErrors.contains(error.errno) { return nil }
                throw error
            }
        }
    }

    private static let dot: UInt8 = 0x2E
    private static let slash: UInt8 = 0x2F

    /// The path as a C string.
    private static func path(_ place: [UInt8]) -> [CChar] {
        var path: [CChar] = []
        path.reserveCapacity(place.count + 2)
        for byte in place { path.append(CChar(bitPattern: byte)) }
        if path.isEmpty { path.append(CChar(dot)) }
        path.append(0)
        return path
    }

    /// Errors that mean "nothing there". EXDEV: it leads out of the folder. ENXIO: a socket, or a device
    /// without a driver.
    private static let absenceErrors = [ENOENT, ENOTDIR, EXDEV, ELOOP, ENAMETOOLONG, EINVAL, ENXIO]
}
