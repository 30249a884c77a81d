import LinkModel
import Scenarios
import Sweeps
import TestSupport
import Testing
import Wire

@Suite struct EngineOrderTests {
    private static func order(
        cells: Int = 100,
        clock: ClockKind = .virtual,
        folder: String = "/data/it's 100% mine",
        chunk: Int = 7,
        jobs: Int? = 3
    ) -> EngineOrder {
        let conditions = CellConditions(netlab: "1.0", clock: clock, kernel: "6.1", line: .packet)
        let header = SweepHeader(name: "my sweep", conditions: conditions, cells: cells)
        return EngineOrder(header, folder: folder, program: "/opt/net lab", chunk: chunk, jobs: jobs)
    }

    @Test(arguments: [(1, 1, 1), (100, 7, 15), (98, 7, 14), (5, 10, 1)])
    func `splits all cells into tasks`(_ cells: Int, _ chunk: Int, _ tasks: Int) {
        #expect(Self.order(cells: cells, chunk: chunk).tasks == tasks)
    }

    @Test(arguments: [SweepEngine.parallel, .slurm])
    func `a script parses in the shell for any folder name`(_ engine: SweepEngine) throws {
        let scratch = try ScratchFolder()
        try scratch.write("script", Self.order().text(for: engine))
        let output = try Program("/bin/sh", ["-n", scratch.file("script")], in: scratch.path).run()
        #expect(output.status == 0 && output.errors.isEmpty, "\(output.errors)")
    }

    @Test func `the Slurm script has the array, the requirements and requeueing`() {
        let text = Self.order().text(for: .slurm)
        for line in [
            "#SBATCH --array=0-14%3", "#SBATCH --job-name=my-sweep", "#SBATCH --requeue",
            "#SBATCH --output=\"/data/it's 100%% mine/slurm-%A_%a.log\"",
            #"'/opt/net lab' sweep cell '/data/it'\''s 100% mine' "$((SLURM_ARRAY_TASK_ID * 7 + 1))-$((SLURM_ARRAY_TASK_ID * 7 + 7))""#,
        ] { #expect(text.contains(line + "\n"), "\(text)") }
        #expect(!text.contains("--exclusive"))
        #expect(Self.order(clock: .real, jobs: nil).text(for: .slurm).contains("#SBATCH --exclusive\n"))
        #expect(text.contains("# The guest kernel 6.1, and ptrace"))
    }

    @Test func `the Kubernetes manifest is an indexed Job with the same settings`() {
        let text = Self.order().text(for: .kubernetes)
        for words in [
            "completions: 15\n", "parallelism: 3\n", "backoffLimitPerIndex: 2\n",
            "operator: NotIn, values: [3]",
            "not run on a cluster",
        ] { #expect(text.contains(words), "\(text)") }
    }
}
