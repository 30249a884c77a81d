import Glibc

/// A test's own folder, removed with all its content.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/netlab-cache-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, let made = mkdtemp(start) else { return "/nonexistent" }
            return String(cString: made)
        }
    }

    deinit {
        Self.remove(path)
    }

    /// The names in it, sorted.
    var names: [String] { Self.names(in: path) }

    func file(_ name: String) -> String { path + "/" + name }

    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func remove(_ path: String) {
        for name in names(in: path) { remove(path + "/" + name) }
        if rmdir(path) != 0 { unlink(path) }
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}
