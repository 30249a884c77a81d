import Foundation

/// A folder of a test's own, removed with everything in it when the test lets go of it.
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

    /// Folders in the name are made.
    package func write(_ name: String, _ text: String) throws {
        if name.contains("/") {
            try FileManager.default.createDirectory(
                atPath: (file(name) as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true
            )
        }
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }
}
