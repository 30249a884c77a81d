import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
    .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `What a command leaves behind` {
    /// A number of seconds for `sleep` by which one test's processes can be identified.
    private let word = String(100_000 + Int(ProcessInfo.processInfo.systemUptime * 1e6) % 899_999)

    /// A child, a grandchild in its own session, and a process that ignores every request to end.
    private var family: String {
        "sh -c \"setsid sh -c \\\"trap : TERM; sleep \(word) & wait; sleep \(word)\\\" & sleep \(word) & touch started; $0\""
    }

    private func family(then last: String) -> String { family.replacingOccurrences(of: "$0", with: last) }

    @Test(arguments: Person.allCases, ["apart", "along"])
    func `no process after the command ends`(_ person: Person, _ place: String) throws {
        let guest = try Guest(person)
        let output = try guest.shell(line(family(then: "exit 3"), place))
        #expect(output.status == 3, "\(output.errors)")
        #expect(FileManager.default.fileExists(atPath: guest.file("started")))
        #expect(!Guest.isRunning(word))
    }

    @Test(arguments: Person.allCases, ["apart", "along"])
    func `no process after netlab is killed`(_ person: Person, _ place: String) throws {
        let guest = try Guest(person)
        let running = try guest.start(line(family(then: "wait"), place))
        #expect(
            Waiting.until {
                FileManager.default.fileExists(atPath: guest.file("netlab.pid"))
                    && FileManager.default.fileExists(atPath: guest.file("started")) && Guest.isRunning(word)
            }
        )
        let text = try String(contentsOfFile: guest.file("netlab.pid"), encoding: .utf8)
        kill(try #require(Int32(text.filter(\.isNumber))), SIGKILL)
        #expect(try running.finish().status == 137)
        #expect(Waiting.until { !Guest.isRunning(word) })
    }

    @Test(arguments: Person.allCases, [SIGTERM, SIGHUP, SIGINT, SIGUSR1])
    func `a signal sent to netlab reaches the command`(_ person: Person, _ number: Int32) throws {
        let guest = try Guest(person)
        let trap = "trap \"exit 40\" \(number); touch started; while :; do sleep 0.05; done"
        let running = try guest.start(line("sh -c '\(trap)'", "apart"))
        #expect(Waiting.until { FileManager.default.fileExists(atPath: guest.file("started")) })
        let text = try String(contentsOfFile: guest.file("netlab.pid"), encoding: .utf8)
        kill(try #require(Int32(text.filter(\.isNumber))), number)
        let output = try running.finish()
        #expect(output.status == 40, "\(output.errors)")
    }

    /// Whoever opens a pipe that nobody writes to waits for ever.
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends a command that ordered a bench from a named pipe`(_ number: Int32) throws {
        let guest = try Guest(.root)
        let command =
            "mkfifo pipe; "
            + #"curl -sm 20 -d "origin: { files: { a: { from: pipe } } }" $NETLAB_CONTROL/benches > answer; "#
            + "touch started; exec sleep \(word)"
        let running = try guest.start(line("sh -c '\(command)'", "apart"))
        #expect(Waiting.until { FileManager.default.fileExists(atPath: guest.file("started")) })
        let answer = try String(contentsOfFile: guest.file("answer"), encoding: .utf8)
        #expect(answer.contains("pipe"), "\(answer)")
        let text = try String(contentsOfFile: guest.file("netlab.pid"), encoding: .utf8)
        kill(try #require(Int32(text.filter(\.isNumber))), number)
        #expect(try running.finish().status == 128 + number)
        #expect(Waiting.until { !Guest.isRunning(word) })
    }

    @Test func `no server after the command ends`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB exec -q --serve-with 'sleep \(word) & exec iperf3 -s >/dev/null' -- sh -c 'exit 4'
            """
        )
        #expect(output.status == 4, "\(output.errors)")
        #expect(!Guest.isRunning(word))
    }

    /// netlab replaces the shell, with its process ID in a file; `along`: if no PID namespace may be made.
    private func line(_ command: String, _ place: String) -> String {
        let netlab = "echo $$ > netlab.pid; exec $NETLAB exec -q -- \(command)"
        guard place == "along" else { return netlab }
        let quoted = netlab.replacingOccurrences(of: "'", with: "'\\''")
        return "exec unshare -Urn sh -c 'echo 0 > /proc/sys/user/max_pid_namespaces && \(quoted)'"
    }
}
