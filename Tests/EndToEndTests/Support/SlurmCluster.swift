import Foundation
import TestSupport
import Testing

/// Debian's Slurm on this machine alone, without systemd: a controller, one node, and the service that tells them apart from
/// strangers. All of it lives in the folder `slurm` of a scratch folder.
final class SlurmCluster {
    /// What it takes, besides root.
    static var isPossible: Bool {
        geteuid() == 0 && ["munged", "slurmctld", "slurmd", "sbatch"].allSatisfy(InstalledTools.has)
    }

    private let folder: ScratchFolder

    init(in folder: ScratchFolder) throws {
        self.folder = folder
        let host = try Program("/bin/hostname", ["-s"], in: "/").run().output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let place = folder.file("slurm")
        // Below those that the system gives to connections, of which other tests have many meanwhile.
        let port = 20_000 + Int(getpid()) % 12_000
        let made = try Program("/bin/mkdir", ["-p", "\(place)/state", "\(place)/spool"], in: "/").run()
        try #require(made.status == 0, "\(made.errors)")
        try folder.write("slurm/slurm.conf", Self.settings(host: host, folder: place, port: port))
        let munge = """
            munged --force --key-file="$PWD/key" --socket="$PWD/munge" --pid-file="$PWD/munged.pid" \\
                --log-file="$PWD/munged.log" --seed-file="$PWD/seed"
            """
        try begin("cd slurm && head -c 1024 /dev/urandom >key && chmod 400 key && \(munge)")
        try start()
    }

    deinit {
        _ = try? shell("kill $(cat slurm/slurmd.pid slurm/slurmctld.pid slurm/munged.pid)")
    }

    /// Starts controller and node, also again after they were killed.
    func start() throws {
        try begin("slurmctld && slurmd")
    }

    /// Runs a shell line that starts servers. These get no descriptor of the test, which would wait for them; 255 is the
    /// line itself.
    private func begin(_ line: String) throws {
        let closing =
            "for each in /proc/$$/fd/*; do each=${each##*/}; [ $each -lt 3 ] || [ $each = 255 ] || eval \"exec $each>&-\"; done"
        try folder.write("slurm/begin", "\(closing)\n\(line)\n")
        let begun = try shell("bash slurm/begin >slurm/begun 2>&1 </dev/null")
        let said = (try? folder.read("slurm/begun")) ?? ""
        try #require(begun.status == 0, "\(said)")
    }

    func kill() throws {
        let killed = try shell("kill -9 $(cat slurm/slurmctld.pid slurm/slurmd.pid)")
        #expect(killed.status == 0, "\(killed.errors)")
    }

    /// Runs a shell line for which this is the cluster, and in which `$NETLAB` is the program.
    func shell(_ line: String) throws -> ProgramOutput {
        try Netlab.shell("export SLURM_CONF=\"$PWD/slurm/slurm.conf\"; \(line)", in: folder)
    }

    /// Waits until a shell line succeeds.
    func wait(seconds: Int, for line: String) throws -> ProgramOutput {
        let round = 30
        var output = try wait(once: round, for: line)
        for _ in 1..<max(2, seconds / round) where output.status != 0 {
            // A task that ended just before its controller died may still be running for the next one, until its node
            // registers again.
            try begin(
                "kill $(cat slurm/slurmd.pid); while pgrep -F slurm/slurmd.pid; do sleep 0.1; done; slurmd"
            )
            output = try wait(once: round, for: line)
        }
        return output
    }

    private func wait(once seconds: Int, for line: String) throws -> ProgramOutput {
        // A node whose controller died with a task on it is drained until somebody resumes it, and a task whose start failed
        // meanwhile is held until somebody releases it.
        try shell(
            """
            for second in $(seq \(seconds)); do
                scontrol update nodename="$(hostname -s)" state=resume 2>/dev/null
                squeue -h -t PD -o %i | xargs -r -n 1 scontrol release 2>/dev/null
                if \(line); then exit 0; fi
                sleep 1
            done
            squeue; sinfo -R; tail -20 slurm/slurmctld.log; exit 1
            """
        )
    }

    private static func settings(host: String, folder: String, port: Int) -> String {
        """
        ClusterName=sweep
        SlurmctldHost=\(host)(127.0.0.1)
        SlurmUser=root
        SlurmdUser=root
        AuthType=auth/munge
        AuthInfo=socket=\(folder)/munge,cred_expire=5
        CredType=cred/munge
        MpiDefault=none
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        JobAcctGatherType=jobacct_gather/none
        AccountingStorageType=accounting_storage/none
        JobCompType=jobcomp/none
        SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core
        ReturnToService=2
        StateSaveLocation=\(folder)/state
        SlurmdSpoolDir=\(folder)/spool
        SlurmctldPidFile=\(folder)/slurmctld.pid
        SlurmdPidFile=\(folder)/slurmd.pid
        SlurmctldLogFile=\(folder)/slurmctld.log
        SlurmdLogFile=\(folder)/slurmd.log
        SlurmctldPort=\(port)
        SlurmdPort=\(port + 1)
        PropagateResourceLimits=NONE
        NodeName=\(host) NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
        PartitionName=lab Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=EXCLUSIVE

        """
    }
}
