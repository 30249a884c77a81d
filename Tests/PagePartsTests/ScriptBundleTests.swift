import PageParts
import Testing

@Suite struct `Scripts in one file` {
    @Test func `modules are concatenated without their imports and exports`() {
        let one = Array("export const a = 1;\nconst b = 'export const';\n".utf8)
        let two = Array("import { a } from '/one.js';\n\nexport function c() {}\n".utf8)
        #expect(
            ScriptBundle([one, two]).text
                == "const a = 1;\nconst b = 'export const';\n\n\nfunction c() {}\n\n"
        )
    }
}
