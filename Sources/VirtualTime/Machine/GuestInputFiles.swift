internal import CLinux
import Glibc
import LinuxIO
import Wire

/// The files that a guest's first process reads: what to run, with its whole environment, and its standard input.
///
/// They are in a folder in memory that the guest kernel alone sees, so nothing is left of them however netlab ends.
/// Where the kernel does not allow that, they are private files in a common folder, until the guest has read them.
final class GuestInputFiles {
    /// Folders without spaces in their names, which the kernel's command line could not hold.
    private static let places = ["/dev/shm", "/tmp"]
    private static let isHidden = netlab_may_mount_private(Machine.isRoot ? 1 : 0) == 1

    private var hidden: [(path: String, bytes: [UInt8])] = []
    private var visible: [String] = []

    /// Adds a file, and returns the path by which the guest finds it.
    func add(_ bytes: [UInt8], _ name: String) throws(SystemCallError) -> String {
        guard !Self.isHidden else {
            let path = "\(NETLAB_PRIVATE_FOLDER)/netlab-\(name)-\(getpid())-\(RunClock.wall())"
            hidden.append((path, bytes))
            return path
        }
        var failure: SystemCallError?
        for place in Self.places {
            let path = "\(place)/netlab-\(name)-\(getpid())-\(RunClock.wall())"
            do throws(SystemCallError) {
                try WholeFile.writeNew(path, [bytes])
                visible.append(path)
                return path
            } catch {
                failure = error
            }
        }
        throw failure ?? SystemCallError("open", on: Self.places[0], errno: ENOENT)
    }

    /// The hidden files for the guest kernel's process, which writes them before it begins.
    func withPrivateFiles<Value>(
        _ body: (UnsafeBufferPointer<netlab_private_file>) throws(SystemCallError) -> Value
    ) throws(SystemCallError) -> Value {
        let paths = CStringList(hidden.map { Array($0.path.utf8) })
        // Copied where they do not move.
        let contents = hidden.map { file in
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, file.bytes.count))
            copy.initialize(from: file.bytes, count: file.bytes.count)
            return copy
        }
        defer { for copy in contents { copy.deallocate() } }
        let files = hidden.indices.map { place in
            netlab_private_file(
                path: paths.raw[place],
                bytes: contents[place],
                length: hidden[place].bytes.count
            )
        }
        return try withExtendedLifetime(paths) { () throws(SystemCallError) in
            try Self.pointing(to: files, body)
        }
    }

    private static func pointing<Value>(
        to files: [netlab_private_file],
        _ body: (UnsafeBufferPointer<netlab_private_file>) throws(SystemCallError) -> Value
    ) throws(SystemCallError) -> Value {
        let result: Result<Value, SystemCallError> = files.withUnsafeBufferPointer { pointer in
            Result { () throws(SystemCallError) in try body(pointer) }
        }
        return try result.get()
    }

    /// Removes what the guest may not have removed.
    func remove() {
        for path in visible { WholeFile.remove(path) }
        visible = []
    }
}
