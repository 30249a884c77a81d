import LinuxIO

/// A kernel that runs as an ordinary program, with a clock that stands still while there is anything to do.
package struct VirtualKernel: Hashable, Sendable {
    /// The program's name in the kernel's own folder.
    private static let program = "linux"
    /// What its build says of it, and the line with the place of its time.
    private static let notes = "about.txt"
    private static let clockNote = "clock:   0x"

    /// Of its source, such as `6.1.192-2`.
    package let version: String
    /// The program's file.
    package let path: String

    package init(version: String, path: String) {
        self.version = version
        self.path = path
    }

    /// Those that this user has, the newest first.
    package static func installed(_ variables: [String: String] = Environment.variables) -> [VirtualKernel] {
        folders(variables).flatMap(found).sorted { Self.isNewer($0.version, $1.version) }
    }

    /// The newest of a version such as `6.1`; nil where there is none.
    package static func of(_ version: String, among kernels: [VirtualKernel]) -> VirtualKernel? {
        kernels.first { kernel in
            // What is left of a longer version begins with a point or, before Debian's own number, a dash.
            kernel.version.hasPrefix(version)
                && [nil, ".", "-"].contains(kernel.version.dropFirst(version.count).first)
        }
    }

    /// Where it keeps its time in its memory, as its build noted; nil where it did not.
    var clockAddress: UInt? {
        let notes = try? WholeFile.read(path.dropLast(Self.program.count) + Self.notes, limit: 1 << 20)
        let line = notes?.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Self.clockNote.utf8) }
        return line.flatMap {
            UInt(String(decoding: $0.dropFirst(Self.clockNote.utf8.count), as: UTF8.self), radix: 16)
        }
    }

    /// True where a system call of the guest's needs no tracing: it is twice as fast.
    var hasFastCalls: Bool { Self.isNewer(version, "6.16") }

    /// Where kernels lie: in the folder that NETLAB_KERNELS names, else beside an installed program and in the user's cache.
    private static func folders(_ variables: [String: String]) -> [String] {
        if let named = variables["NETLAB_KERNELS"], !named.isEmpty { return [named] }
        let cache =
            variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? variables["HOME"].map { "\($0)/.cache" }
        let beside = Executable.path.map { path in
            path.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/lib/netlab/kernels"
        }
        return [beside, cache.map { "\($0)/netlab/kernels" }].compactMap { $0 }
    }

    /// A folder is named by the version and a hash of what the kernel was built from.
    private static func found(in folder: String) -> [VirtualKernel] {
        guard let names = try? Folder.names(in: folder) else { return [] }
        return names.compactMap { name in
            guard name.first?.isNumber == true, let dash = name.lastIndex(of: "-") else { return nil }
            let path = "\(folder)/\(name)/\(program)"
            return WholeFile.exists(path) ? VirtualKernel(version: String(name[..<dash]), path: path) : nil
        }
    }

    /// Numbers in order, by their value: 6.12 is newer than 6.9.
    static func isNewer(_ one: String, _ other: String) -> Bool {
        func numbers(_ version: String) -> [Int] {
            version.split { !$0.isNumber }.prefix(6).compactMap { Int($0) }
        }
        return numbers(other).lexicographicallyPrecedes(numbers(one))
    }
}
