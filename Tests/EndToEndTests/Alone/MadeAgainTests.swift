import Foundation
import Glibc
import TestSupport
import Testing

extension Alone {
    @Suite(
        .enabled(if: Netlab.isRoot, "needs root"),
        .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
        .serialized,
        .timeLimit(.minutes(5))
    )
    struct `A run that a busy machine spoilt` {
        private static let again = "repeated in virtual time"

        /// Stops the program again and again while it downloads, as a busy machine would.
        private func spoilt(_ arguments: [String], in folder: ScratchFolder, clock: String) throws
            -> ProgramOutput
        {
            // `auto` may find the machine too busy for real time at once: then there is nothing to spoil.
            CalmMachine.wait(atMost: .seconds(60))
            let run = try Program(
                Netlab.path,
                arguments,
                in: folder.path,
                environment: ["NETLAB_CLOCK": clock]
            ).start()
            let capture = folder.file("run/client.pcapng")
            func size() -> Int {
                (try? FileManager.default.attributesOfItem(atPath: capture)[.size] as? Int) ?? 0
            }
            _ = Waiting.until { size() > 20_000 || !run.isRunning }
            for _ in 0..<6 where run.isRunning {
                run.signal(SIGSTOP)
                usleep(300_000)
                run.signal(SIGCONT)
                usleep(100_000)
            }
            return try run.finish()
        }

        @Test
        func `is repeated in virtual time and leaves one result`() throws {
            let folder = try ScratchFolder()
            let output = try spoilt(["run", "dsl", "--out", "run", "--json"], in: folder, clock: "auto")
            #expect(output.status == 0, "\(output.errors)")
            let lines = output.errors.split(separator: "\n").filter { $0.contains(Self.again) }
            guard !output.errors.contains("so virtual time is used") else { return }
            #expect(lines.count == 1, "\(output.errors)")
            let result = try ResultDocument(file: folder.file("run/result.json"))
            #expect(result.link.clock == "virtual" && result.emulation.trusted)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run"])
            // One document, that of the folder.
            #expect(try ResultDocument(json: output.output).link.clock == "virtual")
        }

        @Test
        func `is not repeated if real time was requested`() throws {
            let folder = try ScratchFolder()
            let output = try spoilt(["run", "dsl", "--out", "run", "--quiet"], in: folder, clock: "real")
            #expect(output.status == 3, "\(output.errors)")
            #expect(!output.errors.contains(Self.again))
            let result = try ResultDocument(file: folder.file("run/result.json"))
            #expect(result.outcome == "untrusted" && result.link.clock != "virtual")
        }
    }

    @Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(2)))
    struct `A run that waits for another one` {
        @Test
        func `names the process, user and duration of the run it waits for`() throws {
            let folder = try ScratchFolder()
            let first = try Netlab.start("run", "dsl", "--out", "first", in: folder)
            _ = Waiting.until { first.errors.contains("theory predicts") || !first.isRunning }
            let second = try Netlab.start("run", "dsl", "--out", "second", in: folder)
            _ = Waiting.until { second.errors.contains("waiting for") || !second.isRunning }
            second.signal(SIGINT)
            let waited = try second.finish()
            #expect(
                waited.errors.contains("(process \(first.identifier), netlab run of root, for "),
                "\(waited.errors)"
            )
            first.signal(SIGINT)
            _ = try first.finish()
        }
    }
}
