import Glibc
import Testing

@testable import LinuxIO

@Suite struct MachineHolderTests {
    private static let locks = """
        1: POSIX  ADVISORY  WRITE 500 08:01:4026531834 0 EOF
        2: FLOCK  ADVISORY  WRITE 812 00:04:4026531834 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 813 00:04:4026531834 0 EOF
        3: FLOCK  ADVISORY  WRITE 0 00:04:4026531999 0 EOF
        """

    @Test(arguments: [(4_026_531_834, Int32?(812)), (4_026_531_999, nil), (7, nil)] as [(UInt64, Int32?)])
    func `the lock's holder is found, not a waiter or a hidden process`(
        file: UInt64,
        process: Int32?
    ) {
        #expect(MachineHolder.process(in: Self.locks, file: file) == process)
    }

    @Test func `the age counts from the process's start, with any program name`() {
        let stat = "812 (a ) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4200 99 100"
        #expect(MachineHolder.age(stat: stat, uptime: "50.5 99.0", ticksPerSecond: 100) == 8_500_000_000)
        #expect(MachineHolder.age(stat: "812 (a) S", uptime: "50.5", ticksPerSecond: 100) == nil)
        #expect(MachineHolder.age(stat: stat, uptime: "", ticksPerSecond: 100) == nil)
        // Clocks that disagree make no negative age.
        #expect(MachineHolder.age(stat: stat, uptime: "1.0", ticksPerSecond: 100) == 0)
    }

    @Test func `a program is described by its name and verb`() {
        func words(_ text: String) -> String? { MachineHolder.words(Array(text.utf8)) }
        #expect(words("/usr/bin/netlab\0run\0dsl\0") == "netlab run")
        #expect(words("netlab\0") == "netlab")
        #expect(words("") == nil)
        #expect(words("net\u{1B}lab\0ru\u{7}n\0") == "netlab run")
    }

    @Test func `this process is found as the holder of its own lock`() throws {
        var template = Array("/tmp/netlab-holder-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { rmdir(folder) }
        #expect(MachineHolder.found(on: folder) == nil)
        let lock = try MachineLock.attempt(on: folder)
        let isHeld = lock != nil
        #expect(isHeld)
        let holder = try #require(MachineHolder.found(on: folder))
        #expect(holder.process == getpid())
        #expect(holder.program != nil && holder.user != nil && holder.age != nil)
        extendLifetime(lock)
    }
}
