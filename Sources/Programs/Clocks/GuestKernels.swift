package import VirtualTime

/// Finds the guest kernels that a command asks for.
package enum GuestKernels {
    /// The kernels with these versions, or the newest. Throws if one is missing, or named twice.
    package static func named(
        _ versions: [String],
        among kernels: [VirtualKernel] = VirtualKernel.installed(),
        by installation: Installation = .own
    ) throws(CommandFailure) -> [VirtualKernel] {
        guard let newest = kernels.first else {
            throw CommandFailure(
                .failed,
                "virtual time needs a guest kernel, and no guest kernel is installed",
                advice: "\(installation.kernelAdvice); --clock real does not need one"
            )
        }
        guard !versions.isEmpty else { return [newest] }
        var found: [VirtualKernel] = []
        for version in versions {
            guard let kernel = VirtualKernel.of(version, among: kernels) else {
                let built = kernels.map(\.version).joined(separator: ", ")
                throw CommandFailure(
                    .failed,
                    "the guest kernel \(version) is not installed, only \(built)",
                    advice: installation.kernelAdvice(for: version)
                )
            }
            if found.contains(kernel) {
                throw CommandFailure(
                    .wrongUsage,
                    "--kernel names Linux \(kernel.version) twice",
                    advice: "the beginning of a version, such as 6.1, means its newest kernel"
                )
            }
            found.append(kernel)
        }
        return found
    }
}
