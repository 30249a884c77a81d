import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
    .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
    .enabled(if: Program.find("script") != nil, "needs script"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `A command on a terminal` {
    private static let untilStarted = "until [ -e started ]; do sleep 0.05; done; sleep 0.2"

    /// Alone, the command controls the terminal itself; under a waiting shell, both are in one process group.
    @Test(arguments: Person.allCases, ["exec $NETLAB", "$NETLAB"])
    func `is interrupted by Ctrl-C while netlab keeps running`(_ person: Person, _ netlab: String) throws {
        let guest = try Guest(person)
        let output = try guest.terminal(
            """
            # A shell that waits is interrupted, too, and would end by that.
            trap : INT
            \(netlab) exec -q -- sh -c 'trap "exit 41" INT; touch started; while :; do sleep 0.05; done'
            exit $?
            """,
            typing: "\(Self.untilStarted); printf '\\003'"
        )
        #expect(output.status == 41, "\(output.output)")
    }

    @Test(arguments: ["exec $NETLAB", "$NETLAB"])
    func `is ended by Ctrl-Backslash as without netlab`(_ netlab: String) throws {
        let guest = try Guest(.root)
        let output = try guest.terminal(
            "ulimit -c 0; \(netlab) exec -q -- sh -c 'touch started; exec sleep 20'; exit $?",
            typing: "\(Self.untilStarted); printf '\\034'"
        )
        #expect(output.status == 131, "\(output.output)")
    }

    @Test(arguments: Person.allCases, ["bash --norc -i", "sh -i"])
    func `can be an interactive shell`(_ person: Person, _ shell: String) throws {
        let guest = try Guest(person)
        let output = try guest.terminal(
            "exec $NETLAB exec -q -- \(shell)",
            typing: "printf 'echo $((6*7)); touch started\\nsleep 20\\n'; \(Self.untilStarted); "
                + "printf '\\003'; sleep 0.3; printf 'stty size; touch ending; exit 5\\n'"
        )
        #expect(output.status == 5, "\(output.output)")
        #expect(output.output.contains("42"))
        #expect(!output.output.lowercased().contains("cannot set"), "\(output.output)")
        #expect(FileManager.default.fileExists(atPath: guest.file("ending")))
    }

    @Test(arguments: Person.allCases)
    func `stops with Ctrl-Z and continues with fg`(_ person: Person) throws {
        let guest = try Guest(person)
        let output = try guest.terminal(
            "exec bash --norc -i",
            typing: """
                printf '$NETLAB exec -q -- sh -c "touch started; sleep 1; exit 6"\\n'; \(Self.untilStarted)
                printf '\\032'; sleep 0.8; printf 'jobs; fg\\n'; sleep 0.5; printf 'echo status $?; exit\\n'
                """
        )
        #expect(output.output.contains("Stopped"), "\(output.output)")
        #expect(output.output.contains("status 6"), "\(output.output)")
    }

    @Test(arguments: ["exec $NETLAB", "$NETLAB"])
    func `receives SIGWINCH when the terminal's size changes`(_ netlab: String) throws {
        let guest = try Guest(.root)
        let output = try guest.terminal(
            """
            (\(Self.untilStarted); stty cols 91 < /dev/tty) &
            \(netlab) exec -q -- sh -c 'trap "stty size; exit 7" WINCH; touch started; while :; do sleep 0.05; done'
            exit $?
            """
        )
        #expect(output.status == 7, "\(output.output)")
        #expect(output.output.contains(" 91"))
    }
}
