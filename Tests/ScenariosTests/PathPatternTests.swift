import Testing

@testable import Scenarios

@Suite struct PathPatternTests {
    @Test(arguments: [
        ("a.jpg", "a.jpg", true), ("*.jpg", "a.jpg", true), ("*.jpg", "b/a.jpg", false),
        ("*/a.jpg", "b/a.jpg", true), ("?.jpg", "a.jpg", true), ("?.jpg", "ab.jpg", false),
        ("b?a.jpg", "b/a.jpg", false), ("*", "", true), ("?", "", false), ("", "", true),
        ("a*b*c", "axbxbc", true),
        ("*ä*", "xäö", true), ("**", "anything", true),
    ])
    func `a star matches anything but a slash, a question mark one character`(
        pattern: String,
        name: String,
        matches: Bool
    ) {
        #expect(PathPattern(pattern).matches(name) == matches)
    }
}
