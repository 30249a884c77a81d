import LinuxIO

/// A kernel that runs as an ordinary program, with a clock that stands still while there is anything to do.
package struct VirtualKernel: Hashable, Sendable {
    /// Name of the program in the kernel's folder.
    private static let program = "linux"
    /// File with notes of the build, and the prefix of the line with the address of its clock.
    private static let notes = "about.txt"
    private static let clockNote = "clock:   0x"

    /// Version of its source, such as `6.1.192-2`.
    package let version: String
    /// Path of the program.
    package let path: String

    package init(version: String, path: String) {
        self.version = version
        self.path = path
    }

    /// The kernels available to this user, newest first. Of one version, the nearest folder's last built.
    package static func installed(_ variables: [String: String] = Environment.variables) -> [VirtualKernel] {
        var versions: Set<String> = []
        let kernels = folders(variables).flatMap(found).filter { versions.insert($0.version).inserted }
        return kernels.sorted { isNewer($0.version, $1.version) }
    }

    /// The newest kernel of a version such as `6.1`; nil if there is none.
    package static func of(_ version: String, among kernels: [VirtualKernel]) -> VirtualKernel? {
        kernels.first { kernel in
            // The remainder of a longer version begins with a point or, before Debian's revision, a dash.
            kernel.version.hasPrefix(version)
                && [nil, ".", "-"].contains(kernel.version.dropFirst(version.count).first)
        }
    }

    /// Address of the clock in the kernel's memory, as noted by its build; nil without a note.
    var clockAddress: UInt? {
        let notes = try? WholeFile.read(path.dropLast(Self.program.count) + Self.notes, limit: 1 << 20)
        let line = notes?.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Self.clockNote.utf8) }
        return line.flatMap {
            UInt(String(decoding: $0.dropFirst(Self.clockNote.utf8.count), as: UTF8.self), radix: 16)
        }
    }

    /// True if the guest's system calls need no tracing, which makes them twice as fast.
    var hasFastCalls: Bool { Self.isNewer(version, "6.16") }

    /// Folders with kernels: the one in NETLAB_KERNELS, else one beside an installed program and one in the
    /// user's cache.
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

    /// The kernels in a folder, the last built first. Names consist of the version and a hash of what the kernel
    /// was built from.
    private static func found(in folder: String) -> [VirtualKernel] {
        guard let names = try? Folder.names(in: folder) else { return [] }
        let kernels = names.compactMap { name -> (kernel: VirtualKernel, built: Int64)? in
            guard name.first?.isNumber == true, let dash = name.lastIndex(of: "-") else { return nil }
            let path = "\(folder)/\(name)/\(program)"
            guard let built = FileStatus(path)?.modified else { return nil }
            return (VirtualKernel(version: String(name[..<dash]), path: path), built)
        }
        return kernels.sorted { $0.built > $1.built }.map(\.kernel)
    }

    /// Compares version numbers by value: 6.12 is newer than 6.9.
    static func isNewer(_ one: String, _ other: String) -> Bool {
        func numbers(_ version: String) -> [Int] {
            version.split { !$0.isNumber }.prefix(6).compactMap { Int($0) }
        }
        return numbers(other).lexicographicallyPrecedes(numbers(one))
    }
}
