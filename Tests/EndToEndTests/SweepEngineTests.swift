import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A sweep on another's engine` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try SmallSweep.write(to: folder, down: "512 kbit/s", axes: "seeds: 6")
    }

    @Test(.enabled(if: InstalledTools.has("parallel"), "needs GNU parallel"))
    func `is run by GNU parallel, which resumes where it stopped`() throws {
        let script = """
            set -e
            "$NETLAB" sweep plan sweep.yaml --out "a b's"
            "$NETLAB" sweep submit "a b's" --to parallel --chunk 3 --jobs 1
            "$NETLAB" sweep submit "a b's" --to parallel --chunk 3 --jobs 1 --start
            "$NETLAB" sweep submit "a b's" --to parallel --chunk 3 --jobs 1 --start
            wc -l <"a b's/parallel.log"
            """
        let output = try Netlab.shell(script, in: folder)
        // Its header and two tasks: the second call had nothing to do.
        #expect(output.output.hasSuffix("\n3\n"), "\(output.output)\(output.errors)")
        #expect(
            output.output.components(separatedBy: "6 of 6 cells").count == 3,
            "\(output.output)\(output.errors)"
        )
    }

    @Test(
        .enabled(
            if: PythonPackage.kubernetesValidate.isInstalled,
            "needs kubernetes-validate: make test-packages"
        )
    )
    func `is a valid Job by the published Kubernetes schemas`() throws {
        let validate = "\(PythonPackage.kubernetesValidate.programs)/kubernetes-validate"
        // The program asks for a name, which a server makes.
        let script = """
            set -e
            "$NETLAB" sweep plan sweep.yaml --out out && "$NETLAB" sweep submit out --to kubernetes --chunk 2
            sed 's/generateName: netlab-sweep-/name: netlab-sweep/' out/kubernetes.yaml >job.yaml
            for version in 1.31.0 1.33.0; do '\(validate)' -k $version --strict job.yaml; done
            sed -i 's/completions:/completion:/' job.yaml
            ! '\(validate)' --strict job.yaml
            """
        let output = try Netlab.shell(script, in: folder)
        #expect(output.status == 0, "\(output.output)\(output.errors)")
    }

    @Test(
        .enabled(
            if: SlurmCluster.isPossible,
            "needs root, and Debian's slurmctld, slurmd, slurm-client and munge"
        )
    )
    func `is run by Slurm in chunks, from a folder with a space`() throws {
        let cluster = try SlurmCluster(in: folder)
        let begun = try cluster.shell(
            #""$NETLAB" sweep plan sweep.yaml --out "a b" && "$NETLAB" sweep submit "a b" --to slurm --chunk 4 --start"#
        )
        #expect(begun.status == 0 && begun.output.hasPrefix("Submitted batch job"), "\(begun.errors)")
        let done = try cluster.wait(seconds: 60, for: #"[ -z "$(squeue -h)" ]"#)
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        let status = try Netlab.run("sweep", "status", "a b", in: folder)
        #expect(status.output == "sweep: 6 of 6 cells are finished\n", "\(status.errors)")
    }

    @Test(
        .enabled(
            if: SlurmCluster.isPossible,
            "needs root, and Debian's slurmctld, slurmd, slurm-client and munge"
        )
    )
    func `finishes every cell once after Slurm's controller and node are killed`() throws {
        let cluster = try SlurmCluster(in: folder)
        let killed = """
            "$NETLAB" sweep plan sweep.yaml --out out && "$NETLAB" sweep submit out --to slurm --start
            until ls out/cells/*/* >/dev/null 2>&1; do sleep 0.05; done
            """
        let begun = try cluster.shell(killed)
        #expect(begun.status == 0, "\(begun.errors)")
        try cluster.kill()
        try cluster.start()
        let done = try cluster.wait(
            seconds: 150,
            for: #""$NETLAB" sweep status out | grep -q "6 of 6" && [ -z "$(squeue -h)" ]"#
        )
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        let merged = try Netlab.run("sweep", "merge", "out", "--plain", in: folder)
        #expect(
            merged.status == 0 && merged.output.contains("6 runs"),
            "\(merged.output)\(merged.errors)"
        )
    }

    @Test(
        .enabled(
            if: SlurmCluster.isPossible,
            "needs root, and Debian's slurmctld, slurmd, slurm-client and munge"
        )
    )
    func `is retried by Slurm if a cell has no usable result`()
        throws
    {
        let cluster = try SlurmCluster(in: folder)
        // A netlab whose cell has no result at first.
        let script = """
            "$NETLAB" sweep plan sweep.yaml --out out && "$NETLAB" sweep submit out --to slurm --chunk 6
            printf '#!/bin/sh\\necho x >>tries\\n[ "$(wc -l <tries)" -gt 1 ] || exit 3\\nexec "%s" "$@"\\n' "$NETLAB" >late
            chmod +x late && sed -i "s|^[^# ]*netlab sweep cell|./late sweep cell|" out/slurm.sh
            grep -q "^./late" out/slurm.sh && sbatch out/slurm.sh
            """
        let begun = try cluster.shell(script)
        #expect(begun.status == 0, "\(begun.output)\(begun.errors)")
        let done = try cluster.wait(
            seconds: 150,
            for: #""$NETLAB" sweep status out | grep -q "6 of 6""#
        )
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        // A cell that a busy machine spoils is tried again, too.
        let tries = try folder.read("tries")
        #expect(tries.hasPrefix("x\nx\n"), "\(tries)")
    }
}
