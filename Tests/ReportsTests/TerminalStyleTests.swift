import Reports
import Testing

struct TerminalStyleTests {
    @Test func `an ASCII terminal gets one ASCII replacement for each symbol`() {
        let text = "a…b·c ▁▂▃▄▅▆▇█ é"
        let shown = TerminalStyle(isASCII: true).shown(text)
        #expect(shown == "a~b.c .:-=+*#@ é" && shown.count == text.count)
        #expect(TerminalStyle().shown(text) == text)
    }
}
