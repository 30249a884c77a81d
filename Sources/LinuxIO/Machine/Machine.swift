internal import CLinux
import Glibc

/// Facts about this machine.
package enum Machine {
    /// The kernel's release, such as `6.1.0-18-amd64`.
    package static var kernel: String { name(\.release) }

    /// Name of the kernel, such as `Linux`.
    package static var system: String { name(\.sysname) }

    /// The processor's architecture, such as `x86_64`.
    package static var hardware: String { name(\.machine) }

    /// Host name; empty if it has none.
    package static var hostName: String { name(\.nodename) }

    private static func name<Field>(_ field: KeyPath<utsname, Field>) -> String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return withUnsafeBytes(of: names[keyPath: field]) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    package static var processors: Int {
        Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    package static var memoryBytes: Int64 {
        Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Id of the user who started the program.
    package static var userNumber: UInt32 {
        getuid()
    }

    package static var isRoot: Bool {
        geteuid() == 0
    }
}
