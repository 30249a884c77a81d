import LinuxIO

/// How this program came onto the machine.
package enum Installation {
    /// By Debian's package, whose users have no Makefile at hand.
    case package
    /// Built here, or copied.
    case sources

    package static var own: Installation { of(Executable.path, isListed: WholeFile.exists) }

    /// `isListed` tells whether a file exists, such as dpkg's list of the package's files.
    static func of(_ program: String?, isListed: (String) -> Bool) -> Installation {
        program == "/usr/bin/netlab" && isListed("/var/lib/dpkg/info/netlab.list") ? .package : .sources
    }

    /// What brings a first guest kernel.
    var kernelAdvice: String {
        switch self {
        case .package: "the package netlab-kernels contains one"
        case .sources: "`make virtual-kernel` builds one in a few minutes"
        }
    }

    /// What brings a guest kernel of this version.
    func kernelAdvice(for version: String) -> String {
        switch self {
        case .package: "another build of the package netlab-kernels may contain it"
        case .sources: "make virtual-kernel KERNELS=\(version)"
        }
    }
}
