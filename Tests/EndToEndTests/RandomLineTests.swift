import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .timeLimit(.minutes(10))
)
struct `Theory on random lines` {
    /// Virtual time gives the same figures on every machine: fewer right lines are a rule of TCP that theory has lost. More
    /// are a reason to raise this.
    private static let (lines, right) = (60, 51)

    @Test
    func `is right on as many of sixty lines as ever`() throws {
        let folder = try ScratchFolder()
        let bench = try Netlab.run(
            "bench",
            "theory",
            "--random",
            "\(Self.lines)",
            "--seed",
            "1",
            "--keep",
            "missed",
            in: folder
        )
        let missed = bench.errors.split(separator: "\n").filter { $0.contains(", seed ") }
        #expect(bench.status == (missed.isEmpty ? 0 : 4), "\(bench.errors)")
        #expect(Self.lines - missed.count >= Self.right, "\(bench.errors)")
        #expect(!bench.errors.contains("without a prediction"), "\(bench.errors)")
        #expect(bench.output.contains("plain, 15 lines alone, within 0.1 % or 0.1 ms"))

        // A run that theory missed says where.
        let run = try #require(
            FileManager.default.contentsOfDirectory(atPath: folder.file("missed")).sorted().first
        )
        let parting = try Netlab.run("diff", "missed/\(run)", "--theory", in: folder)
        #expect(parting.status == 4 && parting.output.contains("They part at"), "\(parting.errors)")
    }
}
