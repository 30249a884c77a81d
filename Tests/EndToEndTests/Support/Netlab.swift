import Foundation
import TestSupport

/// The built program, and how to run it as different users.
enum Netlab {
    /// The release program that `make test` names, else the one beside the tests.
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["NETLAB_PROGRAM"] { return named }
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }
        return NSString.path(withComponents: Array(root)) + "/.build/release/netlab"
    }()

    static let isRoot = geteuid() == 0

    /// Runs netlab in a scratch folder of its own.
    static func run(
        _ arguments: String...,
        in folder: ScratchFolder,
        environment: [String: String] = [:]
    ) throws -> ProgramOutput {
        try Program(path, arguments, in: folder.path, environment: environment).run()
    }

    static func start(_ arguments: String..., in folder: ScratchFolder) throws -> RunningProgram {
        try Program(path, arguments, in: folder.path).start()
    }

    /// Runs netlab through a shell line in which `$NETLAB` is the program.
    static func shell(_ line: String, in folder: ScratchFolder) throws -> ProgramOutput {
        try Program("/bin/sh", ["-c", line], in: folder.path, environment: ["NETLAB": path]).run()
    }
}
