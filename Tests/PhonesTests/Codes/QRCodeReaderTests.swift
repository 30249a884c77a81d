import Phones
import TestSupport
import Testing

/// Codes as another program reads them.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: Program.find("zbarimg") != nil, "needs zbarimg (zbar-tools)")
)
struct QRCodeReaderTests {
    private static let configuration = """
        [Interface]
        PrivateKey = WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs=
        Address = 10.207.0.2/32, fd6e:6c61:6200::2/128
        DNS = 10.207.0.1, fd6e:6c61:6200::1
        MTU = 1420
        """

    private func read(_ picture: CodePicture) throws -> String {
        let program = try #require(Program.find("zbarimg"))
        let folder = try ScratchFolder()
        try folder.write("code.pgm", picture.portableGraymap(scale: 4))
        let result = try Program(program, ["--quiet", "--raw", folder.file("code.pgm")]).run()
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test(arguments: ErrorCorrection.allCases, ["a", configuration, String(repeating: "long ", count: 200)])
    func `a reader finds the text`(correction: ErrorCorrection, text: String) throws {
        let code = try QRCode(text, correction: correction)
        #expect(try read(CodePicture(code, quietZone: 4)) == text + "\n")
    }

    @Test(arguments: [true, false])
    func `a reader finds the text in what a terminal shows`(isColoured: Bool) throws {
        let drawn = try QRCode(Self.configuration).terminalText(coloured: isColoured)
        let picture = CodePicture(terminalText: drawn, drawnIsDark: isColoured)
        #expect(try read(picture) == Self.configuration + "\n")
    }
}
