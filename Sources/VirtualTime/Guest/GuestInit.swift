internal import CLinux
import Glibc
import LinuxIO

/// The first process of a guest. It sets the guest up, starts the program, passes on its output and its
/// signals, and turns the guest off when the program has ended.
package final class GuestInit {
    /// Environment variable of the first process with the path of the order's file.
    static let variable = "NETLAB_GUEST_ORDER"
    /// Maximum size of an order, which is mostly arguments and environment.
    private static let mostBytes = 8 << 20
    private static let notFound: Int32 = 127
    private static let notExecutable: Int32 = 126

    private let reports: GuestConsole
    private let letters: GuestConsole
    private let deaths: SignalInbox
    private var relays: [GuestRelay]
    private let program: pid_t
    private var written = ""

    /// True if this process is the first one of a guest.
    package static var isWanted: Bool { getpid() == 1 && getenv(variable) != nil }

    /// Does the work of the first process, and turns the guest off.
    package static func work() -> Never {
        do {
            try serve()
        } catch {
            // The kernel's messages report outside why nothing was run.
            try? WholeFile.append("/dev/kmsg", Array("netlab: \(error)\n".utf8))
        }
        sync()
        _ = netlab_power_off()
        exit(1)
    }

    private static func serve() throws {
        guard let path = getenv(variable).map({ String(cString: $0) }),
            let order = GuestOrder(bytes: try WholeFile.read(path, limit: mostBytes))
        else { throw SystemCallError("read", on: "the guest's order", errno: EINVAL) }
        WholeFile.remove(path)
        // Open it first: `GuestSystemSetup` mounts over its folder.
        let input = try openInput(order)
        try GuestSystemSetup.lay()
        let ending: GuestReport
        do throws(SystemCallError) {
            ending = .ended(try attend(order, input.raw))
        } catch {
            ending = .refused(errno: error.errno)
        }
        try GuestConsole(GuestChannels.reports).write(ending.line)
    }

    private static func attend(_ order: GuestOrder, _ input: Int32) throws(SystemCallError) -> Int32 {
        let first = try GuestInit(order, input)
        return try first.attend()
    }

    private init(_ order: GuestOrder, _ input: Int32) throws(SystemCallError) {
        reports = try GuestConsole(GuestChannels.reports)
        deaths = try SignalInbox([SIGCHLD])
        let output = try GuestRelay(order.output, to: GuestChannels.output)
        let errors = try GuestRelay(order.errors, to: GuestChannels.errors)
        program = try Self.start(order, input: input, output: output.inside, errors: errors.inside)
        output.closeInside()
        errors.closeInside()
        relays = [output, errors]
        letters = try GuestConsole(GuestChannels.letters)
        // Passing signals on must not wait for the program.
        ThreadTiming.setRealTime(true)
        try reports.write(GuestReport.begun.line)
    }

    private static func start(_ order: GuestOrder, input: Int32, output: Int32, errors: Int32)
        throws(SystemCallError)
        -> pid_t
    {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A session of its own, so that its children receive signals with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)
        let folder = (order.folder + [0]).map { CChar(bitPattern: $0) }
        _ = chdir(folder)
        let words = CStringList(order.words)
        guard let name = words.raw[0] else { throw SystemCallError("execve", on: "nothing", errno: ENOENT) }
        let environment = CStringList(order.environment)
        var child = pid_t()
        let code = posix_spawnp(&child, name, &actions, &attributes, words.raw, environment.raw)
        guard code == 0 else { throw SystemCallError("posix_spawn", on: "the program", errno: code) }
        return child
    }

    /// Opens the program's standard input, and removes the file so that no other process finds it.
    private static func openInput(_ order: GuestOrder) throws(SystemCallError) -> OwnedDescriptor {
        let path = order.input.isEmpty ? "/dev/null" : String(decoding: order.input, as: UTF8.self)
        defer { if !order.input.isEmpty { WholeFile.remove(path) } }
        return OwnedDescriptor(
            owning: try systemCall("open", on: path) { open(path, O_RDONLY | O_CLOEXEC) }
        )
    }

    /// Attends to the program until it ends, and returns its status.
    private func attend() throws(SystemCallError) -> Int32 {
        while true {
            let open = relays.filter(\.isOpen)
            let ready = Readiness.wait(for: [deaths.raw, letters.raw] + open.map(\.raw))
            for (relay, isReady) in zip(open, ready.dropFirst(2)) where isReady { relay.handOn() }
            if ready[1] { try heed(letters.read()) }
            if ready[0], let status = reap() {
                // Its last output is in the pipes by now.
                for relay in relays { relay.drain() }
                return status
            }
        }
    }

    /// Reaps all dead processes; returns the program's status if it is among them.
    private func reap() -> Int32? {
        while deaths.take() != nil {}
        var ended: Int32?
        while true {
            var status: Int32 = 0
            let process = waitpid(-1, &status, WNOHANG)
            guard process > 0 else { return ended }
            guard process == program else { continue }
            ended =
                netlab_has_exited(status) != 0
                ? netlab_exit_code(status) : 128 + netlab_ending_signal(status)
        }
    }

    private func heed(_ text: String) throws(SystemCallError) {
        written += text
        while let end = written.firstIndex(of: "\n") {
            let letter = GuestMessage(line: written[..<end])
            written = String(written[written.index(after: end)...])
            switch letter {
            case .signal(let number): kill(-program, number)
            case nil: break
            }
        }
    }
}
