import Foundation
import TestSupport

/// The command lines in the documentation.
enum DocumentedCommands {
    /// First words of such a line.
    private static let programs: Set<Substring> = ["netlab", "tshark", "wireshark", "make", "tc", "tcpdump"]

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static var rootPath: String { root.path }

    /// The README, and every page of `docs` with a command on it.
    static let pages: [String] = {
        let folder = root.appending(path: "docs").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let all =
            ["README.md", "CONTRIBUTING.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        return all.filter { !commands(on: $0).isEmpty }
    }()

    static func text(of page: String) -> String {
        (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
    }

    /// The commands in the page's indented blocks, in order.
    static func commands(on page: String) -> [String] {
        var isFenced = false
        return text(of: page).split(separator: "\n").compactMap { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced, line.hasPrefix("    ") else { return nil }
            var words = line.drop { $0 == " " }
            if words.hasPrefix("$ ") { words = words.dropFirst(2) }
            return programs.contains(words.prefix { $0 != " " }) ? String(words) : nil
        }
    }

    /// The files that the page links to, as paths from the repository's folder.
    static func links(on page: String) -> [String] {
        let folder = (page as NSString).deletingLastPathComponent
        return text(of: page).components(separatedBy: "](").dropFirst().compactMap { rest in
            let target = rest.prefix { $0 != ")" && $0 != "#" }
            guard !target.isEmpty, !target.contains("://") else { return nil }
            return (folder as NSString).appendingPathComponent(String(target))
        }
    }

    /// Every page of the documentation, with commands or without.
    static var allPages: [String] {
        let names =
            (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
        return ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    /// The examples in the help of every command, in the order in which `netlab help` lists them.
    static func helpExamples(in folder: ScratchFolder) throws -> [String] {
        let overview = try Netlab.run("help", in: folder).output
        let names = overview.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap {
                $0.split(separator: " ").first.map { String($0) }
            }
        return try names.flatMap { name in
            let help = try Netlab.run("help", name, in: folder).output
            return help.split(separator: "\n").drop { !$0.hasPrefix("example") }.dropFirst()
                .filter { !$0.hasPrefix("      ") }
                .map { String($0.drop { $0 == " " }) }
        }
    }

    /// The README's first YAML block, which its commands call `mine.yaml`.
    static var scenario: String {
        text(of: "README.md").components(separatedBy: "```yaml\n").dropFirst().first?
            .components(separatedBy: "```").first ?? ""
    }
}
