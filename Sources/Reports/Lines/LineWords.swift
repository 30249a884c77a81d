package import LinkModel

/// A whole line in words: both directions.
package struct LineWords {
    private let link: LinkParameters

    package init(_ link: LinkParameters) {
        self.link = link
    }

    package var text: String {
        "down \(DirectionWords(link, .down).text); up \(DirectionWords(link, .up).text)"
    }
}
