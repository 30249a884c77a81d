import Foundation
import TestSupport
import Testing

extension Alone {
    @Suite(.timeLimit(.minutes(4)))
    struct `The project's benchmarks` {
        private struct Document: Decodable {
            struct Row: Decodable {
                var name: String
                var unit: String
                var netlab: Double?
                var goal: String
                var met: Bool?
            }

            var schema: String
            var rows: [Row]
        }

        let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
        }

        // Only the benchmark, on an idle machine, judges whether a rate is exact to a hundredth of a per cent.
        @Test(.enabled(if: Netlab.isRoot, "a line's precedence is root's"))
        func `the link is measured, and every part reports its figures`() throws {
            let wrong = try Patience.attempt("bench link") {
                // Without `tc` there are no peers to measure.
                let output = try Netlab.run(
                    ["bench", "link", "--rounds", "1", "--only", "rates,crowd", "--json"],
                    in: folder,
                    environment: ["PATH": folder.path]
                )
                #expect([0, 4].contains(output.status), "\(output.errors)")
                let document = try JSONDecoder().decode(Document.self, from: Data(output.output.utf8))
                #expect(document.schema == "netlab.bench/1")
                for row in document.rows { #expect(row.netlab.map { $0 >= 0 } == true, "\(row.name)") }
                let rates = document.rows.filter { $0.name.hasPrefix("rate is off") }
                let lateness = document.rows.filter { $0.name.hasPrefix("packets leave late") }
                let crowd = document.rows.filter { $0.name.hasPrefix("beside busy loops") }
                #expect((rates.count, lateness.count, crowd.count, document.rows.count) == (4, 4, 1, 9))
                return rates.filter { $0.netlab.map { $0 < 0.5 } != true }
            } objection: {
                $0.isEmpty ? nil : "these rates are not the line's: \($0)"
            }.objection
            #expect(wrong == nil)
        }

        @Test func `benchmarks that were not built explain how to build them`() throws {
            try FileManager.default.copyItem(atPath: Netlab.path, toPath: folder.file("netlab"))
            let bench = try Program(folder.file("netlab"), ["bench", "line"], in: folder.path).run()
            #expect(bench.status == 3 && bench.output.isEmpty)
            #expect(bench.errors.contains("netlab-bench, which is not in netlab's folder"), "\(bench.errors)")
            #expect(bench.errors.contains("`make bench`"), "\(bench.errors)")
        }

        @Test func `invalid rounds and unknown names are refused`() throws {
            let none = try Netlab.run("bench", "link", "--rounds", "0", in: folder)
            #expect(none.status == 1)
            #expect(none.errors.contains("--rounds takes a whole number from 1 to 99"))
            let unknown = try Netlab.run("bench", "lnk", in: folder)
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("did you mean `netlab bench link`?"))
            let part = try Netlab.run("bench", "cache", "--only", "downloads", in: folder)
            #expect(part.status == 1)
            #expect(part.errors.contains("`netlab bench cache` has no part `downloads`"))
            #expect(part.errors.contains("did you mean `--only download`?"))
            let other = try Netlab.run("bench", "cache", "--only", "solo", in: folder)
            #expect(other.status == 1)
        }
    }
}
