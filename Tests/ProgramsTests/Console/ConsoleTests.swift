import Reports
import Testing

@testable import Programs

struct ConsoleTests {
    @Test(
        arguments: [
            (["LANG": "C"], true), (["LANG": "POSIX"], true), (["LANG": "de_DE.ISO-8859-1"], true),
            (["LANG": "C.UTF-8"], false), (["LANG": "en_GB.utf8"], false), ([:], false),
            (["LC_ALL": ""], false),
            (["LANG": "C", "LC_ALL": "C.UTF-8"], false), (["LANG": "en_GB.UTF-8", "LC_CTYPE": "C"], true),
        ] as [([String: String], Bool)]
    )
    func `the locale selects ASCII or Unicode output`(_ environment: [String: String], _ isASCII: Bool) {
        #expect(Console(environment: environment, noColour: true).style.isASCII == isASCII)
    }

    @Test(
        arguments: [
            (nil, nil, 100), (nil, "80", 80), (132, "80", 132), (nil, "", 100), (nil, "wide", 100),
            (nil, "-5", 100), (nil, "0", 100), (nil, "3", 20), (nil, "99999999", 10_000),
        ] as [(Int?, String?, Int)]
    )
    func `COLUMNS gives the table width without a terminal`(
        _ terminal: Int?,
        _ columns: String?,
        _ width: Int
    ) {
        let environment = columns.map { ["COLUMNS": $0] } ?? [:]
        #expect(Console.width(terminal: terminal, environment) == width)
    }
}
