import JSON

/// What a page tells besides its exchanges: how far the program is, and the reports that it has made.
package struct PageNotices: Hashable, Sendable {
    /// A report that the page links to.
    package struct Report: Hashable, Sendable {
        /// The source knows it by this number.
        package var number: Int
        /// Foreign text.
        package var title: String

        package init(_ number: Int, _ title: String) {
            self.number = number
            self.title = title
        }
    }

    package var sentence: String
    package var reports: [Report]

    package init(_ sentence: String, reports: [Report] = []) {
        self.sentence = sentence
        self.reports = reports
    }

    /// The event that tells it.
    var event: [UInt8] {
        let reports: [JSONValue] = reports.map { ["number": $0.number.json, "title": $0.title.json] }
        let document: JSONValue = ["sentence": sentence.json, "reports": .array(reports)]
        return Array("event: news\ndata: \(document.line)\n\n".utf8)
    }
}
