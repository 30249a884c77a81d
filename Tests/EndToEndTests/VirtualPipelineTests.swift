import Foundation
import TestSupport
import Testing

/// The same in virtual time, in which the run happens in a guest, and reports are made outside of it.
@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .serialized,
    .timeLimit(.minutes(3))
)
struct `What a pipeline reads in virtual time` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(
            "mine.yaml",
            """
            netlab: 1
            name: mine
            link: { profile: wifi }
            origin: { files: { "a{1..3}.jpg": { image: jpeg, size: 40 kB } } }
            client: { policy: none }
            steps: [ { name: cold, fetch: all } ]
            expect: [ cold.source == memory ]
            """
        )
    }

    private func shell(_ line: String) throws -> ProgramOutput {
        try Netlab.shell(
            "export NETLAB_CLOCK=virtual NETLAB_KERNELS='\(InstalledKernels.folder)'\n\(line)",
            in: folder
        )
    }

    @Test func `reports are written after the guest has ended`() throws {
        let output = try shell(
            """
            export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY="$PWD/summary.md"
            "$NETLAB" run mine.yaml --report tap=t.tap,junit
            echo "status $?"; cat t.tap; ls netlab-runs/latest/junit.xml; grep -c 'not held' summary.md
            ls /tmp | grep -c netlab-finished
            """
        )
        #expect(
            output.output.contains("status 4\nTAP version 13\n1..2\nok 1 - mine: the run\nnot ok 2"),
            "\(output.output)\(output.errors)"
        )
        #expect(output.output.hasSuffix("netlab-runs/latest/junit.xml\n1\n0\n"), "\(output.output)")
        #expect(
            output.errors.components(separatedBy: "::error file=mine.yaml,line=7").count == 2,
            "\(output.errors)"
        )
    }

    @Test func `equal runs compare as equal, and a changed rate is a difference`() throws {
        let output = try shell(
            """
            "$NETLAB" run mine.yaml -q -o one; "$NETLAB" run mine.yaml -q -o two
            "$NETLAB" diff one two; echo "status $?"
            "$NETLAB" run mine.yaml -q -o three --set link.down.rate=20Mbit/s --baseline one
            "$NETLAB" diff one three; echo "status $?"
            "$NETLAB" diff three one --tolerance 1% >/dev/null; echo "status $?"
            """
        )
        #expect(output.output.contains("all equal\nstatus 0\n"), "\(output.output)\(output.errors)")
        #expect(output.output.contains("(not by chance)"), "\(output.output)")
        #expect(output.output.hasSuffix("status 4\nstatus 0\n"), "\(output.output)")
        #expect(output.errors.contains("netlab: cold: "), "\(output.errors)")
    }
}
