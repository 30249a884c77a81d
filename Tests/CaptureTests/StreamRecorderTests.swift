import Capture
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct StreamRecorderTests {
    private static let proxy = SocketAddress(address: 0x7F00_0001, port: 8888)
    private static let client = SocketAddress(address: 0x7F00_0001, port: 40_000)
    private static let server = SocketAddress(host: .v6(high: 0x2001_0DB8_0000_0000, low: 7), port: 443)

    @Test func `both legs are recorded with names, and secrets precede their packets`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.pcapng")
        let lines = Mutex(["CLIENT_RANDOM 00 11"])
        let recorder = try StreamRecorder(path: path, clock: RunClock()) { seen in
            SocketAddress(address: 0xC000_0201, port: seen.port)
        } secrets: {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        } failed: {
            Issue.record("\($0)")
        }
        let first = recorder.accepted(from: Self.client, at: Self.proxy)
        first?.received([1, 2, 3])
        let local = SocketAddress(host: .loopback6, port: 50_000)
        let second = recorder.connecting(to: Self.server, named: "a.test", from: local, at: .zero)
        second?.connected()
        second?.sent([4, 5], [6], at: .zero)
        second?.closed(.reset)
        first?.closed(.inOrder)
        let summary = recorder.finish()
        #expect(summary == StreamRecorder.Summary(packets: 11, lostBytes: 0, lostConnections: 0))
        var events: [String] = []
        let read = try CaptureFile.read(
            path,
            secrets: { events.append("secrets \($0.bytes.count)") },
            packet: { packet, bytes in
                let isFour = IPv4Header(bytes)?.source
                events.append(isFour.map { "\(IPAddress.v4($0))" } ?? "\(bytes.byteCount)")
            }
        )
        #expect(
            events == [
                "secrets 20", "192.0.2.1", "127.0.0.1", "192.0.2.1", "192.0.2.1", "68", "68", "60", "63",
                "60",
                "127.0.0.1", "192.0.2.1",
            ]
        )
        #expect(read.interfaces.map(\.name) == ["clients", "servers"] && read.dropped == 0)
        #expect(read.names == [Self.server.host: "a.test"])
    }

    @Test func `the file can be read while recording and ends after a whole block`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.pcapng")
        let recorder = try StreamRecorder(path: path, clock: RunClock()) {
            []
        } failed: {
            Issue.record("\($0)")
        }
        let tap = recorder.accepted(from: Self.client, at: Self.proxy)
        tap?.received([1, 2, 3])
        var packets = 0
        let isThere = Waiting.until {
            let bytes = (try? WholeFile.read(path, limit: 1 << 20)) ?? []
            let written = recorder.writtenBytes
            guard written > 0, written <= bytes.count else { return false }
            let copy = folder.file("copy.pcapng")
            try? WholeFile.write(copy, Array(bytes.prefix(written)))
            packets = 0
            let read = try? CaptureFile.read(copy) { _, _ in packets += 1 }
            #expect(read?.findings.kept.isEmpty == true)
            return packets > 0
        }
        #expect(isThere)
        tap?.closed(.inOrder)
        #expect(recorder.finish().packets > packets)
    }

    @Test(arguments: ["/dev/full", "none/a.pcapng"])
    func `a file that cannot be created or written is an error at once`(_ path: String) throws {
        let folder = try ScratchFolder()
        let path = path.hasPrefix("/") ? path : folder.file(path)
        #expect(throws: SystemCallError.self) {
            _ = try StreamRecorder(path: path, clock: RunClock()) {
                []
            } failed: { _ in
            }
        }
    }

    @Test func `data beyond the limit is counted, and recording continues after it`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.pcapng")
        let recorder = try StreamRecorder(path: path, clock: RunClock(), limit: 1000) {
            []
        } failed: {
            Issue.record("\($0)")
        }
        let tap = recorder.accepted(from: Self.client, at: Self.proxy)
        tap?.received([1, 2])
        tap?.received([UInt8](repeating: 7, count: 2000)[...])
        tap?.received([3, 4])
        tap?.closed(.inOrder)
        #expect(
            recorder.finish() == StreamRecorder.Summary(packets: 7, lostBytes: 2000, lostConnections: 0)
        )
        var sequences: [UInt32] = []
        let read = try CaptureFile.read(path) { _, bytes in
            guard let tcp = TCPHeader(bytes, at: 20), tcp.flags.contains(.psh) else { return }
            sequences.append(tcp.sequence)
        }
        #expect(sequences.count == 2 && sequences.first.map { $0 &+ 2002 } == sequences.last)
        #expect(read.dropped == 1)
    }
}
