internal import CLinux
import Glibc
import LinuxIO
package import Wire

/// A guest kernel with one program inside, in virtual time.
///
/// Made and used on the thread that waits for it. That thread must outlive it, since the kernel dies with the
/// thread.
package final class VirtualMachine {
    /// What has arrived since the last call.
    package struct News {
        package var output: [UInt8] = []
        package var errors: [UInt8] = []
        /// How long the guest's clock has stood still, in nanoseconds; nil if that cannot be seen.
        package var standing: Nanoseconds?
        /// The program's exit status, once it has ended.
        package var status: Int32?
    }

    /// Date inside the guest at its start, the same for all guests: 1 January 2026, in nanoseconds since
    /// 1970.
    private static let calendar: Int64 = 1_767_225_600_000_000_000
    /// Determines the sizes of TCP buffers and hash tables, so it is the same whatever the machine has.
    private static let memory = "1024M"
    private static let kernelWords = [
        "mem=\(memory)", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "rw", "quiet",
        "time-travel=inf-cpu",
        "time-travel-start=\(calendar)",
        // Folder for its process id file; this one disappears with the process.
        "uml_dir=/proc/self/",
    ]
    private static let panic = Array("Kernel panic".utf8)

    private let console: GuestFile
    private let output: GuestFile
    private let errors: GuestFile
    private let reports: GuestFile
    private let letters: OwnedDescriptor
    /// Files that the first process inside reads and removes.
    private let handout: GuestInputFiles
    private var process: pid_t
    private var told = ""
    /// Messages of the guest kernel.
    private var words: [UInt8] = []
    /// True once the guest reads letters; it loses what comes before.
    private var isReading = false
    private var unsent: [GuestMessage] = []
    private var ending: Int32?
    private var refusal: SystemCallError?
    private var watch = StandstillMonitor()
    /// Address of the guest kernel's clock; nil if unknown.
    private let clockAddress: UInt?

    /// Starts `kernel` with the program of `order` inside, which reads `input`.
    package init(
        _ kernel: VirtualKernel,
        _ order: GuestOrder,
        input: [UInt8] = []
    ) throws(VirtualMachineError) {
        var order = order
        process = -1
        do throws(SystemCallError) {
            clockAddress = kernel.clockAddress
            console = try GuestFile("the guest kernel's words")
            output = try GuestFile("the guest's output")
            errors = try GuestFile("the guest's errors")
            reports = try GuestFile("the guest's reports")
            var ends: [Int32] = [-1, -1]
            try systemCall("pipe") { netlab_report_pipe(&ends) }
            letters = OwnedDescriptor(owning: ends[1])
            let inbox = OwnedDescriptor(owning: ends[0])
            handout = GuestInputFiles()
            if !input.isEmpty { order.input = Array(try handout.add(input, "input").utf8) }
            let path = try handout.add(order.bytes, "guest")
            process = try Self.start(
                kernel,
                path,
                handout,
                files: [console.raw, output.raw, errors.raw, reports.raw],
                inbox: inbox.raw
            )
        } catch {
            throw .system(error)
        }
    }

    deinit {
        end()
        handout.remove()
    }

    private static func start(
        _ kernel: VirtualKernel,
        _ order: String,
        _ handout: GuestInputFiles,
        files: [Int32],
        inbox: Int32
    ) throws(SystemCallError) -> pid_t {
        guard let program = Executable.path else {
            throw SystemCallError("readlink", on: "/proc/self/exe", errno: ENOENT)
        }
        let nothing = OwnedDescriptor(
            owning: try systemCall("open", on: "/dev/null") {
                netlab_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
            }
        )
        let own = [kernel.path] + kernelWords + (kernel.hasFastCalls ? ["seccomp=on"] : [])
        let words = own + GuestChannels.words + ["init=\"\(program)\"", "\(GuestInit.variable)=\(order)"]
        // In the order of `GuestChannels`; the kernel process's own output goes to 1 and 2.
        let descriptors = [nothing.raw, files[0], files[0]] + files.dropFirst() + [inbox]
        let list = CStringList(words.map { Array($0.utf8) })
        // TMPDIR holds the guest's memory. HOME is there since Linux 7.3 fails if the environment has only
        // PATH.
        let folder = Environment.variables["TMPDIR"].map { ["TMPDIR=\($0)"] } ?? []
        let environment = CStringList((["HOME=/", "PATH=/usr/bin:/bin"] + folder).map { Array($0.utf8) })
        let users = Array("\(getuid()) \(getuid()) 1\n".utf8).map { CChar(bitPattern: $0) }
        let groups = Array("\(getgid()) \(getgid()) 1\n".utf8).map { CChar(bitPattern: $0) }
        let processors = Int32(max(1, Machine.processors))
        return try handout.withPrivateFiles { privateFiles throws(SystemCallError) in
            try systemCall("clone", on: kernel.path) {
                netlab_start_guest(
                    geteuid() == 0 ? 1 : 0,
                    users,
                    users.count,
                    groups,
                    groups.count,
                    kernel.path,
                    list.raw,
                    environment.raw,
                    descriptors,
                    Int32(descriptors.count),
                    getpid() % processors,
                    privateFiles.baseAddress,
                    Int32(privateFiles.count)
                )
            }
        }
    }

    // MARK: While it runs

    /// Waits until `signals` is readable, the guest has ended or some time has passed, and returns what has
    /// arrived.
    package func news(waitingFor signals: Int32) throws(VirtualMachineError) -> News {
        if ending == nil { Readiness.wait(for: [signals, letters.raw], milliseconds: 20) }
        var news = News()
        let hasEnded = ending != nil || hasDied()
        (news.output, news.errors) = (output.news(), errors.news())
        takeReports()
        if hasEnded {
            if let refusal { throw .refused(refusal) }
            guard let ending else { throw .crashed(lastWords) }
            news.status = ending
        } else {
            news.standing = time.map { watch.standing(at: $0, RunClock().origin) }
        }
        return news
    }

    /// Sends a signal to the program.
    package func send(_ signal: Int32) {
        post(.signal(signal))
    }

    /// Ends the guest at once, with everything inside.
    package func end() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, netlab_errno() == EINTR {}
        process = -1
    }

    /// The guest's clock in nanoseconds since its boot; nil if it cannot be seen.
    package var time: UInt64? {
        guard let clockAddress, process > 0 else { return nil }
        var time: UInt64 = 0
        let size = MemoryLayout<UInt64>.size
        return netlab_look_into(process, clockAddress, &time, size) == size ? time : nil
    }

    private func post(_ letter: GuestMessage) {
        guard isReading else { return unsent.append(letter) }
        // Fails if the guest has ended, which does not matter.
        try? WholeFile.write(Array(letter.line.utf8), to: letters.raw, name: "the guest's letters")
    }

    private func hasDied() -> Bool {
        words += console.news()
        // A kernel that panics does not always end by itself.
        if words.contains(Self.panic) { end() }
        var status: Int32 = 0
        guard process > 0, waitpid(process, &status, WNOHANG) == process else { return process <= 0 }
        process = -1
        return true
    }

    private func takeReports() {
        told += String(decoding: reports.news(), as: UTF8.self)
        while let end = told.firstIndex(of: "\n") {
            let report = GuestReport(line: told[..<end].filter { $0 != "\r" })
            told = String(told[told.index(after: end)...])
            switch report {
            case .refused(let errno): refusal = SystemCallError("execve", on: "the program", errno: errno)
            case .ended(let status): ending = status
            case .begun:
                isReading = true
                for letter in unsent { post(letter) }
                unsent = []
            case nil: break
            }
        }
    }

    /// The kernel's last messages, in one line.
    private var lastWords: String {
        let lines = String(decoding: words, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .map { $0.filter { $0 != "\r" } }
        // It cannot write its process id's file, and need not.
        let usual = ["reboot:", "make_umid"]
        let said = lines.filter { line in !line.isEmpty && !usual.contains { line.hasPrefix($0) } }
        return said.suffix(3).joined(separator: "; ")
    }
}
