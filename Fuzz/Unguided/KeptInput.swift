import Glibc
import LinuxIO

/// The file that holds the input that is being tried.
struct KeptInput: ~Copyable {
    private let path: String
    private let file: Int32

    init(_ path: String) throws(SystemCallError) {
        self.path = path
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if file < 0 { throw SystemCallError("open", on: path, errno: errno) }
    }

    deinit {
        close(file)
    }

    func keep(_ input: [UInt8]) throws(SystemCallError) {
        guard ftruncate(file, 0) == 0, pwrite(file, input, input.count, 0) == input.count else {
            throw SystemCallError("write", on: path, errno: errno)
        }
    }

    /// Nothing broke.
    func remove() {
        unlink(path)
    }
}
