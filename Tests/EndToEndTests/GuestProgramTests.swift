import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .enabled(if: InstalledTools.has("cc"), "needs a C compiler"),
    .timeLimit(.minutes(5))
)
struct `A guest's programs` {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../GuestPrograms").standardized.path

    /// Compiles a program that looks for itself what is wrong, and runs it in virtual time.
    private func tryOut(_ name: String) throws -> ProgramOutput {
        let folder = try ScratchFolder()
        let compiled = try Netlab.shell("cc -O1 -pthread '\(Self.sources)/\(name).c' -o program", in: folder)
        try #require(compiled.status == 0, "\(compiled.errors)")
        let arguments = ["exec", "--clock", "virtual", "--profile", "dsl", "--", "./program"]
        return try Netlab.run(arguments, in: folder)
    }

    /// The guest kernel leaves these registers in the host's process until somebody else needs them.
    @Test
    func `keep their vector registers`() throws {
        let output = try tryOut("registers")
        #expect(output.status == 0, "\(output.errors.suffix(500))")
    }

    /// They read it without the kernel while no event is due.
    @Test
    func `can read the kernel's clock`() throws {
        let output = try tryOut("clock")
        #expect(output.status == 0, "\(output.errors.suffix(500))")
    }
}
