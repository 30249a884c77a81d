import Foundation
import Phones
import TestSupport

/// A folder for the phones of one test.
struct BookFolder {
    let scratch: ScratchFolder
    let folder: PhoneFolder

    init() throws {
        scratch = try ScratchFolder()
        folder = PhoneFolder(scratch.file("data/netlab/phones"))
    }

    /// With this file in it, which only its owner may read.
    init(holding text: String) throws {
        try self.init()
        try scratch.write("data/netlab/phones/phones.json", text)
        try setMode(0o600)
    }

    var text: String { get throws { try scratch.read("data/netlab/phones/phones.json") } }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file)
    }

    static func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
