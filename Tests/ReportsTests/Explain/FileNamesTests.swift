import Testing

@testable import Reports

@Suite struct FileNamesTests {
    @Test(arguments: [
        (["a.jpg"], "a.jpg"), (["b.jpg", "a.jpg", "b.jpg"], "a.jpg, b.jpg"),
        (["t-03.jpg", "t-01.jpg", "t-02.jpg"], "t-01.jpg to t-03.jpg"),
        (["t-9.jpg", "t-10.jpg", "t-11.jpg", "t-2.jpg"], "t-2.jpg, t-9.jpg to t-11.jpg"),
        (["1", "2", "4", "5", "6"], "1, 2, 4 to 6"), (["a", "b", "c", "d", "e"], "a, b, c and 2 more files"),
        (["p1", "q2", "p3", "q4"], "p1, p3, q2 and 1 more file"),
    ])
    func `abbreviates consecutive names as a range, and long lists`(_ names: [String], _ told: String) {
        #expect(FileNames(names).text == told)
    }

    @Test func `does not count numbers too large for an integer as a range`() {
        let long = ["x99999999999999999998", "x99999999999999999999", "x100000000000000000000"]
        #expect(FileNames(long).text.split(separator: ", ").count == 3)
        #expect(FileNames([]).text == "")
    }
}
