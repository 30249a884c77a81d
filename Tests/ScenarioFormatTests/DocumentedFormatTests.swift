import Foundation
import ScenarioFormat
import Testing

/// Compares the pages about scenarios with what the decoder reads.
@Suite struct DocumentedFormatTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func page(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appending(path: name)), as: UTF8.self)
    }

    /// The page's YAML blocks, in order.
    private static func blocks(of page: String) -> [String] {
        page.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    /// Every word that the page sets as code, in a block or inline.
    private static func codeWords(of page: String) -> Set<Substring> {
        let blocks = page.components(separatedBy: "```").enumerated()
        let code = blocks.flatMap { place, text in
            place.isMultiple(of: 2)
                ? text.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(
                    \.element
                )
                : [text]
        }
        return Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
    }

    @Test func `documents every key of a scenario`() throws {
        let words = Self.codeWords(of: try Self.page("docs/scenarios.md"))
        for kind in SectionKind.allCases {
            #expect(!kind.keys.isEmpty)
            let missing = kind.keys.filter { !words.contains($0[...]) }
            #expect(missing == [], "docs/scenarios.md does not have these keys of \(kind)")
        }
    }

    @Test(arguments: [
        "README.md", "docs/scenarios.md", "docs/expectations.md", "docs/test-an-image-cache.md",
    ])
    func `every code block in the documentation loads as a scenario`(_ name: String) throws {
        let blocks = Self.blocks(of: try Self.page(name))
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(throws: Never.self, "\(block)") {
                try ScenarioLoader.load(text: Array(block.utf8), file: name)
            }
        }
    }
}
