import Reports
import Testing

@testable import netlab

struct ConsoleTests {
    @Test(
        arguments: [
            (["LANG": "C"], true), (["LANG": "POSIX"], true), (["LANG": "de_DE.ISO-8859-1"], true),
            (["LANG": "C.UTF-8"], false), (["LANG": "en_GB.utf8"], false), ([:], false),
            (["LC_ALL": ""], false),
            (["LANG": "C", "LC_ALL": "C.UTF-8"], false), (["LANG": "en_GB.UTF-8", "LC_CTYPE": "C"], true),
        ] as [([String: String], Bool)]
    )
    func `the locale says which signs there are`(_ environment: [String: String], _ isASCII: Bool) {
        #expect(Console(environment: environment, noColour: true).style.isASCII == isASCII)
    }
}
