internal import CLinux
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

    /// The program with this name in the folder of the running one; nil if there is none.
    package static func beside(_ name: String) -> String? {
        guard let own = path, let slash = own.lastIndex(of: "/") else { return nil }
        let file = String(own[...slash] + name)
        return access(file, X_OK) == 0 && !Folder.exists(file) ? file : nil
    }

    /// Replaces the running program: the process, its descriptors and its environment stay. `words` begin with the
    /// program's name. Must be called while the process has one thread.
    package static func become(_ program: String, _ words: [[UInt8]]) throws(SystemCallError) -> Never {
        let list = CStringList(words)
        execv(program, list.raw)
        throw SystemCallError("exec", on: program, errno: netlab_errno())
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
