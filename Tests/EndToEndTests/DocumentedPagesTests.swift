import Foundation
import Testing

@Suite struct `The documentation's pages` {
    @Test(arguments: DocumentedCommands.allPages)
    func `link to files that are there`(_ page: String) {
        for link in DocumentedCommands.links(on: page) {
            #expect(
                FileManager.default.fileExists(atPath: "\(DocumentedCommands.rootPath)/\(link)"),
                "\(link)"
            )
        }
    }

    @Test func `are all listed in the index`() {
        let listed = Set(DocumentedCommands.links(on: "docs/README.md"))
        let pages = DocumentedCommands.allPages.filter { $0.hasPrefix("docs/") && $0 != "docs/README.md" }
        #expect(pages.count > 20)
        #expect(pages.filter { !listed.contains($0) } == [])
    }

    @Test func `include a README of fewer than 150 lines`() {
        #expect(
            DocumentedCommands.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
                .count < 150
        )
    }
}
