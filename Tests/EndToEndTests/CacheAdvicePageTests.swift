import Foundation
import TestSupport
import Testing

/// The tables of `docs/cache-advice.md`, made by theory, and some of their figures by runs in virtual time.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CacheAdvicePageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/cache-advice.md")
    private static let lines = [("nlc/wifi", "Wi-Fi"), ("nlc/lte", "LTE"), ("nlc/3g", "3G")]

    /// What an app decides.
    private struct Setting: Hashable {
        var memory: String
        var disk: String

        init(_ row: [String: Any]) {
            func text(_ key: String) -> String { row[key] as? String ?? "" }
            let policy = text("client.policy")
            let isAsked = text("client.revalidate") == "disk-hit"
            memory = ["memory", "both"].contains(policy) ? "\(text("client.memory.count")) images" : "-"
            disk =
                ["disk", "both"].contains(policy)
                ? "for \(text("client.disk.ttl"))\(isAsked ? ", with its ETag" : "")" : "-"
        }
    }

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func table(_ rows: [[String: Any]]) -> String {
        var order: [Setting] = []
        var times: [Setting: [String: Int]] = [:]
        for row in rows {
            let setting = Setting(row)
            if times[setting] == nil { order.append(setting) }
            times[setting, default: [:]][row["link.profile"] as? String ?? ""] = row["totalNs"] as? Int
        }
        let head = ["memory keeps", "the disk keeps"] + Self.lines.map(\.1)
        let body = order.map { setting in
            [setting.memory, setting.disk]
                + Self.lines.map { line in
                    times[setting]?[line.0].map { String(format: "%.2f s", Double($0) / 1e9) } ?? "?"
                }
        }
        let dashes = head.indices.map { $0 < 2 ? "---" : "---:" }
        return ([head, dashes] + body).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    @Test func `has the tables that theory computes for the bundled sweep`() throws {
        let output = try Netlab.run("sweep", "predict", "cache-advice", in: folder)
        try #require(output.status == 0, "\(output.errors)")
        let rows = try output.output.split(separator: "\n").dropFirst().compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(rows.count == 108)
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        for name in ["week-of-feed", "week-of-bookmarks", "week-of-tags"] {
            let table = table(rows.filter { $0["scenario"] as? String == name })
            if ProcessInfo.processInfo.environment["NETLAB_WRITE_REFERENCE"] == "1" {
                let parts = text.components(separatedBy: "<!-- \(name) -->\n")
                try #require(parts.count == 3)
                text = [parts[0], table, parts[2]].joined(separator: "<!-- \(name) -->\n")
                try text.write(to: Self.page, atomically: false, encoding: .utf8)
            } else {
                #expect(text.contains("<!-- \(name) -->\n\(table)<!--"), "\(name):\n\(table)")
            }
        }
    }

    @Test(.enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"))
    func `has figures confirmed by runs, first where theory is least decisive`() throws {
        let script = """
            "$NETLAB" sweep predict cache-advice --verify 3% --out advice &&
            "$NETLAB" sweep run advice && "$NETLAB" sweep merge advice --plain
            """
        let output = try Netlab.shell(script, in: folder)
        try #require(output.status == 0, "\(output.output)\(output.errors)")
        func rows(_ name: String) throws -> [[String: Any]] {
            try folder.read(name).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
        let told = try rows("advice/predictions.ndjson")
        let runs = try rows("advice/tables/runs.ndjson")
        #expect(runs.count == 4)
        for run in runs {
            let prediction = try #require(told.first { $0["cell"] as? String == run["cell"] as? String })
            let steps = try #require(prediction["makespanNs"] as? [String: Int])
            let foretold = Double(steps.values.reduce(0, +))
            let measured = Double(try #require(run["makespanNs"] as? Int))
            #expect(abs(measured / foretold - 1) < 0.01, "\(run["cell"] ?? ""): \(foretold) \(measured)")
        }
    }
}
