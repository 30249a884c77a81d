import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: !InstalledKernels.names.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .enabled(if: InstalledTools.has("cc"), "needs a C compiler"),
    .timeLimit(.minutes(5))
)
struct `A guest's programs` {
    private static let source = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../GuestRegisters/registers.c").standardized.path

    /// The guest kernel leaves these registers in the host's process until somebody else needs them.
    @Test
    func `keep their vector registers`() throws {
        let folder = try ScratchFolder()
        let compiled = try Netlab.shell("cc -O1 -pthread '\(Self.source)' -o registers", in: folder)
        try #require(compiled.status == 0, "\(compiled.errors)")
        let output = try Netlab.run(
            "exec",
            "--clock",
            "virtual",
            "--profile",
            "dsl",
            "--",
            "./registers",
            in: folder
        )
        #expect(output.status == 0, "\(output.errors.suffix(500))")
    }
}
