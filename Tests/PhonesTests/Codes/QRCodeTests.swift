import Phones
import Testing

@Suite struct QRCodeTests {
    /// Bytes of the largest text of a version (ISO/IEC 18004, table 7).
    @Test(arguments: [
        (1, ErrorCorrection.low, 17), (2, .low, 32), (10, .low, 271), (13, .low, 425), (40, .low, 2953),
        (1, .medium, 14), (2, .medium, 26), (10, .medium, 213), (40, .medium, 2331),
    ])
    func `a code is of the smallest version that has room for the text`(
        version: Int,
        correction: ErrorCorrection,
        bytes: Int
    ) throws {
        // Small letters need the mode of 8 bits.
        let code = try QRCode(String(repeating: "a", count: bytes), correction: correction)
        #expect(code.size == 17 + 4 * version)
        if version < 40 {
            let next = try QRCode(String(repeating: "a", count: bytes + 1), correction: correction)
            #expect(next.size == code.size + 4)
        }
    }

    @Test(arguments: [(ErrorCorrection.low, 2953), (.medium, 2331)])
    func `a text that is too long is refused with its bytes`(correction: ErrorCorrection, most: Int) throws {
        // A letter of two bytes each.
        let text = String(repeating: "\u{E4}", count: most / 2 + 1)
        let error = #expect(throws: QRCodeError.self) { try QRCode(text, correction: correction) }
        #expect(error == .tooLong(most + 1, most: most))
        #expect(
            error?.description
                == "the text is too long for a QR code: it has \(most + 1) bytes, and a code has room for \(most)"
        )
    }

    @Test func `an empty text is refused`() {
        #expect(throws: QRCodeError.noText) { try QRCode("") }
    }

    @Test(arguments: ["a", String(repeating: "a", count: 500)])
    func `three corners have finder patterns, and rows and columns count modules between them`(
        text: String
    ) throws {
        let code = try QRCode(text)
        let last = code.size - 7
        for (left, top) in [(0, 0), (last, 0), (0, last)] {
            // A ring, a light ring within it, and a square.
            for row in -1...7 {
                for column in -1...7 {
                    let distance = max(abs(row - 3), abs(column - 3))
                    let isDark = code.isDark(column: left + column, row: top + row)
                    #expect(isDark == (distance == 3 || distance <= 1))
                }
            }
        }
        for place in 8..<code.size - 8 {
            #expect(code.isDark(column: place, row: 6) == place.isMultiple(of: 2))
            #expect(code.isDark(column: 6, row: place) == place.isMultiple(of: 2))
        }
        #expect(code.isDark(column: 8, row: code.size - 8))
    }

    @Test(arguments: [(-1, 0), (0, -1), (21, 0), (0, 21), (.min, .max)])
    func `everything outside of the code is light`(column: Int, row: Int) throws {
        #expect(try !QRCode("a").isDark(column: column, row: row))
    }

    @Test func `a description does not show the modules`() throws {
        let code = try QRCode("secret")
        #expect("\(code)" == "a QR code of 21 by 21 modules" && code.debugDescription == "\(code)")
        var shown = ""
        dump(code, to: &shown)
        #expect(!shown.contains("true") && !shown.contains("false"))
    }
}
