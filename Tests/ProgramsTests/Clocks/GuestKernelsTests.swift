import Testing
import VirtualTime

@testable import Programs

struct GuestKernelsTests {
    private let kernels = ["6.12.117-1", "6.1.192-2"].map { VirtualKernel(version: $0, path: "/\($0)/linux") }

    @Test(arguments: [
        ([], ["6.12.117-1"]), (["6.1"], ["6.1.192-2"]), (["6.1", "6.12"], ["6.1.192-2", "6.12.117-1"]),
    ])
    func `are those with the named versions, or the newest`(versions: [String], expected: [String]) throws {
        #expect(try GuestKernels.named(versions, among: kernels).map(\.version) == expected)
    }

    @Test(arguments: [
        (Installation.package, "the package netlab-kernels contains one; --clock real does not need one"),
        (.sources, "`make virtual-kernel` builds one in a few minutes; --clock real does not need one"),
    ])
    func `are suggested according to how the program was installed`(
        installation: Installation,
        advice: String
    ) {
        let failure = #expect(throws: CommandFailure.self) {
            try GuestKernels.named([], among: [], by: installation)
        }
        #expect(failure?.advice == advice)
    }

    @Test(arguments: [
        ("/usr/bin/netlab", true, Installation.package), ("/usr/bin/netlab", false, .sources),
        ("/usr/local/bin/netlab", true, .sources), ("/home/me/netlab/.build/release/netlab", true, .sources),
    ])
    func `the program belongs to a package if dpkg lists it in /usr/bin`(
        path: String,
        isListed: Bool,
        expected: Installation
    ) {
        #expect(Installation.of(path) { _ in isListed } == expected)
    }

    @Test(arguments: [
        (["6.9"], "the guest kernel 6.9 is not installed, only 6.12.117-1, 6.1.192-2"),
        (["6.1", "6.1.192"], "--kernel names Linux 6.1.192-2 twice"),
    ])
    func `are rejected if one is missing or named twice`(versions: [String], words: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            try GuestKernels.named(versions, among: kernels)
        }
        #expect(failure?.message == words)
    }
}
