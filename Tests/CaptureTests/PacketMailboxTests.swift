import Testing
import Wire

@testable import Capture

struct PacketMailboxTests {
    private func batch(_ packets: [[UInt8]]) -> PacketBatch {
        var batch = PacketBatch()
        for (index, packet) in packets.enumerated() {
            let header = CapturedPacket(number: index + 1, linkType: .rawIP, stamp: 7, originalLength: 9)
            batch.append(packet.span.bytes, header)
        }
        return batch
    }

    private func contents(_ batches: [PacketBatch]) -> [[UInt8]] {
        var all: [[UInt8]] = []
        for batch in batches { batch.forEach { _, bytes in all.append(bytes.withUnsafeBytes { Array($0) }) } }
        return all
    }

    @Test func `posted packets are taken once, in order`() {
        let mailbox = PacketMailbox()
        mailbox.post(batch([[1, 2], []]))
        mailbox.post(batch([[3]]))
        #expect(contents(mailbox.take()) == [[1, 2], [], [3]])
        #expect(mailbox.take().isEmpty && mailbox.missed == 0)
    }

    @Test func `packets without space are counted, later ones that fit are taken`() {
        let mailbox = PacketMailbox(limit: 1000)
        mailbox.post(batch([[UInt8](repeating: 1, count: 2000), [1]]))
        #expect(mailbox.missed == 2 && mailbox.take().isEmpty)
        mailbox.post(batch([[5]]))
        mailbox.post(batch(Array(repeating: [UInt8](repeating: 1, count: 300), count: 3)))
        #expect(mailbox.missed == 5)
        #expect(contents(mailbox.take()) == [[5]])
    }
}
