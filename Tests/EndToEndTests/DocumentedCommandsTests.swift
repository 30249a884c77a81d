import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs the documented commands exactly as printed.
@Suite(
    .enabled(if: World.isPossible, "needs root, and \(World.tools.joined(separator: ", "))"),
    .timeLimit(.minutes(5))
)
struct `What the documentation tells to type` {
    /// Machines that try commands at a time.
    private static let readers = 6

    /// The commands of each page and of the help; repeated ones belong to the first page.
    private static func places() throws -> [[String]] {
        let help = try DocumentedCommands.helpExamples(in: ScratchFolder())
        #expect(help.count > 40)
        var seen: Set<String> = []
        let places = (DocumentedCommands.pages.map(DocumentedCommands.commands) + [help]).map { commands in
            // A comment follows two spaces.
            commands.filter { seen.insert($0.components(separatedBy: "  ")[0]).inserted }
        }
        // The longest first, so that no processor waits for one of them at the end.
        return places.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    @Test
    func `works as printed`() throws {
        let places = try Self.places()
        let complaints = Mutex<[String]>([])
        let machine = try ReadersMachine()
        // Load is not judged here, and most commands wait for a line.
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = Self.readers
        for commands in places.sorted(by: { $0.count > $1.count }) {
            queue.addOperation {
                let found: [String]
                do {
                    found = try ReadersMachine(like: machine).complaints(about: commands)
                } catch {
                    found = ["\(error)"]
                }
                complaints.withLock { $0 += found }
            }
        }
        queue.waitUntilAllOperationsAreFinished()
        for complaint in complaints.withLock({ $0 }) { Issue.record("\(complaint)") }
    }

    @Test
    func `shows the actual output`() throws {
        let page = DocumentedCommands.text(of: "docs/what-a-304-saves.md")
        let output = try Netlab.run("profiles", "nlc", "--304", "10MB", in: ScratchFolder()).output
        let lines = output.split(separator: "\n").map { "    \($0)" }
        #expect(lines.count > 9)
        for line in lines { #expect(page.contains(line), "docs/what-a-304-saves.md does not have\n\(line)") }
    }
}
