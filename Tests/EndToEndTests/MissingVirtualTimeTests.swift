import Foundation
import TestSupport
import Testing
import VirtualTime

@Suite(.timeLimit(.minutes(1)))
struct `Virtual time that cannot be had` {
    @Test
    func `is refused with instructions on how to build it`() throws {
        let folder = try ScratchFolder()
        let missing = ["NETLAB_KERNELS": "/nonexistent"]
        let output = try Netlab.run("run", "dsl", "--clock", "virtual", in: folder, environment: missing)
        #expect(output.status == 3)
        #expect(output.errors.contains("make virtual-kernel"), "\(output.errors)")
        let bench = try Netlab.run("bench", "virtual", in: folder, environment: missing)
        #expect(bench.status == 3)
        #expect(bench.errors.contains("make virtual-kernel"), "\(bench.errors)")
        let wrong = try Netlab.run("run", "dsl", in: folder, environment: ["NETLAB_CLOCK": "vrtual"])
        #expect(wrong.status == 1 && wrong.errors.contains("NETLAB_CLOCK is auto, real or virtual"))
    }

    @Test
    func `is refused with the output of a broken kernel`() throws {
        let folder = try ScratchFolder()
        let made = try Program(
            "/bin/sh",
            [
                "-c",
                "mkdir -p 6.1.1-1-a && printf '#!/bin/sh\\necho ptrace: no; exit 1\\n' >6.1.1-1-a/linux && chmod +x 6.1.1-1-a/linux",
            ],
            in: folder.path
        ).run()
        try #require(made.status == 0)
        let output = try Netlab.run(
            "run",
            "dsl",
            "--clock",
            "virtual",
            in: folder,
            environment: ["NETLAB_KERNELS": folder.path]
        )
        #expect(output.status == 3)
        #expect(output.errors.contains("the guest kernel ended early: ptrace: no"), "\(output.errors)")
        #expect(output.errors.contains("--clock real"))
    }
}
