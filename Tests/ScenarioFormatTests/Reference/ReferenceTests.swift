import Foundation
import ScenarioFormat
import Testing

/// Compares the pages in `docs/reference` with what the program knows. `make reference` writes them.
@Suite struct ReferenceTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func compare(_ name: String, with text: String) throws {
        let file = Self.root.appending(path: "docs/reference/\(name)")
        if ProcessInfo.processInfo.environment["NETLAB_WRITE_REFERENCE"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isSame = try String(contentsOf: file, encoding: .utf8) == text
        #expect(
            isSame,
            "docs/reference/\(name) is not what the program says: `make reference` writes it again"
        )
    }

    @Test func `documents every key of a scenario`() throws {
        #expect(ReferenceSection.all.map(\.kind) == SectionKind.allCases)
        try compare("scenario.md", with: ScenarioReference.page())
    }

    @Test(arguments: ReferenceSection.all.indices)
    func `every key has a description of its values`(_ place: Int) {
        let section = ReferenceSection.all[place]
        for key in section.kind.keys {
            #expect(KeyProbe(section: section, key: key).takes != nil, "\(section.place): \(key)")
        }
        // What is stated here is stated of keys that exist.
        #expect(Set(section.said.keys).isSubset(of: section.kind.keys))
    }

    @Test func `documents every figure of an expectation`() throws {
        try compare("expectations.md", with: ExpectationReference.page)
    }
}
