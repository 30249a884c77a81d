import Glibc

/// Paths of this and other programs.
package enum Executable {
    /// Absolute path of the running program; nil if /proc does not provide it.
    package static var path: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The program with this name in the folders of `path`, which colons separate; nil if there is none.
    package static func find(_ name: String, on path: String?) -> String? {
        for folder in (path ?? "").split(separator: ":") where folder.hasPrefix("/") {
            let file = "\(folder)/\(name)"
            if access(file, X_OK) == 0, !Folder.exists(file) { return file }
        }
        return nil
    }
}
