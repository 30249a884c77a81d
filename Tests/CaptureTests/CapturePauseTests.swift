import Capture
import Glibc
import TestSupport
import Testing
import Wire

/// Captures read from a pipe while they are written.
@Suite(.timeLimit(.minutes(1)))
struct CapturePauseTests {
    /// Writes a recorder's packets one by one on request.
    private final class Pipe {
        let path: String
        private var encoder = PcapngEncoder()
        private var descriptor: CInt?
        private var left: Int64

        /// Announces `packets` packets, and writes the first at once.
        init(_ path: String, packets: Int64) {
            self.path = path
            left = packets
            #expect(mkfifo(path, 0o600) == 0)
            // Opened for reading too, or it would wait for a reader.
            descriptor = open(path, O_RDWR | O_CLOEXEC)
            encoder.appendSectionHeader()
            encoder.appendInterface(linkType: .rawIP, snapLength: 0)
            goOn()
        }

        /// Closes after the last packet.
        func goOn() {
            guard let descriptor else { return }
            guard left > 0 else {
                close(descriptor)
                self.descriptor = nil
                return
            }
            encoder.appendPacket([1, 2, 3].span.bytes, stamp: left, originalLength: 3)
            left -= 1
            #expect(write(descriptor, encoder.bytes, encoder.bytes.count) == encoder.bytes.count)
            encoder = PcapngEncoder()
        }
    }

    @Test func `available packets are delivered before the reader pauses for more`() throws {
        let folder = try ScratchFolder()
        let pipe = Pipe(folder.file("pipe"), packets: 3)
        var log: [String] = []
        _ = try CaptureFile.read(
            pipe.path,
            pause: {
                log.append("pause")
                pipe.goOn()
            },
            packet: { header, _ in log.append("\(header.number)") }
        )
        #expect(log == ["1", "pause", "2", "pause", "3", "pause"])
    }

    @Test func `a file is read to its end regardless of standard input`() throws {
        let folder = try ScratchFolder()
        let pipe = Pipe(folder.file("pipe"), packets: 2)
        let summary = try CaptureFile.read(
            pipe.path,
            from: StandardInput(begun: [1, 2, 3, 4]) { false },
            pause: { pipe.goOn() },
            packet: { _, _ in }
        )
        #expect(summary.packets == 2)
    }

    @Test(arguments: [1, 3, 4, 60])
    func `bytes already read from standard input count as its beginning`(_ count: Int) throws {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        encoder.appendInterface(linkType: .rawIP, snapLength: 0)
        encoder.appendPacket([1, 2, 3].span.bytes, stamp: 1, originalLength: 3)
        let whole = try CaptureFile.read(
            "-",
            from: StandardInput(begun: encoder.bytes) { false },
            packet: { packet, _ in #expect(packet.stamp == 1) }
        )
        #expect(whole.packets == 1 && whole.findings.kept.isEmpty)
        let cut = try CaptureFile.read(
            "-",
            from: StandardInput(begun: Array(encoder.bytes.prefix(count))) { false },
            packet: { _, _ in }
        )
        #expect(cut.packets == 0)
    }

    @Test func `merging captures also delivers packets before it pauses`() throws {
        let folder = try ScratchFolder()
        let pipe = Pipe(folder.file("pipe"), packets: 3)
        var log: [String] = []
        _ = try CaptureMerge.read(
            [pipe.path],
            pause: {
                log.append("pause")
                pipe.goOn()
            },
            packet: { header, _ in log.append("\(header.number)") }
        )
        #expect(log == ["1", "pause", "2", "pause", "3", "pause"])
    }
}
