import Experiments
import Foundation
import Testing

@Suite struct BundledScenariosTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "scenarios")

    @Test func `every file of the folder is within the program, as it is`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".yaml") }
        #expect(BundledScenarios.names == files.map { String($0.dropLast(5)) }.sorted())
        for (name, text) in BundledScenarios.texts {
            let file = try Data(contentsOf: Self.folder.appending(path: "\(name).yaml"))
            #expect(text == [UInt8](file), "\(name)")
        }
    }
}
