import Foundation
import TestSupport

/// The built program, and how to run it as different users.
enum Netlab {
    /// The release program that `make test` names, otherwise the one beside the tests.
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["NETLAB_PROGRAM"] { return named }
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }
        return NSString.path(withComponents: Array(root)) + "/.build/release/netlab"
    }()

    static let isRoot = geteuid() == 0

    /// Real time, unless a test says otherwise: the choice of `auto` depends on the machine's load.
    private static let clock = ["NETLAB_CLOCK": "real"]

    /// Runs netlab in its own scratch folder.
    static func run(
        _ arguments: String...,
        in folder: ScratchFolder,
        environment: [String: String] = [:]
    ) throws -> ProgramOutput {
        try run(arguments, in: folder, environment: environment)
    }

    static func run(
        _ arguments: [String],
        in folder: ScratchFolder,
        environment: [String: String] = [:]
    ) throws -> ProgramOutput {
        let environment = clock.merging(environment) { _, said in said }
        return try Program(path, arguments, in: folder.path, environment: environment).run()
    }

    static func start(_ arguments: String..., in folder: ScratchFolder) throws -> RunningProgram {
        try Program(path, arguments, in: folder.path, environment: clock).start()
    }

    /// Runs netlab through a shell line in which `$NETLAB` is the program.
    static func shell(_ line: String, in folder: ScratchFolder) throws -> ProgramOutput {
        let environment = clock.merging(["NETLAB": path]) { _, said in said }
        return try Program("/bin/sh", ["-c", line], in: folder.path, environment: environment).run()
    }
}
