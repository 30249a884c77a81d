import LinkModel
import Testing
import Wire

@Suite struct WindowScalingTests {
    @Test func `windows are scaled if both ends offer it, except in a SYN`() {
        var scaling = WindowScaling()
        scaling.offer(7, .up)
        #expect(scaling.bytes(100, .up, isSyn: false) == 100)
        scaling.offer(2, .down)
        #expect(scaling.bytes(100, .up, isSyn: false) == 12_800)
        #expect(scaling.bytes(100, .down, isSyn: false) == 400)
        #expect(scaling.bytes(100, .down, isSyn: true) == 100)
        scaling.offer(nil, .down)
        #expect(scaling.bytes(100, .up, isSyn: false) == 100)
    }

    @Test func `a shift is limited to fourteen bits`() {
        var scaling = WindowScaling()
        scaling.offer(255, .up)
        scaling.offer(0, .down)
        #expect(scaling.bytes(1, .up, isSyn: false) == 1 << 14)
    }

    private static let options: [(bytes: [UInt8], shift: UInt8?)] = [
        ([2, 4, 5, 180, 1, 3, 3, 9], 9), ([3, 3, 7, 0], 7), ([1, 1, 0, 3], nil), ([2, 0, 3, 3], nil),
        ([8, 10, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3], nil),
    ]

    @Test func `the offer is found among the TCP options`() {
        for option in Self.options {
            let padding = [UInt8](repeating: 0, count: (4 - option.bytes.count % 4) % 4)
            let padded = option.bytes + padding
            let length = UInt8((20 + padded.count) / 4) << 4
            let bytes = [UInt8](repeating: 0, count: 12) + [length, 2, 255, 255, 0, 0, 0, 0] + padded
            let header = TCPHeader(bytes.span.bytes, at: 0)
            let shift = header?.windowShift(bytes.span.bytes, at: 0)
            #expect(header != nil && shift == option.shift, "\(option)")
        }
    }
}
