import Foundation

/// A test's own folder, removed with all its content when it is released.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "netlab-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Creates the folders in the name.
    package func write(_ name: String, _ text: String) throws {
        if name.contains("/") {
            try FileManager.default.createDirectory(
                atPath: (file(name) as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true
            )
        }
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }
}
