import Foundation
import TestSupport
import Testing

/// Needs no rights.
@Suite(.timeLimit(.minutes(3)))
struct `A server used in unusual ways` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write("a.txt", "0123456789")
    }

    private func shell(_ line: String) throws -> ProgramOutput {
        try Program("/bin/bash", ["-c", line, "bash", Netlab.path], in: folder.path).run()
    }

    @Test func `ends when the reader of its log closes`() throws {
        let output = try shell(
            """
            ( "$1" serve --log json 2>errors; echo "status $?" >status ) | head -1 >first &
            until [ -s first ]; do sleep 0.01; done
            url=$(jq -r .url first)
            for n in 1 2 3; do curl -sS -o /dev/null "${url}fixture/jpeg/500" 2>/dev/null; done
            wait
            cat status errors
            """
        )
        #expect(output.output.hasPrefix("status 0\n"), "\(output)")
        #expect(output.output.contains("nothing reads the log any longer"), "\(output)")
    }

    @Test func `fails when its address cannot be printed`() throws {
        for (target, reason) in [(">/dev/full", "No space left"), (">&-", "Bad file descriptor")] {
            let output = try shell("exec \"$1\" serve . \(target)")
            #expect(output.status == 3, "\(output)")
            #expect(output.errors.contains("the server's address cannot be printed"), "\(output.errors)")
            #expect(output.errors.contains(reason), "\(output.errors)")
        }
    }

    @Test func `works with closed standard streams`() throws {
        let output = try shell(
            """
            "$1" serve . --port 0 <&- 2>&- >address &
            until [ -s address ]; do sleep 0.01; done
            curl -sS "$(cat address)a.txt"
            kill -TERM $!
            wait $!
            echo " $?"
            """
        )
        #expect(output.output == "0123456789 0\n", "\(output)")
    }

    @Test func `survives its terminal under nohup`() throws {
        let output = try shell(
            """
            ( trap '' HUP; exec "$1" serve . >address 2>errors ) &
            until [ -s address ]; do sleep 0.01; done
            kill -HUP $!
            curl -sS "$(cat address)a.txt"
            kill -TERM $!
            wait $!
            echo " $?"
            cat errors
            """
        )
        #expect(output.output.hasPrefix("0123456789 0\n"), "\(output)")
        #expect(output.output.contains("answered 1 request"), "\(output)")
    }

    /// Root may read everything.
    @Test(
        .enabled(
            if: getuid() != 0 || FileManager.default.fileExists(atPath: "/usr/bin/setpriv"),
            "needs setpriv"
        ),
        arguments: ["0000", "0444", "0111"]
    )
    func `refuses a folder without permission and suggests the chmod`(mode: String) throws {
        let become = getuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
        let output = try shell(
            """
            chmod 755 . && mkdir closed && chmod \(mode) closed
            \(become) "$1" serve closed
            """
        )
        #expect(output.status == 2, "\(output)")
        #expect(output.errors.contains("closed: error: the folder cannot be served: Permission denied"))
        #expect(output.errors.contains("chmod u+rx closed"), "\(output.errors)")
    }

    @Test func `reports waiting connections when descriptors run out, and serves them later`() throws {
        let output = try shell(
            """
            ( ulimit -n 24; exec "$1" serve . >address 2>errors ) &
            until [ -s address ]; do sleep 0.01; done
            port=$(sed 's/.*:\\([0-9]*\\).$/\\1/' address)
            ( for n in $(seq 30); do exec {fd}<>/dev/tcp/127.0.0.1/$port; done
              until grep -q 'have to wait' errors; do sleep 0.05; done )
            curl -sS "$(cat address)a.txt"
            kill -TERM $!
            wait $!
            echo " $?"
            """
        )
        #expect(output.output == "0123456789 0\n", "\(output)")
    }
}
