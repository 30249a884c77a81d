import Phones
import Testing

@Suite struct PhoneNameTests {
    @Test(arguments: ["a", "Z", "7", "_", "annas-phone_2.work", String(repeating: "x", count: 40)])
    func `letters, digits, hyphens, underscores and dots are a name`(text: String) throws {
        #expect(try PhoneName(text).text == text)
    }

    @Test(arguments: [
        ("", PhoneNameError.wrongLength(0), "this one has 0 bytes"),
        (String(repeating: "x", count: 41), .wrongLength(41), "this one has 41 bytes"),
        (".hidden", .wrongStart, "the first character of this one does not fit"),
        ("-option", .wrongStart, "the first character of this one does not fit"),
        ("a b", .foreignCharacter(2), "character 2 of this one does not fit"),
        ("a/b", .foreignCharacter(2), "character 2 of this one does not fit"),
        ("b\u{E4}r", .foreignCharacter(2), "character 2 of this one does not fit"),
        ("abc\n", .foreignCharacter(4), "character 4 of this one does not fit"),
        ("\u{0}", .foreignCharacter(1), "character 1 of this one does not fit"),
    ])
    func `any other text is refused with the rule and the reason`(
        text: String,
        error: PhoneNameError,
        reason: String
    ) {
        #expect(throws: error) { try PhoneName(text) }
        let rule =
            "a phone's name has 1 to 40 letters from a to z, digits, '-', '_' and '.', "
            + "and begins with a letter, a digit or '_'"
        #expect(error.description == "\(rule); \(reason)")
    }
}
