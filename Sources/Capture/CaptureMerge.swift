package import Compression
package import Wire

/// Reads several captures as one, in the order of their packets' timestamps.
package enum CaptureMerge {
    /// One of the captures, with packets that were read but not yet handed out.
    private final class Lane {
        struct Packet {
            var header: CapturedPacket
            var bytes: Range<Int>
        }

        private var source: CaptureSource
        private var held: [UInt8] = []
        private var packets: [Packet] = []
        private var next = 0

        init(
            _ path: String,
            from input: StandardInput?,
            unpacking: UnpackingBudget
        ) throws(CaptureError) {
            source = try CaptureSource(path, from: input, unpacking: unpacking)
        }

        var summary: CaptureFile.Summary { source.summary }
        var isEmpty: Bool { next == packets.count }
        var first: Packet { packets[next] }

        /// Hands out the first packet with this number.
        func hand(as number: Int, to packet: (CapturedPacket, RawSpan) -> Void) {
            var header = first.header
            header.number = number
            let bytes = held
            packet(header, bytes.span.bytes.extracting(first.bytes))
            next += 1
        }

        /// Reads until there is a packet or the file ends.
        func fill(_ secrets: (CaptureSecrets) -> Void) throws(CaptureError) {
            while isEmpty {
                held.removeAll(keepingCapacity: true)
                packets.removeAll(keepingCapacity: true)
                next = 0
                let shouldContinue = try source.next(secrets: secrets) { header, bytes in
                    let start = held.count
                    held.append(copying: bytes)
                    packets.append(Packet(header: header, bytes: start..<held.count))
                }
                if !shouldContinue { break }
            }
        }
    }

    /// Hands out all packets, renumbered from 1, and each secret before the packets that need it. Packets out
    /// of order within one capture stay so. `pause` is called before more of a capture is read. `input` says
    /// what is known of standard input. What compressed files unpack to counts in `unpacking`.
    package static func read(
        _ paths: [String],
        from input: StandardInput? = nil,
        unpacking: UnpackingBudget = UnpackingBudget(),
        secrets: (CaptureSecrets) -> Void = { _ in },
        pause: () -> Void = {},
        packet: (CapturedPacket, RawSpan) -> Void
    ) throws(CaptureError) -> [CaptureFile.Summary] {
        var lanes: [Lane] = []
        for path in paths {
            let lane: Lane
            do throws(CaptureError) {
                lane = try Lane(path, from: input, unpacking: unpacking)
                try lane.fill(secrets)
            } catch {
                throw CaptureError(.file, "\(path): \(error)")
            }
            if lane.isEmpty, lane.summary.format == nil {
                throw CaptureError(.file, "\(path): \(CaptureError.noCapture(path))")
            }
            lanes.append(lane)
        }
        var number = 0
        while let lane = lanes.filter({ !$0.isEmpty }).min(by: {
            $0.first.header.stamp < $1.first.header.stamp
        }) {
            number += 1
            lane.hand(as: number, to: packet)
            if lane.isEmpty { pause() }
            try lane.fill(secrets)
        }
        return lanes.map(\.summary)
    }
}
