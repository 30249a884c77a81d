import Foundation
import LinuxIO
import TestSupport
import Testing

struct TailedFileTests {
    @Test func `the closing text follows whatever was appended`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("list")
        // Longer than all that follows, and readable by everybody.
        try Data(repeating: 120, count: 100).write(to: URL(filePath: path))
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        var file = try TailedFile(path: path, opening: "[", closing: "]\n")
        #expect(try text() == "[]\n")
        try file.append(Array("one".utf8))
        #expect(try text() == "[one]\n")
        try file.append(Array(",two".utf8))
        #expect(try text() == "[one,two]\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a file that cannot be made is named`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("none/list")
        let error = #expect(throws: SystemCallError.self) {
            _ = try TailedFile(path: path, opening: "", closing: "")
        }
        #expect(error?.description.contains(path) == true)
    }
}
