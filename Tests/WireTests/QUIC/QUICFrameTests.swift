import Testing

@testable import Wire

struct QUICFrameTests {
    private static func frames(_ bytes: [UInt8]) -> [QUICFrame] {
        var reader = QUICFrameReader()
        var frames: [QUICFrame] = []
        while let frame = reader.next(bytes.span.bytes) { frames.append(frame) }
        return frames
    }

    private static let identifier: [UInt8] = [1, 2, 3, 4]

    @Test(
        arguments: [
            ([0, 0, 0], .padding(3)), ([1], .ping),
            ([4, 8, 0x41, 0x0C, 9], .resetStream(stream: 8, code: 0x10C, finalSize: 9)),
            ([5, 8, 7], .stopSending(stream: 8, code: 7)),
            ([6, 3, 2, 0xAA, 0xBB], .crypto(offset: 3, 3..<5)),
            ([7, 2, 1, 1], .newToken(2..<4)),
            ([8, 4, 9, 9], .stream(QUICStreamFrame(stream: 4, offset: 0, range: 2..<4, isLast: false))),
            ([0x0F, 4, 5, 1, 9], .stream(QUICStreamFrame(stream: 4, offset: 5, range: 4..<5, isLast: true))),
            ([0x10, 5], .maxData(5)), ([0x11, 4, 5], .maxStreamData(stream: 4, 5)),
            ([0x12, 5], .maxStreams(5, isBidirectional: true)),
            ([0x13, 5], .maxStreams(5, isBidirectional: false)), ([0x14, 5], .dataBlocked(5)),
            ([0x15, 4, 5], .streamDataBlocked(stream: 4, 5)),
            ([0x16, 5], .streamsBlocked(5, isBidirectional: true)),
            ([0x17, 5], .streamsBlocked(5, isBidirectional: false)), ([0x19, 2], .retireConnectionID(2)),
            ([0x1A, 0, 0, 0, 0, 0, 0, 0, 9], .pathChallenge(9)),
            ([0x1B, 0, 0, 0, 0, 0, 0, 0, 9], .pathResponse(9)),
            (
                [0x1C, 7, 6, 1, 0x41],
                .connectionClose(QUICClose(code: 7, isByApplication: false, frameType: 6, reason: 4..<5))
            ),
            (
                [0x1D, 7, 1, 0x41],
                .connectionClose(QUICClose(code: 7, isByApplication: true, frameType: nil, reason: 3..<4))
            ),
            ([0x1E], .handshakeDone), ([0x30, 1, 2], .datagram(1..<3)), ([0x31, 1, 2], .datagram(2..<3)),
        ] as [([UInt8], QUICFrame)]
    )
    func `each type of frame is read, and none that is cut off`(_ bytes: [UInt8], _ frame: QUICFrame) {
        #expect(Self.frames(bytes) == [frame])
        let (isOpen, isPadding) = (bytes[0] & 0xFE == 0x08 || bytes[0] == 0x30, bytes[0] == 0)
        guard !isOpen, !isPadding else { return }
        for length in 1..<max(1, bytes.count) { #expect(Self.frames(Array(bytes.prefix(length))).isEmpty) }
    }

    @Test func `an acknowledgement lists its ranges from the latest down`() throws {
        let bytes: [UInt8] = [3, 20, 5, 2, 1, 2, 3, 0, 4, 7, 8, 9]
        guard case .acknowledgement(let told) = try #require(Self.frames(bytes).first) else { return }
        var ranges: [ClosedRange<UInt64>] = []
        told.forEachRange(bytes.span.bytes) { ranges.append($0) }
        #expect(ranges == [19...20, 12...15, 6...10])
        #expect(told.largest == 20 && told.delay == 5)
        #expect(told.marks == QUICAcknowledgement.Marks(ect0: 7, ect1: 8, congestionExperienced: 9))
    }

    @Test func `ranges below zero end an acknowledgement`() throws {
        let bytes: [UInt8] = [2, 5, 0, 1, 1, 9, 9]
        guard case .acknowledgement(let told) = try #require(Self.frames(bytes).first) else { return }
        var ranges: [ClosedRange<UInt64>] = []
        told.forEachRange(bytes.span.bytes) { ranges.append($0) }
        #expect(ranges == [4...5])
    }

    @Test func `an issued identifier has its sequence and its token`() throws {
        let bytes = [0x18, 3, 1, 4] + Self.identifier + [UInt8](repeating: 9, count: 16)
        guard case .newConnectionID(let issued) = try #require(Self.frames(bytes).first) else { return }
        #expect(issued.sequence == 3 && issued.retirePriorTo == 1)
        #expect(issued.identifier.bytes == Self.identifier && issued.resetToken == 8..<24)
    }

    // RFC 9000, A.3, and the ends of the range.
    @Test(
        arguments: [
            (0x9B32, 2, 0xA82F_30EB, 0xA82F_9B32), (0, 1, 0, 0), (0xFF, 1, 0x100, 0xFF), (1, 1, 0xFF, 0x101),
            (0x1234_5678, 4, 0, 0x1234_5678),
        ] as [(UInt64, Int, UInt64, UInt64)]
    )
    func `a packet's number is the one closest to the one expected`(
        _ carried: UInt64,
        _ bytes: Int,
        _ expected: UInt64,
        _ number: UInt64
    ) {
        #expect(QUICPacketNumber.decode(carried, bytes: bytes, expected: expected) == number)
    }

    @Test func `identifiers keep their bytes at every length`() {
        let bytes = (1...20).map { UInt8($0) }
        for count in 0...20 {
            let identifier = QUICIdentifier(bytes.span.bytes, at: 0, count: count)
            #expect(identifier?.bytes == Array(bytes.prefix(count)))
        }
        let beyond = QUICIdentifier(bytes.span.bytes, at: 1, count: 20)
        #expect(beyond == nil)
    }

    @Test func `any bytes are read within their bounds`() {
        var state: UInt64 = 11
        for _ in 0..<20_000 {
            let bytes = (0..<24).map { place -> UInt8 in
                state = SplitMix.mixed(state &+ 1)
                return place == 0 ? UInt8(state % 0x32) : UInt8(truncatingIfNeeded: state)
            }
            for frame in Self.frames(bytes) {
                if case .stream(let stream) = frame { #expect(stream.range.upperBound <= bytes.count) }
                if case .acknowledgement(let told) = frame { told.forEachRange(bytes.span.bytes) { _ in } }
            }
        }
    }
}
