import Figures
import LinkModel
import Scenarios
import Wire

/// What an engine is told of a sweep: which cells, how many at a time, and what each needs.
package struct EngineOrder: Hashable, Sendable {
    /// Tries of cells whose result did not count.
    static let tries = 3
    /// Memory that a cell needs, in MiB: netlab, and in virtual time the guest besides.
    private static let memory = 1024

    private let header: SweepHeader
    /// The folder's absolute path, as the machines of the engine see it.
    private let folder: String
    /// Path of netlab there.
    private let program: String
    /// Cells that one task runs, one after the other.
    private let chunk: Int
    /// Tasks at a time; nil for as many as the engine likes.
    private let jobs: Int?

    package init(_ header: SweepHeader, folder: String, program: String, chunk: Int, jobs: Int?) {
        self.header = header
        self.folder = folder
        self.program = program
        self.chunk = chunk
        self.jobs = jobs
    }

    /// Tasks in all.
    package var tasks: Int { (header.cells + chunk - 1) / chunk }

    package func text(for engine: SweepEngine) -> String {
        switch engine {
        case .parallel: parallel
        case .slurm: slurm
        case .kubernetes: kubernetes
        }
    }

    /// What the machine of a cell must have, a sentence each.
    private var needs: [String] {
        var needs = ["One processor and \(Self.memory) MiB of memory."]
        switch (header.conditions.clock, header.conditions.line) {
        case (.virtual, _):
            needs.append(
                "The guest kernel \(header.conditions.kernel), and ptrace of own children (no seccomp against it)."
            )
        case (.real, .packet):
            needs.append(
                "The kernel \(header.conditions.kernel), user and network namespaces, and /dev/net/tun or veth."
            )
            needs.append(
                "The whole machine: other load makes figures untrusted, and the cell is tried again."
            )
        case (.real, .stream):
            needs.append("The kernel \(header.conditions.kernel). No rights.")
            needs.append(
                "The whole machine: other load makes figures untrusted, and the cell is tried again."
            )
        }
        return needs
    }

    private func comments(_ first: String) -> String {
        ([first] + ["What a cell needs:"] + needs).map { "# \($0)\n" }.joined()
    }

    /// The first and last cell of a task, counted from 1, as words of a shell that knows the task's number.
    private func range(of task: String) -> String {
        "$((\(task) * \(chunk) + 1))-$((\(task) * \(chunk) + \(chunk)))"
    }

    private var parallel: String {
        """
        #!/bin/sh
        \(comments("The cells of \(header.name), by GNU parallel. Say it again after an interruption: it goes on."))
        folder=\(folder.quotedForShell)
        log=$folder/parallel.log
        for try in \((1...Self.tries).map(String.init).joined(separator: " ")); do
            # Rows of status 3 leave the log, so that their cells are tried again.
            [ ! -f "$log" ] || awk -F '\\t' 'NR == 1 || $7 != 3' "$log" >"$log.kept"
            [ ! -f "$log" ] || mv "$log.kept" "$log"
            seq 1 \(chunk) \(header.cells) | awk '{ print $1 "-" $1 + \(chunk - 1) }' |
                parallel -q --jobs \(jobs.map(String.init) ?? "100%") --joblog "$log" --resume \\
                    \(program.quotedForShell) sweep cell "$folder" {}
            awk -F '\\t' 'NR > 1 && $7 == 3 { left = 1 } END { exit !left }' "$log" || break
        done
        exec \(program.quotedForShell) sweep status "$folder"

        """
    }

    private var slurm: String {
        let limit = jobs.map { "%\($0)" } ?? ""
        let log = folder.escapedForSlurm(followedBy: "/slurm-%A_%a.log")
        let exclusive = header.conditions.clock == .real ? "\n#SBATCH --exclusive" : ""
        return """
            #!/bin/sh
            #SBATCH --job-name=\(header.name.plainForSlurm)
            #SBATCH --array=0-\(tasks - 1)\(limit)
            #SBATCH --ntasks=1
            #SBATCH --cpus-per-task=1
            #SBATCH --mem=\(Self.memory)M\(exclusive)
            #SBATCH --requeue
            #SBATCH --open-mode=append
            #SBATCH --output=\(log)
            \(comments("The cells of \(header.name), as a Slurm array."))
            \(program.quotedForShell) sweep cell \(folder.quotedForShell) "\(range(of: "SLURM_ARRAY_TASK_ID"))"
            status=$?
            # 3 is worth another try; 1 and 2 never are.
            if [ "$status" = 3 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt \(Self.tries - 1) ]; then
                scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}" && exit 0
            fi
            exit "$status"

            """
    }

    private var kubernetes: String {
        let command = "exec netlab sweep cell /sweep \"\(range(of: "JOB_COMPLETION_INDEX"))\""
        return """
            \(comments("The cells of \(header.name), as an indexed Job. It was checked against the published schema, not run on a cluster."))# Change the image and the claim: the claim's volume is the sweep's folder.
            apiVersion: batch/v1
            kind: Job
            metadata:
              generateName: netlab-sweep-
            spec:
              completionMode: Indexed
              completions: \(tasks)
              parallelism: \(jobs ?? min(tasks, 10))
              backoffLimitPerIndex: \(Self.tries - 1)
              maxFailedIndexes: \(tasks)
              podFailurePolicy:
                rules:
                  - action: Ignore
                    onPodConditions: [{ type: DisruptionTarget, status: "True" }]
                  # 3 is worth another try; nothing else is.
                  - action: FailIndex
                    onExitCodes: { containerName: cell, operator: NotIn, values: [3] }
              template:
                spec:
                  restartPolicy: Never
                  containers:
                    - name: cell
                      image: registry.example/netlab:\(header.conditions.netlab)
                      command: ["/bin/sh", "-c", '\(command)']
                      resources:
                        requests: { cpu: "1", memory: \(Self.memory)Mi }
                        limits: { cpu: "1", memory: \(Self.memory)Mi }
                      volumeMounts: [{ name: sweep, mountPath: /sweep }]
                  volumes:
                    - name: sweep
                      persistentVolumeClaim: { claimName: netlab-sweep }

            """
    }
}

extension String {
    /// A pattern of a file's name: Slurm replaces what follows a percent sign, and ends a line's value at a space.
    fileprivate func escapedForSlurm(followedBy pattern: String) -> String {
        let text = split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%") + pattern
        return text.contains(" ") ? "\"\(text)\"" : text
    }

    fileprivate var plainForSlurm: String {
        String(unicodeScalars.map { $0.properties.isWhitespace || !$0.isASCII ? "-" : Character($0) })
    }
}
