internal import CLinux
import Glibc

/// What this machine is.
package enum Machine {
    /// The kernel's release, such as `6.1.0-18-amd64`.
    package static var kernel: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return withUnsafePointer(to: &name.release) { field in
            field.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
        }
    }

    package static var processors: Int {
        Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    package static var memoryBytes: Int64 {
        Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    package static var isRoot: Bool {
        geteuid() == 0
    }
}
