import Foundation
import TestSupport
import Testing

extension Alone {
    @Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(5)))
    struct `A run that is stopped` {
        /// Progress of a run when it is stopped: the words on standard error, or the file, that show it.
        enum Moment: String, CaseIterable {
            case atOnce, whenTheFolderIsThere, whileItDownloads
        }

        @Test(arguments: [SIGINT, SIGTERM], Moment.allCases)
        func `keeps its results and reports the interruption`(_ number: Int32, _ moment: Moment) throws {
            let folder = try ScratchFolder()
            let run = try Netlab.start("run", "dsl", "--out", folder.file("run"), in: folder)
            waitFor(moment, of: run, folder.file("run"))
            run.signal(number)
            let output = try run.finish()
            #expect(output.status == 130 || (moment == .atOnce && output.status == 128 + number))
            guard moment == .whileItDownloads else { return }

            let result = try ResultDocument(file: folder.file("run/result.json"))
            #expect(result.outcome == "interrupted")
            for name in ["client.pcapng", "server.pcapng"] {
                let seen = try Netlab.run("inspect", "run/\(name)", "--json", in: folder)
                #expect(seen.status == 0, "\(name): \(seen.errors)")
            }
            #expect(
                try String(contentsOfFile: folder.file("run/link.jsonl"), encoding: .utf8).hasSuffix("}\n")
            )
        }

        @Test
        func `a benchmark can be interrupted, too`() throws {
            let folder = try ScratchFolder()
            let bench = try Netlab.start("bench", in: folder)
            waitFor(.whileItDownloads, of: bench, folder.file("netlab-runs/latest"))
            bench.signal(SIGINT)
            let output = try bench.finish()
            #expect(output.status == 130, "\(output.errors)")
            #expect(output.output == "")
        }

        @Test(arguments: Moment.allCases)
        func `leaves nothing behind when it is killed`(_ moment: Moment) throws {
            let folder = try ScratchFolder()
            let before = try traces()
            let run = try Netlab.start("run", "dsl", "--out", folder.file("run"), in: folder)
            waitFor(moment, of: run, folder.file("run"))
            run.signal(SIGKILL)
            _ = try run.finish()
            // The kernel removes a namespace shortly after its last process has ended.
            var after = try traces()
            let deadline = Date(timeIntervalSinceNow: 10)
            while after != before, Date() < deadline { after = try traces() }
            #expect(after == before)
        }

        private func waitFor(_ moment: Moment, of run: RunningProgram, _ path: String) {
            let deadline = Date(timeIntervalSinceNow: 30)
            func isReached() -> Bool {
                switch moment {
                case .atOnce: return true
                case .whenTheFolderIsThere: return FileManager.default.fileExists(atPath: path)
                case .whileItDownloads:
                    let size = try? FileManager.default.attributesOfItem(atPath: "\(path)/client.pcapng")[
                        .size
                    ]
                    return (size as? Int ?? 0) > 20_000
                }
            }
            while run.isRunning, !isReached(), Date() < deadline { sched_yield() }
        }

        /// Interfaces, namespaces, rules and netlab's processes on this machine.
        private func traces() throws -> String {
            let list = """
                ls /sys/class/net; lsns -t net -n -o NS; lsns -t user -n -o NS
                ip rule 2>/dev/null; ip route 2>/dev/null; iptables-save 2>/dev/null | grep -v '^#'; pgrep -x netlab; true
                """
            return try Program("/bin/sh", ["-c", list]).run().output
        }
    }
}
