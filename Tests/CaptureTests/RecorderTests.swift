import Capture
import Foundation
import Glibc
import LinuxIO
import TestSupport
import Testing
import Wire

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .enabled(if: access("/dev/net/tun", R_OK | W_OK) == 0, "needs /dev/net/tun")
)
struct RecorderTests {
    /// A datagram from 198.18.0.1 to 198.18.0.2, both ports 9 (discard), that carries `number`.
    private static func datagram(_ number: Int, payload length: Int = 32) -> [UInt8] {
        let total = 28 + length
        var bytes: [UInt8] = [
            0x45, 0, UInt8(total >> 8), UInt8(total & 0xFF), 0, 0, 0x40, 0, 64, 17, 0, 0,
            198, 18, 0, 1, 198, 18, 0, 2, 0, 9, 0, 9, UInt8((8 + length) >> 8), UInt8((8 + length) & 0xFF), 0,
            0,
        ]
        var sum = stride(from: 0, to: 20, by: 2).reduce(0) { $0 + Int(bytes[$1]) << 8 + Int(bytes[$1 + 1]) }
        while sum > 0xFFFF { sum = sum & 0xFFFF + sum >> 16 }
        bytes[10] = UInt8(~sum >> 8 & 0xFF)
        bytes[11] = UInt8(~sum & 0xFF)
        return bytes + (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 & 3))) }
    }

    /// Runs `body` on a separate thread in a separate namespace with the interface `line`.
    private static func withLine<Value: Sendable>(
        _ body: @escaping @Sendable (_ line: borrowing PacketPort) throws -> Value
    ) async throws -> Value {
        try await OwnThread.run {
            try NetworkNamespace.make().enter()
            try NetworkSettings.silenceIPv6()
            let port = try PacketPort.tun("line")
            try RouteSocket().bringUp("line", mtu: 1500)
            return try body(port)
        }
    }

    private static func send(_ packets: [[UInt8]], into line: borrowing PacketPort) throws {
        for packet in packets {
            try systemCall("write", on: "line") { write(line.raw, packet, packet.count) }
        }
    }

    @Test func `every packet up to the stop is recorded`() async throws {
        let folder = try ScratchFolder()
        let packets = (0..<3000).map { Self.datagram($0) }
        let before = RunClock.wall()
        let summary = try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(
                    interface: "line",
                    description: "what the client's host saw",
                    hostNames: [(.v4(0xC612_0001), "client.netlab.test")]
                ),
                into: RecordingTarget(folder.file("capture"))
            )
            try Self.send(packets, into: line)
            return recorder.stop()
        }
        #expect(summary == RecorderSummary(packets: 3000, bytes: 3000 * 60, dropped: 0))
        let read = try ReadCapture(folder.file("capture"))
        #expect(read.summary.findings == CaptureFileFindings())
        #expect(read.packets.map(\.bytes) == packets)
        let interface = read.summary.interfaces.first
        #expect(interface?.name == "line" && interface?.description == "what the client's host saw")
        #expect(interface?.linkType == .rawIP && interface?.resolution == .nanoseconds)
        let stamps = read.packets.map(\.header.stamp)
        #expect(stamps == stamps.sorted())
        #expect(stamps.allSatisfy { $0 > before && $0 <= RunClock.wall() })
        var status = stat()
        #expect(stat(folder.file("capture"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: [0, 1]) func `a recorder with few or no packets writes a complete file`(_ count: Int)
        async throws
    {
        let folder = try ScratchFolder()
        let summaries = try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(interface: "line", description: ""),
                into: RecordingTarget(folder.file("capture"))
            )
            try Self.send((0..<count).map { Self.datagram($0) }, into: line)
            return [recorder.stop(), recorder.stop()]
        }
        // A second stop returns the same.
        #expect(summaries.allSatisfy { $0 == RecorderSummary(packets: count, bytes: count * 60, dropped: 0) })
        let read = try ReadCapture(folder.file("capture"))
        #expect(read.packets.count == count)
        #expect(read.summary.findings == CaptureFileFindings())
    }

    @Test func `packets are truncated to the snap length`() async throws {
        let folder = try ScratchFolder()
        try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(
                    interface: "line",
                    description: "",
                    snapLength: 100
                ),
                into: RecordingTarget(folder.file("capture"))
            )
            try Self.send([Self.datagram(1, payload: 1000)], into: line)
            recorder.stop()
        }
        let read = try ReadCapture(folder.file("capture"))
        #expect(read.packets.map(\.bytes) == [Array(Self.datagram(1, payload: 1000).prefix(100))])
        #expect(read.packets.map(\.header.originalLength) == [1028])
    }

    @Test(arguments: ["capture", "capture.pcap"])
    func `packets of every length are recorded unchanged`(_ name: String) async throws {
        let folder = try ScratchFolder()
        // More than the recorder buffers before it writes.
        let packets = (0..<1400).map { Self.datagram($0, payload: $0) }
        try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(interface: "line"),
                into: RecordingTarget(folder.file(name))
            )
            try Self.send(packets, into: line)
            recorder.stop()
        }
        let read = try ReadCapture(folder.file(name))
        #expect(read.summary.findings == CaptureFileFindings())
        let isWhole = read.packets.map(\.bytes) == packets
        #expect(isWhole && read.packets.allSatisfy { $0.header.originalLength == $0.bytes.count })
    }

    @Test func `the file can be read while recording`() async throws {
        let folder = try ScratchFolder()
        let seen = try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(interface: "line", description: ""),
                into: RecordingTarget(folder.file("capture"))
            )
            var seen = try ReadCapture(folder.file("capture")).packets.count
            // A generous limit: the file must be brought up to date without stopping the recorder.
            let deadline = RunClock.wall() + 20_000_000_000
            try Self.send((0..<10).map { Self.datagram($0) }, into: line)
            while seen < 10, RunClock.wall() < deadline {
                let read = try ReadCapture(folder.file("capture"))
                try #require(read.summary.findings == CaptureFileFindings())
                seen = read.packets.count
            }
            recorder.stop()
            return seen
        }
        #expect(seen == 10)
    }

    @Test(arguments: ["capture", "capture.pcap"])
    func `a full disk ends the file after a whole packet, but not the recorder`(_ name: String) async throws {
        let folder = try ScratchFolder()
        let summary = try await Self.withLine { line in
            try systemCall("mount", on: folder.path) { mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") }
            defer { umount2(folder.path, CInt(MNT_DETACH)) }
            let recorder = try Recorder(
                RecorderSettings(interface: "line", description: ""),
                into: RecordingTarget(folder.file(name))
            )
            try Self.send((0..<2000).map { Self.datagram($0, payload: 300) }, into: line)
            let summary = recorder.stop()
            let read = try ReadCapture(folder.file(name))
            try #require(read.summary.findings == CaptureFileFindings())
            // 64 KiB hold this many records of 360 bytes, or 344, behind the headers.
            try #require(read.packets.count > 170 && read.packets.count < 191)
            return summary
        }
        #expect(summary.packets == 2000)
        #expect(summary.writeError?.contains("No space left on device") == true)
        #expect(summary.readError == nil)
    }

    @Test func `only packets that match the filter are recorded`() async throws {
        let folder = try ScratchFolder()
        let summary = try await Self.withLine { line in
            let settings = RecorderSettings(interface: "line", filter: "udp and greater 200")
            let recorder = try Recorder(settings, into: RecordingTarget(folder.file("capture")))
            try Self.send([Self.datagram(1), Self.datagram(2, payload: 300)], into: line)
            return recorder.stop()
        }
        #expect(summary.packets == 1)
        let read = try ReadCapture(folder.file("capture"))
        #expect(read.packets.map(\.bytes) == [Self.datagram(2, payload: 300)])
    }

    @Test func `an invalid filter is reported`() async throws {
        let folder = try ScratchFolder()
        let error = await #expect(throws: CaptureError.self) {
            try await Self.withLine { _ in
                let settings = RecorderSettings(interface: "line", filter: "port eighty")
                _ = try Recorder(settings, into: RecordingTarget(folder.file("capture")))
            }
        }
        #expect(error?.kind == .filter && error?.description.contains("'port eighty'") == true)
    }

    @Test func `the extension .pcap selects classic pcap`() async throws {
        let folder = try ScratchFolder()
        let packets = (0..<20).map { Self.datagram($0) }
        try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(interface: "line", snapLength: 50),
                into: RecordingTarget(folder.file("capture.pcap"))
            )
            try Self.send(packets, into: line)
            recorder.stop()
        }
        let read = try ReadCapture(folder.file("capture.pcap"))
        #expect(read.summary.format == .pcap(.little, .nanoseconds))
        #expect(read.summary.findings == CaptureFileFindings())
        #expect(read.packets.map(\.bytes) == packets.map { Array($0.prefix(50)) })
        #expect(read.packets.allSatisfy { $0.header.originalLength == 60 && $0.header.linkType == .rawIP })
    }

    @Test(arguments: ["pcapng", "pcap"])
    func `a ring keeps the newest files, each complete`(_ ending: String) async throws {
        let folder = try ScratchFolder()
        let packets = (0..<1000).map { Self.datagram($0) }
        let target = RecordingTarget(
            folder.file("ring.\(ending)"),
            ring: RecordingTarget.Ring(files: 3, bytes: 10_000)
        )
        let summary = try await Self.withLine { line in
            let recorder = try Recorder(RecorderSettings(interface: "line"), into: target)
            try Self.send(packets, into: line)
            return recorder.stop()
        }
        #expect(summary.packets == 1000 && summary.writeError == nil)
        let names = try Folder.names(in: folder.path)
        #expect(
            names.count == 3 && names.allSatisfy { $0.hasPrefix("ring-000") && $0.hasSuffix(".\(ending)") }
        )
        let files = try names.map { try ReadCapture(folder.file($0)) }
        #expect(files.allSatisfy { $0.summary.findings == CaptureFileFindings() })
        // They are consecutive, with none missing.
        let kept = files.flatMap { $0.packets.map(\.bytes) }
        #expect(kept == packets.suffix(kept.count) && kept.count > 150)
    }

    @Test func `a ring's files are numbered before their extension`() {
        let ring = RecordingTarget.Ring(files: 2, bytes: 1)
        #expect(RecordingTarget("a.b/c.pcapng", ring: ring).path(7) == "a.b/c-00007.pcapng")
        #expect(RecordingTarget("a.b/c", ring: ring).path(123_456) == "a.b/c-123456")
        #expect(
            RecordingTarget("c.pcap").path(1) == "c.pcap" && RecordingTarget("-").path(1) == "/dev/stdout"
        )
    }

    @Test func `removing the interface ends the recording with a complete file`() async throws {
        let folder = try ScratchFolder()
        let summary = try await OwnThread.run {
            try NetworkNamespace.make().enter()
            try NetworkSettings.silenceIPv6()
            let recorder: Recorder
            do {
                let port = try PacketPort.tun("line")
                try RouteSocket().bringUp("line", mtu: 1500)
                recorder = try Recorder(
                    RecorderSettings(interface: "line", description: ""),
                    into: RecordingTarget(folder.file("capture"))
                )
                try Self.send([Self.datagram(1)], into: port)
            }
            return recorder.stop()
        }
        #expect(summary.packets <= 1)
        #expect(try ReadCapture(folder.file("capture")).summary.findings == CaptureFileFindings())
    }

    @Test func `each loopback packet is recorded once`() async throws {
        let folder = try ScratchFolder()
        let summary = try await OwnThread.run {
            try NetworkNamespace.make().enter()
            try RouteSocket().bringUp("lo")
            let recorder = try Recorder(
                RecorderSettings(interface: "lo", description: ""),
                into: RecordingTarget(folder.file("capture"))
            )
            let sender = OwnedDescriptor(
                owning: try systemCall("socket") { socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0) }
            )
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(9).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            for number in 0..<5 {
                let text = "datagram \(number)"
                try systemCall("sendto") {
                    withUnsafeBytes(of: address) {
                        sendto(
                            sender.raw,
                            text,
                            text.utf8.count,
                            Int32(MSG_NOSIGNAL),
                            $0.bindMemory(to: sockaddr.self).baseAddress,
                            socklen_t($0.count)
                        )
                    }
                }
            }
            return recorder.stop()
        }
        #expect(summary.dropped == 0)
        let datagrams = try ReadCapture(folder.file("capture")).packets.filter {
            IPv4Header($0.bytes.span.bytes, at: 14)?.transport == IPv4Header.udp
        }
        #expect(
            datagrams.map { String(decoding: $0.bytes.dropFirst(42), as: UTF8.self) }
                == (0..<5).map { "datagram \($0)" }
        )
    }

    @Test func `an unknown interface is named`() async throws {
        let folder = try ScratchFolder()
        let error = await #expect(throws: CaptureError.self) {
            try await Self.withLine { _ in
                _ = try Recorder(
                    RecorderSettings(interface: "nowhere", description: ""),
                    into: RecordingTarget(folder.file("capture"))
                )
            }
        }
        #expect(error?.kind == .interface)
        #expect(error?.description.contains("no interface nowhere") == true)
    }

    @Test func `a file that cannot be created is named`() async throws {
        let error = await #expect(throws: CaptureError.self) {
            try await Self.withLine { _ in
                _ = try Recorder(
                    RecorderSettings(interface: "line", description: ""),
                    into: RecordingTarget("/nowhere/at/all")
                )
            }
        }
        #expect(error?.kind == .file)
        #expect(error?.description.contains("/nowhere/at/all: No such file or directory") == true)
    }

    private static let tshark = "/usr/bin/tshark"

    @Test(.enabled(if: access(tshark, X_OK) == 0, "needs tshark"))
    func `tshark opens the file without a warning`() async throws {
        let folder = try ScratchFolder()
        try await Self.withLine { line in
            let recorder = try Recorder(
                RecorderSettings(
                    interface: "line",
                    description: "what the client's host saw",
                    hostNames: [
                        (.v4(0xC612_0001), "client.netlab.test"), (.v4(0xC612_0002), "origin.netlab.test"),
                    ]
                ),
                into: RecordingTarget(folder.file("capture"))
            )
            try Self.send((0..<20).map { Self.datagram($0) }, into: line)
            recorder.stop()
        }
        let process = Process()
        process.executableURL = URL(filePath: Self.tshark)
        process.arguments = [
            "-r", folder.file("capture"), "-N", "n", "-T", "fields", "-e", "frame.interface_name", "-e",
            "ip.src_host",
            "-e",
            "_ws.malformed",
        ]
        let (output, complaints) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let said = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(said.split(separator: "\n").filter { !$0.contains("Running as user") }.isEmpty)
        #expect(lines == String(repeating: "line\tclient.netlab.test\t\n", count: 20))
    }
}
