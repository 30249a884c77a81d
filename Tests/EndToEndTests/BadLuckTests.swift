import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(5)))
struct `Bad luck` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test
    func `a full disk exits with 3 and leaves the recorded data readable`() throws {
        let output = try Netlab.shell(
            """
            mkdir small && exec unshare -m sh -c 'mount -t tmpfs -o size=600k tmpfs small &&
            "$NETLAB" run dsl --set link.down.rate=20Mbit/s --out small/run; status=$?; cp -r small/run kept; exit $status'
            """,
            in: folder
        )
        #expect(output.status == 3)
        #expect(output.errors.contains("No space left on device"), "\(output.errors)")
        // Without a result there is nothing to explain.
        let isThere = FileManager.default.fileExists(atPath: folder.file("kept/result.json"))
        #expect(output.errors.contains("next:    netlab explain") == isThere, "\(output.errors)")
        let seen = try Netlab.run("inspect", "kept/client.pcapng", "--json", in: folder)
        #expect(seen.status == 0, "\(seen.errors)")
    }

    @Test
    func `an unwritable output folder is named`() throws {
        let output = try Netlab.run("run", "tiers", "--out", "/proc/netlab", in: folder)
        #expect(output.status == 3)
        #expect(output.errors.contains("/proc/netlab"), "\(output.errors)")
    }

    @Test
    func `an output folder that is not empty is refused`() throws {
        try folder.write("precious", "keep me")
        let output = try Netlab.run("run", "tiers", "--out", folder.path, in: folder)
        #expect(output.status == 3)
        #expect(output.errors.contains("is not empty"), "\(output.errors)")
    }

    @Test
    func `without permission for namespaces the error says what to do`() throws {
        let output = try Netlab.shell(
            """
            unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces
            echo 0 > /proc/sys/user/max_net_namespaces; "$NETLAB" run tiers --link packet'
            """,
            in: folder
        )
        #expect(output.status == 3)
        #expect(output.errors.contains("namespace"), "\(output.errors)")
        #expect(output.errors.contains("netlab doctor"), "\(output.errors)")
    }

    @Test
    func `a second run waits for the first`() throws {
        let first = try Netlab.start("run", "tiers", "--out", folder.file("first"), in: folder)
        let second = try Netlab.start("run", "tiers", "--out", folder.file("second"), in: folder)
        let outputs = try [first.finish(), second.finish()]
        #expect(outputs.map(\.status) == [0, 0] || outputs.allSatisfy { [0, 3].contains($0.status) })
        #expect(outputs.contains { $0.errors.contains("waiting") })
    }
}
