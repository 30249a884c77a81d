import TestSupport

/// A package of PyPI that `make test-packages` installs in a folder of its own.
struct PythonPackage {
    /// The database for the queries of the documentation.
    static let duckDB = PythonPackage(name: "duckdb", module: "duckdb")
    /// The published schemas of Kubernetes.
    static let kubernetesValidate = PythonPackage(name: "kubernetes-validate", module: "kubernetes_validate")

    let name: String
    let module: String

    private var folder: String { "\(DocumentedCommands.rootPath)/.build/\(name)" }

    var python: String { "\(programs)/python" }

    /// The folder of its Python, and of programs that it brings.
    var programs: String { "\(folder)/bin" }

    var isInstalled: Bool {
        let run = try? Program("/bin/sh", ["-c", "'\(python)' -c 'import \(module)'"], in: "/").run()
        return run?.status == 0
    }
}
