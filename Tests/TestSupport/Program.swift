import Foundation

/// A program run as a child, with its output collected.
package struct Program: Sendable {
    package var path: String
    package var arguments: [String]
    package var folder: String?
    package var environment: [String: String]

    package init(
        _ path: String,
        _ arguments: [String],
        in folder: String? = nil,
        environment: [String: String] = [:]
    ) {
        self.path = path
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
    }

    /// Runs it to the end.
    package func run() throws -> ProgramOutput {
        try start().finish()
    }

    /// Starts it and returns while it runs.
    package func start() throws -> RunningProgram {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, ours in ours }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        return try RunningProgram(process)
    }

    /// The first place on PATH with a program of this name.
    package static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let folders = path.split(separator: ":").map { String($0) } + ["/usr/sbin", "/sbin"]
        return folders.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
