import Testing

@testable import HTTP

@Suite struct RequestedRangesTests {
    @Test(
        arguments: [
            ("bytes=0-99", [.offsets(0...99)]), ("BYTES=0-0", [.offsets(0...0)]), ("bytes=5-", [.from(5)]),
            ("bytes=-500", [.suffix(500)]), ("bytes=-0", [.suffix(0)]),
            ("bytes=0-1,3-4", [.offsets(0...1), .offsets(3...4)]),
            ("bytes= 0-1 ,\t-2 , 9-", [.offsets(0...1), .suffix(2), .from(9)]),
            ("bytes=,0-1,,", [.offsets(0...1)]), ("bytes=007-08", [.offsets(7...8)]),
            ("bytes=0-99999999999999999999999", [.offsets(0 ... .max)]),
            ("bytes=99999999999999999999999-", [.from(.max)]),
        ] as [(String, [RequestedRanges.Part])]
    )
    func `every form is parsed`(text: String, parts: [RequestedRanges.Part]) {
        #expect(RequestedRanges(["Range": text])?.parts == parts)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=,", "bytes 0-1", "bytes =0-1", "bytes=1-0", "bytes=-", "bytes=a-b",
        "bytes=0",
        "bytes=0-1-2", "bytes=0-1;2-3", "bytes=0 -1", "bytes=0-1 2", "bytes=--1", "bytes=+1-2", "bytes=0x1-2",
        "bytes=0-1,b", "bytes=0-1,5-4", "lines=0-1", "0-1", "bytes=0-1, bytes=2-3", "bytes=0-１",
    ])
    func `malformed ranges and other units are ignored`(text: String) {
        #expect(RequestedRanges(["Range": text]) == nil)
    }

    @Test func `repeated fields and too many parts are ignored`() {
        #expect(RequestedRanges(["Range": "bytes=0-1", "range": "bytes=2-3"]) == nil)
        let parts = (0...RequestedRanges.limit).map { "\($0 * 2)-\($0 * 2)" }
        #expect(RequestedRanges(parsing: "bytes=" + parts.dropLast().joined(separator: ",")) != nil)
        #expect(RequestedRanges(parsing: "bytes=" + parts.joined(separator: ",")) == nil)
    }

    @Test(
        arguments: [
            ("bytes=0-4", 10, .parts([0..<5])), ("bytes=5-", 10, .parts([5..<10])),
            ("bytes=9-9", 10, .parts([9..<10])), ("bytes=9-99", 10, .parts([9..<10])),
            ("bytes=10-", 10, .unsatisfiable), ("bytes=10-11", 10, .unsatisfiable),
            ("bytes=-3", 10, .parts([7..<10])), ("bytes=-99", 10, .parts([0..<10])),
            ("bytes=-0", 10, .unsatisfiable), ("bytes=10-,0-0", 10, .parts([0..<1])),
            ("bytes=0-", 0, .unsatisfiable), ("bytes=0-0", 0, .unsatisfiable), ("bytes=-5", 0, .whole),
            ("bytes=-0", 0, .unsatisfiable),
            ("bytes=0-99999999999999999999", 10, .parts([0..<10])),
            ("bytes=99999999999999999999-", 10, .unsatisfiable),
            ("bytes=-99999999999999999999", 10, .parts([0..<10])),
            // Separate and adjacent ranges stay as they are, in request order.
            ("bytes=8-9,0-1", 10, .parts([8..<10, 0..<2])), ("bytes=0-1,2-3", 10, .parts([0..<2, 2..<4])),
            // Overlapping ones become one, in the place of the first.
            ("bytes=0-4,2-6", 10, .parts([0..<7])), ("bytes=2-6,9-9,0-4", 10, .parts([0..<7, 9..<10])),
            ("bytes=0-2,6-8,2-6", 10, .parts([0..<9])), ("bytes=0-,0-,0-,-10", 10, .parts([0..<10])),
            ("bytes=9-9,0-1,5-6,1-5", 10, .parts([9..<10, 0..<7])),
        ] as [(String, Int, RangeSelection)]
    )
    func `parts are resolved against a length`(text: String, length: Int, selection: RangeSelection) {
        #expect(RequestedRanges(parsing: text)?.selection(of: length) == selection)
    }

    @Test func `selected parts contain each requested byte once`() {
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<2_000 {
            let length = 1 + random(40)
            let wanted = (0...random(RequestedRanges.limit)).map { _ in
                let first = random(45)
                return first...first + random(10)
            }
            let text = "bytes=" + wanted.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
            let expected = Set(wanted.joined().filter { $0 < length })
            guard case .parts(let parts) = RequestedRanges(parsing: text)?.selection(of: length) else {
                #expect(expected.isEmpty)
                continue
            }
            #expect(parts.joined().sorted() == expected.sorted(), "\(text) of \(length)")
        }
    }
}
