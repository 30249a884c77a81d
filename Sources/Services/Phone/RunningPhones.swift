import JSON
package import Phones

/// What a `netlab phone` that runs tells other commands of its phones.
package struct RunningPhones {
    /// The phones' own lines, in words.
    package let ownLines: [PhoneName: String]

    /// nil if the document is another one.
    init?(_ document: JSONValue) {
        guard case .array(let phones)? = document["phones"] else { return nil }
        var ownLines: [PhoneName: String] = [:]
        for phone in phones where phone["own"] == .bool(true) {
            guard let text = phone["name"]?.text, let name = try? PhoneName(text) else { return nil }
            ownLines[name] = phone["line"]?.text
        }
        self.ownLines = ownLines
    }
}
