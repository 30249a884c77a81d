import Glibc
import LinuxIO
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MachineLockTests {
    /// A folder that no other test locks.
    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/netlab-lock-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let folder = String(cString: made)
        defer { rmdir(folder) }
        try body(folder)
    }

    @Test func `the lock has one holder and is free again when released`() throws {
        try withFolder { folder in
            var held = try MachineLock.attempt(on: folder)
            let isHeld = held != nil
            let isHeldTwice = try MachineLock.attempt(on: folder) != nil
            #expect(isHeld)
            #expect(!isHeldTwice)
            held = nil
            let isFree = try MachineLock.attempt(on: folder) != nil
            #expect(isFree)
        }
    }

    @Test func `whoever waits for the lock has it when its holder lets go`() throws {
        try withFolder { folder in
            let held = try MachineLock.take(folder)
            let wasFree = Mutex<Bool?>(nil)
            let waiting = try WorkerThread(name: "waiting") {
                let taken = try? MachineLock.take(folder)
                let isFree = (try? MachineLock.attempt(on: folder)) != nil
                wasFree.withLock { $0 = isFree }
                _ = consume taken
            }
            let isFree = try MachineLock.attempt(on: folder) != nil
            #expect(!isFree && wasFree.withLock { $0 } == nil)
            _ = consume held
            waiting.join()
            #expect(wasFree.withLock { $0 } == false)
        }
    }

    @Test func `locking creates nothing in the folder`() throws {
        try withFolder { folder in
            let held = try MachineLock.attempt(on: folder)
            let isHeld = held != nil
            #expect(isHeld)
            // Only an empty folder can be removed.
            #expect(rmdir(folder) == 0)
        }
    }

    @Test func `the machine's lock is shared by containers through the time namespace`() throws {
        var held = try MachineLock.attempt(on: "/proc/self/ns/time")
        let isHeld = held != nil
        let isHeldTwice = try MachineLock.attempt() != nil
        #expect(isHeld)
        #expect(!isHeldTwice)
        held = nil
    }

    @Test func `a missing folder is named`() {
        #expect(throws: SystemCallError("open", on: "/tmp/netlab-no-such-folder", errno: ENOENT)) {
            _ = try MachineLock.attempt(on: "/tmp/netlab-no-such-folder")
        }
    }
}
