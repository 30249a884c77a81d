import Foundation
import TestSupport
import Testing

/// Single faults, each of which once did what it must not.
@Suite(.enabled(if: FaultScene.isPossible, FaultScene.needs))
struct SingleFaultTests {
    private static func fault(_ thread: String, _ name: String, _ kind: String, _ number: Int, _ error: Int32)
        -> CallFault
    {
        let call = TracedCall(thread: thread, name: name, kind: kind, count: number)
        return CallFault(call: call, number: number, effect: .fails(error))
    }

    private func run(_ command: some WalkedCommand, _ fault: CallFault) throws -> FaultScene.Outcome {
        let scene = try FaultScene()
        try command.prepare(scene)
        let outcome = try scene.run(command.arguments, fault, limit: 30) {
            _ = try command.visit($0, atMost: nil)
        }
        #expect(outcome.report?.hit != nil, "the call was not made")
        return outcome
    }

    @Test func `a link that fails during a run ends it without waiting for timeouts`()
        throws
    {
        let fault = Self.fault("netlab-line", "read", "device", 3, EIO)
        let outcome = try run(WalkedRun(mode: "packet", timeout: 60), fault)
        #expect(outcome.report?.ending == .status(3))
        #expect(outcome.errors.contains("the link engine stopped: read"), "\(outcome.errors)")
    }

    @Test func `a link without a descriptor for its poller ends the run before it begins`() throws {
        let fault = Self.fault("netlab-line", "epoll_create1", "-", 1, EMFILE)
        let outcome = try run(WalkedRun(mode: "packet", timeout: 60), fault)
        #expect(outcome.report?.ending == .status(3))
        #expect(outcome.errors.contains("epoll_create1: Too many open files"), "\(outcome.errors)")
    }

    @Test func `a proxy that cannot reach servers ends without leaving clients waiting`() throws {
        let fault = Self.fault("netlab-server", "eventfd2", "-", 1, EMFILE)
        let outcome = try run(WalkedServer(kind: .proxy(origin: "http://127.0.0.1:9/")), fault)
        #expect(outcome.report?.ending == .status(3))
        #expect(outcome.errors.contains("the proxy ended: eventfd: Too many open files"), "\(outcome.errors)")
    }

    @Test func `a proxy whose capture finds no disk space continues and exits with 3`() throws {
        let origin = try Server(in: ScratchFolder())
        let fault = Self.fault("netlab-pcap", "write", "file", 1, ENOSPC)
        let outcome = try run(WalkedServer(kind: .proxy(origin: origin.url)), fault)
        _ = try origin.stop()
        #expect(outcome.report?.ending == .status(3))
        #expect(outcome.errors.contains("the capture ends here: write p.pcapng: No space left on device"))
        #expect(outcome.errors.contains("passed on 3 requests"), "\(outcome.errors)")
    }

    @Test func `without /proc, netlab reports that it cannot read its arguments`() throws {
        let line = "umount -l /proc && exec \(Netlab.path) fixture cat.jpg --size 20000"
        let folder = try ScratchFolder()
        let output = try Program("/usr/bin/unshare", ["-m", "sh", "-c", line], in: folder.path).run()
        #expect(output.status == 3)
        #expect(output.errors.contains("/proc cannot be read"), "\(output.errors)")
    }
}
