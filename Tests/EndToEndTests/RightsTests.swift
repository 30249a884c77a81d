import TestSupport
import Testing

/// What a command may still do once it works. A reader of foreign bytes has a filter of system calls, and as root only
/// root's rights to files.
@Suite("rights", .timeLimit(.minutes(1)))
struct RightsTests {
    /// Bits of the capabilities that a process may keep, as in Linux.
    private static let files: UInt64 = 0xE
    private static let network: UInt64 = files | 0x80_1400

    @Test(arguments: [("inspect -", files), ("serve --port 0", network), ("proxy --port 0", network)])
    func `a command keeps only the capabilities that it needs`(_ command: String, _ kept: UInt64) throws {
        let folder = try ScratchFolder()
        // The pipe keeps `inspect` waiting for the capture.
        let script = """
            mkfifo pipe; "$NETLAB" \(command) <pipe >out 2>&1 & exec 3>pipe
            for attempt in $(seq 200); do grep -q 'Seccomp:.2' /proc/$!/status && break; sleep 0.05; done
            grep -E '^(NoNewPrivs|Seccomp|CapEff|CapPrm):' /proc/$!/status; kill $!; exec 3>&-; wait
            """
        let output = try Netlab.shell(script, in: folder)
        var fields: [Substring: UInt64] = [:]
        for line in output.output.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == ":" || $0 == "\t" })
            if words.count == 2 { fields[words[0]] = UInt64(words[1], radix: 16) }
        }
        #expect(fields["NoNewPrivs"] == 1 && fields["Seccomp"] == 2, "\(output)")
        #expect(
            fields["CapEff"].map { $0 & ~kept } == 0 && fields["CapPrm"].map { $0 & ~kept } == 0,
            "\(output)"
        )
    }
}
