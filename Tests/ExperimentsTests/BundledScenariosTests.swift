import Experiments
import Foundation
import Testing

@Suite struct BundledScenariosTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [("scenarios", BundledScenarios.texts), ("sweeps", BundledSweeps.texts)])
    func `every file of the folder is bundled unchanged`(
        _ folder: String,
        _ texts: [String: [UInt8]]
    ) throws {
        let folder = Self.root.appending(path: folder)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yaml") }
        #expect(texts.keys.sorted() == files.map { String($0.dropLast(5)) }.sorted())
        for (name, text) in texts {
            let file = try Data(contentsOf: folder.appending(path: "\(name).yaml"))
            #expect(text == [UInt8](file), "\(name)")
        }
    }

    @Test func `the bundled sweeps are listed by name`() {
        let sweeps = BundledSweeps.texts.filter {
            String(decoding: $0.value, as: UTF8.self).contains("\nsweep: ")
        }
        #expect(sweeps.keys.sorted() == BundledSweeps.names)
    }
}
