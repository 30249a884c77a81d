import LinuxIO
import TestSupport
import Testing

@testable import VirtualTime

@Suite struct VirtualKernelTests {
    private func kernels(_ names: String...) throws -> [VirtualKernel] {
        let folder = try ScratchFolder()
        for name in names { try folder.write("\(name)/linux", "") }
        try folder.write("6.99.1-1-abc/other", "")
        return VirtualKernel.installed(["NETLAB_KERNELS": folder.path])
    }

    @Test func `kernels are found by their folders, newest first`() throws {
        let found = try kernels(
            "6.1.192-2-560f037c0c0a",
            "6.12.117-1~deb12u1-a683732a22c6",
            "6.9.7-1-0",
            ".building-x"
        )
        #expect(found.map(\.version) == ["6.12.117-1~deb12u1", "6.9.7-1", "6.1.192-2"])
    }

    @Test func `the latest build of each version is used`() throws {
        let folder = try ScratchFolder()
        for (name, built) in [("6.1.192-2-a", 100), ("6.1.192-2-b", 300), ("6.1.192-2-c", 200), ("6.2-d", 1)]
        {
            try folder.write("\(name)/linux", "")
            #expect(FileStatus.stamp(folder.file("\(name)/linux"), used: 0, modified: Int64(built)))
        }
        let found = VirtualKernel.installed(["NETLAB_KERNELS": folder.path])
        #expect(found.map { $0.path.dropLast("/linux".count).last } == ["d", "b"])
    }

    @Test func `a short version selects the newest matching kernel`() throws {
        let found = try kernels("6.1.192-2-a", "6.1.98-1-b", "6.12.117-1-c")
        #expect(VirtualKernel.of("6.1", among: found)?.version == "6.1.192-2")
        #expect(VirtualKernel.of("6.1.98", among: found)?.version == "6.1.98-1")
        #expect(VirtualKernel.of("6.12", among: found)?.version == "6.12.117-1")
        #expect(
            VirtualKernel.of("6.98", among: found) == nil && VirtualKernel.of("6.1.98-1", among: found) != nil
        )
    }

    @Test(arguments: [("6.1.192-2", false), ("6.15.9", false), ("6.16.1", true), ("7.3.4-1~bpo13+1", true)])
    func `kernels from 6.16 on have fast system calls`(_ version: String, _ isFast: Bool) {
        #expect(VirtualKernel(version: version, path: "").hasFastCalls == isFast)
    }

    @Test func `the clock address comes from the build notes`() throws {
        let folder = try ScratchFolder()
        try folder.write("6.1-a/linux", "")
        try folder.write("6.1-a/about.txt", "Linux\nclock:   0x00000000605f1a20\n")
        let kernel = VirtualKernel(version: "6.1", path: folder.file("6.1-a/linux"))
        #expect(kernel.clockAddress == 0x605F_1A20)
        #expect(VirtualKernel(version: "6.1", path: folder.file("other/linux")).clockAddress == nil)
    }
}
