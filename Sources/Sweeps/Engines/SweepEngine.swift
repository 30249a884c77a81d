/// What runs cells on other machines, or many on this one.
package enum SweepEngine: String, Hashable, Sendable, CaseIterable {
    case parallel, slurm, kubernetes

    /// The file that it is given, in the sweep's folder.
    package var fileName: String {
        switch self {
        case .parallel: "parallel.sh"
        case .slurm: "slurm.sh"
        case .kubernetes: "kubernetes.yaml"
        }
    }

    /// The program that takes the file.
    package var program: String {
        switch self {
        case .parallel: "sh"
        case .slurm: "sbatch"
        case .kubernetes: "kubectl"
        }
    }

    /// The program that must be installed, and Debian's package of it; nil if Debian has none.
    package var needs: (program: String, package: String?) {
        switch self {
        case .parallel: ("parallel", "parallel")
        case .slurm: ("sbatch", "slurm-client")
        case .kubernetes: ("kubectl", nil)
        }
    }

    /// What the program is told.
    package func words(_ file: String) -> [String] {
        self == .kubernetes ? ["create", "-f", file] : [file]
    }
}
