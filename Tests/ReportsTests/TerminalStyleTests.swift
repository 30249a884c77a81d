import Reports
import Testing

struct TerminalStyleTests {
    @Test func `a terminal without other signs gets ASCII's, column for column`() {
        let text = "a…b·c ▁▂▃▄▅▆▇█ é"
        let shown = TerminalStyle(isASCII: true).shown(text)
        #expect(shown == "a~b.c .:-=+*#@ é" && shown.count == text.count)
        #expect(TerminalStyle().shown(text) == text)
    }
}
